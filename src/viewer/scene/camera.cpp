#include "viewer/scene/camera.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "base/check.h"

namespace solfec {

namespace {

/// Axes of a direction with z up, or y up where it is along z.
ViewAxes axes_along(Vec3 forward) {
  const bool vertical = std::fabs(forward.z) > 0.999999;
  const Vec3 above = vertical ? Vec3{0, forward.z > 0.0 ? -1.0 : 1.0, 0} : Vec3{0, 0, 1};
  ViewAxes axes;
  axes.forward = normalized(forward);
  axes.right = normalized(cross(axes.forward, above));
  axes.up = cross(axes.right, axes.forward);
  return axes;
}

/// Extent of points along one axis of the picture, for a slope (0: parallel rays).
struct Extent {
  double above = -Box::kInfinity;  // of x - s z
  double below = -Box::kInfinity;  // of -x - s z

  void add(double x, double reach) {
    above = std::max(above, x - reach);
    below = std::max(below, -x - reach);
  }
  [[nodiscard]] double middle() const { return 0.5 * (above - below); }
  [[nodiscard]] double half() const { return 0.5 * (above + below); }
};

}  // namespace

std::optional<ViewAxes> find_view(std::string_view name) {
  if (name == "front") return axes_along({0, 1, 0});
  if (name == "back") return axes_along({0, -1, 0});
  if (name == "left") return axes_along({1, 0, 0});
  if (name == "right") return axes_along({-1, 0, 0});
  if (name == "top") return axes_along({0, 0, -1});
  if (name == "bottom") return axes_along({0, 0, 1});
  if (name == "iso") return view_from(30.0, 25.0);
  return std::nullopt;
}

ViewAxes view_from(double azimuth, double elevation) {
  SOLFEC_ASSERT(std::fabs(elevation) <= 90.0);
  const double a = azimuth * std::numbers::pi / 180.0;
  const double e = elevation * std::numbers::pi / 180.0;
  ViewAxes axes;
  axes.right = {std::cos(a), std::sin(a), 0.0};
  axes.forward = {-std::sin(a) * std::cos(e), std::cos(a) * std::cos(e), -std::sin(e)};
  axes.up = cross(axes.right, axes.forward);
  return axes;
}

Vec3 Camera::to_eye(Vec3 point) const {
  const Vec3 d = point - eye;
  return {dot(d, axes.right), dot(d, axes.up), dot(d, axes.forward)};
}

std::array<double, 2> project(const Camera& camera, Vec3 point) {
  const Vec3 p = camera.to_eye(point);
  const double half = camera.half_height_at(p.z);
  return {p.x / half, p.y / half};
}

Mat4 view_matrix(const Camera& camera, Vec3 origin) {
  const ViewAxes& a = camera.axes;
  const Vec3 t = camera.to_eye(origin);
  const auto f = [](double x) { return static_cast<float>(x); };
  return {f(a.right.x), f(a.up.x), f(-a.forward.x), 0, f(a.right.y), f(a.up.y), f(-a.forward.y), 0,
          f(a.right.z), f(a.up.z), f(-a.forward.z), 0, f(t.x),       f(t.y),    f(-t.z),         1};
}

Mat4 projection_matrix(const Camera& camera, double aspect) {
  const auto f = [](double x) { return static_cast<float>(x); };
  const double depth = camera.far - camera.near;
  Mat4 m{};
  if (camera.perspective) {
    m[0] = f(1.0 / (camera.slope * aspect));
    m[5] = f(1.0 / camera.slope);
    m[10] = f(-(camera.far + camera.near) / depth);
    m[11] = -1.0F;
    m[14] = f(-2.0 * camera.far * camera.near / depth);
  } else {
    m[0] = f(1.0 / (camera.half_height * aspect));
    m[5] = f(1.0 / camera.half_height);
    m[10] = f(-2.0 / depth);
    m[14] = f(-(camera.far + camera.near) / depth);
    m[15] = 1.0F;
  }
  return m;
}

Camera fit_camera(const CameraParams& params, std::span<const Vec3> points) {
  static constexpr std::array kCube{Vec3{0, 0, 0}, Vec3{1, 1, 1}, Vec3{1, 0, 0}, Vec3{0, 1, 1}};
  if (points.empty()) points = kCube;
  Camera camera;
  camera.axes = params.axes;
  camera.perspective = params.perspective;
  const double slope = camera.perspective ? camera.slope / params.margin : 0.0;
  Extent x;
  Extent y;
  double nearest = Box::kInfinity;
  double farthest = -Box::kInfinity;
  for (const Vec3 point : points) {
    const Vec3 p = camera.to_eye(point);  // the eye is at the origin
    x.add(p.x, slope * params.aspect * p.z);
    y.add(p.y, slope * p.z);
    nearest = std::min(nearest, p.z);
    farthest = std::max(farthest, p.z);
  }
  const double depth = std::max(farthest - nearest, 1e-9 * (std::fabs(nearest) + 1e-9));
  double distance = -nearest + depth;
  if (camera.perspective) {
    distance =
        std::max({x.half() / (slope * params.aspect), y.half() / slope, -nearest + 0.02 * depth});
    camera.slope /= params.zoom;
  } else {
    const double half = std::max({x.half() / params.aspect, y.half(), 1e-9 * depth});
    camera.half_height = params.margin * half / params.zoom;
  }
  const ViewAxes& a = camera.axes;
  camera.eye = x.middle() * a.right + y.middle() * a.up - distance * a.forward;
  if (params.at) {
    const Vec3 p = camera.to_eye(*params.at);
    camera.eye += p.x * a.right + p.y * a.up;
  }
  set_depth_range(camera, points);
  return camera;
}

void set_depth_range(Camera& camera, std::span<const Vec3> points) {
  double nearest = Box::kInfinity;
  double farthest = -Box::kInfinity;
  for (const Vec3 point : points) {
    const double z = camera.to_eye(point).z;
    nearest = std::min(nearest, z);
    farthest = std::max(farthest, z);
  }
  if (!(nearest <= farthest)) return;
  const double slack = 0.02 * (farthest - nearest) + 1e-6 * std::fabs(farthest);
  camera.far = farthest + slack;
  camera.near = nearest - slack;
  if (camera.perspective) {
    camera.far = std::max(camera.far, 1e-9);
    camera.near = std::max(camera.near, 2e-4 * camera.far);
  }
}

std::array<Vec3, 8> corners_of(const Box& box) {
  std::array<Vec3, 8> corners;
  for (unsigned i = 0; i < 8; ++i) {
    corners.at(i) = {(i & 1U) != 0 ? box.hi.x : box.lo.x, (i & 2U) != 0 ? box.hi.y : box.lo.y,
                     (i & 4U) != 0 ? box.hi.z : box.lo.z};
  }
  return corners;
}

}  // namespace solfec

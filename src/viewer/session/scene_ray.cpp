#include "viewer/session/scene_ray.h"

#include <algorithm>
#include <cmath>

#include "math/mat3.h"

namespace solfec {

namespace {

Vec3 vec3_of(const Point3& p) { return {p[0], p[1], p[2]}; }

/// Collects the first hit of a ray in coordinates relative to the origin of the scene.
class RaySearch {
 public:
  RaySearch(const Scene& scene, const ViewRay& ray, double nearest)
      : scene_(scene),
        start_(ray.start - scene.origin),
        direction_(ray.direction),
        nearest_(nearest) {}

  void through(const std::vector<SurfaceCorner>& corners) {
    for (std::size_t i = 0; i + 2 < corners.size(); i += 3) {
      const Vec3 a = vec3_of(corners[i].position);
      const Vec3 ab = vec3_of(corners[i + 1].position) - a;
      const Vec3 ac = vec3_of(corners[i + 2].position) - a;
      const Vec3 p = cross(direction_, ac);
      const double det = dot(ab, p);
      if (det == 0.0) continue;
      const Vec3 from = start_ - a;
      const double u = dot(from, p) / det;
      if (!(u >= 0.0 && u <= 1.0)) continue;
      const Vec3 q = cross(from, ab);
      const double v = dot(direction_, q) / det;
      if (!(v >= 0.0 && u + v <= 1.0)) continue;
      (void)offer(dot(ac, q) / det, corners[i].body);
    }
  }

  void through(const std::vector<RoundPart>& rounds) {
    for (const RoundPart& round : rounds) {
      const Mat3 to_unit = from_columns(vec3_of(round.inverse[0]), vec3_of(round.inverse[1]),
                                        vec3_of(round.inverse[2]));
      const Vec3 o = to_unit * (start_ - vec3_of(round.center));
      const Vec3 d = to_unit * direction_;
      const double a = dot(d, d);
      const double b = dot(o, d);
      const double root = b * b - a * (dot(o, o) - 1.0);
      if (root < 0.0) continue;
      const double h = std::sqrt(root);
      if (!offer((-b - h) / a, round.body)) (void)offer((-b + h) / a, round.body);
    }
  }

  [[nodiscard]] std::optional<RayHit> first() const {
    if (body_ == 0) return std::nullopt;
    return RayHit{scene_.bodies[body_ - 1], start_ + distance_ * direction_ + scene_.origin,
                  distance_};
  }

 private:
  /// @return Whether the point is there and not cut away.
  bool offer(double distance, std::uint32_t body) {
    if (!(distance > nearest_)) return false;
    const Vec3 point = start_ + distance * direction_ + scene_.origin;
    const auto is_before = [&](const CutPlane& cut) {
      return dot(cut.normal, point) > cut.distance;
    };
    if (std::any_of(scene_.cuts.begin(), scene_.cuts.end(), is_before)) return false;
    if (body_ == 0 || distance < distance_) {
      body_ = body;
      distance_ = distance;
    }
    return true;
  }

  const Scene& scene_;
  Vec3 start_;
  Vec3 direction_;
  double nearest_;
  std::uint32_t body_ = 0;
  double distance_ = 0.0;
};

}  // namespace

ViewRay ray_through(const Camera& camera, const PictureLayout& layout, double x, double y) {
  const double half = 0.5 * layout.height;
  const double px = (x - 0.5 * layout.model_width()) / half;
  const double py = (half - y) / half;
  const ViewAxes& a = camera.axes;
  if (!camera.perspective) {
    return {camera.eye + camera.half_height * (px * a.right + py * a.up), a.forward};
  }
  return {camera.eye, normalized(a.forward + camera.slope * (px * a.right + py * a.up))};
}

std::optional<RayHit> cast_ray(const Scene& scene, const Camera& camera, const ViewRay& ray) {
  RaySearch search(scene, ray, camera.perspective ? 0.0 : -Box::kInfinity);
  for (const auto* corners : {&scene.corners, &scene.veiled.corners, &scene.hollow.corners}) {
    search.through(*corners);
  }
  for (const auto* rounds : {&scene.rounds, &scene.veiled.rounds, &scene.hollow.rounds}) {
    search.through(*rounds);
  }
  return search.first();
}

std::array<double, 2> pixel_of(const Camera& camera, const PictureLayout& layout, Vec3 point) {
  const auto [x, y] = project(camera, point);
  const double half = 0.5 * layout.height;
  return {0.5 * layout.model_width() + half * x, half - half * y};
}

}  // namespace solfec

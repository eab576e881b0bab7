#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>

#include "math/box.h"
#include "math/vec3.h"

namespace solfec {

/// Axes of a picture: the direction in which the viewer looks, and the one that is up; orthonormal.
struct ViewAxes {
  Vec3 right{1, 0, 0};
  Vec3 up{0, 0, 1};
  Vec3 forward{0, 1, 0};
};

/// Finds a view by its name: front (along y), back, left (along x), right, top, bottom, iso.
std::optional<ViewAxes> find_view(std::string_view name);
/// Names of the views, for messages.
inline constexpr std::array<std::string_view, 7> kViewNames = {"front", "back",   "left", "right",
                                                               "top",   "bottom", "iso"};
/// View from a point at an angle about z, from -y towards x, and at an elevation above the horizon;
/// degrees.
/// @pre |elevation| <= 90
ViewAxes view_from(double azimuth, double elevation);

/// Matrix of OpenGL, by columns.
using Mat4 = std::array<float, 16>;

/// Position, directions and opening of a camera.
struct Camera {
  Vec3 eye;  // m
  ViewAxes axes;
  bool perspective = true;
  double slope = 0.27;       // perspective: half height of the visible area over its distance
  double half_height = 1.0;  // parallel rays: half height of the visible area, m
  double near = 0.1;         // only what lies between near and far along `forward` is drawn, m
  double far = 10.0;

  /// Coordinates of a point along right, up and forward from the eye, m.
  [[nodiscard]] Vec3 to_eye(Vec3 point) const;
  /// Half height of the visible area at a distance, m.
  [[nodiscard]] double half_height_at(double distance) const {
    return perspective ? slope * distance : half_height;
  }
};

/// Place of a point in a picture whose half height is 1 and whose middle is (0, 0), x to the right
/// and y up.
std::array<double, 2> project(const Camera& camera, Vec3 point);

/// Matrix from world coordinates relative to `origin` to those of the eye in OpenGL: x right, y up,
/// z towards the viewer.
Mat4 view_matrix(const Camera& camera, Vec3 origin);
/// Matrix from coordinates of the eye to clip coordinates. @param aspect  Width over height.
Mat4 projection_matrix(const Camera& camera, double aspect);

/// Parameters by which fit_camera places a camera.
struct CameraParams {
  ViewAxes axes;
  bool perspective = true;
  double aspect = 1.0;
  double margin = 1.06;      // size of the picture over that of the model in it
  double zoom = 1.0;         // > 0
  std::optional<Vec3> at{};  // middle of the picture, m; without it the middle of all points
};

/// The nearest camera in these directions that sees all points.
///
/// Let y' be the coordinate along `up`, z that along `forward`, and s the slope. A camera at the
/// height e and the distance d behind the plane z = 0 sees a point when |y' - e| <= s (z + d). All
/// points give an upper and a lower bound of e, which meet at the least d. Along x this holds with
/// s times the aspect. The larger d of both directions is taken.
///
/// @param points  m; without any the unit cube is seen.
Camera fit_camera(const CameraParams& params, std::span<const Vec3> points);

/// Sets `near` and `far` so that all given points are drawn.
void set_depth_range(Camera& camera, std::span<const Vec3> points);

/// The eight corners of a box.
std::array<Vec3, 8> corners_of(const Box& box);

}  // namespace solfec

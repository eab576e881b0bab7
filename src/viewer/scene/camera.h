#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>

#include "math/box.h"
#include "math/vec3.h"

namespace solfec {

/// Directions of a picture: where the viewer looks, and what is up in the picture; orthonormal.
struct ViewAxes {
  Vec3 right{1, 0, 0};
  Vec3 up{0, 0, 1};
  Vec3 forward{0, 1, 0};
};

/// A view by its name: front (along y), back, left (along x), right, top, bottom, iso.
std::optional<ViewAxes> find_view(std::string_view name);
/// All names, for messages.
inline constexpr std::array<std::string_view, 7> kViewNames = {"front", "back",   "left", "right",
                                                               "top",   "bottom", "iso"};
/// Seen from a point at this angle about z, from -y towards x, and above the horizon; degrees.
/// @pre |elevation| <= 90
ViewAxes view_from(double azimuth, double elevation);

/// Matrix of OpenGL, by columns.
using Mat4 = std::array<float, 16>;

/// Where a picture is taken from.
struct Camera {
  Vec3 eye;  // m
  ViewAxes axes;
  bool perspective = true;
  double slope = 0.27;       // perspective: half height of what is seen over the distance
  double half_height = 1.0;  // otherwise: half height of what is seen, m
  double near = 0.1;         // distances along `forward` between which something is drawn, m
  double far = 10.0;

  /// Coordinates of a point along right, up and forward from the eye, m.
  [[nodiscard]] Vec3 to_eye(Vec3 point) const;
  /// Half height of what is seen at a distance, m.
  [[nodiscard]] double half_height_at(double distance) const {
    return perspective ? slope * distance : half_height;
  }
};

/// Place of a point in a picture whose half height is 1 and whose middle is (0, 0), x to the right
/// and y up.
std::array<double, 2> project(const Camera& camera, Vec3 point);

/// From world coordinates relative to `origin` to those of the eye, as OpenGL has them: x right, y
/// up, z towards the viewer.
Mat4 view_matrix(const Camera& camera, Vec3 origin);
/// From these to clip coordinates. @param aspect  Width over height.
Mat4 projection_matrix(const Camera& camera, double aspect);

/// How a camera is placed.
struct CameraParams {
  ViewAxes axes;
  bool perspective = true;
  double aspect = 1.0;
  double margin = 1.06;      // of what is seen over what is to be seen
  double zoom = 1.0;         // > 0
  std::optional<Vec3> at{};  // in the middle of the picture instead of all, m
};

/// The nearest camera in these directions that sees all points.
///
/// With y' the coordinate along `up`, z along `forward` and the slope s, a point is seen from the
/// height e and the distance d behind the plane z = 0 when |y' - e| <= s (z + d). Of all points the
/// upper and the lower bound meet in the least d and the e that are taken; x likewise with s times
/// the aspect; the larger d of both counts.
///
/// @param points  m; without any the unit cube is seen.
Camera fit_camera(const CameraParams& params, std::span<const Vec3> points);

/// Takes `near` and `far` from points that are to be drawn.
void set_depth_range(Camera& camera, std::span<const Vec3> points);

/// The eight corners of a box.
std::array<Vec3, 8> corners_of(const Box& box);

}  // namespace solfec

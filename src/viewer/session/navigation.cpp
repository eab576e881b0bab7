#include "viewer/session/navigation.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace solfec {

namespace {

/// Turns a vector about a unit axis (Rodrigues).
Vec3 turned(Vec3 v, Vec3 axis, double angle) {
  const double c = std::cos(angle);
  const double s = std::sin(angle);
  return c * v + s * cross(axis, v) + ((1.0 - c) * dot(axis, v)) * axis;
}

void turn_about(Camera& camera, Vec3 centre, Vec3 axis, double angle) {
  ViewAxes& a = camera.axes;
  camera.eye = centre + turned(camera.eye - centre, axis, angle);
  a.forward = normalized(turned(a.forward, axis, angle));
  a.right = normalized(turned(a.right, axis, angle));
  a.up = cross(a.right, a.forward);
}

/// Distance of the centre along the line of sight, well before the eye.
double depth_of(const Camera& camera, Vec3 centre) {
  const double z = camera.to_eye(centre).z;
  return std::max(z, 1e-3 * norm(centre - camera.eye));
}

}  // namespace

void turn_camera(Camera& camera, Vec3 centre, double dx, double dy) {
  turn_about(camera, centre, camera.axes.up, -std::numbers::pi * dx);
  turn_about(camera, centre, camera.axes.right, -std::numbers::pi * dy);
}

void spin_camera(Camera& camera, Vec3 centre, double angle) {
  turn_about(camera, centre, camera.axes.forward, angle);
}

void zoom_camera(Camera& camera, Vec3 centre, double factor) {
  if (camera.perspective) {
    camera.eye = centre + (1.0 / factor) * (camera.eye - centre);
  } else {
    camera.half_height /= factor;
  }
}

void move_camera(Camera& camera, Vec3 centre, double dx, double dy) {
  const double height = 2.0 * camera.half_height_at(depth_of(camera, centre));
  camera.eye += height * (dy * camera.axes.up - dx * camera.axes.right);
}

void set_perspective(Camera& camera, Vec3 centre, bool on) {
  if (camera.perspective == on) return;
  const double depth = depth_of(camera, centre);
  if (on) {
    camera.eye += (depth - camera.half_height / camera.slope) * camera.axes.forward;
  } else {
    camera.half_height = camera.slope * depth;
  }
  camera.perspective = on;
}

}  // namespace solfec

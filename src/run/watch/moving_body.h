#pragma once

#include <span>
#include <vector>

#include "base/ids.h"
#include "body/common/body_motion.h"
#include "geometry/shape/piece_arrays.h"
#include "math/box.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// A body on its way from the last mid-step to the next one, straight and with the velocity that it
/// has between them.
struct MovingBody {
  BodyId id{};
  const ShapePieces* pieces = nullptr;
  std::span<const Vec3> vertex;  // of all pieces at the start of the step, m
  bool has_inertia = false;
  double thickness{};  // m
  Vec3 linear;         // m/s
  Vec3 center;         // m
  Mat3 spin;           // Ḟ F⁻¹, 1/s
  double turning{};    // largest speed of a vertex against the centre, m/s
  Box box;             // along its way, m

  [[nodiscard]] Vec3 velocity(Vec3 x) const { return linear + spin * (x - center); }
  /// Bound of the speed of its points, m/s.
  [[nodiscard]] double speed() const { return norm(linear) + turning; }
};

/// How a body turns. @param reach  of its vertices from the centre, m.
void set_motion(const BodyMotion& motion, double reach, MovingBody& body);

/// Vertices of a piece half a step ago: at the last mid-step; with -step at the next one.
void place_back(const MovingBody& body, int piece, double step, std::vector<Vec3>& points);

/// Box of a piece along its way.
Box way_box(const MovingBody& body, int piece, double step, std::vector<Vec3>& points);
/// Box of a body along its way.
Box way_box(const MovingBody& body, double step, std::vector<Vec3>& points);

}  // namespace solfec

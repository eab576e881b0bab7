#pragma once

#include <vector>

#include "body/bodies.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// Puts the rigid bodies and obstacles of a quasi-static step for a while where a solution moves
/// them, q_t + h u, copies of those of other ranks as well. Bodies that deform stay.
class ReachedPlaces {
 public:
  /// Gives the bodies the velocities u of the solution whose changes are in the sets. They stay
  /// where they are.
  void take_velocities(Bodies& bodies);
  /// Moves the bodies by h u. @pre take_velocities. @param step  h, s.
  static void move(Bodies& bodies, double step);
  /// Puts places and velocities back. @pre take_velocities.
  void restore(Bodies& bodies);

  /// Turn of a body by `move`, R(t + h) R(t)ᵀ; of those that do not turn the identity.
  [[nodiscard]] Mat3 turn(const Bodies& bodies, BodyRef body) const;
  /// Where a rigid body or an obstacle takes the point of its material that was at `point`, m.
  /// @param turn  Of the body. @pre the bodies have moved.
  [[nodiscard]] Vec3 carry(const Bodies& bodies, BodyRef body, const Mat3& turn, Vec3 point) const {
    return bodies.motion(body).center + turn * (point - start_center(body));
  }
  /// Centre of a rigid body or an obstacle before `move`, m.
  [[nodiscard]] Vec3 start_center(BodyRef body) const;
  /// Rotation of a rigid body or an obstacle before `move`.
  [[nodiscard]] const Mat3& start_rotation(BodyRef body) const;

 private:
  RigidSet::Placement rigid_;
  std::vector<Vec3> angular_;
  std::vector<Vec3> linear_;
  ObstacleSet::Placement obstacles_;
};

/// Whether the points of a body turn about its centre.
inline bool turns(BodyKind kind) { return kind == BodyKind::rigid || kind == BodyKind::obstacle; }

}  // namespace solfec

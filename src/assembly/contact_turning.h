#pragma once

#include <span>

#include "assembly/rigid_motion.h"
#include "assembly/row_end.h"
#include "body/bodies.h"
#include "math/vec3.h"

namespace solfec {

/// How the two points of a row belong to their bodies.
enum class Meeting {
  joined,  // points of the bodies, of a constraint
  bonded,  // a contact whose points do not leave each other
  contact  // a contact that moves along its bodies
};

/// Bodies at mid-step of a dynamic step.
struct TurningStep {
  const Bodies& bodies;
  std::span<const RigidMotion> rigid;
  double length{};  // h, s
};

/// A row between two ends; its normal points out of the slave into the master.
struct MetEnds {
  Vec3 normal;
  const RowEnd& master;
  const RowEnd& slave;
  Meeting meeting{};
};

/// Turns the velocities of the ends of a row from mid-step, where the row is placed, to the ends of
/// the step, where a body that turns has another point at the row, h/2 (c - v) away, when its
/// centre has the velocity v and the row moves with c:
///
///   free = v1 + ω1 × (a + d),   start = v0 + ω0 × (a - d),   d = h/2 (c - v).
///
/// Without d a block that sticks to a turntable would leave its circle in first order of the step,
/// two bodies that stick and turn together would drift apart, and so would a ball that rolls on a
/// turning table.
///
/// Obstacles. Joints and bonds, and what stands or moves on a face, take c - v of the centre of the
/// body (all points of a rigid body, so that rows which stick agree with a motion of it) or of the
/// point of a deformable one. Where the surface of the obstacle is curved with the radius ρ along
/// the way and that of the body with r, the contact moves with the share ρ / (ρ + r): not at all
/// under a plank (r infinite) or at an edge of the obstacle (ρ = 0). The normal turns with such a
/// contact, too, so that a roller or a wheel that spins has no velocity along it; d then counts
/// along the tangent plane alone. Bores have that in turning_speed (hollow_turning.h).
///
/// Bodies with inertia. Rigid ones alone are turned, since arms of deformable ones are material,
/// and not at joints, which reverse their velocity. A contact moves with a ball on a face, below
/// the centre of the ball, with the velocity v_ball + ω_face × a_ball. Between two balls c is the
/// mean of the velocities of their centres, each weighted with the arm of the other one. Other
/// rigid bodies take this mean as well, which makes no difference where they stick; beside a
/// deformable body c is the velocity of the point of that body, but under a ball. The normal part
/// is left to the law at the gap, but for bonds, which have none. The share 1 / (1 + (hω/2)²)
/// bounds d where a body turns by more than a step resolves.
void turn_to_ends(const TurningStep& step, const MetEnds& ends, EndMotion& of_master,
                  EndMotion& of_slave);

}  // namespace solfec

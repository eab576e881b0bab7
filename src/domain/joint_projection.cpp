#include "domain/joint_projection.h"

#include <algorithm>
#include <cmath>

#include "base/count.h"

namespace solfec {

namespace {

// One joint at a time: mobility of both ends, the p along the error that removes it, and the push
// of both bodies by it, in the present placement. A sweep without an error above rounding is the
// last.

constexpr double kTolerance = 1e-13;  // of the largest coordinate of a joint

/// One end of a joint: a point of a body, or of space when there is no body.
struct End {
  bool in_space = true;
  BodyRef body;
  BodyPoint point;
};

End end_of(const Bodies& bodies, BodyId id, Vec3 reference, Vec3 place) {
  if (id == 0) return {true, {}, {.current = place, .arm = {}, .mesh = {}}};
  const BodyRef body = bodies.refs()[at(bodies.find(id))];
  return {false, body, bodies.point(body, reference)};
}

Mat3 mobility(const Bodies& bodies, const End& end) {
  return end.in_space ? Mat3{} : bodies.mobility(end.body, end.point);
}

void displace(Bodies& bodies, const End& end, Vec3 p) {
  if (!end.in_space) bodies.push(end.body, end.point, p);
}

/// Error of a joint and the p that removes it.
struct Correction {
  double error{};
  Vec3 p;
};

Correction along(Vec3 n, double error, const Mat3& mobility) {
  const double resistance = dot(n, mobility * n);
  if (!(resistance > 0.0)) return {};
  return {std::fabs(error), (-error / resistance) * n};
}

/// p = -W⁻¹ e for a point, p = -(e / n·W n) n along a direction, with the error e of place (m) and
/// the mobility W of both ends (1/kg).
Correction correction(const UserConstraint& joint, const End& master, const End& slave,
                      const Mat3& mobility) {
  const Vec3 error = master.point.current - slave.point.current;
  if (joint.kind == ConstraintKind::fixed_direction) {
    return along(joint.direction, dot(joint.direction, error), mobility);
  }
  if (joint.kind == ConstraintKind::rigid_link) {
    const double length = norm(error);
    if (length == 0.0) return {};
    return along(error / length, length - joint.length, mobility);
  }
  if (trace(mobility) == 0.0) return {};
  return {norm(error), -(inverse(mobility) * error)};
}

/// Removes the error of a guide of a joint.
Correction project_guide(Bodies& bodies, const UserConstraint& joint) {
  const JointRowPlace place =
      place_row(bodies, ends_of(bodies, joint), joint.master_reference, joint.joint);
  const End master = end_of(bodies, joint.master, joint.master_reference, {});
  const End slave = end_of(bodies, joint.slave, place.slave_reference, place.point);
  const Mat3 both = mobility(bodies, master) + mobility(bodies, slave);
  const Correction change = along(place.normal, place.value, both);
  displace(bodies, master, change.p);
  displace(bodies, slave, -change.p);
  return change;
}

}  // namespace

bool is_projected(const UserConstraint& constraint) {
  return constraint.kind != ConstraintKind::velocity_direction && !is_elastic(constraint.kind);
}

double project_joints(Bodies& bodies, std::span<const UserConstraint> constraints, int sweeps) {
  double worst = 0.0;
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    worst = 0.0;
    double size = 0.0;
    for (const UserConstraint& joint : constraints) {
      if (!is_projected(joint)) continue;
      if (is_joint_row(joint)) {
        const Correction change = project_guide(bodies, joint);
        worst = std::max(worst, change.error);
        size = std::max(size, norm_inf(joint.point));
        continue;
      }
      const bool link = joint.kind == ConstraintKind::rigid_link;
      const End master = end_of(bodies, joint.master, joint.master_reference, {});
      const End slave = end_of(bodies, joint.slave, joint.slave_reference,
                               link ? joint.slave_reference : joint.start_point);
      const Mat3 both = mobility(bodies, master) + mobility(bodies, slave);
      const Correction change = correction(joint, master, slave, both);
      displace(bodies, master, change.p);
      displace(bodies, slave, -change.p);
      worst = std::max(worst, change.error);
      size = std::max({size, norm_inf(master.point.current), joint.length});
    }
    if (worst <= kTolerance * size) break;
  }
  return worst;
}

}  // namespace solfec

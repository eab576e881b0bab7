#include "domain/joint_projection.h"

#include <algorithm>
#include <cmath>

#include "base/count.h"
#include "domain/body_shift.h"

namespace solfec {

namespace {

constexpr int kMaxSweeps = 100;
constexpr double kTolerance = 1e-13;  // of the largest coordinate of a joint

/// One end of a joint: a point of a body, or of space when there is no body.
struct End {
  BodyRef body;
  bool fixed = true;  // space or an obstacle
  Vec3 point;         // m
  Vec3 arm;           // rigid: from the centre, world; pseudo-rigid: from X̄, reference
  MeshPoint mesh;     // of finite elements
};

End end_of(const Bodies& bodies, BodyId id, Vec3 reference, Vec3 place) {
  End end;
  end.point = place;
  if (id == 0) return end;
  end.body = bodies.refs()[static_cast<std::size_t>(bodies.find(id))];
  end.fixed = end.body.kind == BodyKind::obstacle;
  if (end.body.kind == BodyKind::finite_element) {
    const FiniteElementBody& mesh = bodies.finite_element[end.body.slot];
    end.mesh = mesh.find(reference);
    end.point = mesh.current_point(end.mesh);
    return end;
  }
  end.point = bodies.current_point(end.body, reference);
  const BodyMotion motion = bodies.motion(end.body);
  end.arm = end.body.kind == BodyKind::pseudo_rigid ? reference - motion.reference_center
                                                    : end.point - motion.center;
  return end;
}

/// Displacement of the end per force-like p at it, 1/kg.
Mat3 mobility(const Bodies& bodies, const End& end) {
  if (end.fixed) return {};
  const auto slot = static_cast<std::size_t>(end.body.slot);
  if (end.body.kind == BodyKind::rigid) {
    const Mat3 arm = skew(end.arm);
    return (1.0 / bodies.rigid.mass[slot]) * identity() -
           arm * rigid_inertia(bodies, end.body).inverse_inertia * arm;
  }
  if (end.body.kind == BodyKind::finite_element) {
    const std::vector<double>& mass = bodies.finite_element[end.body.slot].elements.mass;
    double sum = 0.0;
    for (std::size_t a = 0; a < at(end.mesh.count); ++a) {
      sum += end.mesh.weight[a] * end.mesh.weight[a] / mass[at(end.mesh.node[a])];
    }
    return sum * identity();
  }
  const PseudoRigidSet& soft = bodies.pseudo_rigid;
  return (1.0 / soft.mass[slot] + dot(end.arm, soft.inverse_euler[slot] * end.arm)) * identity();
}

void displace(Bodies& bodies, const End& end, Vec3 p) {
  if (end.fixed) return;
  const auto slot = static_cast<std::size_t>(end.body.slot);
  if (end.body.kind == BodyKind::rigid) {
    const RigidInertia rigid = rigid_inertia(bodies, end.body);
    const Vec3 turn = rigid.inverse_inertia * cross(end.arm, p);
    shift_body(bodies, end.body, rigid.center, p / rigid.mass, turn);
    return;
  }
  if (end.body.kind == BodyKind::finite_element) {
    FiniteElementBody& mesh = bodies.finite_element[end.body.slot];
    for (std::size_t a = 0; a < at(end.mesh.count); ++a) {
      const std::size_t node = at(end.mesh.node[a]);
      mesh.displacement[node] += (end.mesh.weight[a] / mesh.elements.mass[node]) * p;
    }
    return;
  }
  PseudoRigidSet& soft = bodies.pseudo_rigid;
  soft.gradient[slot] += outer(p, soft.inverse_euler[slot] * end.arm);
  soft.center[slot] += p / soft.mass[slot];
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

Correction correction(const UserConstraint& joint, const End& master, const End& slave,
                      const Mat3& mobility) {
  const Vec3 error = master.point - slave.point;
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

}  // namespace

double project_joints(Bodies& bodies, std::span<const UserConstraint> constraints) {
  double worst = 0.0;
  for (int sweep = 0; sweep < kMaxSweeps; ++sweep) {
    worst = 0.0;
    double size = 0.0;
    for (const UserConstraint& joint : constraints) {
      if (joint.kind == ConstraintKind::velocity_direction) continue;
      const bool link = joint.kind == ConstraintKind::rigid_link;
      const End master = end_of(bodies, joint.master, joint.master_reference, {});
      const End slave = end_of(bodies, joint.slave, joint.slave_reference,
                               link ? joint.slave_reference : joint.start_point);
      const Mat3 both = mobility(bodies, master) + mobility(bodies, slave);
      const Correction change = correction(joint, master, slave, both);
      displace(bodies, master, change.p);
      displace(bodies, slave, -change.p);
      worst = std::max(worst, change.error);
      size = std::max({size, norm_inf(master.point), joint.length});
    }
    if (worst <= kTolerance * size) break;
  }
  return worst;
}

}  // namespace solfec

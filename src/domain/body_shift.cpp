#include "domain/body_shift.h"

#include "base/check.h"
#include "base/count.h"
#include "math/rotation.h"

namespace solfec {

namespace {

/// Inertia of a spatial second moment e = Σ m r rᵀ.
Mat3 inverse_inertia_of(const Mat3& moment) { return inverse(trace(moment) * identity() - moment); }

RigidInertia inertia_of(const FiniteElementBody& mesh) {
  const std::vector<double>& mass = mesh.elements.mass;
  RigidInertia body;
  Vec3 momentum;
  for (std::size_t a = 0; a < mass.size(); ++a) {
    body.mass += mass[a];
    body.center += mass[a] * (mesh.elements.node[a] + mesh.displacement[a]);
    momentum += mass[a] * mesh.velocity[a];
  }
  body.center = body.center / body.mass;
  body.linear = momentum / body.mass;
  Mat3 moment;
  for (std::size_t a = 0; a < mass.size(); ++a) {
    const Vec3 arm = mesh.elements.node[a] + mesh.displacement[a] - body.center;
    moment += mass[a] * outer(arm, arm);
  }
  body.inverse_inertia = inverse_inertia_of(moment);
  return body;
}

void shift_mesh(FiniteElementBody& mesh, Vec3 center, Vec3 shift, const Mat3& rotation) {
  const Mat3 turn = rotation - identity();
  const Vec3 mean = inertia_of(mesh).linear;
  for (std::size_t a = 0; a < mesh.displacement.size(); ++a) {
    const Vec3 arm = mesh.elements.node[a] + mesh.displacement[a] - center;
    mesh.displacement[a] += shift + turn * arm;
    mesh.velocity[a] += turn * (mesh.velocity[a] - mean);
  }
  mesh.rotation = rotation * mesh.rotation;
}

}  // namespace

RigidInertia rigid_inertia(const Bodies& bodies, BodyRef body) {
  SOLFEC_ASSERT(body.kind != BodyKind::obstacle);
  const auto slot = at(body.slot);
  if (body.kind == BodyKind::rigid) {
    const RigidSet& set = bodies.rigid;
    const Mat3& turned = set.rotation[slot];
    return {set.mass[slot], set.center[slot], set.linear[slot],
            turned * set.inverse_inertia[slot] * transpose(turned)};
  }
  if (body.kind == BodyKind::pseudo_rigid) {
    const PseudoRigidSet& set = bodies.pseudo_rigid;
    const Mat3& F = set.gradient[slot];
    return {set.mass[slot], set.center[slot], set.linear[slot],
            inverse_inertia_of(F * set.euler[slot] * transpose(F))};
  }
  return inertia_of(bodies.finite_element[body.slot]);
}

void shift_body(Bodies& bodies, BodyRef body, Vec3 center, Vec3 shift, Vec3 turn) {
  const auto slot = at(body.slot);
  const Mat3 rotation = exponential_map(turn);
  if (body.kind == BodyKind::rigid) {
    bodies.rigid.rotation[slot] = rotation * bodies.rigid.rotation[slot];
    bodies.rigid.center[slot] += shift;
  } else if (body.kind == BodyKind::pseudo_rigid) {
    PseudoRigidSet& set = bodies.pseudo_rigid;
    set.gradient[slot] = rotation * set.gradient[slot];
    set.rate[slot] = rotation * set.rate[slot];
    set.center[slot] += shift;
  } else if (body.kind == BodyKind::finite_element) {
    shift_mesh(bodies.finite_element[body.slot], center, shift, rotation);
  }
}

double load_work(const Bodies& bodies, BodyRef body, Vec3 center, Vec3 shift, Vec3 turn) {
  const auto slot = at(body.slot);
  if (body.kind == BodyKind::rigid) {
    const RigidSet& set = bodies.rigid;
    return dot(set.force[slot], shift) + dot(set.rotation[slot] * set.torque[slot], turn);
  }
  if (body.kind == BodyKind::pseudo_rigid) {
    const PseudoRigidSet& set = bodies.pseudo_rigid;
    const Mat3 change = skew(turn) * set.gradient[slot];
    double work = dot(set.force[slot], shift);
    for (int k = 0; k < 9; ++k) work += set.couple[slot].m[k] * change.m[k];
    return work;
  }
  if (body.kind == BodyKind::obstacle) return 0.0;
  const FiniteElementBody& mesh = bodies.finite_element[body.slot];
  double work = 0.0;
  for (std::size_t a = 0; a < mesh.load.size(); ++a) {
    const Vec3 arm = mesh.elements.node[a] + mesh.displacement[a] - center;
    work += dot(mesh.load[a], shift + cross(turn, arm));
  }
  return work;
}

}  // namespace solfec

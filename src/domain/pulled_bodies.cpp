#include "domain/pulled_bodies.h"

#include <algorithm>
#include <cmath>

#include "base/count.h"
#include "body/turning_inertia.h"
#include "domain/loads/link_turning.h"
#include "domain/ranks/ranks.h"
#include "integrator/rigid_step.h"

namespace solfec {

namespace {

/// Whether a constraint keeps the direction of its force while its bodies turn by a small angle.
/// Guides and drives of joints, and springs of CONV1 and CONV2, follow a body.
bool keeps_direction(const UserConstraint& constraint) {
  return !is_joint_row(constraint) && carrier_of(constraint) == 0;
}

double size_of(const Mat3& a) { return std::sqrt(trace(transpose(a) * a)); }

/// Whether no body of any rank has a constraint.
bool are_free(std::span<const UserConstraint> constraints, Ranks* ranks) {
  return constraints.empty() && (ranks == nullptr || ranks->others().empty());
}

}  // namespace

bool PulledBodies::begin(Bodies& bodies, const PullingForces& forces, Ranks* ranks) {
  renewals_ = 0;
  if (are_free(forces.constraints, ranks) && !has_pulled_) return false;
  RigidSet& rigid = bodies.rigid;
  const bool had_pulled = has_pulled_;
  has_pulled_ = false;
  std::fill_n(rigid.turning_stiffness.begin(), rigid.owned(), Mat3{});
  find(bodies, forces, ranks);
  for (int slot = 0; slot < rigid.owned(); ++slot) {
    if (set(rigid, slot, forces.step)) has_pulled_ = true;
  }
  if (ranks == nullptr) return has_pulled_;
  has_pulled_ = ranks->comm().all_reduce(Reduction::largest, has_pulled_ ? 1 : 0) != 0;
  if (had_pulled || has_pulled_) ranks->refresh_ghosts(bodies);
  return has_pulled_;
}

bool PulledBodies::renew(Bodies& bodies, const PullingForces& forces, Ranks* ranks) {
  constexpr int kMostRenewals = 3;  // of a step; what is left changes a small part of A
  if (are_free(forces.constraints, ranks) || ++renewals_ > kMostRenewals) return false;
  find(bodies, forces, ranks);
  RigidSet& rigid = bodies.rigid;
  bool again = false;
  for (int slot = 0; slot < rigid.owned(); ++slot) again = set(rigid, slot, forces.step) || again;
  has_pulled_ = has_pulled_ || again;
  return again;
}

void PulledBodies::add(const RigidSet& rigid, int slot, Vec3 point, Vec3 force) {
  found_[at(slot)].stiffness += stiffness_of_arm(rigid.arm(slot, point), force);
}

/// Sums up the stiffnesses of the arms of all bodies.
void PulledBodies::find(const Bodies& bodies, const PullingForces& forces, Ranks* ranks) {
  const RigidSet& rigid = bodies.rigid;
  found_.assign(at(rigid.size()), {});
  const auto slot_of = [&](BodyId id) {
    const int index = id == 0 ? -1 : bodies.find(id);
    if (index < 0) return -1;
    const BodyRef body = bodies.refs()[at(index)];
    return body.kind == BodyKind::rigid ? body.slot : -1;
  };
  for (std::size_t k = 0; k < forces.constraints.size(); ++k) {
    const UserConstraint& constraint = forces.constraints[k];
    if (!keeps_direction(constraint)) continue;
    const Vec3 force = constraint.frame * (forces.R.empty() ? constraint.R : forces.R[k]);
    const int master = slot_of(constraint.master);
    const int slave = slot_of(constraint.slave);
    if (master >= 0) add(rigid, master, constraint.point, force);
    if (slave >= 0) add(rigid, slave, constraint.slave_point, -force);
  }
  for (const PointForce& load : forces.loads.forces) {
    const int slot = load.frame == LoadFrame::spatial ? slot_of(load.body) : -1;
    if (slot < 0 || slot >= rigid.owned()) continue;
    add(rigid, slot, rigid.current_point(slot, load.point),
        load.value.at(forces.time) * load.direction);
  }
  if (ranks != nullptr) ranks->return_loads(bodies, found_);
}

/// Gives a body the stiffness found for it, if it is pulled strongly and had none or another one.
bool PulledBodies::set(RigidSet& rigid, int slot, double step) {
  constexpr double kChange = 1e-3;  // of the stiffness, that matters: 0.1 lets 0.05 rad a step grow
  constexpr double kLimit = 4.0 * LinkTurning::kLargestShare * LinkTurning::kLargestShare;
  const auto i = at(slot);
  const Mat3& found = found_[i].stiffness;
  const double square = step * step;
  if (square * size_of(found) * trace(rigid.inverse_inertia[i]) <= kLimit) return false;
  const Mat3 stiffness = arm_stiffness(found, rigid.rotation[i]);
  Mat3& present = rigid.turning_stiffness[i];
  // at most three times the largest eigenvalue
  if (square * trace(rigid.inverse_inertia[i] * stiffness) <= kLimit) return false;
  if (present != Mat3{} && size_of(stiffness - present) <= kChange * size_of(present)) return false;
  present = stiffness;
  turning_free_velocity(rigid, slot, step);
  return true;
}

}  // namespace solfec

#include "domain/contact_projection.h"

#include <algorithm>

#include "base/check.h"
#include "base/count.h"
#include "domain/joint_projection.h"

namespace solfec {

namespace {

// `run` looks for contacts that are too deep (find_deep) and ends without any; makes rows of all
// constraints and contacts between bodies that can move (add_rows); has the smallest shift found
// (ShiftSolver); moves the bodies by it and books what their loads did (move); and puts the joints
// of moved bodies back, which a finite turn takes out of their places (put_joints_back).

constexpr double kSlack = 1e-3;      // of the tolerance: depth beyond it that is none
constexpr double kShare = 0.2;       // of the excess that goes in a step,
constexpr double kLeastShare = 0.1;  // but so many tolerances at least, so that there is an end,
constexpr double kMostShare = 10.0;  // and so many at most: other contacts must see it coming

/// Gap that the next step will find, m. What closes is left to the law of contact.
double next_gap(const ContactPoint& contact, double step) {
  return contact.gap + step * std::max(0.0, contact.state.U.z);
}

/// Springs overlap by design; bonds hold their bodies where they were made.
bool is_projected(const RowLaw& law, const ContactPoint& contact) {
  return law.kind == ConstraintKind::contact && !contact.state.bonded;
}

/// Opening that a contact gets, or, when negative, by how much it may close, m.
double least_opening(double gap, double tolerance) {
  const double excess = -gap - tolerance;
  if (!(excess > kSlack * tolerance)) return std::min(excess, 0.0);
  return std::min(excess,
                  std::clamp(kShare * excess, kLeastShare * tolerance, kMostShare * tolerance));
}

ShiftRow row_of(const UserConstraint& constraint) {
  if (is_elastic(constraint.kind)) return {};
  return {constraint.kind == ConstraintKind::fixed_point ? ShiftKind::point : ShiftKind::direction,
          0.0};
}

}  // namespace

void ContactProjection::clear() {
  deep_.clear();
  work_.clear();
  movable_.clear();
  report_ = {};
}

void ContactProjection::find_deep(const SolvedStep& solved) {
  const double limit = -(1.0 + kSlack) * solved.tolerance;
  for (std::size_t i = 0; i < solved.contacts.size(); ++i) {
    const ContactPoint& contact = solved.contacts[i];
    if (!(contact.gap < limit) || !(next_gap(contact, solved.step) < limit)) continue;
    if (!is_projected(solved.laws[solved.constraints.size() + i], contact)) continue;
    if (movable_.empty()) find_movable(solved);
    const bool can_move = movable_[at(contact.master)] != 0 || movable_[at(contact.slave)] != 0;
    if (contact.master == contact.slave || !can_move) continue;
    deep_.push_back(
        {contact.key.first_body, contact.key.second_body, -next_gap(contact, solved.step)});
  }
}

/// A deformable body that joints hold would have to be strained.
void ContactProjection::find_movable(const SolvedStep& solved) {
  const auto refs = solved.bodies.refs();
  movable_.assign(refs.size(), 1);
  for (std::size_t i = 0; i < refs.size(); ++i) {
    if (!has_inertia(refs[i].kind)) movable_[i] = 0;
  }
  for (const UserConstraint& constraint : solved.constraints) {
    for (const BodyId id : {constraint.master, constraint.slave}) {
      if (id == 0) continue;
      const int body = solved.bodies.find(id);
      if (has_stiffness(refs[at(body)].kind)) movable_[at(body)] = 0;
    }
  }
}

/// The slot of a body, -1 when it does not move.
int ContactProjection::slot_of(const SolvedStep& solved, int body) {
  if (movable_[at(body)] == 0) return -1;
  const BodyRef ref = solved.bodies.refs()[at(body)];
  int& slot = slot_[at(body)];
  if (slot < 0) {
    const RigidInertia inertia = solved.bodies.rigid_inertia(ref);
    slot = space_.add_slot(SlotKind::rigid, inertia.inverse_inertia, 1.0 / inertia.mass);
    body_.push_back(body);
    pivot_.push_back(inertia.center - 0.5 * solved.step * inertia.linear);
  }
  return slot;
}

void ContactProjection::add_row(const RowJacobian& ends, ShiftRow row) {
  space_.add_row(ends);
  rows_.push_back(row);
}

/// Rows as they were placed at mid-step; what moves with the bodies by the end of it has the same
/// arms but for the small turn.
void ContactProjection::add_rows(const SolvedStep& solved) {
  space_.clear();
  slot_.assign(at(solved.bodies.count()), -1);
  body_.clear();
  pivot_.clear();
  rows_.clear();
  const auto arm = [&](int slot, Vec3 point) {
    return slot < 0 ? Vec3{} : point - pivot_[at(slot)];
  };
  for (const UserConstraint& constraint : solved.constraints) {
    RowJacobian ends;
    ends.frame = constraint.frame;
    ends.master = slot_of(solved, solved.bodies.find(constraint.master));
    if (constraint.slave != 0) ends.slave = slot_of(solved, solved.bodies.find(constraint.slave));
    ends.master_arm = arm(ends.master, constraint.point);
    ends.slave_arm = arm(ends.slave, constraint.slave_point);
    add_row(ends, row_of(constraint));
  }
  for (std::size_t i = 0; i < solved.contacts.size(); ++i) {
    const ContactPoint& contact = solved.contacts[i];
    const RowLaw& law = solved.laws[solved.constraints.size() + i];
    RowJacobian ends;
    ends.frame = contact.frame;
    ends.master = slot_of(solved, contact.master);
    ends.slave = slot_of(solved, contact.slave);
    ends.master_arm = arm(ends.master, contact.point);
    ends.slave_arm = arm(ends.slave, contact.point);
    ShiftRow row;
    if (contact.state.bonded) {
      row.kind = ShiftKind::point;
    } else if (is_projected(law, contact)) {
      row = {ShiftKind::contact, least_opening(next_gap(contact, solved.step), solved.tolerance)};
    }
    add_row(ends, row);
  }
}

void ContactProjection::move(const SolvedStep& solved) {
  for (int slot = 0; slot < count(body_); ++slot) {
    const auto v = solver_.shifts().slot_velocity(slot);
    const Vec3 turn{v[0], v[1], v[2]};
    const Vec3 shift{v[3], v[4], v[5]};
    if (turn == Vec3{} && shift == Vec3{}) continue;
    const BodyRef body = solved.bodies.refs()[at(body_[at(slot)])];
    const Vec3 center = solved.bodies.rigid_inertia(body).center;
    const double work = solved.bodies.load_work(body, center, shift, turn);
    solved.bodies.shift(body, center, shift, turn);
    // what the loads do comes from the shift, not from the velocities
    Energies energy = solved.bodies.energies(body);
    energy.external += work;
    energy.numerical -= work;
    solved.bodies.set_energies(body, energy);
    work_.push_back({solved.bodies.ids()[at(body_[at(slot)])], work});
  }
}

/// Turns take points out of their places by their square.
void ContactProjection::put_joints_back(const SolvedStep& solved) {
  const auto is_shifted = [&](BodyId id) {
    return id != 0 && std::any_of(work_.begin(), work_.end(),
                                  [id](const ShiftWork& shift) { return shift.body == id; });
  };
  joints_.clear();
  for (const UserConstraint& joint : solved.constraints) {
    if (is_shifted(joint.master) || is_shifted(joint.slave)) joints_.push_back(joint);
  }
  if (!joints_.empty()) project_joints(solved.bodies, joints_);
}

bool ContactProjection::has_deep(const SolvedStep& solved) {
  clear();
  find_deep(solved);
  const bool deep = !deep_.empty();
  clear();
  return deep;
}

void ContactProjection::run(const SolvedStep& solved) {
  clear();
  find_deep(solved);
  if (deep_.empty()) return;
  SOLFEC_ASSERT(solved.laws.size() == solved.constraints.size() + solved.contacts.size());
  add_rows(solved);
  report_ = solver_.solve(space_, rows_, p_);
  move(solved);
  put_joints_back(solved);
}

}  // namespace solfec

#include "domain/contact_projection.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "assembly/press_fit.h"
#include "base/check.h"
#include "base/count.h"
#include "domain/joints/joint_projection.h"

namespace solfec {

namespace {

// `run` looks for contacts that are too deep (find_deep) and ends without any; makes rows of all
// constraints and contacts between bodies that can move (add_rows); has the smallest shift found
// (ShiftSolver); moves the bodies by it and books what their loads did (move); and puts the joints
// of moved bodies back, which a finite turn takes out of their places (put_joints_back).

constexpr double kStick = 1e-3;       // of the cone, and of the tolerance in a step: what sticks
constexpr double kWorth = 1e-2;       // of what is asked for: a smaller opening is none
constexpr double kSlack = 1e-3;       // of the tolerance: depth beyond it that is none
constexpr double kShare = 0.2;        // of the excess that goes in a step,
constexpr double kLeastShare = 0.1;   // but so many tolerances at least, so that there is an end,
constexpr double kMostShare = 10.0;   // and so many at most, or
constexpr double kMostOfSize = 1e-3;  // of the smaller body: other contacts must see it coming

/// Gap that the next step will find, m. What closes is left to the law of contact.
double next_gap(const ContactPoint& contact, double step) {
  return contact.gap + step * std::max(0.0, contact.state.U.z);
}

/// Springs overlap by design, press fits open by their law; bonds hold their bodies where they were
/// made.
bool is_projected(const RowLaw& law, const ContactPoint& contact) {
  return law.kind == ConstraintKind::contact && !law.pressed && !contact.state.bonded;
}

/// Opening that a contact gets, or, when negative, by how much it may close, m.
/// @param size  Of the smaller body, m.
double least_opening(double gap, double tolerance, double size) {
  const double excess = -gap - tolerance;
  if (!(excess > kSlack * tolerance)) return std::min(excess, 0.0);
  const double most = std::max(kMostShare * tolerance, kMostOfSize * size);
  return std::min(excess, std::clamp(kShare * excess, kLeastShare * tolerance, most));
}

/// Cube root of the volume of the smaller one of two bodies that can move, m.
double size_of(const Bodies& bodies, const ContactPoint& contact) {
  double volume = std::numeric_limits<double>::infinity();
  for (const int body : {contact.master, contact.slave}) {
    const BodyRef ref = bodies.refs()[at(body)];
    if (has_inertia(ref.kind)) volume = std::min(volume, bodies.characteristics(ref).volume);
  }
  return std::isfinite(volume) ? std::cbrt(volume) : 0.0;
}

ShiftRow row_of(const UserConstraint& constraint) {
  if (is_elastic(constraint.kind)) return {};
  return {constraint.kind == ConstraintKind::fixed_point ? ShiftKind::point : ShiftKind::direction,
          0.0};
}

/// Whether friction has held a contact in the step: inside of its cone, or on it without sliding.
bool sticks(const RowLaw& law, const ContactPoint& contact, const SolvedStep& solved) {
  const Vec3 R = contact.state.R;
  const Vec3 U = contact.state.U;
  if (!(R.z > 0.0) || !(law.friction > 0.0)) return false;
  return std::hypot(R.x, R.y) < (1.0 - kStick) * law.friction * R.z ||
         solved.step * std::hypot(U.x, U.y) <= kStick * solved.tolerance;
}

using BodyPairs = std::vector<std::pair<BodyId, BodyId>>;

std::pair<BodyId, BodyId> bodies_of(const ContactPoint& contact) {
  return {contact.key.first_body, contact.key.second_body};
}

/// Friction holds bodies together; two of which some contact is too deep may part.
ShiftRow row_of(const RowLaw& law, const ContactPoint& contact, const SolvedStep& solved,
                const BodyPairs& deep_pairs) {
  if (contact.state.bonded) return {ShiftKind::point, 0.0};
  if (!is_projected(law, contact)) return {};
  const double gap = next_gap(contact, solved.step);
  const double size = gap < -solved.tolerance ? size_of(solved.bodies, contact) : 0.0;
  const double least = least_opening(gap, solved.tolerance, size);
  if (!sticks(law, contact, solved)) return {ShiftKind::contact, least};
  const bool deep = std::binary_search(deep_pairs.begin(), deep_pairs.end(), bodies_of(contact));
  return {deep ? ShiftKind::sticking : ShiftKind::point, deep ? least : 0.0};
}

/// Depth that the next step will find, m; 0 when a contact is not too deep.
double excess_depth(const RowLaw& law, const ContactPoint& contact, const SolvedStep& solved) {
  const double limit = -(1.0 + kSlack) * solved.tolerance;
  const double gap = next_gap(contact, solved.step);
  if (!(contact.gap < limit) || !(gap < limit) || !is_projected(law, contact)) return 0.0;
  return contact.master == contact.slave ? 0.0 : -gap;
}

/// In lists by id.
std::size_t place_of(BodyId id) { return static_cast<std::size_t>(id); }

/// Mass and momentum for a rigid motion.
MomentumBody momentum_of(const Bodies& bodies, BodyRef body) {
  const RigidInertia inertia = bodies.rigid_inertia(body);
  return {inertia.mass, inertia.center, inertia.linear, bodies.spin_momentum(body),
          inverse(inertia.inverse_inertia)};
}

/// Centre when the rows were placed, m.
Vec3 pivot_of(const RigidInertia& inertia, double step) {
  return inertia.center - 0.5 * step * inertia.linear;
}

}  // namespace

std::vector<RowLaw> projected_laws(const Bodies& bodies,
                                   std::span<const UserConstraint> constraints,
                                   std::span<const ContactPoint> contacts,
                                   const SurfaceMaterialTable& surface_materials) {
  std::vector<RowLaw> laws;
  laws.reserve(constraints.size() + contacts.size());
  for (const UserConstraint& constraint : constraints) laws.emplace_back().kind = constraint.kind;
  for (const ContactPoint& contact : contacts) {
    const int material = surface_materials.find(contact.master_surface, contact.slave_surface);
    const bool is_spring = surface_materials[material].model == SurfaceModel::spring_dashpot;
    laws.emplace_back().kind = is_spring ? ConstraintKind::spring_dashpot : ConstraintKind::contact;
    laws.back().friction = surface_materials[material].friction;
    laws.back().pressed = is_press_fit(bodies, contact, surface_materials[material]);
  }
  return laws;
}

void ContactProjection::clear() {
  deep_.clear();
  deep_pairs_.clear();
  work_.clear();
  movable_.clear();
  report_ = {};
}

void ContactProjection::find_deep(const SolvedStep& solved) {
  for (std::size_t i = 0; i < solved.contacts.size(); ++i) {
    const ContactPoint& contact = solved.contacts[i];
    const double depth = excess_depth(solved.laws[solved.constraints.size() + i], contact, solved);
    if (!(depth > 0.0)) continue;
    if (movable_.empty()) find_movable(solved);
    if (movable_[at(contact.master)] == 0 && movable_[at(contact.slave)] == 0) continue;
    deep_.push_back({contact.key.first_body, contact.key.second_body, depth});
    deep_pairs_.push_back(bodies_of(contact));
  }
  std::sort(deep_pairs_.begin(), deep_pairs_.end());
}

/// Whether the shift is worth a motion: not when all that deep contacts which stick leave of it is
/// a small part of what they ask for.
bool ContactProjection::opens() const {
  bool sticking = false;
  for (int i = 0; i < count(rows_); ++i) {
    const double least = rows_[at(i)].least;
    sticking = sticking || rows_[at(i)].kind == ShiftKind::sticking;
    if (least > 0.0 && solver_.shifts().gather(i).z > kWorth * least) return true;
  }
  return !sticking;
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
    pivot_.push_back(pivot_of(inertia, solved.step));
    turns_.push_back(inertia.turns ? 1 : 0);
  }
  return slot;
}

Vec3 ContactProjection::arm(int slot, Vec3 point) const {
  return slot < 0 || turns_[at(slot)] == 0 ? Vec3{} : point - pivot_[at(slot)];
}

void ContactProjection::add_row(const RowJacobian& ends, ShiftRow row, bool presses) {
  space_.add_row(ends);
  rows_.push_back(row);
  presses_.push_back(presses ? 1 : 0);
}

void ContactProjection::begin_rows(std::size_t bodies) {
  space_.clear();
  before_.clear();
  slot_.assign(bodies, -1);
  body_.clear();
  pivot_.clear();
  turns_.clear();
  rows_.clear();
  presses_.clear();
}

/// Rows as they were placed at mid-step; what moves with the bodies by the end of it has the same
/// arms but for the small turn.
void ContactProjection::add_rows(const SolvedStep& solved) {
  begin_rows(at(solved.bodies.count()));
  for (const UserConstraint& constraint : solved.constraints) {
    RowJacobian ends;
    ends.frame = constraint.frame;
    ends.master = slot_of(solved, solved.bodies.find(constraint.master));
    if (constraint.slave != 0) ends.slave = slot_of(solved, solved.bodies.find(constraint.slave));
    ends.master_arm = arm(ends.master, constraint.point);
    ends.slave_arm = arm(ends.slave, constraint.slave_point);
    add_row(ends, row_of(constraint), true);
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
    add_row(ends, row_of(law, contact, solved, deep_pairs_), contact.state.R != Vec3{});
  }
}

void ContactProjection::move(const SolvedStep& solved) {
  for (int slot = 0; slot < count(body_); ++slot) {
    if (body_[at(slot)] < 0) continue;
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

/// Momenta before the shift.
void ContactProjection::note_momentum(const SolvedStep& solved) {
  before_.clear();
  for (const int body : body_)
    before_.push_back(momentum_of(solved.bodies, solved.bodies.refs()[at(body)]));
}

/// Slots that shifts, joints or reactions couple. What keeps a body from turning holds its group:
/// the angular momentum of the group is not conserved.
void ContactProjection::find_groups() {
  constexpr int kHeld = -1;
  groups_.start(count(body_));
  for (int slot = 0; slot < count(body_); ++slot) {
    if (turns_[at(slot)] == 0) groups_.join(slot, kHeld);
  }
  for (int i = 0; i < count(rows_); ++i) {
    if (presses_[at(i)] == 0 && p_[at(i)] == Vec3{}) continue;
    const RowJacobian& ends = space_.rows()[at(i)];
    groups_.join(ends.master, ends.slave);
  }
}

/// Gives free groups their angular momentum back.
void ContactProjection::keep_momentum(const SolvedStep& solved) {
  find_groups();
  give_momentum_back(before_, after_, groups_, sums_, given_back_);
  for (int slot = 0; slot < count(body_); ++slot) {
    const RigidVelocity change = given_back_[at(slot)];
    if (body_[at(slot)] < 0 || change.angular == Vec3{}) continue;
    const BodyRef body = solved.bodies.refs()[at(body_[at(slot)])];
    const double before = solved.bodies.energies(body).kinetic;
    solved.bodies.add_rigid_velocity(body, change.linear, change.angular);
    Energies energy = solved.bodies.energies(body);
    const double grown = energy.kinetic - before;
    energy.numerical += grown;
    solved.bodies.set_energies(body, energy);
    work_.push_back({solved.bodies.ids()[at(body_[at(slot)])], -grown});
  }
}

void ContactProjection::run(const SolvedStep& solved) {
  clear();
  find_deep(solved);
  if (deep_.empty()) return;
  SOLFEC_ASSERT(solved.laws.size() == solved.constraints.size() + solved.contacts.size());
  add_rows(solved);
  report_ = solver_.solve(space_, rows_, p_);
  if (!opens()) return;
  note_momentum(solved);
  move(solved);
  put_joints_back(solved);
  std::swap(before_, after_);
  note_momentum(solved);
  std::swap(before_, after_);
  keep_momentum(solved);
}

/// Own rows and own bodies on which rows of some rank act, into parts_.
void ContactProjection::list_own(const SolvedStep& solved, std::span<const BodyId> shared) {
  parts_.clear();
  std::vector<BodyId> acted(shared.begin(), shared.end());
  for (const UserConstraint& constraint : solved.constraints) {
    const ShiftRow row = row_of(constraint);
    acted.insert(acted.end(), {constraint.master, constraint.slave});
    parts_.rows.push_back({constraint.id,
                           {},
                           constraint.master,
                           constraint.slave,
                           row,
                           true,
                           0.0,
                           constraint.frame,
                           constraint.point,
                           constraint.slave_point});
  }
  for (std::size_t i = 0; i < solved.contacts.size(); ++i) {
    const ContactPoint& contact = solved.contacts[i];
    const RowLaw& law = solved.laws[solved.constraints.size() + i];
    const ShiftRow row = row_of(law, contact, solved, deep_pairs_);
    if (row.kind == ShiftKind::none && contact.state.R == Vec3{}) continue;
    const BodyId master = solved.bodies.ids()[at(contact.master)];
    const BodyId slave = solved.bodies.ids()[at(contact.slave)];
    acted.insert(acted.end(), {master, slave});
    parts_.rows.push_back({0, contact.key, master, slave, row, contact.state.R != Vec3{},
                           excess_depth(law, contact, solved), contact.frame, contact.point,
                           contact.point});
  }
  std::sort(acted.begin(), acted.end());
  acted.erase(std::unique(acted.begin(), acted.end()), acted.end());
  for (const BodyId id : acted) {
    const int index = id == 0 ? -1 : solved.bodies.find(id);
    if (index < 0 || solved.bodies.is_ghost(id)) continue;
    const BodyRef ref = solved.bodies.refs()[at(index)];
    if (!has_inertia(ref.kind)) continue;
    const RigidInertia inertia = solved.bodies.rigid_inertia(ref);
    parts_.bodies.push_back({id, has_stiffness(ref.kind), 1.0 / inertia.mass,
                             inertia.inverse_inertia, pivot_of(inertia, solved.step), inertia.turns,
                             momentum_of(solved.bodies, ref)});
  }
}

/// Adds the bodies and rows of the parts of all ranks to the problem. Slots have the order of the
/// rows, as on one rank.
void ContactProjection::add_gathered(const SolvedStep& solved) {
  BodyId last = 0;
  for (const ProjectionBody& body : parts_.bodies) last = std::max(last, body.id);
  for (const ProjectionRow& row : parts_.rows) last = std::max({last, row.master, row.slave});
  begin_rows(place_of(last) + 1);
  std::vector<int> part(slot_.size(), -1);  // of a body that can move
  for (int i = 0; i < count(parts_.bodies); ++i) part[place_of(parts_.bodies[at(i)].id)] = i;
  for (const ProjectionRow& row : parts_.rows) {
    if (row.constraint == 0) break;
    for (const BodyId id : {row.master, row.slave}) {
      int& body = part[place_of(id)];
      if (body >= 0 && parts_.bodies[at(body)].has_stiffness) body = -1;
    }
  }
  const auto slot_of_id = [&](BodyId id) {
    if (part[place_of(id)] < 0) return -1;
    int& slot = slot_[place_of(id)];
    if (slot >= 0) return slot;
    const ProjectionBody& body = parts_.bodies[at(part[place_of(id)])];
    slot = space_.add_slot(SlotKind::rigid, body.inverse_inertia, body.inverse_mass);
    before_.push_back(body.momentum);
    const int index = solved.bodies.find(id);
    body_.push_back(index < 0 || solved.bodies.is_ghost(id) ? -1 : index);
    pivot_.push_back(body.pivot);
    turns_.push_back(body.turns ? 1 : 0);
    return slot;
  };
  for (const ProjectionRow& row : parts_.rows) {
    RowJacobian ends;
    ends.frame = row.frame;
    ends.master = slot_of_id(row.master);
    if (row.slave != 0) ends.slave = slot_of_id(row.slave);
    ends.master_arm = arm(ends.master, row.point);
    ends.slave_arm = arm(ends.slave, row.slave_point);
    add_row(ends, row.row, row.presses);
    if (row.depth > 0.0 && (ends.master >= 0 || ends.slave >= 0)) {
      deep_.push_back({row.key.first_body, row.key.second_body, row.depth});
    }
  }
}

/// Whether bodies of joints get a shift; their points would leave their places.
bool ContactProjection::shifts_joints() const {
  const auto is_shifted = [&](BodyId id) {
    const int slot = slot_[place_of(id)];
    if (slot < 0) return false;
    const auto v = solver_.shifts().slot_velocity(slot);
    return std::any_of(v.begin(), v.end(), [](double value) { return value != 0.0; });
  };
  return std::any_of(parts_.rows.begin(), parts_.rows.end(), [&](const ProjectionRow& row) {
    return row.constraint != 0 && (is_shifted(row.master) || is_shifted(row.slave));
  });
}

/// Momenta of the bodies of all ranks after the shift that was found.
void ContactProjection::find_after() {
  after_.clear();
  for (int slot = 0; slot < count(body_); ++slot) {
    const auto v = solver_.shifts().slot_velocity(slot);
    after_.push_back(moved(before_[at(slot)], {v[3], v[4], v[5]}, {v[0], v[1], v[2]}));
  }
}

bool ContactProjection::run(const SolvedStep& solved, Comm& comm, std::span<const BodyId> shared) {
  clear();
  find_deep(solved);
  const int deep = deep_.empty() ? 0 : 1;
  const BodyPairs pairs = deep_pairs_;
  clear();
  deep_pairs_ = pairs;
  if (comm.all_reduce(Reduction::largest, deep) == 0) return true;
  list_own(solved, shared);
  gather_projection(comm, parts_);
  add_gathered(solved);
  if (deep_.empty()) return true;
  report_ = solver_.solve(space_, rows_, p_);
  if (!opens()) return true;
  if (shifts_joints()) return false;
  find_after();
  move(solved);
  keep_momentum(solved);
  return true;
}

}  // namespace solfec

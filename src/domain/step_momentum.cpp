#include "domain/step_momentum.h"

#include <algorithm>

#include "base/count.h"
#include "parallel/gather_lists.h"

namespace solfec {

namespace {

constexpr int kNothing = -1;  // space or an obstacle

bool is_implicit(Scheme scheme) {
  return scheme == Scheme::def_lim || scheme == Scheme::def_lim2 || scheme == Scheme::def_imp;
}

MomentumBody momentum_of(const Bodies& bodies, BodyRef body, const RigidInertia& inertia) {
  return {inertia.mass, inertia.center, inertia.linear, bodies.spin_momentum(body),
          inverse(inertia.inverse_inertia)};
}

/// Whether the inner forces of a body have a moment, as those of the manual's form have.
bool has_moment(const Bodies& bodies, BodyRef body) {
  return body.kind == BodyKind::finite_element &&
         bodies.finite_element[body.slot].form == FiniteElementForm::manual_corotational;
}

/// Whether a body of this rank has an implicit scheme.
bool has_implicit(const Bodies& bodies) {
  const auto refs = bodies.refs();
  return std::any_of(refs.begin(), refs.end(), [&](BodyRef body) {
    return has_stiffness(body.kind) && is_implicit(bodies.scheme(body));
  });
}

}  // namespace

void StepMomentum::note_start(const Bodies& bodies, Comm& comm) {
  needed_ = comm.all_reduce(Reduction::largest, has_implicit(bodies) ? 1 : 0) != 0;
  bodies_.clear();
  if (!needed_) return;
  for (const BodyId id : bodies.ids()) {
    const BodyRef body = bodies.ref(id);
    if (!has_inertia(body.kind) || bodies.is_ghost(id)) continue;
    const RigidInertia inertia = bodies.rigid_inertia(body);
    SteppedBody& stepped = bodies_.emplace_back();
    stepped.id = id;
    stepped.implicit = has_stiffness(body.kind) && is_implicit(bodies.scheme(body));
    stepped.keeps = inertia.turns && !has_moment(bodies, body);
    stepped.start = momentum_of(bodies, body, inertia);
  }
  std::sort(bodies_.begin(), bodies_.end(),
            [](const SteppedBody& a, const SteppedBody& b) { return a.id < b.id; });
}

void StepMomentum::note_loads(const Bodies& bodies, double step) {
  for (SteppedBody& stepped : bodies_) {
    const BodyRef body = bodies.ref(stepped.id);
    const Vec3 center = bodies.motion(body).center;
    Vec3 moment;
    for (int i = 0; i < 3; ++i) {
      Vec3 unit;
      unit[i] = step;
      stepped.load[i] = bodies.load_work(body, center, unit, {});
      moment[i] = bodies.load_work(body, center, {}, unit);
    }
    stepped.load_moment = moment + cross(center - stepped.start.center, stepped.load);
  }
}

void StepMomentum::list_rows(std::span<const UserConstraint> constraints,
                             std::span<const ContactPoint> contacts) {
  joined_.clear();
  for (const UserConstraint& constraint : constraints) {
    joined_.emplace_back(constraint.master, constraint.slave);
  }
  for (const ContactPoint& contact : contacts) {
    if (contact.state.R == Vec3{}) continue;
    joined_.emplace_back(contact.key.first_body, contact.key.second_body);
  }
}

void StepMomentum::gather(Comm& comm) {
  if (comm.size() == 1) return;
  const auto bodies = gather_lists(comm, std::span<const SteppedBody>(bodies_));
  const auto joined = gather_lists(comm, std::span<const std::pair<BodyId, BodyId>>(joined_));
  bodies_.clear();
  joined_.clear();
  for (const auto& list : bodies) bodies_.insert(bodies_.end(), list.begin(), list.end());
  for (const auto& list : joined) joined_.insert(joined_.end(), list.begin(), list.end());
  std::sort(bodies_.begin(), bodies_.end(),
            [](const SteppedBody& a, const SteppedBody& b) { return a.id < b.id; });
}

int StepMomentum::place_of(BodyId id) const {
  const auto found =
      std::lower_bound(bodies_.begin(), bodies_.end(), id,
                       [](const SteppedBody& body, BodyId wanted) { return body.id < wanted; });
  if (found == bodies_.end() || found->id != id) return kNothing;
  return static_cast<int>(found - bodies_.begin());
}

/// Bodies that reactions join. A body that does not keep its angular momentum holds its group.
void StepMomentum::find_groups() {
  groups_.start(count(bodies_));
  for (int k = 0; k < count(bodies_); ++k) {
    if (!bodies_[at(k)].keeps) groups_.join(k, kNothing);
  }
  for (const auto& [one, other] : joined_) groups_.join(place_of(one), place_of(other));
  implicit_.assign(bodies_.size(), 0);
  for (int k = 0; k < count(bodies_); ++k) {
    const int group = groups_.free_group(k);
    if (group >= 0 && bodies_[at(k)].implicit) implicit_[at(group)] = 1;
  }
}

/// The moments are about the centre of the first body of a group, near which they are exact to
/// rounding wherever the group is.
void StepMomentum::find_lost() {
  sums_.assign(bodies_.size(), {});
  for (int k = 0; k < count(bodies_); ++k) {
    const int group = groups_.free_group(k);
    if (group < 0 || implicit_[at(group)] == 0) continue;
    const SteppedBody& body = bodies_[at(k)];
    const MomentumBody& start = body.start;
    const MomentumBody& end = body.end;
    const Vec3 arm = start.center - bodies_[at(group)].start.center;
    const Vec3 push = end.mass * (end.linear - start.linear) - body.load;
    const Vec3 turn = cross(end.center - start.center, end.mass * end.linear) +
                      (end.spin - start.spin) - body.load_moment;
    sums_[at(group)].lost -= cross(arm, push) + turn;
  }
}

void StepMomentum::give_back(Bodies& bodies, std::span<const UserConstraint> constraints,
                             std::span<const ContactPoint> contacts, Comm& comm) {
  if (!needed_) return;
  for (SteppedBody& stepped : bodies_) {
    const BodyRef body = bodies.ref(stepped.id);
    stepped.end = momentum_of(bodies, body, bodies.rigid_inertia(body));
  }
  list_rows(constraints, contacts);
  gather(comm);
  find_groups();
  find_lost();
  end_.clear();
  for (const SteppedBody& body : bodies_) end_.push_back(body.end);
  turn_groups(end_, groups_, sums_, change_);
  for (int k = 0; k < count(bodies_); ++k) {
    const RigidVelocity change = change_[at(k)];
    const BodyId id = bodies_[at(k)].id;
    if (change.angular == Vec3{} || bodies.find(id) < 0 || bodies.is_ghost(id)) continue;
    const BodyRef body = bodies.ref(id);
    const double before = bodies.energies(body).kinetic;
    bodies.add_rigid_velocity(body, change.linear, change.angular);
    Energies energy = bodies.energies(body);
    energy.numerical += energy.kinetic - before;
    bodies.set_energies(body, energy);
  }
}

}  // namespace solfec

#include "domain/ranks/joint_groups.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <span>

#include "base/check.h"
#include "base/count.h"
#include "domain/joints/joint_fit.h"
#include "domain/joints/joint_projection.h"
#include "domain/joints/joint_upkeep.h"
#include "parallel/packet.h"

namespace solfec {

namespace {

/// States of bodies for one rank.
struct States {
  std::vector<BodyId> ids;
  std::vector<double> numbers;

  void add(BodyId id, std::span<const double> state) {
    ids.push_back(id);
    numbers.insert(numbers.end(), state.begin(), state.end());
  }
};

std::vector<double> state_of(const Bodies& bodies, BodyId id) {
  const BodyRef body = bodies.ref(id);
  std::vector<double> state(at(bodies.state_size(body)));
  bodies.get_state(body, state);
  return state;
}

/// A change of the state that is no change of the energies.
void shift(Bodies& bodies, BodyId id, std::span<const double> state) {
  const BodyRef body = bodies.ref(id);
  const Energies energies = bodies.energies(body);
  bodies.set_state(body, state);
  bodies.set_energies(body, energies);
}

/// A change of the state that takes errors of velocities away.
void push(Bodies& bodies, BodyId id, std::span<const double> state) {
  const BodyRef body = bodies.ref(id);
  const double before = bodies.energies(body).kinetic;
  bodies.set_state(body, state);
  bodies.update_energies(body);
  Energies energies = bodies.energies(body);
  energies.numerical += energies.kinetic - before;
  bodies.set_energies(body, energies);
}

using StateOf = std::function<std::vector<double>(BodyId)>;
using SetState = void (*)(Bodies&, BodyId, std::span<const double>);

/// Sends states of some bodies to ranks, and takes those that come. Collective.
void exchange_states(Comm& comm, std::span<const std::pair<BodyId, int>> sent, const StateOf& state,
                     Bodies& bodies, SetState set) {
  std::map<int, States> states;
  for (const auto& [id, rank] : sent) states[rank].add(id, state(id));
  std::vector<Message> messages;
  for (const auto& [rank, one] : states) {
    PacketWriter packet;
    packet.put_all(std::span<const BodyId>(one.ids));
    packet.put_all(std::span<const double>(one.numbers));
    messages.push_back({rank, packet.take()});
  }
  for (const Message& message : comm.deliver(std::move(messages))) {
    States come;
    PacketReader reader(message.bytes);
    reader.get_all(come.ids);
    reader.get_all(come.numbers);
    std::span<const double> rest = come.numbers;
    for (const BodyId id : come.ids) {
      const auto size = at(bodies.state_size(bodies.ref(id)));
      set(bodies, id, rest.first(size));
      rest = rest.subspan(size);
    }
    SOLFEC_ASSERT(rest.empty());
  }
}

}  // namespace

void JointGroups::clear() {
  for (auto* list : {&lent_, &borrowed_, &calmed_lent_, &calmed_borrowed_}) list->clear();
  joints_.clear();
  projected_.clear();
  twice_.clear();
  any_projected_ = false;
  parts_mechanisms_ = false;
}

void JointGroups::find(const Comm& comm, const RankedModel& model, bool projection) {
  clear();
  effort_ = projection ? ProjectionEffort{} : kUpkeep;
  mechanisms_.find(model, projection);
  const int here = comm.rank();
  const auto home_of = [&](int body) { return owner_of(model, mechanisms_.lead(body)); };
  const std::span<const BodyId> bodies = mechanisms_.bodies();
  std::set<BodyId> parted;  // leads of mechanisms that have bodies of several ranks
  for (int body = 0; body < count(bodies); ++body) {
    const BodyId id = bodies[at(body)];
    const int owner = owner_of(model, id);
    const int home = home_of(body);
    if (owner == home) continue;
    parts_mechanisms_ = true;
    parted.insert(mechanisms_.lead(body));
    if (owner == here) lent_.emplace_back(id, home);
    if (home == here) borrowed_.emplace_back(id, owner);
  }
  for (const Mechanisms::Joint& joint : mechanisms_.joints()) {
    if (joint.master < 0 && joint.slave < 0) continue;
    const int body = joint.master >= 0 ? joint.master : joint.slave;
    const int home = home_of(body);
    if (home == here) joints_.push_back(*joint.definition);
    if (projection || mechanisms_.is_held_twice(body)) {
      any_projected_ = true;
      if (home == here) projected_.push_back(*joint.definition);
    }
    if (home == here && mechanisms_.is_held_twice(body) &&
        held_components(joint.definition->kind) > 0 && !parted.contains(mechanisms_.lead(body))) {
      twice_.push_back(*joint.definition);
    }
    // an obstacle at one end
    for (const BodyId id : {joint.definition->master, joint.definition->slave}) {
      if (id == 0 || moves(model, id)) continue;
      if (owner_of(model, id) == here && home != here) lent_.emplace_back(id, home);
    }
  }
  std::sort(lent_.begin(), lent_.end());
  lent_.erase(std::unique(lent_.begin(), lent_.end()), lent_.end());
  choose_calmed(model);
}

/// Lists the bodies of joints that see no mesh.
void JointGroups::choose_calmed(const RankedModel& model) {
  std::set<BodyId> calmed;
  for (const Mechanisms::Joint& joint : mechanisms_.joints()) {
    if (!joins_mechanism(model, *joint.definition)) continue;
    calmed.insert({joint.definition->master, joint.definition->slave});
  }
  const auto choose = [&](const auto& from, auto& to) {
    std::copy_if(from.begin(), from.end(), std::back_inserter(to),
                 [&](const auto& one) { return calmed.contains(one.first); });
  };
  choose(lent_, calmed_lent_);
  choose(borrowed_, calmed_borrowed_);
}

void JointGroups::project(Comm& comm, const RankedModel& model) const {
  if (!any_projected_) return;  // on all ranks
  const StateOf present = [&](BodyId id) { return state_of(model.bodies, id); };
  exchange_states(comm, lent_, present, model.bodies, shift);
  project_joints(model.bodies, projected_, effort_);
  exchange_states(comm, borrowed_, present, model.bodies, shift);
}

void JointGroups::place_rows(const RankedModel& model) const {
  place_rows_where_joints_fit(model.bodies, twice_, model.constraints);
}

void JointGroups::note_start(const RankedModel& model) {
  std::set<BodyId> own;
  for (const auto* list : {&model.constraints, &model.others}) {
    for (const UserConstraint& one : *list) {
      if (!joins_mechanism(model, one)) continue;
      for (const BodyId id : {one.master, one.slave}) {
        const bool is_own = id != 0 && !model.absent.has(id) && !model.bodies.is_ghost(id);
        if (is_own) own.insert(id);
      }
    }
  }
  start_.clear();
  for (const BodyId id : own) start_.emplace_back(id, state_of(model.bodies, id));
}

const std::vector<double>& JointGroups::start_of(BodyId id) const {
  const auto found = std::lower_bound(start_.begin(), start_.end(), id,
                                      [](const Start& one, BodyId key) { return one.first < key; });
  SOLFEC_ASSERT(found != start_.end() && found->first == id);
  return found->second;
}

void JointGroups::calm(Comm& comm, const RankedModel& model, double start, double end,
                       double load_speed, JointVelocities& velocities) const {
  Bodies& bodies = model.bodies;
  std::vector<Start> present;
  for (const Start& one : start_) present.emplace_back(one.first, state_of(bodies, one.first));
  exchange_states(
      comm, calmed_lent_, [&](BodyId id) { return start_of(id); }, bodies, shift);
  for (const Start& one : start_) shift(bodies, one.first, one.second);
  velocities.begin_step(bodies, joints_, start);
  for (const Start& one : present) shift(bodies, one.first, one.second);
  const StateOf now = [&](BodyId id) { return state_of(bodies, id); };
  exchange_states(comm, calmed_lent_, now, bodies, shift);
  velocities.end_step(bodies, joints_, end, load_speed);
  exchange_states(comm, calmed_borrowed_, now, bodies, push);
  std::map<int, std::vector<JointImpulse>> impulses;
  for (const JointImpulse& one : velocities.take_impulses()) {
    const auto joint = std::find_if(joints_.begin(), joints_.end(), [&](const UserConstraint& row) {
      return row.id == one.constraint;
    });
    impulses[owner_of(model, joint->master)].push_back(one);
  }
  std::vector<Message> messages;
  for (const auto& [rank, some] : impulses) {
    PacketWriter packet;
    packet.put_all(std::span<const JointImpulse>(some));
    messages.push_back({rank, packet.take()});
  }
  for (const Message& message : comm.deliver(std::move(messages))) {
    std::vector<JointImpulse> come;
    PacketReader reader(message.bytes);
    reader.get_all(come);
    velocities.add_impulses(come);
  }
}

}  // namespace solfec

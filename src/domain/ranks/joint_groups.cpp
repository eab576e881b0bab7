#include "domain/ranks/joint_groups.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <span>

#include "base/check.h"
#include "base/count.h"
#include "domain/joint_projection.h"
#include "parallel/packet.h"

namespace solfec {

namespace {

const BodyRecord& record_of(const RankedModel& model, BodyId id) {
  return model.absent.has(id) ? model.absent.record(id) : *model.bodies.record(id);
}

int owner_of(const RankedModel& model, BodyId id) {
  return model.absent.has(id) ? model.absent.owner(id) : model.bodies.table().find(id)->owner;
}

bool moves(const RankedModel& model, BodyId id) {
  return id != 0 && has_inertia(record_of(model, id).kind);
}

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

/// Whether `JointVelocities` has a row for the constraint.
bool has_row(const RankedModel& model, const UserConstraint& constraint) {
  const auto is_mesh = [&](BodyId id) { return id != 0 && has_mesh(record_of(model, id).kind); };
  return is_calmed(constraint) && !is_mesh(constraint.master) && !is_mesh(constraint.slave);
}

}  // namespace

void JointGroups::clear() {
  lent_.clear();
  borrowed_.clear();
  joints_.clear();
}

/// Joints of all ranks by id, and the bodies that move with them.
void JointGroups::list_joints(const RankedModel& model, bool projection) {
  all_.clear();
  body_.clear();
  for (const auto* list : {&model.constraints, &model.others}) {
    for (const UserConstraint& one : *list) {
      if ((projection && is_projected(one)) || has_row(model, one)) all_.push_back({&one});
    }
  }
  std::sort(all_.begin(), all_.end(),
            [](const Joint& a, const Joint& b) { return a.definition->id < b.definition->id; });
  for (const Joint& joint : all_) {
    for (const BodyId id : {joint.definition->master, joint.definition->slave}) {
      if (moves(model, id)) body_.push_back(id);
    }
  }
  std::sort(body_.begin(), body_.end());
  body_.erase(std::unique(body_.begin(), body_.end()), body_.end());
  const auto index_of = [&](BodyId id) {
    if (!moves(model, id)) return -1;
    return static_cast<int>(std::lower_bound(body_.begin(), body_.end(), id) - body_.begin());
  };
  for (Joint& joint : all_) {
    joint.master = index_of(joint.definition->master);
    joint.slave = index_of(joint.definition->slave);
  }
}

void JointGroups::unite() {
  joined_.start(count(body_));
  for (const Joint& joint : all_) {
    if (joint.master >= 0 && joint.slave >= 0) joined_.join(joint.master, joint.slave);
  }
}

void JointGroups::find(const Comm& comm, const RankedModel& model, bool projection) {
  clear();
  list_joints(model, projection);
  unite();
  const int here = comm.rank();
  const auto home_of = [&](int body) { return owner_of(model, body_[at(joined_.root(body))]); };
  for (int body = 0; body < count(body_); ++body) {
    const BodyId id = body_[at(body)];
    const int owner = owner_of(model, id);
    const int home = home_of(body);
    if (owner == home) continue;
    if (owner == here) lent_.emplace_back(id, home);
    if (home == here) borrowed_.emplace_back(id, owner);
  }
  for (const Joint& joint : all_) {
    if (joint.master < 0 && joint.slave < 0) continue;
    const int home = home_of(joint.master >= 0 ? joint.master : joint.slave);
    if (home == here) joints_.push_back(*joint.definition);
    // an obstacle at one end
    for (const BodyId id : {joint.definition->master, joint.definition->slave}) {
      if (id == 0 || moves(model, id)) continue;
      if (owner_of(model, id) == here && home != here) lent_.emplace_back(id, home);
    }
  }
  std::sort(lent_.begin(), lent_.end());
  lent_.erase(std::unique(lent_.begin(), lent_.end()), lent_.end());
}

void JointGroups::project(Comm& comm, const RankedModel& model) const {
  const StateOf present = [&](BodyId id) { return state_of(model.bodies, id); };
  exchange_states(comm, lent_, present, model.bodies, shift);
  project_joints(model.bodies, joints_);
  exchange_states(comm, borrowed_, present, model.bodies, shift);
}

void JointGroups::note_start(const RankedModel& model) {
  std::set<BodyId> own;
  for (const auto* list : {&model.constraints, &model.others}) {
    for (const UserConstraint& one : *list) {
      if (!has_row(model, one)) continue;
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
      comm, lent_, [&](BodyId id) { return start_of(id); }, bodies, shift);
  for (const Start& one : start_) shift(bodies, one.first, one.second);
  velocities.begin_step(bodies, joints_, start);
  for (const Start& one : present) shift(bodies, one.first, one.second);
  const StateOf now = [&](BodyId id) { return state_of(bodies, id); };
  exchange_states(comm, lent_, now, bodies, shift);
  velocities.end_step(bodies, joints_, end, load_speed);
  exchange_states(comm, borrowed_, now, bodies, push);
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

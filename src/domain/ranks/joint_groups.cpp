#include "domain/ranks/joint_groups.h"

#include <algorithm>
#include <map>
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
struct Places {
  std::vector<BodyId> ids;
  std::vector<double> numbers;

  void add(BodyId id, const Bodies& bodies) {
    const BodyRef body = bodies.ref(id);
    const std::size_t first = numbers.size();
    ids.push_back(id);
    numbers.resize(first + at(bodies.state_size(body)));
    bodies.get_state(body, std::span(numbers).subspan(first));
  }
};

/// Sends the states of some bodies to ranks, and takes those that come. A shift is no change of the
/// energies. Collective.
void exchange_places(Comm& comm, std::span<const std::pair<BodyId, int>> sent, Bodies& bodies) {
  std::map<int, Places> places;
  for (const auto& [id, rank] : sent) places[rank].add(id, bodies);
  std::vector<Message> messages;
  for (const auto& [rank, one] : places) {
    PacketWriter packet;
    packet.put_all(std::span<const BodyId>(one.ids));
    packet.put_all(std::span<const double>(one.numbers));
    messages.push_back({rank, packet.take()});
  }
  for (const Message& message : comm.deliver(std::move(messages))) {
    Places come;
    PacketReader reader(message.bytes);
    reader.get_all(come.ids);
    reader.get_all(come.numbers);
    std::span<const double> rest = come.numbers;
    for (const BodyId id : come.ids) {
      const BodyRef body = bodies.ref(id);
      const Energies energies = bodies.energies(body);
      const auto size = at(bodies.state_size(body));
      bodies.set_state(body, rest.first(size));
      bodies.set_energies(body, energies);
      rest = rest.subspan(size);
    }
    SOLFEC_ASSERT(rest.empty());
  }
}

}  // namespace

void JointGroups::clear() {
  lent_.clear();
  borrowed_.clear();
  joints_.clear();
}

/// Joints of all ranks by id, and the bodies that move with them.
void JointGroups::list_joints(const RankedModel& model) {
  all_.clear();
  body_.clear();
  for (const auto* list : {&model.constraints, &model.others}) {
    for (const UserConstraint& one : *list) {
      if (is_projected(one)) all_.push_back({&one});
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

void JointGroups::find(const Comm& comm, const RankedModel& model) {
  clear();
  list_joints(model);
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
  exchange_places(comm, lent_, model.bodies);
  project_joints(model.bodies, joints_);
  exchange_places(comm, borrowed_, model.bodies);
}

}  // namespace solfec

#include "domain/ranks/handover.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/check.h"
#include "base/count.h"
#include "body/step_state.h"
#include "parallel/gather_lists.h"

namespace solfec {

PairEnd pair_end(const BodyRecord& record) {
  return {record.id, !has_inertia(record.kind), record.ball.radius};
}

void Handover::Parcel::pack(PacketWriter& packet) const {
  packet.put_all(std::span<const Motion>(motions));
  packet.put_all(std::span<const double>(numbers));
  packet.put_all(std::span<const double>(loads));
  packet.put_all(std::span<const ConstraintState>(constraints));
  packet.put_all(std::span<const HeldContact>(contacts));
  packet.put_all(std::span<const PairReference>(references));
  packet.put_all(std::span<const CoveredPair>(covered));
}

void Handover::Parcel::unpack(PacketReader& packet) {
  packet.get_all(motions);
  packet.get_all(numbers);
  packet.get_all(loads);
  packet.get_all(constraints);
  packet.get_all(contacts);
  packet.get_all(references);
  packet.get_all(covered);
}

void Handover::Parcel::add(BodyId id, const Bodies& bodies) {
  const BodyRef body = bodies.ref(id);
  motions.push_back({id, bodies.scheme(body), bodies.damping(body), bodies.rotation_disabled(body),
                     bodies.energies(body)});
  const std::size_t first = numbers.size();
  numbers.resize(first + at(bodies.state_size(body)));
  bodies.get_state(body, std::span(numbers).subspan(first));
}

void Handover::give(BodyId id, int owner) { out_[owner].add(id, model_.bodies); }

int Handover::owner_of(BodyId id) const {
  return model_.absent.has(id) ? model_.absent.owner(id) : model_.bodies.table().find(id)->owner;
}

int Handover::holding_rank(BodyId first, BodyId second) const {
  const bool of_first =
      first_holds(pair_end(*model_.bodies.record(first)), pair_end(*model_.bodies.record(second)));
  return owner_of(of_first ? first : second);
}

void Handover::take_motions(const Parcel& parcel) {
  Bodies& bodies = model_.bodies;
  std::span<const double> rest = parcel.numbers;
  for (const Motion& motion : parcel.motions) {
    const BodyRef body = bodies.ref(motion.id);
    bodies.set_scheme(body, motion.scheme);
    bodies.set_damping(body, motion.damping);
    bodies.disable_rotation(body, motion.rotation_disabled);
    const auto size = at(bodies.state_size(body));
    bodies.set_state(body, rest.first(size));
    bodies.set_energies(body, motion.energies);
    rest = rest.subspan(size);
  }
  SOLFEC_ASSERT(rest.empty());
  if (parcel.loads.empty()) return;
  rest = parcel.loads;
  for (const Motion& motion : parcel.motions) {
    rest = take_step_loads(rest, bodies.ref(motion.id), bodies);
  }
  SOLFEC_ASSERT(rest.empty());
}

// ---- constraints -------------------------------------------------------------------------------

Handover::ConstraintState Handover::state_of(const UserConstraint& one) {
  return {one.id,
          one.R,
          one.U,
          one.V,
          one.merit,
          one.point,
          one.slave_point,
          one.frame,
          one.joint.coordinate,
          one.joint.rate,
          one.joint.motor_force,
          one.joint.power};
}

/// Constraints go to the owners of their masters: all ranks know how they were made, so states
/// alone are sent.
void Handover::split_constraints() {
  const auto leaves = [&](const UserConstraint& one) {
    return owner_of(one.master) != comm_.rank();
  };
  auto& own = model_.constraints;
  const auto gone = std::stable_partition(own.begin(), own.end(),
                                          [&](const UserConstraint& one) { return !leaves(one); });
  for (auto one = gone; one != own.end(); ++one) {
    const auto parcel = out_.find(owner_of(one->master));
    // a new one is everywhere already
    if (parcel != out_.end()) {
      parcel->second.constraints.push_back(state_of(*one));
    }
    model_.others.push_back(std::move(*one));
  }
  own.erase(gone, own.end());
  auto& others = model_.others;
  const auto back = std::stable_partition(others.begin(), others.end(), leaves);
  std::move(back, others.end(), std::back_inserter(own));
  others.erase(back, others.end());
  const auto by_id = [](const UserConstraint& a, const UserConstraint& b) { return a.id < b.id; };
  std::sort(own.begin(), own.end(), by_id);
  std::sort(others.begin(), others.end(), by_id);
}

void Handover::take_constraints(const std::vector<ConstraintState>& states) {
  for (const ConstraintState& state : states) {
    const auto own =
        std::lower_bound(model_.constraints.begin(), model_.constraints.end(), state.id,
                         [](const auto& one, auto id) { return one.id < id; });
    if (own == model_.constraints.end() || own->id != state.id) continue;
    own->R = state.R;
    own->U = state.U;
    own->V = state.V;
    own->merit = state.merit;
    own->point = state.point;
    own->slave_point = state.slave_point;
    own->frame = state.frame;
    own->joint.coordinate = state.coordinate;
    own->joint.rate = state.rate;
    own->joint.motor_force = state.motor_force;
    own->joint.power = state.power;
  }
}

// ---- contacts ----------------------------------------------------------------------------------

/// Packs the contacts whose holders have gone, or lets them go. @return Whether there are some.
bool Handover::leave_contacts(bool everywhere) {
  const ContactSet& contacts = model_.contacts;
  bool leave = false;
  const auto deal = [&](BodyId first, BodyId second, auto& own, auto Parcel::*sent,
                        const auto& item) {
    const int rank = holding_rank(first, second);
    if (rank == comm_.rank()) {
      own.push_back(item);
      return;
    }
    leave = true;
    if (!everywhere) (out_[rank].*sent).push_back(item);
  };
  staying_.clear();
  for (const ContactPoint& point : contacts.points()) {
    deal(point.key.first_body, point.key.second_body, staying_, &Parcel::contacts,
         held_contact(point));
  }
  references_.clear();
  for (const PairReference& reference : contacts.references()) {
    deal(reference.first, reference.second, references_, &Parcel::references, reference);
  }
  if (everywhere) return leave;
  for (const CoveredPair& cover : contacts.covered()) {
    const Bodies& bodies = model_.bodies;
    if (!bodies.record(cover.face.body) || !bodies.record(cover.by.body)) continue;
    const int rank = holding_rank(cover.face.body, cover.by.body);
    if (rank != comm_.rank() && out_.contains(rank)) out_[rank].covered.push_back(cover);
  }
  return leave;
}

Handover::HeldContact Handover::held_contact(const ContactPoint& point) const {
  const ContactSet& contacts = model_.contacts;
  HeldContact held{point, {}};
  if (point.state.memory >= 0) held.memory = contacts.memories()[point.state.memory];
  return held;
}

void Handover::join_contacts(const std::vector<Parcel>& parcels) {
  ContactMemories memories;
  std::vector<ContactPoint> points;
  std::vector<CoveredPair> covered(std::as_const(model_.contacts).covered().begin(),
                                   std::as_const(model_.contacts).covered().end());
  const auto take = [&](const HeldContact& held) {
    ContactPoint& point = points.emplace_back(held.point);
    if (point.state.memory < 0) return;
    point.state.memory = -1;
    memories.of(point.state.memory) = held.memory;
  };
  for (const HeldContact& held : staying_) take(held);
  for (const Parcel& parcel : parcels) {
    for (const HeldContact& held : parcel.contacts) take(held);
    references_.insert(references_.end(), parcel.references.begin(), parcel.references.end());
    covered.insert(covered.end(), parcel.covered.begin(), parcel.covered.end());
  }
  std::sort(covered.begin(), covered.end());
  covered.erase(std::unique(covered.begin(), covered.end()), covered.end());
  std::sort(references_.begin(), references_.end(), [](const auto& a, const auto& b) {
    return std::pair(a.first, a.second) < std::pair(b.first, b.second);
  });
  model_.contacts.assign(std::move(points), references_, std::move(memories),
                         model_.contact_params);
  model_.contacts.set_covered(covered);
}

void Handover::finish(bool contacts_everywhere) {
  split_constraints();
  const bool leave = leave_contacts(contacts_everywhere);
  std::vector<Message> messages;
  for (const auto& [rank, parcel] : out_) {
    PacketWriter packet;
    parcel.pack(packet);
    messages.push_back({rank, packet.take()});
  }
  std::vector<Parcel> parcels;
  bool come = false;
  for (const Message& message : comm_.deliver(std::move(messages))) {
    PacketReader reader(message.bytes);
    parcels.emplace_back().unpack(reader);
    come = come || !parcels.back().contacts.empty() || !parcels.back().covered.empty();
  }
  for (const Parcel& parcel : parcels) {
    take_motions(parcel);
    take_constraints(parcel.constraints);
  }
  if (leave || come) join_contacts(parcels);
}

// ---- all to all --------------------------------------------------------------------------------

Handover::Parcel Handover::all_own() {
  Parcel parcel;
  for (const BodyId id : model_.bodies.ids()) {
    if (model_.bodies.is_ghost(id)) continue;
    parcel.add(id, model_.bodies);
    put_step_loads(model_.bodies, model_.bodies.ref(id), parcel.loads);
  }
  for (const UserConstraint& one : model_.constraints) {
    parcel.constraints.push_back(state_of(one));
  }
  const ContactSet& contacts = model_.contacts;
  for (const ContactPoint& point : contacts.points()) {
    parcel.contacts.push_back(held_contact(point));
  }
  parcel.references = contacts.references();
  parcel.covered.assign(contacts.covered().begin(), contacts.covered().end());
  return parcel;
}

void Handover::give_all() {
  PacketWriter packet;
  all_own().pack(packet);
  const std::vector<std::byte> own = packet.take();
  std::vector<Parcel> parcels;
  for (const std::vector<std::byte>& bytes : gather_lists(comm_, std::span<const std::byte>(own))) {
    PacketReader reader(bytes);
    parcels.emplace_back().unpack(reader);
  }
  std::move(model_.others.begin(), model_.others.end(), std::back_inserter(model_.constraints));
  model_.others.clear();
  std::sort(model_.constraints.begin(), model_.constraints.end(),
            [](const UserConstraint& a, const UserConstraint& b) { return a.id < b.id; });
  for (const Parcel& parcel : parcels) {
    for (const Motion& motion : parcel.motions) {
      if (model_.absent.has(motion.id)) {
        model_.absent.give_back(motion.id, model_.materials, model_.bodies);
      }
      model_.bodies.set_owner(motion.id, comm_.rank());
    }
    take_motions(parcel);
    take_constraints(parcel.constraints);
  }
  staying_.clear();
  references_.clear();
  join_contacts(parcels);
}

}  // namespace solfec

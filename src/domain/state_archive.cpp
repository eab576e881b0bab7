#include "domain/state_archive.h"

#include <algorithm>
#include <utility>

#include "archive/archive_error.h"
#include "base/cat.h"
#include "contact/near/body_pair.h"
#include "domain/records/row_motion.h"
#include "domain/seen_motion.h"

namespace solfec {

BodyState body_state(const Domain& domain, std::size_t i) {
  const Bodies& bodies = domain.bodies;
  const BodyRef body = bodies.refs()[i];
  BodyState state;
  state.id = bodies.ids()[i];
  state.kind = body.kind;
  state.size = bodies.state_size(body);
  state.scheme = bodies.scheme(body);
  state.self_contact = domain.body_records()[i].self_contact;
  state.rotation_disabled = bodies.rotation_disabled(body);
  state.energies = bodies.energies(body);
  state.damping = bodies.damping(body);
  return state;
}

void body_states(const Domain& domain, std::span<const BodyId> ids, BodyStates& states) {
  states.bodies.clear();
  for (const BodyId id : ids) {
    const int index = domain.bodies.find(id);
    SOLFEC_ASSERT(index >= 0);
    states.bodies.push_back(body_state(domain, static_cast<std::size_t>(index)));
  }
  set_starts(states);
  states.numbers.resize(static_cast<std::size_t>(states.start.back()));
  for (std::size_t i = 0; i < states.bodies.size(); ++i) {
    const auto first = static_cast<std::size_t>(states.start[i]);
    const auto size = static_cast<std::size_t>(states.bodies[i].size);
    domain.bodies.get_state(domain.body_ref(states.bodies[i].id),
                            std::span(states.numbers).subspan(first, size));
  }
}

BodyStates body_states(const Domain& domain, std::span<const BodyId> ids) {
  BodyStates states;
  body_states(domain, ids, states);
  return states;
}

BodyStates body_states(const Domain& domain) { return body_states(domain, domain.bodies.ids()); }

void check_placement(const BodyStates& states, std::size_t i, const Bodies& bodies, BodyRef body) {
  const BodyState& state = states.bodies[i];
  if (body.kind != state.kind) {
    throw ArchiveError(cat("body ", state.id, " has another kind than in its description"));
  }
  if (static_cast<int>(states.numbers_of(i).size()) != bodies.state_size(body)) {
    throw ArchiveError(cat("the state of body ", state.id, " has another size than its mesh"));
  }
}

void set_placement(const BodyStates& states, std::size_t i, Bodies& bodies, BodyRef body) {
  bodies.set_state(body, states.numbers_of(i));
  bodies.set_energies(body, states.bodies[i].energies);
}

void set_body_state(const BodyStates& states, std::size_t i, BodyId id, Domain& domain) {
  const BodyRef body = domain.body_ref(id);
  check_placement(states, i, domain.bodies, body);
  set_placement(states, i, domain.bodies, body);
  const BodyState& state = states.bodies[i];
  domain.bodies.set_scheme(body, state.scheme);
  domain.bodies.disable_rotation(body, state.rotation_disabled);
  domain.bodies.set_damping(body, state.damping);
  if (domain.find_body(id)->self_contact != state.self_contact) {
    domain.set_self_contact(id, state.self_contact);
  }
}

namespace {

/// All but the rows.
void store_memory(const Domain& domain, ConstraintStates& states) {
  const ImpactImpulses& impulses = domain.impulses();
  states.references = domain.contact_references();
  states.covered.assign(domain.covered_faces().begin(), domain.covered_faces().end());
  states.built.assign(domain.built_overlaps().begin(), domain.built_overlaps().end());
  states.shown.assign(impulses.all_shown().begin(), impulses.all_shown().end());
  states.late.assign(impulses.late().begin(), impulses.late().end());
}

}  // namespace

ConstraintStates constraint_states(const Domain& domain) {
  ConstraintStates states;
  states.constraints = domain.constraints();
  store_memory(domain, states);
  return states;
}

namespace {

void list_own(const Bodies& bodies, std::vector<BodyId>& own) {
  own.clear();
  for (const BodyId id : bodies.ids()) {
    if (!bodies.is_ghost(id)) own.push_back(id);
  }
}

}  // namespace

ModelStates own_states(const Domain& domain) {
  std::vector<BodyId> own;
  list_own(domain.bodies, own);
  return {body_states(domain, own), constraint_states(domain)};
}

void StateWriter::save_own_bodies(const Domain& domain, XdrWriter& out) {
  list_own(domain.bodies, own_);
  body_states(domain, own_, bodies_);
  save(bodies_, out);
}

void StateWriter::save_constraints(const Domain& domain, XdrWriter& out, StateDetail detail) {
  rows_.show(domain);
  if (detail != StateDetail::whole) return save_shown(domain, out, detail);
  const auto rows_from = [this](std::size_t first, std::size_t n) { return rows_.from(first, n); };
  out.write_uint32(static_cast<std::uint32_t>(rows_.size()));
  save_columns<ConstraintRecord>(rows_.size(), rows_from, ConstraintFields{}, out);
  store_memory(domain, memory_);
  FieldWriter<ConstraintStates, XdrWriter> writer(memory_, out);
  list_contact_memory(writer);
}

/// Writes what ShownStates lists.
void StateWriter::save_shown(const Domain& domain, XdrWriter& out, StateDetail detail) {
  const bool holds_contacts = detail == StateDetail::shown;
  const std::size_t rows = holds_contacts ? rows_.size() : domain.user_constraints().size();
  const double step = domain.local_dynamics().step;
  joined_.clear();
  if (holds_contacts) rows_.list_bodies(joined_);
  RowMotions motions(bodies_);
  motions.set(seen_motions(domain, joined_), step);
  const std::vector<StoredMotion> stored = motions.stored();
  out.write_int64(static_cast<std::int64_t>(rows_.size() - rows));
  out.write_double(step);
  out.write_uint32(static_cast<std::uint32_t>(stored.size()));
  save_columns(stored, RowMotionFields{}, out);
  out.write_uint32(static_cast<std::uint32_t>(rows));
  const auto rows_from = [this](std::size_t first, std::size_t n) { return rows_.from(first, n); };
  save_columns<ConstraintRecord>(rows, rows_from, ShownConstraintFields{&motions}, out);
}

namespace {

using Bodies2 = std::pair<BodyId, BodyId>;

/// Adds to a contact what it remembers. @param pairs  References of bodies, sorted.
void set_memory(const ConstraintRecord& row, std::span<const PairReference> pairs,
                ContactPoint& point, ContactMemories& memories) {
  if (row.bonded) {
    BondAnchor& anchor = memories.of(point.state.memory).anchor;
    anchor = row.anchor;
    anchor.damage = row.damage;
  }
  if (!row.referenced) return;
  const Bodies2 bodies(point.key.first_body, point.key.second_body);
  const auto at = std::lower_bound(pairs.begin(), pairs.end(), bodies,
                                   [](const PairReference& pair, const Bodies2& wanted) {
                                     return Bodies2(pair.first, pair.second) < wanted;
                                   });
  if (at == pairs.end() || Bodies2(at->first, at->second) != bodies) {
    throw ArchiveError(cat("the reference of contact ", row.id, " is not sound"));
  }
  point.state.referenced = true;
  ContactReference& reference = memories.of(point.state.memory).reference;
  reference = row.reference;
  reference.second_point = second_point(at->rotation, at->shift, reference.first_point);
}

/// Rows with a reaction of their own to report go on from that of the motion.
/// @param shown  By increasing id.
void set_solved_reaction(std::span<ShownReaction> shown, ConstraintId id, Vec3& R) {
  ShownReaction* const row = find_shown(shown, id);
  if (row != nullptr) row->shown = std::exchange(R, row->solved);
}

}  // namespace

RestoredState restored_state(const ConstraintStates& states,
                             std::span<const UserConstraint> definitions) {
  RestoredState state;
  state.references = states.references;
  std::sort(state.references.begin(), state.references.end(),
            [](const PairReference& a, const PairReference& b) {
              return Bodies2(a.first, a.second) < Bodies2(b.first, b.second);
            });
  state.covered = states.covered;
  state.built = states.built;
  for (const ConstraintRecord& row : states.constraints) {
    if (row.kind == ConstraintKind::contact) {
      ContactPoint& point = state.contacts.emplace_back(contact_of(row));
      set_memory(row, state.references, point, state.memories);
      continue;
    }
    const auto definition =
        std::find_if(definitions.begin(), definitions.end(),
                     [&](const UserConstraint& constraint) { return constraint.id == row.id; });
    if (definition == definitions.end()) {
      throw ArchiveError(cat("constraint ", row.id, " is not defined"));
    }
    set_state(row, state.constraints.emplace_back(*definition));
  }
  state.late = states.late;
  state.shown = states.shown;
  for (UserConstraint& constraint : state.constraints) {
    set_solved_reaction(state.shown, constraint.id, constraint.R);
  }
  for (ContactPoint& contact : state.contacts) {
    set_solved_reaction(state.shown, contact.state.id, contact.state.R);
  }
  std::sort(state.contacts.begin(), state.contacts.end(),
            [](const ContactPoint& a, const ContactPoint& b) { return a.key < b.key; });
  return state;
}

}  // namespace solfec

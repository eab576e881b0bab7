#pragma once

#include <span>
#include <vector>

#include "body/body_archive.h"
#include "domain/constraint_rows.h"
#include "domain/domain.h"
#include "domain/records/constraint_record_archive.h"
#include "domain/records/model_states.h"

namespace solfec {

/// States of the bodies of a domain, or of some of them in the order of their ids.
BodyStates body_states(const Domain& domain);
BodyStates body_states(const Domain& domain, std::span<const BodyId> ids);
void body_states(const Domain& domain, std::span<const BodyId> ids, BodyStates& states);
/// State of the i-th body, without its numbers.
BodyState body_state(const Domain& domain, std::size_t i);
/// Puts the state with index i into a body of the domain, which may have another id.
/// @throws ArchiveError when the body is of another kind or size.
void set_body_state(const BodyStates& states, std::size_t i, BodyId body, Domain& domain);
/// Its numbers and energies only, into a body that `check_placement` has passed.
void set_placement(const BodyStates& states, std::size_t i, Bodies& bodies, BodyRef body);
/// @throws ArchiveError when the body is of another kind or size than the state with index i.
void check_placement(const BodyStates& states, std::size_t i, const Bodies& bodies, BodyRef body);

/// States of what this rank has.
ModelStates own_states(const Domain& domain);
/// States of all constraints and contacts of a domain.
ConstraintStates constraint_states(const Domain& domain);

/// Appends the states of the bodies, constraints and contacts that a rank has, of the latter
/// without a copy of all. Keeps its storage from call to call. Contacts that are shown refer to the
/// bodies that were saved last.
class StateWriter {
 public:
  /// Bodies that belong to this rank.
  void save_own_bodies(const Domain& domain, XdrWriter& out);
  void save_constraints(const Domain& domain, XdrWriter& out,
                        StateDetail detail = StateDetail::whole);

 private:
  void save_shown(const Domain& domain, XdrWriter& out, StateDetail detail);

  std::vector<BodyId> own_;
  std::vector<BodyId> joined_;  // by contacts
  BodyStates bodies_;
  ConstraintRows rows_;
  ConstraintStates memory_;  // without rows
};

/// Returns the state that Domain::restore takes, but for time, ids, rules and shown records:
/// constraints, contacts by key with their memories, references, covered faces.
/// @param definitions  Of all user constraints among the states.
/// @throws ArchiveError when a definition or the reference of a pair of bodies is missing.
RestoredState restored_state(const ConstraintStates& states,
                             std::span<const UserConstraint> definitions);

}  // namespace solfec

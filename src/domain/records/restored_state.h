#pragma once

#include <vector>

#include "base/ids.h"
#include "constraint/user_constraint.h"
#include "contact/contact_set.h"
#include "domain/contacts/built_gaps.h"
#include "domain/impacts/impact_impulses.h"
#include "domain/records/constraint_record.h"

namespace solfec {

/// State of a stored frame beside that of the bodies.
struct RestoredState {
  double time{};
  std::vector<UserConstraint> constraints;  // ids increase
  std::vector<ContactPoint> contacts;       // bodies by their ids; indices are found here
  ContactMemories memories;                 // that the contacts refer to
  ContactParams found_with;                 // rules by which the contacts were found
  std::vector<PairReference> references;    // of bodies at relative rest
  std::vector<CoveredPair> covered;         // faces that others cover
  std::vector<BuiltOverlap> built;          // overlaps that count as no gap
  BodyId next_body{};
  ConstraintId next_constraint{};           // of contacts and callbacks
  std::vector<ConstraintId> next_of_ranks;  // likewise, by rank; empty: not known
  std::vector<ConstraintRecord> records;    // what constraints() gives until the next step
  std::vector<ShownReaction> shown;         // of impacts, beside the reactions of the motion
  std::vector<LateVelocity> late;           // of bodies in impacts
};

}  // namespace solfec

#pragma once

#include <optional>

#include "body/body_archive.h"
#include "domain/constraint_record_archive.h"
#include "domain/domain.h"

namespace solfec {

/// States of all bodies, constraints and contacts of a model.
struct ModelStates {
  BodyStates bodies;
  ConstraintStates constraints;
};

/// Brings the states of all ranks to rank 0, in the order that one rank would have: bodies by id,
/// user constraints by id, contacts by key. The ranks keep what they have, so this costs no more
/// than the numbers. Collective.
/// @return Nothing on other ranks.
std::optional<ModelStates> gather_states(const Domain& domain);

}  // namespace solfec

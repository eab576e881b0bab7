#pragma once

#include "body/body_archive.h"
#include "domain/records/constraint_record_archive.h"

namespace solfec {

/// States of all bodies, constraints and contacts of a model.
struct ModelStates {
  BodyStates bodies;
  ConstraintStates constraints;
};

/// Adds what another rank has to the states of some. They are in no order then.
void add_states(const ModelStates& part, ModelStates& all);
/// Puts the states of all ranks in the order that those of one rank have: bodies by id, user
/// constraints by id, contacts by key.
/// @throws ArchiveError when a body is there twice.
void sort_states(ModelStates& all);

}  // namespace solfec

#pragma once

#include <memory>

#include "body/common/reduced_base.h"
#include "language/arguments/value.h"
#include "run/simulation.h"

namespace solfec {

/// Reads a base: a tuple of eigenvalues and vectors, as MODAL_ANALYSIS gives it, and of damping
/// ratios as a third item, one number for all or one for each vector. Vectors are one flat list of
/// numbers, or a list of one list for each.
/// @throws InputError for what is none, numbers that do not go together, and negative ratios.
ReducedBase read_base(const Value& argument);

/// Returns the base that the argument 'base' of BODY gives, as a tuple or by its label.
/// @throws InputError as read_base, and for a label that is not registered.
std::shared_ptr<const ReducedBase> base_of(const Value& argument, const Simulation& simulation);

}  // namespace solfec

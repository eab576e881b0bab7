#pragma once

#include <memory>

#include "language/arguments/solver_objects.h"
#include "language/bind/bind.h"

namespace solfec {

/// Reads the keywords that NEWTON_SOLVER has in later versions. 'locdyn' and 'epsilon' are settings
/// of this solver by another name; the others are kept and have no effect. A line on standard error
/// says so for each that is given.
void read_later_keywords(const Arguments& args, NewtonObject& object);

/// Makes a NEWTON_SOLVER by the keywords of TEST_SOLVER; of those that have no effect a line on
/// standard error says so.
std::shared_ptr<NewtonObject> make_test_solver(const Arguments& args);

/// Binds the members of the same names.
void bind_later_members(TypeBinder<NewtonObject>& type);

}  // namespace solfec

#pragma once

#include "domain/domain.h"

namespace solfec {

/// Prints what --check says about a model before its first step: bodies by kind, pieces, user
/// constraints, contacts, the deepest overlap with its bodies, and memory.
void print_check_report(Domain& domain);

}  // namespace solfec

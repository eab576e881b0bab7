#pragma once

#include <vector>

#include "solver/one_contact/one_contact.h"

namespace solfec {

/// Largest violation of the contact law by r, made dimensionless: complementarity, cone, direction
/// and cone-or-stick, each written out from the definition.
double law_violation(const OneContact& contact, Vec3 r);

/// All solutions of a one-contact problem with a regular W: the open and the stick candidate are
/// tested, the slip directions are found by a scan over the circle with bisection on u_T x t = 0.
std::vector<Vec3> all_solutions(const OneContact& contact);

}  // namespace solfec

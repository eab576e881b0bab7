#pragma once

#include <vector>

#include "local_dynamics/contact_block.h"
#include "local_dynamics/row_law.h"
#include "math/vec3.h"

namespace solfec {

/// Data that one visit of a sweep reads besides the operator, gathered in one place. Contacts are
/// stored in shifted unknowns, r = R + cohesion n and ū = U + velocity_shift n, which turn the law
/// into plain Signorini and Coulomb: 0 <= ū_n ⊥ r_n >= 0, |r_T| <= mu r_n.
struct SweepRow {
  ConstraintKind kind{};
  int row{};          // number in the local dynamics
  double friction{};  // mu
  double cohesion{};  // N
  Vec3 B;             // m/s, contacts: velocity_shift included
  double slip{};      // kg/s, λ of u_T = -λ r_T in the last visit, start of the next one
  ContactBlock block;
};

}  // namespace solfec

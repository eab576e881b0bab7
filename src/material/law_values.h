#pragma once

#include <array>

#include "math/mat3.h"

namespace solfec {

/// ∂P/∂F as a 9 x 9 symmetric matrix by columns: entry (a, b) is [a + 9 b], where entry (i, J) of P
/// or F has the number i + 3 J.
using PiolaTangent = std::array<double, 81>;

/// Constants of a law at a point of a body.
struct BulkParameters {
  double lambda{};  // Lamé's constants, Pa
  double mu{};
  double yield_stress{};  // σ_y of the first yield and H = dσ_y/dα of VON_MISES, Pa
  double hardening{};
};

/// First Piola-Kirchhoff stress P, Pa, and its derivative ∂P/∂F, Pa.
struct LawTangent {
  Mat3 stress;
  PiolaTangent change{};
};

}  // namespace solfec

#pragma once

#include <span>

#include "local_dynamics/local_dynamics.h"
#include "solver/measure/natural_residual.h"

namespace solfec {

/// Merit of reactions R with U = B + W R: spurious over free relative energy (manual eq. 8.1),
/// g = Σ <W_aa⁻¹ C_a, C_a> / Σ <W_aa⁻¹ B_a, B_a>, denominator 1 when it vanishes. C_a, m/s, is what
/// the law of the row misses, where forces count times tr(W_aa) / 3: g has no unit, and a model of
/// another size has the g of this one. What is rounding in a row does not count (row_residual.h).
///
/// @param[out] per_row  Numerators over the denominator, one per row; empty span: not wanted.
/// @return g, dimensionless.
double merit(const LocalDynamics& problem, std::span<const Vec3> R, std::span<const Vec3> U,
             std::span<double> per_row);

/// How well reactions solve a problem.
struct Residual {
  NaturalViolation map;
  double merit = 0.0;
};

/// Natural residual and merit in one pass over the rows: natural_violation and `merit`.
Residual residual_of(const LocalDynamics& problem, std::span<const Vec3> R,
                     std::span<const Vec3> U);

}  // namespace solfec

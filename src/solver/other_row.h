#pragma once

#include "solver/linear_row.h"

namespace solfec {

/// Law of a bilateral row, C = ρ residual; rows along a direction have R_T = 0.
LinearRow bilateral_row(const LocalDynamics& problem, int i, double rho, Vec3 R, Vec3 U);

/// Law of a spring-dashpot row (spring_dashpot.h): the reaction is a function of U_N along n;
/// friction is R_T - W_TT⁻¹ U_T, which would stop slip, cut to mu times the size of that function.
/// The derivative is exact on both sides of every kink unless a bond is cut.
LinearRow spring_row(const LocalDynamics& problem, int i, Vec3 R, Vec3 U);

}  // namespace solfec

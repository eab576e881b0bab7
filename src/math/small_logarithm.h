#pragma once

#include "math/mat3.h"

namespace solfec {

/// Largest |X| = √(X : X) for which the two functions below are exact to rounding of |X|.
inline constexpr double kSmallLogarithm = 0.1;

/// ln (1 + X) of a symmetric matrix: 2 artanh Z with Z = X (2 + X)⁻¹ by its series up to Z¹³, whose
/// next term is below 1e-17 |Z| (Higham (2008), Functions of Matrices, section 11.3).
/// @pre |X| <= kSmallLogarithm
Mat3 logarithm_of_unit_plus(const Mat3& X);

/// exp (X) - 1 of a symmetric matrix by its series up to X⁹.  @pre |X| <= kSmallLogarithm
Mat3 exponential_minus_unit(const Mat3& X);

}  // namespace solfec

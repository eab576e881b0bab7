#pragma once

#include "math/mat3.h"

namespace solfec {

/// Moore-Penrose inverse Σ v vᵀ / λ of a symmetric positive semi-definite matrix with eigenvectors
/// v and eigenvalues λ: those up to `threshold` count as zero and are left out. The eigenvectors
/// come from cyclic Jacobi rotations, which find small eigenvalues as accurately as the entries
/// allow.
/// @pre a is symmetric and finite, threshold >= 0.
Mat3 pseudo_inverse(const Mat3& a, double threshold);

}  // namespace solfec

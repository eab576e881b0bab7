#pragma once

#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// Eigenvalues of a symmetric 3 x 3 matrix and its eigenvectors of unit length, as columns.
struct Spectrum3 {
  Vec3 value;
  Mat3 vector;
};

/// Finds them by cyclic Jacobi rotations (Golub and Van Loan (2013), Matrix Computations, section
/// 8.5), which leave errors of rounding of the norm of A. The order is that of the diagonal: of a
/// diagonal matrix, values and unit vectors are its own.
/// @param A  Its upper triangle is read. An A that is not finite gives what is not finite.
Spectrum3 spectrum_of(Mat3 A);

}  // namespace solfec

#pragma once

#include <span>
#include <string>

namespace solfec {

/// Dense matrices by LAPACK (Anderson et al. (1999), LAPACK Users' Guide): n x n numbers, column
/// after column. One thread; the same bits each time on one machine.

/// The library, with the processor whose kernels it has chosen, e.g. "OpenBLAS 0.3.21 ... Zen".
std::string blas_text();

/// Replaces a symmetric positive definite matrix by its inverse, by Cholesky's factors. Reads the
/// lower triangle, writes both. @return false, with the matrix as it was, when it is not definite.
bool invert_definite(int n, std::span<double> A);

/// Replaces a symmetric matrix by its inverse, by Gauss' factors, whatever its signs. Reads the
/// lower triangle, writes both. @return false when it is singular.
bool invert_indefinite(int n, std::span<double> A);

/// Replaces a symmetric matrix by its inverse: by Cholesky's factors, by those of Gauss when it is
/// indefinite. Reads the lower triangle, writes both. @return false when it is singular.
bool invert_symmetric(int n, std::span<double> A);

/// Solves A x = b by Gauss' factors; A is overwritten by them, b by x. @return false when A is
/// singular.
bool solve_dense(int n, std::span<double> A, std::span<double> b);

/// Largest matrix of the two functions below, whose work space is on the stack: that of the
/// stiffness of a hexahedron.
inline constexpr int kMostEigenvalues = 24;

/// Eigenvalues, ascending, of a symmetric matrix, whose lower triangle is read and overwritten.
/// @pre n <= kMostEigenvalues
void symmetric_eigenvalues(int n, std::span<double> A, std::span<double> values);
/// Finds the eigenvalues, ascending, and the eigenvectors of unit length of a symmetric matrix,
/// whose lower triangle is read; the eigenvectors replace the matrix as columns.
/// @pre n <= kMostEigenvalues
void symmetric_eigenvectors(int n, std::span<double> A, std::span<double> values);
/// Replaces a symmetric matrix by that with its negative eigenvalues set to zero.
/// @pre n <= kMostEigenvalues
void take_positive_part(int n, std::span<double> A);

}  // namespace solfec

#pragma once

#include <cmath>
#include <cstddef>

namespace solfec {

/// Cholesky's factor of a small symmetric matrix, n x n numbers column after column, in place of
/// the lower triangle. For a few dozen rows and a compile-time n plain loops beat a library.
/// @return false, with the matrix half overwritten, when it is not positive definite.
inline bool factor_cholesky(int n, double* A) {
  for (int j = 0; j < n; ++j) {
    double* const column = A + std::ptrdiff_t{j} * n;
    if (!(column[j] > 0.0)) return false;
    const double root = std::sqrt(column[j]);
    column[j] = root;
    for (int i = j + 1; i < n; ++i) column[i] /= root;
    for (int k = j + 1; k < n; ++k) {
      double* const later = A + std::ptrdiff_t{k} * n;
      const double factor = column[k];
      for (int i = k; i < n; ++i) later[i] -= factor * column[i];
    }
  }
  return true;
}

/// Inverse of a small symmetric matrix from its factor of `factor_cholesky`, both triangles.
inline void invert_from_cholesky(int n, const double* factor, double* inverse) {
  for (int c = 0; c < n; ++c) {
    double* const x = inverse + std::ptrdiff_t{c} * n;  // L y = e_c, then Lᵀ x = y
    for (int i = 0; i < n; ++i) x[i] = i == c ? 1.0 : 0.0;
    for (int j = c; j < n; ++j) {
      x[j] /= factor[j + j * n];
      for (int i = j + 1; i < n; ++i) x[i] -= factor[i + j * n] * x[j];
    }
    for (int j = n - 1; j >= 0; --j) {
      double sum = x[j];
      for (int i = j + 1; i < n; ++i) sum -= factor[i + j * n] * x[i];
      x[j] = sum / factor[j + j * n];
    }
  }
  for (int c = 0; c < n; ++c) {
    for (int i = 0; i < c; ++i) {
      const double mean = 0.5 * (inverse[i + c * n] + inverse[c + i * n]);
      inverse[i + c * n] = mean;
      inverse[c + i * n] = mean;
    }
  }
}

}  // namespace solfec

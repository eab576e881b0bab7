#include "math/lapack.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "base/cat.h"
#include "base/check.h"
#include "base/count.h"

// Symbols of the Fortran library; Debian's package of its C interface would bring in another BLAS.
// NOLINTBEGIN(readability-identifier-naming)
extern "C" {
char* openblas_get_config();
char* openblas_get_corename();
void dpotrf_(const char* triangle, const int* n, double* A, const int* stride, int* status);
void dpotri_(const char* triangle, const int* n, double* A, const int* stride, int* status);
void dgetrf_(const int* rows, const int* columns, double* A, const int* stride, int* pivot,
             int* status);
void dgecon_(const char* norm, const int* n, const double* A, const int* stride,
             const double* norm_of_A, double* reciprocal_condition, double* work, int* int_work,
             int* status);
void dgetri_(const int* n, double* A, const int* stride, const int* pivot, double* work,
             const int* work_size, int* status);
void dgetrs_(const char* transposed, const int* n, const int* columns, const double* A,
             const int* stride, const int* pivot, double* b, const int* b_stride, int* status);
void dsyev_(const char* wanted, const char* triangle, const int* n, double* A, const int* stride,
            double* values, double* work, const int* work_size, int* status);
}
// NOLINTEND(readability-identifier-naming)

namespace solfec {

namespace {

constexpr char kLower = 'L';

[[maybe_unused]] std::size_t square(int n) {
  return static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
}

double& entry(std::span<double> A, int n, int row, int column) {
  return A[static_cast<std::size_t>(row) + static_cast<std::size_t>(n) * at(column)];
}

void copy_lower_to_upper(int n, std::span<double> A) {
  for (int j = 0; j < n; ++j) {
    for (int i = j + 1; i < n; ++i) entry(A, n, j, i) = entry(A, n, i, j);
  }
}

/// Largest sum of absolute values of a column.
double one_norm(int n, std::span<const double> A) {
  double norm = 0.0;
  for (int j = 0; j < n; ++j) {
    double sum = 0.0;
    for (const double number : A.subspan(at(j) * at(n), at(n))) sum += std::fabs(number);
    norm = std::max(norm, sum);
  }
  return norm;
}

/// Gauss' factors of a matrix in place. @return false when it is singular to rounding.
bool factor_gauss(int n, std::span<double> A, std::vector<int>& pivot) {
  const double norm = one_norm(n, A);
  pivot.resize(at(n));
  int status = 0;
  dgetrf_(&n, &n, A.data(), &n, pivot.data(), &status);
  if (status != 0) return false;
  std::vector<double> work(4 * at(n));
  std::vector<int> int_work(at(n));
  const char columns = '1';
  double reciprocal_condition = 0.0;
  dgecon_(&columns, &n, A.data(), &n, &norm, &reciprocal_condition, work.data(), int_work.data(),
          &status);
  return reciprocal_condition > std::numeric_limits<double>::epsilon();
}

void find_eigenvalues(char wanted, int n, std::span<double> A, std::span<double> values) {
  SOLFEC_ASSERT(n <= kMostEigenvalues && A.size() == square(n) && count(values) == n);
  std::array<double, std::size_t{34} * kMostEigenvalues> work;
  const int size = count(work);
  int status = 0;
  dsyev_(&wanted, &kLower, &n, A.data(), &n, values.data(), work.data(), &size, &status);
  SOLFEC_ASSERT(status == 0);
}

}  // namespace

std::string blas_text() { return cat(openblas_get_config(), " on ", openblas_get_corename()); }

bool invert_definite(int n, std::span<double> A) {
  SOLFEC_ASSERT(A.size() == square(n));
  if (n == 0) return true;  // which the library takes for an error
  const std::vector<double> before(A.begin(), A.end());
  int status = 0;
  dpotrf_(&kLower, &n, A.data(), &n, &status);
  if (status == 0) dpotri_(&kLower, &n, A.data(), &n, &status);
  if (status == 0) {
    copy_lower_to_upper(n, A);
    return true;
  }
  std::copy(before.begin(), before.end(), A.begin());
  return false;
}

bool invert_indefinite(int n, std::span<double> A) {
  copy_lower_to_upper(n, A);
  std::vector<int> pivot;
  if (!factor_gauss(n, A, pivot)) return false;
  constexpr int kBlock = 32;  // columns that dgetri takes at once
  const int size = kBlock * n;
  std::vector<double> work(at(size));
  int status = 0;
  dgetri_(&n, A.data(), &n, pivot.data(), work.data(), &size, &status);
  copy_lower_to_upper(n, A);
  return status == 0;
}

bool invert_symmetric(int n, std::span<double> A) {
  return invert_definite(n, A) || invert_indefinite(n, A);
}

bool solve_dense(int n, std::span<double> A, std::span<double> b) {
  SOLFEC_ASSERT(A.size() == square(n) && count(b) == n);
  if (n == 0) return true;
  std::vector<int> pivot;
  if (!factor_gauss(n, A, pivot)) return false;
  const char transposed = 'N';
  const int one = 1;
  int status = 0;
  dgetrs_(&transposed, &n, &one, A.data(), &n, pivot.data(), b.data(), &n, &status);
  return status == 0;
}

void symmetric_eigenvalues(int n, std::span<double> A, std::span<double> values) {
  find_eigenvalues('N', n, A, values);
}

void symmetric_eigenvectors(int n, std::span<double> A, std::span<double> values) {
  find_eigenvalues('V', n, A, values);
}

void take_positive_part(int n, std::span<double> A) {
  const auto size = static_cast<std::size_t>(n);
  std::array<double, std::size_t{kMostEigenvalues} * kMostEigenvalues> vectors{};
  std::array<double, kMostEigenvalues> values{};
  std::copy_n(A.begin(), size * size, vectors.begin());
  symmetric_eigenvectors(n, std::span(vectors).first(size * size), std::span(values).first(size));
  std::fill(A.begin(), A.end(), 0.0);
  for (std::size_t k = 0; k < size; ++k) {
    const double value = std::max(0.0, values[k]);
    const double* const vector = vectors.data() + size * k;
    for (std::size_t j = 0; j < size; ++j) {
      for (std::size_t i = 0; i < size; ++i) A[i + size * j] += value * vector[i] * vector[j];
    }
  }
}

}  // namespace solfec

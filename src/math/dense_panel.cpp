#include "math/dense_panel.h"

#include <vector>

#include "base/check.h"
#include "base/count.h"

// Symbols of the Fortran library, as in lapack.cpp.
// NOLINTBEGIN(readability-identifier-naming)
extern "C" {
void dpotrf_(const char* triangle, const int* n, double* A, const int* stride, int* status);
void dpotri_(const char* triangle, const int* n, double* A, const int* stride, int* status);
void dsytrf_(const char* triangle, const int* n, double* A, const int* stride, int* pivot,
             double* work, const int* work_size, int* status);
void dsytrs_(const char* triangle, const int* n, const int* columns, const double* A,
             const int* stride, const int* pivot, double* b, const int* b_stride, int* status);
void dtrsm_(const char* side, const char* triangle, const char* transposed, const char* unit,
            const int* rows, const int* columns, const double* factor, const double* A,
            const int* stride, double* b, const int* b_stride);
void dtrsv_(const char* triangle, const char* transposed, const char* unit, const int* n,
            const double* A, const int* stride, double* x, const int* x_stride);
void dgemv_(const char* transposed, const int* rows, const int* columns, const double* factor,
            const double* A, const int* stride, const double* x, const int* x_stride,
            const double* keep, double* y, const int* y_stride);
void dsyrk_(const char* triangle, const char* transposed, const int* n, const int* inner,
            const double* factor, const double* A, const int* stride, const double* keep, double* C,
            const int* c_stride);
void dgemm_(const char* transposed, const char* b_transposed, const int* rows, const int* columns,
            const int* inner, const double* factor, const double* A, const int* stride,
            const double* b, const int* b_stride, const double* keep, double* C,
            const int* c_stride);
void dsymm_(const char* side, const char* triangle, const int* rows, const int* columns,
            const double* factor, const double* A, const int* stride, const double* b,
            const int* b_stride, const double* keep, double* C, const int* c_stride);
}
// NOLINTEND(readability-identifier-naming)

namespace solfec {
namespace {

constexpr char kLowerTriangle = 'L';
constexpr char kPlain = 'N';
constexpr char kTransposed = 'T';
constexpr double kOne = 1.0;
constexpr double kMinusOne = -1.0;

void divide(char transposed, const Panel& L, const Panel& B) {
  if (B.rows == 1 && B.stride == 1) {  // xᵀ L⁻¹ is L⁻ᵀ x
    const char of_vector = transposed == kPlain ? kTransposed : kPlain;
    dtrsv_(&kLowerTriangle, &of_vector, &kPlain, &L.columns, L.data, &L.stride, B.data, &B.stride);
    return;
  }
  constexpr char kRight = 'R';
  dtrsm_(&kRight, &kLowerTriangle, &transposed, &kPlain, &B.rows, &B.columns, &kOne, L.data,
         &L.stride, B.data, &B.stride);
}

void subtract(char b_transposed, const Panel& A, const Panel& B, const Panel& C) {
  if (C.rows == 1 && C.stride == 1 && A.stride == 1) {
    const char of_vector = b_transposed == kPlain ? kTransposed : kPlain;
    dgemv_(&of_vector, &B.rows, &B.columns, &kMinusOne, B.data, &B.stride, A.data, &A.stride, &kOne,
           C.data, &C.stride);
    return;
  }
  dgemm_(&kPlain, &b_transposed, &C.rows, &C.columns, &A.columns, &kMinusOne, A.data, &A.stride,
         B.data, &B.stride, &kOne, C.data, &C.stride);
}

}  // namespace

bool cholesky(Panel A) {
  SOLFEC_ASSERT(A.rows == A.columns);
  int status = 0;
  dpotrf_(&kLowerTriangle, &A.rows, A.data, &A.stride, &status);
  return status == 0;
}

void divide_right_transposed(Panel L, Panel B) { divide(kTransposed, L, B); }
void divide_right(Panel L, Panel B) { divide(kPlain, L, B); }

void subtract_square(Panel A, Panel C) {
  dsyrk_(&kLowerTriangle, &kPlain, &C.rows, &A.columns, &kMinusOne, A.data, &A.stride, &kOne,
         C.data, &C.stride);
}

void subtract_product_transposed(Panel A, Panel B, Panel C) { subtract(kTransposed, A, B, C); }
void subtract_product(Panel A, Panel B, Panel C) { subtract(kPlain, A, B, C); }

void subtract_transposed_product(Panel A, Panel B, Panel C) {
  dgemm_(&kTransposed, &kPlain, &C.rows, &C.columns, &A.rows, &kMinusOne, A.data, &A.stride, B.data,
         &B.stride, &kOne, C.data, &C.stride);
}

void multiply_symmetric(Panel A, Panel B, Panel C) {
  constexpr char kLeft = 'L';
  constexpr double kNone = 0.0;
  dsymm_(&kLeft, &kLowerTriangle, &C.rows, &C.columns, &kMinusOne, A.data, &A.stride, B.data,
         &B.stride, &kNone, C.data, &C.stride);
}

void invert_by_cholesky(Panel L) {
  int status = 0;
  dpotri_(&kLowerTriangle, &L.rows, L.data, &L.stride, &status);
  SOLFEC_ASSERT(status == 0);
  (void)status;
}

bool factor_indefinite(Panel A, int* pivot) {
  constexpr int kBlock = 64;  // columns that dsytrf takes at once
  const int size = kBlock * A.rows;
  std::vector<double> work(at(size));
  int status = 0;
  dsytrf_(&kLowerTriangle, &A.rows, A.data, &A.stride, pivot, work.data(), &size, &status);
  return status == 0;
}

void solve_indefinite(Panel A, const int* pivot, Panel B) {
  int status = 0;
  dsytrs_(&kLowerTriangle, &A.rows, &B.columns, A.data, &A.stride, pivot, B.data, &B.stride,
          &status);
  SOLFEC_ASSERT(status == 0);
  (void)status;
}

}  // namespace solfec

#pragma once

namespace solfec {

/// Dense kernels of sparse factorisations by BLAS and LAPACK (Anderson et al. (1999), LAPACK Users'
/// Guide). Matrices are given by the address of their first entry and the stride of their columns;
/// of symmetric ones and of L the lower triangle is meant. A B of one row with stride 1 is a
/// vector. One thread; the same bits each time.

/// n x m numbers, column after column.
struct Panel {
  double* data;
  int rows;
  int columns;
  int stride;

  [[nodiscard]] double* at(int row, int column) const {
    return data + row + static_cast<long>(stride) * column;
  }
  [[nodiscard]] Panel part(int row, int column, int height, int width) const {
    return {at(row, column), height, width, stride};
  }
};

/// A = L Lᵀ in place. @return false when A is not positive definite; A is spoiled then.
bool cholesky(Panel A);
/// B L⁻ᵀ, or B L⁻¹, in place of B.
void divide_right_transposed(Panel L, Panel B);
void divide_right(Panel L, Panel B);
/// The lower triangle of C -= A Aᵀ.
void subtract_square(Panel A, Panel C);
/// C -= A Bᵀ, C -= A B.
void subtract_product_transposed(Panel A, Panel B, Panel C);
void subtract_product(Panel A, Panel B, Panel C);
/// C -= Aᵀ B.
void subtract_transposed_product(Panel A, Panel B, Panel C);
/// C = -A B of a symmetric A.
void multiply_symmetric(Panel A, Panel B, Panel C);
/// (L Lᵀ)⁻¹ in place of L, the lower triangle.
void invert_by_cholesky(Panel L);

/// A = P L D Lᵀ Pᵀ in place with 1 x 1 and 2 x 2 blocks in D (Bunch and Kaufman (1977), Math. Comp.
/// 31, 163-179). @param pivot  n numbers. @return false when A is singular.
bool factor_indefinite(Panel A, int* pivot);
/// A⁻¹ B in place of B by these factors.
void solve_indefinite(Panel A, const int* pivot, Panel B);

}  // namespace solfec

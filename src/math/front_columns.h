#pragma once

namespace solfec {

/// Columns of a Cholesky factor with the same rows, as they lie in a front: L11 above, of which the
/// lower triangle is looked at, and L21 below, column after column.
struct FrontColumns {
  const double* entry;
  const double* reciprocal;  // of the diagonal of L11
  int columns;               // a multiple of 3
  int rows;                  // of L11 and L21; the stride of the columns
};

/// Kernels of a solution with one right-hand side on a front, in loops that read L once in the
/// order of the memory. Compiled once per instruction set; all versions give the same bits.
struct FrontColumnKernels {
  /// (v1, v2) becomes (y, v2 - L21 y) with y = L11⁻¹ v1.
  void (*forward)(const FrontColumns& L, double* v);
  /// v1 becomes L11⁻ᵀ (v1 - L21ᵀ v2).
  void (*backward)(const FrontColumns& L, double* v);
  /// x += Σ factor_k column_k of columns anywhere, which do not overlap with x.
  void (*add_six)(const double* const (&column)[6], const double (&factor)[6], long rows,
                  double* x);
};

/// For any x86-64-v2 machine, or any other.
const FrontColumnKernels& front_column_kernels_baseline();
/// For machines with AVX2; the baseline where the compiler has no such target.
const FrontColumnKernels& front_column_kernels_wide();
/// The fastest that this machine runs, found once.
const FrontColumnKernels& front_column_kernels();

}  // namespace solfec

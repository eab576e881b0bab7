#pragma once

#include <cstdint>

namespace solfec {

/// A BlockCsr as its kernels see it: pointers alone, since a kernel may call no inline function of
/// another header (math/block_rows_loops.h). Blocks of nine numbers, column-major.
struct BlockRows {
  const std::int32_t* row_start;
  const std::int32_t* column;
  const double* block;
};

/// Products of block rows [begin, end) with vectors of three numbers per row; results belong to row
/// `begin`. Compiled once per instruction set; all versions give the same bits, also those of one
/// and of two vectors.
struct BlockRowKernels {
  /// y_i = (A x)_i.
  void (*product)(const BlockRows& A, int begin, int end, const double* x, double* y);
  /// Computes y_i = (A x)_i of two vectors x, for which A is read once.
  void (*two_products)(const BlockRows& A, int begin, int end, const double* const (&x)[2],
                       double* const (&y)[2]);
  /// e_i = x_i · (½ A_ii x_i + Σ_{j > i} A_ij x_j), whose sum is ½ xᵀ A x of a symmetric A with all
  /// diagonal blocks. Of A the blocks from the diagonal on are read.
  void (*half_energy)(const BlockRows& A, int begin, int end, const double* x, double* e);
};

/// For any x86-64-v2 machine, or any other.
const BlockRowKernels& block_row_kernels_baseline();
/// For machines with AVX2; the baseline where the compiler has no such target.
const BlockRowKernels& block_row_kernels_wide();
/// The fastest that this machine runs, found once.
const BlockRowKernels& block_row_kernels();

}  // namespace solfec

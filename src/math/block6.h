#pragma once

namespace solfec {

/// A 6 x 6 matrix by columns of eight numbers, the last two of each zero: entry (r, c) at r + 8 c.
/// The rows of zeros make every column two whole vectors; products keep them zero.
struct alignas(64) Block6 {
  static constexpr int kWidth = 6;
  static constexpr int kStride = 8;
  double entry[kStride * kWidth]{};
};

/// Products of blocks, compiled once per instruction set; all versions give the same bits.
struct Block6Kernels {
  /// C_m -= A_m X for A_m = a[m], C_m = c[place[m]], m < count. @pre X is none of the C_m.
  void (*subtract_products)(const Block6* a, int count, const int* place, const Block6& x,
                            Block6* c);
  /// A_m = A_m X for m < count.
  void (*multiply)(Block6* a, int count, const Block6& x);
  /// y_m -= A_m x for A_m = a[m] and the six numbers y_m from y[6 row[m]] on, m < count.
  /// @pre x is none of the y_m.
  void (*subtract_vectors)(const Block6* a, int count, const int* row, const double* x, double* y);
  /// C += Aᵀ B of two 3 x 6 matrices; A by rows of eight numbers, the last two zero, B by columns.
  void (*add_thin_product)(const double (&a)[3][8], const double (&b)[6][3], Block6& c);
};

/// For any x86-64-v2 machine, or any other.
const Block6Kernels& block6_kernels_baseline();
/// For machines with AVX2; the baseline where the compiler has no such target.
const Block6Kernels& block6_kernels_wide();
/// The fastest that this machine runs, found once.
const Block6Kernels& block6_kernels();

}  // namespace solfec

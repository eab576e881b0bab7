#pragma once

// The loops of block_rows.h as templates over a tag of the instruction set, so that versions
// compiled with different options never share a function. Nothing here may call an inline function
// of another header.

#include "math/block_rows.h"

namespace solfec {

/// The columns of a block are loaded as fours that stay within its nine numbers: entries 0, 3 and 5
/// on, so that the third column lies one lane higher than the others. Each column has a sum of its
/// own over the row. The lane that holds nothing of a column is not looked at.
template <typename Isa>
struct BlockRowLoops {
  using Four = double __attribute__((vector_size(32)));  // generic vector of the compiler

  static Four load(const double* from) {
    Four value;
    __builtin_memcpy(&value, from, sizeof value);
    return value;
  }

  struct Sum {
    Four column[3] = {Four{}, Four{}, Four{}};

    void add(const double* block, const double* x) {
      column[0] += load(block) * x[0];
      column[1] += load(block + 3) * x[1];
      column[2] += load(block + 5) * x[2];
    }
    [[nodiscard]] double row(int r) const { return column[0][r] + column[1][r] + column[2][r + 1]; }
    void store(double* y) const {
      for (int r = 0; r < 3; ++r) y[r] = row(r);
    }
  };

  static void product(const BlockRows& A, int begin, int end, const double* x, double* y) {
    for (int i = begin; i < end; ++i, y += 3) {
      Sum sum;
      for (long k = A.row_start[i]; k < A.row_start[i + 1]; ++k) {
        sum.add(A.block + 9 * k, x + 3L * A.column[k]);
      }
      sum.store(y);
    }
  }

  static void two_products(const BlockRows& A, int begin, int end, const double* const (&x)[2],
                           double* const (&y)[2]) {
    for (int i = begin; i < end; ++i) {
      Sum one;
      Sum other;
      for (long k = A.row_start[i]; k < A.row_start[i + 1]; ++k) {
        const long place = 3L * A.column[k];
        one.add(A.block + 9 * k, x[0] + place);
        other.add(A.block + 9 * k, x[1] + place);
      }
      one.store(y[0] + 3L * (i - begin));
      other.store(y[1] + 3L * (i - begin));
    }
  }

  static void half_energy(const BlockRows& A, int begin, int end, const double* x, double* e) {
    for (int i = begin; i < end; ++i, ++e) {
      const double* own = x + 3L * i;
      long k = A.row_start[i];
      while (A.column[k] < i) ++k;
      Sum diagonal;
      diagonal.add(A.block + 9 * k, own);
      Sum above;
      for (++k; k < A.row_start[i + 1]; ++k) above.add(A.block + 9 * k, x + 3L * A.column[k]);
      double sum = 0.0;
      for (int r = 0; r < 3; ++r) sum += own[r] * (0.5 * diagonal.row(r) + above.row(r));
      *e = sum;
    }
  }

  static constexpr BlockRowKernels kTable{product, two_products, half_energy};
};

}  // namespace solfec

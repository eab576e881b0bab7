#pragma once

// The loops of block6.h as templates over a tag of the instruction set, so that versions compiled
// with different options never share a function. Nothing here may call an inline function of
// another header.

#include "math/block6.h"

namespace solfec {

/// Columns of eight numbers are two generic vectors of four, which the compiler splits where the
/// instruction set has shorter ones: same products, same sums, same bits. All of A is loaded before
/// one column of C after the other is made.
template <typename Isa>
struct Block6Loops {
  using Four = double __attribute__((vector_size(32)));  // generic vector of the compiler

  using Two = double __attribute__((vector_size(16)));

  static constexpr long kWidth = Block6::kWidth;  // long as offsets of pointers are
  static constexpr long kStride = Block6::kStride;

  static Four load(const double* from) {
    Four value;
    __builtin_memcpy(&value, from, sizeof value);
    return value;
  }
  static Two load_two(const double* from) {
    Two value;
    __builtin_memcpy(&value, from, sizeof value);
    return value;
  }
  static void store(double* to, Four value) { __builtin_memcpy(to, &value, sizeof value); }

  static void subtract_products(const Block6* a, int count, const int* place, const Block6& x,
                                Block6* c) {
    for (int m = 0; m < count; ++m) subtract_product(a[m].entry, x.entry, c[place[m]].entry);
  }

  static void subtract_product(const double* a, const double* x, double* c) {
    Four upper[kWidth];
    Four lower[kWidth];
    for (long k = 0; k < kWidth; ++k) {
      upper[k] = load(a + kStride * k);
      lower[k] = load(a + kStride * k + 4);
    }
    for (long column = 0; column < kWidth; ++column) {
      double* to = c + kStride * column;
      Four high = load(to);
      Four low = load(to + 4);
      for (long k = 0; k < kWidth; ++k) {
        const double factor = x[kStride * column + k];
        high -= upper[k] * factor;
        low -= lower[k] * factor;
      }
      store(to, high);
      store(to + 4, low);
    }
  }

  static void subtract_vectors(const Block6* a, int count, const int* row, const double* x,
                               double* y) {
    for (int m = 0; m < count; ++m) subtract_vector(a[m].entry, x, y + kWidth * row[m]);
  }

  static void subtract_vector(const double* a, const double* x, double* y) {
    Four high = load(y);
    Two low = load_two(y + 4);
    for (long k = 0; k < kWidth; ++k) {
      high -= load(a + kStride * k) * x[k];
      low -= load_two(a + kStride * k + 4) * x[k];
    }
    store(y, high);
    __builtin_memcpy(y + 4, &low, sizeof low);
  }

  static void multiply(Block6* a, int count, const Block6& x) {
    Block6 minus;
    for (long k = 0; k < kStride * kWidth; ++k) minus.entry[k] = -x.entry[k];
    for (int m = 0; m < count; ++m) {
      Block6 product;
      subtract_product(a[m].entry, minus.entry, product.entry);
      a[m] = product;
    }
  }

  static void add_thin_product(const double (&a)[3][8], const double (&b)[6][3], Block6& c) {
    for (long column = 0; column < kWidth; ++column) {
      double* to = c.entry + kStride * column;
      Four high = load(to);
      Four low = load(to + 4);
      for (long k = 0; k < 3; ++k) {
        high += load(a[k]) * b[column][k];
        low += load(a[k] + 4) * b[column][k];
      }
      store(to, high);
      store(to + 4, low);
    }
  }

  static constexpr Block6Kernels kTable{subtract_products, multiply, subtract_vectors,
                                        add_thin_product};
};

}  // namespace solfec

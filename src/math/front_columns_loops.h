#pragma once

// The loops of front_columns.h as templates over a tag of the instruction set, so that versions
// compiled with different options never share a function. Nothing here may call an inline function
// of another header.

#include "math/front_columns.h"

namespace solfec {

/// Six columns at a time, and three at the end where six do not divide them: their triangle first,
/// then all rows below in fours, which the compiler splits where the instruction set has shorter
/// vectors. Sums over rows are those of four lanes, also in the last rows: same sums, same bits.
template <typename Isa>
struct FrontColumnLoops {
  using Four = double __attribute__((vector_size(32)));  // generic vector of the compiler

  static constexpr int kTogether = 6;

  static Four load(const double* from) {
    Four value;
    __builtin_memcpy(&value, from, sizeof value);
    return value;
  }
  static void store(double* to, Four value) { __builtin_memcpy(to, &value, sizeof value); }

  /// kColumns columns from the diagonal down, in a front of `stride` rows.
  template <int kColumns>
  static void eliminate(const double* L, const double* reciprocal, long stride, long rows,
                        double* v) {
    double y[kColumns];
    for (int j = 0; j < kColumns; ++j) {
      double sum = v[j];
      for (int k = 0; k < j; ++k) sum -= L[stride * k + j] * y[k];
      v[j] = y[j] = sum * reciprocal[j];
    }
    long i = kColumns;
    for (; i + 4 <= rows; i += 4) {
      Four sum = load(v + i);
      for (int k = 0; k < kColumns; ++k) sum -= load(L + stride * k + i) * y[k];
      store(v + i, sum);
    }
    for (; i < rows; ++i) {
      double sum = v[i];
      for (int k = 0; k < kColumns; ++k) sum -= L[stride * k + i] * y[k];
      v[i] = sum;
    }
  }

  template <int kColumns>
  static void substitute(const double* L, const double* reciprocal, long stride, long rows,
                         double* v) {
    Four sum[kColumns];
    for (int k = 0; k < kColumns; ++k) sum[k] = Four{};
    long i = kColumns;
    for (; i + 4 <= rows; i += 4) {
      const Four below = load(v + i);
      for (int k = 0; k < kColumns; ++k) sum[k] += load(L + stride * k + i) * below;
    }
    for (int lane = 0; i < rows; ++i, ++lane) {
      for (int k = 0; k < kColumns; ++k) sum[k][lane] += L[stride * k + i] * v[i];
    }
    for (int j = kColumns - 1; j >= 0; --j) {
      double rest = v[j] - ((sum[j][0] + sum[j][1]) + (sum[j][2] + sum[j][3]));
      for (int k = j + 1; k < kColumns; ++k) rest -= L[stride * j + k] * v[k];
      v[j] = rest * reciprocal[j];
    }
  }

  static void forward(const FrontColumns& L, double* v) {
    const long stride = L.rows;
    int j = 0;
    for (; j + kTogether <= L.columns; j += kTogether) {
      eliminate<kTogether>(L.entry + (stride + 1) * j, L.reciprocal + j, stride, L.rows - j, v + j);
    }
    if (j == L.columns) return;
    eliminate<3>(L.entry + (stride + 1) * j, L.reciprocal + j, stride, L.rows - j, v + j);
  }

  static void backward(const FrontColumns& L, double* v) {
    const long stride = L.rows;
    int j = L.columns - L.columns % kTogether;
    if (j < L.columns) {
      substitute<3>(L.entry + (stride + 1) * j, L.reciprocal + j, stride, L.rows - j, v + j);
    }
    for (j -= kTogether; j >= 0; j -= kTogether) {
      substitute<kTogether>(L.entry + (stride + 1) * j, L.reciprocal + j, stride, L.rows - j,
                            v + j);
    }
  }

  static void add_six(const double* const (&column)[6], const double (&factor)[6], long rows,
                      double* x) {
    long i = 0;
    for (; i + 4 <= rows; i += 4) {
      Four sum = load(x + i);
      for (int k = 0; k < 6; ++k) sum += load(column[k] + i) * factor[k];
      store(x + i, sum);
    }
    for (; i < rows; ++i) {
      for (int k = 0; k < 6; ++k) x[i] += column[k][i] * factor[k];
    }
  }

  static constexpr FrontColumnKernels kTable{forward, backward, add_six};
};

}  // namespace solfec

#include "solver/newton/dense_newton.h"

#include <limits>

#include "base/count.h"
#include "base/parallel_for.h"
#include "local_dynamics/sweep_work.h"
#include "math/lapack.h"

namespace solfec {

namespace {

constexpr int kColumnsAtOnce = 16;  // fewer are not worth waking threads

}  // namespace

double DenseNewton::cost_in_sweeps() {
  if (!is_complete()) return std::numeric_limits<double>::infinity();
  const double n = problem_.size();
  return 1.0 + 9.0 * n * n * n / operations_of_sweep(n);
}

bool DenseNewton::compute(std::span<const Vec3> R, std::span<const Vec3> U, std::span<Vec3> dR) {
  if (!is_complete()) return false;
  rows_.resize(R.size());
  for (int i = 0; i < problem_.size(); ++i) {
    rows_[at(i)] = linearise_row(problem_, i, R[at(i)], U[at(i)]);
  }
  return step(rows_, dR);
}

bool DenseNewton::step(std::span<const RowLinearisation> rows, std::span<Vec3> dR) {
  if (!is_complete()) return false;
  const int n = problem_.size();
  const std::size_t size = 3 * at(n);
  matrix_.resize(size * size);
  right_.resize(size);
  parallel_for(n, kColumnsAtOnce, [&](int j) {
    for (int i = 0; i < n; ++i) {
      Mat3 block = rows[at(i)].E * problem_.body_space.block(i, j);
      if (i == j) block += identity();
      for (int c = 0; c < 3; ++c) {
        double* const column = &matrix_[(3 * at(j) + at(c)) * size + 3 * at(i)];
        for (int r = 0; r < 3; ++r) column[r] = block(r, c);
      }
    }
    for (int c = 0; c < 3; ++c) right_[3 * at(j) + at(c)] = -rows[at(j)].k[c];
  });
  if (!solve_dense(3 * n, matrix_, right_)) return false;
  for (int i = 0; i < n; ++i) {
    dR[at(i)] = {right_[3 * at(i)], right_[3 * at(i) + 1], right_[3 * at(i) + 2]};
    if (!is_finite(dR[at(i)])) return false;
  }
  return true;
}

}  // namespace solfec

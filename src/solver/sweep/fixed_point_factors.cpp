#include "solver/sweep/fixed_point_factors.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "base/count.h"

namespace solfec {
namespace {

/// Returns the number of the matrix and of the order of the places, in which sums of blocks between
/// them are made; 0: the matrix is that of one step.
std::uint64_t number_of(const PlaceInverse& inverse, std::span<const int> place) {
  constexpr std::uint64_t kPrime = 1099511628211;  // of Fowler, Noll and Vo's hash
  if (inverse.matrix == 0) return 0;
  std::vector<int> order(place.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int a, int b) { return place[at(a)] < place[at(b)]; });
  std::uint64_t number = inverse.matrix;
  for (const int k : order) number = (number ^ static_cast<std::uint64_t>(k)) * kPrime;
  return number;
}

}  // namespace

bool factor_independent(Panel A, std::span<const double> diagonal) {
  constexpr double kDependent = 1e-9;
  if (!cholesky(A)) return false;
  for (int i = 0; i < A.rows; ++i) {
    const double pivot = *A.at(i, i);
    if (!(pivot * pivot > kDependent * diagonal[at(i)])) return false;
  }
  return true;
}

bool FixedPointFactors::find(const PlaceInverse& inverse, int places, const Points& points) {
  const std::uint64_t number = number_of(inverse, points.place);
  const bool known =
      number != 0 && number == matrix_ && 3 * points.held == held_ && points_ == points.point;
  if (known) return independent_;
  matrix_ = number;
  points_ = points.point;
  held_ = 3 * points.held;
  size_ = 3 * count(points.place);
  fill(inverse, places, points);
  independent_ = factor();
  return independent_;
}

/// The lower triangle, column by column.
void FixedPointFactors::fill(const PlaceInverse& inverse, int places, const Points& points) {
  factors_.resize(at(size_) * at(size_));
  const Panel A = matrix();
  for (int n = 0; n < count(points.place); ++n) {
    for (int m = n; m < count(points.place); ++m) {
      const Mat3 block =
          place_block(*inverse.block, places, points.place[at(m)], points.place[at(n)]);
      for (int k = 0; k < 3; ++k) std::copy_n(block.m + 3L * k, 3, A.at(3 * m, 3 * n + k));
    }
  }
}

bool FixedPointFactors::factor() {
  const Panel A = matrix();
  const Panel held = A.part(0, 0, held_, held_);
  std::vector<double> diagonal(at(held_));
  for (int i = 0; i < held_; ++i) diagonal[at(i)] = *A.at(i, i);
  if (!factor_independent(held, diagonal)) return false;
  const Panel below = A.part(held_, 0, size_ - held_, held_);
  if (below.rows == 0) return true;
  divide_right_transposed(held, below);
  subtract_square(below, A.part(held_, held_, below.rows, below.rows));
  return true;
}

Mat3 FixedPointFactors::rest(int m, int n) const {
  Mat3 block;
  const double* column = factors_.data() + held_ + 3L * m + (held_ + 3L * n) * size_;
  for (int k = 0; k < 3; ++k, column += size_) std::copy_n(column, 3, block.m + 3L * k);
  if (m == n) {  // of which the lower triangle is there
    for (int i = 0; i < 3; ++i) {
      for (int k = i + 1; k < 3; ++k) block(i, k) = block(k, i);
    }
  }
  return block;
}

void FixedPointFactors::forward(std::span<double> x1, std::span<double> x2) {
  const Panel A = matrix();
  const Panel y{x1.data(), 1, held_, 1};
  divide_right_transposed(A.part(0, 0, held_, held_), y);
  std::fill(x2.begin(), x2.end(), 0.0);
  if (x2.empty()) return;
  subtract_product_transposed(y, A.part(held_, 0, size_ - held_, held_),
                              {x2.data(), 1, size_ - held_, 1});
}

void FixedPointFactors::backward(std::span<double> y, std::span<double> x2) {
  const Panel A = matrix();
  const Panel x{y.data(), 1, held_, 1};
  if (!x2.empty()) {
    subtract_product({x2.data(), 1, size_ - held_, 1}, A.part(held_, 0, size_ - held_, held_), x);
  }
  divide_right(A.part(0, 0, held_, held_), x);
}

}  // namespace solfec

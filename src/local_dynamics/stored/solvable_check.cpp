#include "local_dynamics/stored/solvable_check.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "archive/archive_error.h"
#include "base/cat.h"
#include "base/count.h"
#include "math/lanczos.h"
#include "math/lapack.h"

namespace solfec {
namespace {

constexpr double kFarFromTranspose = 0.1;   // of |W|
constexpr double kFarBlocks = 0.3;          // of the diagonal blocks of both rows
constexpr double kOneSided = 0.01;          // of |W|, when one triangle is all there is
constexpr double kPrinted = 1e-5;           // rounding of printed numbers
constexpr double kLargestVelocity = 1e150;  // m/s, whose square is a number
constexpr int kLanczosSteps = 200;
constexpr double kLanczosNumbers = 1.2e7;  // of all its vectors, 96 MB

double size_of(const Mat3& block) { return std::sqrt(double_dot(block, block)); }

class SolvableCheck {
 public:
  SolvableCheck(const StoredProblem& problem, const std::string& name)
      : problem_(problem), W_(problem.W), name_(name) {}

  void not_empty() {
    if (problem_.row_count() == 0) fail("the problem has no contacts");
    for (const Mat3& block : W_.block) {
      for (const double entry : block.m) largest_ = std::max(largest_, std::fabs(entry));
    }
    if (!(largest_ > 0.0)) fail(cat("W of ", problem_.contact_count(), " contacts is zero"));
  }
  void near_transpose();
  void bounded_velocities() const;
  void positive_normals() const;
  void definite_blocks() const;
  void definite() const;

 private:
  [[noreturn]] void fail(const std::string& text) const {
    throw ArchiveError(cat(name_, ": ", text));
  }
  [[nodiscard]] std::string row_text(int i) const {
    const int joint = i - problem_.contact_count();
    return joint < 0 ? cat("contact ", i) : cat("equality ", joint);
  }
  /// W_ij over the largest entry of W, so that no square overflows.
  [[nodiscard]] Mat3 block(int i, int j) const {
    const Mat3* const found = W_.find(i, j);
    return found != nullptr ? (1.0 / largest_) * *found : Mat3{};
  }
  [[nodiscard]] std::vector<double> row_scales() const;
  /// y = (W + Wᵀ) x / 2 with both sides scaled.
  void apply(std::span<const double> scale, std::span<const double> x, std::span<double> y) const;

  const StoredProblem& problem_;
  const BlockCsr& W_;
  const std::string& name_;
  double largest_ = 0.0;
  double allowed_ = kPrinted;  // t
};

/// On which sides of the diagonal there are entries.
struct Sides {
  bool below = false;
  bool above = false;

  void add(int row, int column) {
    below = below || column < row;
    above = above || column > row;
  }
  [[nodiscard]] bool one() const { return below != above; }
};

void add_scalars(const Mat3& block, int i, int j, Sides& sides) {
  for (int entry = 0; entry < 9; ++entry) {
    const int a = entry % 3;
    const int b = entry / 3;
    // in the order of the file: N first
    if (block(a, b) != 0.0) sides.add(3 * i + (a + 1) % 3, 3 * j + (b + 1) % 3);
  }
}

/// True when the scalar entries off the diagonal, or the blocks, are all on one side of it.
bool one_sided(const BlockCsr& W) {
  Sides blocks;
  Sides scalars;
  for (int i = 0; i < W.row_count(); ++i) {
    for (int k = W.row_start[at(i)]; k < W.row_start[at(i) + 1]; ++k) {
      if (W.block[at(k)] == Mat3{}) continue;
      blocks.add(i, W.column[at(k)]);
      add_scalars(W.block[at(k)], i, W.column[at(k)], scalars);
    }
  }
  return blocks.one() || scalars.one();
}

void SolvableCheck::near_transpose() {
  double size = 0.0;
  double difference = 0.0;
  double worst = 0.0;
  int worst_row = 0;
  int worst_column = 0;
  for (int i = 0; i < W_.row_count(); ++i) {
    for (int k = W_.row_start[at(i)]; k < W_.row_start[at(i) + 1]; ++k) {
      const int j = W_.column[at(k)];
      const Mat3 here = (1.0 / largest_) * W_.block[at(k)];
      const bool mirrored = W_.find(j, i) != nullptr;
      const double apart = size_of(here - transpose(block(j, i)));
      size += double_dot(here, here);
      difference += (mirrored ? 1.0 : 2.0) * apart * apart;  // where one is missing, for both
      const double diagonal = std::sqrt(size_of(block(i, i)) * size_of(block(j, j)));
      if (!(apart > worst * diagonal)) continue;
      worst = apart / diagonal;
      worst_row = i;
      worst_column = j;
    }
  }
  const double relative = std::sqrt(difference / size);
  const bool triangle = relative > kOneSided && one_sided(W_);
  if (triangle || relative > kFarFromTranspose || worst > kFarBlocks) {
    fail(cat(triangle ? "W holds one triangle only, it" : "W",
             " must equal its transpose, |W - W^T| is ", short_number(relative),
             " of |W|, most at ", row_text(worst_row), " and ", row_text(worst_column),
             " (from 0), which differ by ", short_number(worst), " of their diagonal blocks"));
  }
  allowed_ += worst;
}

/// Residuals are relative to sums of squares of free velocities.
void SolvableCheck::bounded_velocities() const {
  for (int i = 0; i < problem_.row_count(); ++i) {
    const double size = norm_inf(problem_.q[at(i)]);
    if (size <= kLargestVelocity) continue;
    fail(cat("free velocities must be at most ", kLargestVelocity, " m/s, ", row_text(i),
             " (from 0) has ", size));
  }
}

void SolvableCheck::positive_normals() const {
  for (int i = 0; i < problem_.contact_count(); ++i) {
    const Mat3* const block = W_.find(i, i);
    const double normal = block != nullptr ? (*block)(2, 2) : 0.0;
    if (normal > 0.0) continue;
    fail(cat("W_NN must be positive, contact ", i, " (from 0) has ", normal));
  }
}

void SolvableCheck::definite_blocks() const {
  for (int i = 0; i < W_.row_count(); ++i) {
    Mat3 symmetric = 0.5 * (block(i, i) + transpose(block(i, i)));
    const double sum = trace(symmetric);
    double values[3];
    symmetric_eigenvalues(3, symmetric.m, values);
    if (values[0] >= -allowed_ * sum) continue;
    fail(cat("W must be positive semidefinite, the diagonal block of ", row_text(i),
             " (from 0) has the eigenvalue ", short_number(values[0] * largest_)));
  }
}

std::vector<double> SolvableCheck::row_scales() const {
  std::vector<double> scale(at(W_.row_count()));
  for (int i = 0; i < W_.row_count(); ++i) scale[at(i)] = trace(block(i, i));
  const double mean = std::accumulate(scale.begin(), scale.end(), 0.0) / count(scale);
  // an equality may have no diagonal: then it must have no other entries either
  for (double& s : scale) s = 1.0 / std::sqrt(s > 0.0 ? s : (mean > 0.0 ? mean : 1.0));
  return scale;
}

void SolvableCheck::apply(std::span<const double> scale, std::span<const double> x,
                          std::span<double> y) const {
  std::fill(y.begin(), y.end(), 0.0);
  const auto vector = [&](int i) {
    const double* from = x.data() + at(3 * i);
    return scale[at(i)] * Vec3{from[0], from[1], from[2]};
  };
  const auto add = [&](int i, Vec3 v) {
    for (int a = 0; a < 3; ++a) y[at(3 * i + a)] += 0.5 / largest_ * scale[at(i)] * v[a];
  };
  for (int i = 0; i < W_.row_count(); ++i) {
    const Vec3 x_i = vector(i);
    Vec3 sum;
    for (int k = W_.row_start[at(i)]; k < W_.row_start[at(i) + 1]; ++k) {
      const int j = W_.column[at(k)];
      sum += W_.block[at(k)] * vector(j);
      add(j, transposed_times(W_.block[at(k)], x_i));
    }
    add(i, sum);
  }
}

void SolvableCheck::definite() const {
  const std::vector<double> scale = row_scales();
  const int n = 3 * W_.row_count();
  const LinearMap map = [&](std::span<const double> x, std::span<double> y) { apply(scale, x, y); };
  const int steps = std::clamp(static_cast<int>(kLanczosNumbers / n), 10, kLanczosSteps);
  const RitzPair least = least_ritz_pair(n, map, steps, -allowed_);
  if (least.value >= -allowed_) return;
  int worst = 0;
  double share = 0.0;
  for (int i = 0; i < W_.row_count(); ++i) {
    const double* const x = least.vector.data() + at(3 * i);
    const double here = x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
    if (here > share) worst = i;
    share = std::max(share, here);
  }
  fail(
      cat("W must be positive semidefinite, with rows scaled to a trace of 1 it has the "
          "eigenvalue ",
          short_number(least.value), ", most of it at ", row_text(worst), " (from 0)"));
}

}  // namespace

void require_solvable(const StoredProblem& problem, const std::string& name) {
  SolvableCheck check(problem, name);
  check.not_empty();
  check.bounded_velocities();
  check.positive_normals();
  check.near_transpose();
  check.definite_blocks();
  check.definite();
}

}  // namespace solfec

#include "local_dynamics/stored/unit_problem.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace solfec {

namespace {

/// Binary exponent of a positive number, 0 for others.
int exponent_of(double value) {
  return value > 0.0 && std::isfinite(value) ? std::ilogb(value) : 0;
}

Mat3 diagonal_block(const BlockCsr& W, int i) {
  const Mat3* const block = W.find(i, i);
  return block == nullptr ? Mat3{} : *block;
}

/// Exponent of the mean diagonal entry. Entries are brought near one first, so that no sum
/// overflows.
int diagonal_exponent(const BlockCsr& W) {
  double largest = 0.0;
  for (int i = 0; i < W.row_count(); ++i) {
    for (int k = 0; k < 3; ++k) largest = std::max(largest, std::fabs(diagonal_block(W, i)(k, k)));
  }
  const int shift = exponent_of(largest);
  double sum = 0.0;
  for (int i = 0; i < W.row_count(); ++i) {
    for (int k = 0; k < 3; ++k) sum += std::scalbn(std::fabs(diagonal_block(W, i)(k, k)), -shift);
  }
  return shift + exponent_of(sum / std::max(1, 3 * W.row_count()));
}

int largest_exponent(const std::vector<Vec3>& q) {
  double largest = 0.0;
  for (const Vec3& v : q) {
    for (int k = 0; k < 3; ++k) largest = std::max(largest, std::fabs(v[k]));
  }
  return exponent_of(largest);
}

void scale(int exponent, std::vector<Vec3>& vectors) {
  for (Vec3& v : vectors) {
    v = {std::scalbn(v.x, exponent), std::scalbn(v.y, exponent), std::scalbn(v.z, exponent)};
  }
}

}  // namespace

void use_own_units(StoredProblem& problem) {
  const int mobility = diagonal_exponent(problem.W);
  const int speed = largest_exponent(problem.q);
  for (Mat3& block : problem.W.block) {
    for (double& entry : block.m) entry = std::scalbn(entry, -mobility);
  }
  scale(-speed, problem.q);
  const auto scale_solution = [&](StoredSolution& solution) {
    scale(mobility - speed, solution.r);
    scale(-speed, solution.u);
  };
  scale_solution(problem.solution);
  for (StoredSolution& guess : problem.guesses) scale_solution(guess);
}

}  // namespace solfec

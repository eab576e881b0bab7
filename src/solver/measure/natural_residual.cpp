#include "solver/measure/natural_residual.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "base/check.h"
#include "base/count.h"
#include "solver/measure/row_residual.h"

namespace solfec {

namespace {

/// Σ tr(W_ii) / 3 and the number of rows.
std::array<double, 2> inverse_masses(const LocalDynamics& problem) {
  std::array<double, 2> sums{0.0, static_cast<double>(problem.size())};
  for (const Mat3& W : problem.W_diagonal) sums[0] += trace(W) / 3.0;
  return sums;
}

double mean_of(const std::array<double, 2>& sums) {
  return sums[1] > 0.0 && sums[0] > 0.0 ? sums[0] / sums[1] : 1.0;
}

}  // namespace

double mean_inverse_mass(const LocalDynamics& problem) { return mean_of(inverse_masses(problem)); }

double mean_inverse_mass_of_all(const LocalDynamics& problem) {
  std::array<double, 2> sums = inverse_masses(problem);
  problem.shared.sum(sums);
  return mean_of(sums);
}

std::vector<std::uint8_t> slots_counted_elsewhere(const LocalDynamics& problem) {
  const auto bodies = static_cast<std::size_t>(problem.body_space.slot_count());
  std::vector<std::uint8_t> elsewhere(bodies, 0);
  const SharedSlots& shared = problem.shared;
  if (shared.one_rank()) return elsewhere;
  for (const SharedSlots::Neighbour& neighbour : shared.neighbours) {
    if (neighbour.rank > shared.comm->rank()) continue;
    for (const int slot : neighbour.slot) elsewhere[static_cast<std::size_t>(slot)] = 1;
  }
  return elsewhere;
}

int count_own_bodies(const LocalDynamics& problem) {
  if (problem.shared.one_rank()) return problem.body_space.slot_count();
  const std::vector<std::uint8_t> elsewhere = slots_counted_elsewhere(problem);
  return static_cast<int>(std::count(elsewhere.begin(), elsewhere.end(), 0));
}

void set_mean(double bodies, NaturalViolation& parts) {
  parts.mean = bodies > 0.0 ? parts.violation / std::sqrt(bodies) : parts.worst;
}

void ViolationSums::add(const LocalDynamics& problem, int i, Vec3 miss, Vec3 R, Vec3 U) {
  const RowLaw& law = problem.law[static_cast<std::size_t>(i)];
  const double part = dot(miss, miss);
  if (part > worst_) {
    worst_ = part;
    worst_row_ = i;
  }
  residual_ += part;
  const Vec3 q = shifted_velocity(law, problem.B[static_cast<std::size_t>(i)]);
  const Vec3 u = shifted_velocity(law, U);
  const Vec3 r = shifted_reaction(law, R);
  free_ += dot(q, q);
  velocity_ += dot(u, u);
  reaction_ += scale_ * scale_ * dot(r, r);
}

NaturalViolation ViolationSums::result(double bodies) const {
  NaturalViolation parts;
  parts.violation = std::sqrt(residual_);
  parts.worst = std::sqrt(worst_);
  parts.worst_row = worst_row_;
  set_mean(bodies, parts);
  set_scales(free_, velocity_, reaction_, parts);
  return parts;
}

NaturalViolation natural_violation(const LocalDynamics& problem, std::span<const Vec3> R,
                                   std::span<const Vec3> U) {
  SOLFEC_ASSERT(count(R) == problem.size() && count(U) == problem.size());
  const double scale = mean_inverse_mass(problem);
  ViolationSums sums(scale);
  for (int i = 0; i < problem.size(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (is_open(problem.law[at])) continue;
    sums.add(problem, i, natural_row_residual(problem, i, scale, R[at], U[at]), R[at], U[at]);
  }
  return sums.result(problem.body_space.slot_count());
}

void set_scales(double free_squared, double velocity_squared, double reaction_squared,
                NaturalViolation& parts) {
  const double velocity = std::sqrt(std::max(free_squared, velocity_squared));
  const double largest = std::max(velocity, std::sqrt(reaction_squared));
  parts.velocity_scale = velocity > 0.0 ? velocity : 1.0;
  parts.scale = largest > 0.0 ? largest : 1.0;
}

double natural_residual(const LocalDynamics& problem, std::span<const Vec3> R,
                        std::span<const Vec3> U, int* worst_row) {
  const NaturalViolation parts = natural_violation(problem, R, U);
  if (worst_row != nullptr) *worst_row = parts.worst_row;
  return parts.natural();
}

SolutionSize solution_size(const LocalDynamics& problem, std::span<const Vec3> R,
                           std::span<const Vec3> U) {
  SOLFEC_ASSERT(count(R) == problem.size() && count(U) == problem.size());
  double free = 0.0;
  double velocity = 0.0;
  double reaction = 0.0;
  for (std::size_t i = 0; i < R.size(); ++i) {
    free += dot(problem.B[i], problem.B[i]);
    velocity += dot(U[i], U[i]);
    reaction += dot(R[i], R[i]);
  }
  std::array<double, 3> squares{free, velocity, reaction};
  problem.shared.sum(squares);
  return {std::sqrt(std::max(squares[0], squares[1])),
          mean_inverse_mass_of_all(problem) * std::sqrt(squares[2])};
}

}  // namespace solfec

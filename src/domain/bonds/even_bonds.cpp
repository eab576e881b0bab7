#include "domain/bonds/even_bonds.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "base/count.h"
#include "math/pseudo_inverse.h"

namespace solfec {
namespace {

constexpr double kMotion = 1e-3;    // of the velocity that the cohesion gives in a step (bonds.h)
constexpr double kInPlane = 1e-14;  // of second moments: heights of rounding above the plane
constexpr double kKept = 1e-12;     // of moments, which only rounding may change

/// Bonded rows of Signorini contacts between bodies of one motion each, plane by plane.
std::vector<std::pair<int, int>> rows_by_plane(const LocalDynamics& problem) {
  const auto bends = [&](int slot) {
    return slot >= 0 && is_mesh(problem.body_space.slot_kind(slot));
  };
  std::vector<std::pair<int, int>> rows;
  for (int i = 0; i < count(problem.bond_plane); ++i) {
    const RowJacobian& row = problem.body_space.rows()[at(i)];
    const RowLaw& law = problem.law[at(i)];
    if (!law.bonded || law.kind != ConstraintKind::contact || !(law.cohesion > 0.0)) continue;
    if (!bends(row.master) && !bends(row.slave)) rows.emplace_back(problem.bond_plane[at(i)], i);
  }
  std::sort(rows.begin(), rows.end());
  return rows;
}

bool is_at_rest(const LocalDynamics& problem, int i, Vec3 U) {
  const RowLaw& law = problem.law[at(i)];
  const double motion = kMotion * problem.W_diagonal[at(i)](2, 2) * law.cohesion;
  return std::hypot(U.x, U.y) <= motion && U.z + law.velocity_shift <= motion;
}

/// Linear fit of the stresses of the rows of a plane.
class LinearStress {
 public:
  LinearStress(const LocalDynamics& problem, std::span<const std::pair<int, int>> rows,
               std::span<const Vec3> R)
      : problem_(problem) {
    Vec3 force;
    for (const auto& [plane, i] : rows) {
      const double strength = problem.law[at(i)].cohesion;
      strength_ += strength;
      center_ += strength * problem.bond_point[at(i)];
      force += frame(i) * R[at(i)];
    }
    center_ = center_ / strength_;
    mean_ = force / strength_;
    Mat3 second;
    for (const auto& [plane, i] : rows) {
      const Vec3 x = arm(i);
      second += problem.law[at(i)].cohesion * outer(x, x);
      moment_ += outer(frame(i) * R[at(i)], x);
    }
    if (!is_finite(second) || !is_finite(moment_)) return;  // cohesion of absurd size
    slope_ = moment_ * pseudo_inverse(second, kInPlane * trace(second));
    const Mat3 lost = moment_ - slope_ * second;
    keeps_ = double_dot(lost, lost) <= kKept * kKept * double_dot(moment_, moment_);
  }

  [[nodiscard]] bool keeps_moments() const { return keeps_; }
  /// In the local frame, N.
  [[nodiscard]] Vec3 reaction(int i) const {
    const double strength = problem_.law[at(i)].cohesion;
    return strength * transposed_times(frame(i), mean_ + slope_ * arm(i));
  }

 private:
  [[nodiscard]] const Mat3& frame(int i) const { return problem_.body_space.rows()[at(i)].frame; }
  [[nodiscard]] Vec3 arm(int i) const { return problem_.bond_point[at(i)] - center_; }

  const LocalDynamics& problem_;
  double strength_{};
  Vec3 center_;
  Vec3 mean_;
  Mat3 moment_;
  Mat3 slope_;
  bool keeps_{};
};

bool is_within_cone(const RowLaw& law, Vec3 R) {
  const double pressure = R.z + law.cohesion;
  return pressure >= 0.0 && std::hypot(R.x, R.y) <= law.friction * pressure;
}

void even_out(const LocalDynamics& problem, std::span<const std::pair<int, int>> rows,
              LocalSolution& solution) {
  constexpr std::size_t kDetermined = 3;
  if (rows.size() <= kDetermined) return;
  const auto rests = [&](const auto& row) {
    return is_at_rest(problem, row.second, solution.U[at(row.second)]);
  };
  if (!std::all_of(rows.begin(), rows.end(), rests)) return;
  const LinearStress stress(problem, rows, solution.R);
  const auto holds = [&](const auto& row) {
    return is_within_cone(problem.law[at(row.second)], stress.reaction(row.second));
  };
  if (!stress.keeps_moments() || !std::all_of(rows.begin(), rows.end(), holds)) return;
  for (const auto& [plane, i] : rows) solution.R[at(i)] = stress.reaction(i);
}

}  // namespace

void even_out_bonds(const LocalDynamics& problem, LocalSolution& solution) {
  const auto rows = rows_by_plane(problem);
  for (std::size_t begin = 0, end = 0; begin < rows.size(); begin = end) {
    while (end < rows.size() && rows[end].first == rows[begin].first) ++end;
    even_out(problem, std::span(rows).subspan(begin, end - begin), solution);
  }
}

}  // namespace solfec

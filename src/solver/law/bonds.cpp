#include "solver/law/bonds.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/count.h"
#include "solver/law/law.h"
#include "solver/law/spring_bonds.h"

namespace solfec {
namespace {

bool are_springs(const RowLaw& law, BondedRows springs) {
  return springs == BondedRows::all_springs || law.kind == ConstraintKind::spring_dashpot;
}

/// Bonded rows, of springs or the others, with their patches, patch by patch; a row without one is
/// its own.
std::vector<std::pair<int, int>> rows_by_patch(const LocalDynamics& problem, BondedRows springs,
                                               bool of_springs) {
  std::vector<std::pair<int, int>> rows;
  for (int i = 0; i < problem.size(); ++i) {
    const RowLaw& law = problem.law[at(i)];
    if (!law.bonded || law.kind == ConstraintKind::cohesive_zone) continue;  // it softens instead
    if (are_springs(law, springs) != of_springs) continue;
    const bool listed = at(i) < problem.bond_patch.size() && problem.bond_patch[at(i)] >= 0;
    rows.emplace_back(listed ? problem.bond_patch[at(i)] : problem.size() + i, i);
  }
  std::sort(rows.begin(), rows.end());
  return rows;
}

void add_broken_springs(const LocalDynamics& problem, BondedRows springs, std::span<const Vec3> R,
                        std::span<const Vec3> U, std::vector<int>& broken) {
  std::vector<SpringBond> bonds;
  for (const auto& [patch, row] : rows_by_patch(problem, springs, true)) {
    const bool listed = at(row) < problem.bond_plane.size() && problem.bond_plane[at(row)] >= 0;
    bonds.push_back({listed ? problem.bond_plane[at(row)] : patch, patch, row});
  }
  std::sort(bonds.begin(), bonds.end());
  add_overloaded_springs(problem, bonds, R, U, broken);
}

// ---- Signorini contacts
// --------------------------------------------------------------------------

/// Least-squares fit of the relative velocities of bonded rows of a patch by a rigid motion.
class RigidPart {
 public:
  RigidPart(const LocalDynamics& problem, std::span<const int> rows, std::span<const Vec3> U) {
    for (const int i : rows) add_row(problem, i, U[at(i)]);
    Vec3 center;
    for (const Vec3& arm : arm_) center += arm * (1.0 / static_cast<double>(arm_.size()));
    for (Vec3& arm : arm_) arm = arm - center;
  }

  /// Whether rigid sliding, a shift and a turn about the normal, makes at least half of Σ|U_T|².
  [[nodiscard]] bool slides() const {
    Vec3 mean;
    double turn = 0.0;
    double squares = 0.0;
    double arms = 0.0;
    for (std::size_t k = 0; k < arm_.size(); ++k) {
      mean += tangential_[k] * (1.0 / static_cast<double>(arm_.size()));
      turn += tangential_[k].y * arm_[k].x - tangential_[k].x * arm_[k].y;
      squares += dot(tangential_[k], tangential_[k]);
      arms += arm_[k].x * arm_[k].x + arm_[k].y * arm_[k].y;
    }
    const double count = static_cast<double>(arm_.size());
    const double by_turn = arms > 0.0 ? turn * turn / arms : 0.0;
    return count * dot(mean, mean) + by_turn >= kRigidShare * squares;
  }

  /// Whether rigid opening, a shift along the normal and a tilt, makes at least half of Σ U_N².
  [[nodiscard]] bool opens() const {
    double mean = 0.0;
    double squares = 0.0;
    double xx = 0.0;
    double xy = 0.0;
    double yy = 0.0;
    double x = 0.0;
    double y = 0.0;
    for (std::size_t k = 0; k < arm_.size(); ++k) {
      const double u = normal_[k];
      mean += u / static_cast<double>(arm_.size());
      squares += u * u;
      xx += arm_[k].x * arm_[k].x;
      xy += arm_[k].x * arm_[k].y;
      yy += arm_[k].y * arm_[k].y;
      x += u * arm_[k].x;
      y += u * arm_[k].y;
    }
    const double count = static_cast<double>(arm_.size());
    return count * mean * mean + by_tilt({xx, xy, yy}, x, y) >= kRigidShare * squares;
  }

 private:
  static constexpr double kRigidShare = 0.5;

  /// In the axes of the first row. Points of meshes have no arms: there a shift alone counts.
  void add_row(const LocalDynamics& problem, int i, Vec3 U) {
    const RowJacobian& row = problem.body_space.rows()[at(i)];
    if (arm_.empty()) frame_ = row.frame;
    const auto in_patch = [&](Vec3 v) { return transposed_times(frame_, v); };
    arm_.push_back(in_patch(row.master >= 0 ? row.master_arm : row.slave_arm));
    tangential_.push_back(in_patch(row.frame * Vec3{U.x, U.y, 0.0}));
    normal_.push_back(U.z + problem.law[at(i)].velocity_shift);
  }

  /// Part of Σ U_N² that a tilt explains: bᵀ A⁻¹ b with A = (xx, xy; xy, yy), b = (x, y).
  static double by_tilt(std::array<double, 3> A, double x, double y) {
    const auto [xx, xy, yy] = A;
    const double determinant = xx * yy - xy * xy;
    if (determinant > 1e-12 * xx * yy) {
      return (yy * x * x - 2.0 * xy * x * y + xx * y * y) / determinant;
    }
    return xx + yy > 0.0 ? (x * x + y * y) / (xx + yy) : 0.0;  // all on one line
  }

  Mat3 frame_;
  std::vector<Vec3> arm_;
  std::vector<Vec3> tangential_;
  std::vector<double> normal_;
};

/// Rows of a patch whose bonds break: those at their limit that take part in a rigid motion.
void add_broken_rows(const LocalDynamics& problem, std::span<const int> rows,
                     std::span<const Vec3> R, std::span<const Vec3> U, std::vector<int>& broken) {
  const auto breaks = [&](int i, Vec3 velocity) {
    return law_of(problem.law[at(i)].kind).breaks_bond(problem, i, R[at(i)], velocity);
  };
  const auto is_any = [&](int i) { return breaks(i, U[at(i)]); };
  if (std::none_of(rows.begin(), rows.end(), is_any)) return;
  const RigidPart motion(problem, rows, U);
  const bool slides = motion.slides();
  const bool opens = motion.opens();
  for (const int i : rows) {
    const Vec3 own = U[at(i)];
    const double closed = -problem.law[at(i)].velocity_shift;
    const bool is_open = opens && breaks(i, {0.0, 0.0, own.z});
    if (is_open || (slides && breaks(i, {own.x, own.y, std::fmin(own.z, closed)}))) {
      broken.push_back(i);
    }
  }
}

}  // namespace

void find_broken_bonds(const LocalDynamics& problem, std::span<const Vec3> R,
                       std::span<const Vec3> U, std::vector<int>& broken, BondedRows springs) {
  broken.clear();
  const auto rows = rows_by_patch(problem, springs, false);
  std::vector<int> patch;
  for (std::size_t begin = 0, end = 0; begin < rows.size(); begin = end) {
    patch.clear();
    for (; end < rows.size() && rows[end].first == rows[begin].first; ++end) {
      patch.push_back(rows[end].second);
    }
    add_broken_rows(problem, patch, R, U, broken);
  }
  add_broken_springs(problem, springs, R, U, broken);
  std::sort(broken.begin(), broken.end());
}

}  // namespace solfec

#include "solver/bonds.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/count.h"
#include "solver/law/law.h"

namespace solfec {
namespace {

constexpr double kSliding = 1e-8;  // of the bound of friction; points that all slide are at it

/// Resultant of the bonded spring-dashpot rows of a patch.
struct PatchForce {
  Vec3 force;         // in the axes of space, N
  Vec3 normal;        // sum of those of the rows
  double strength{};  // N
  double friction{};

  [[nodiscard]] bool breaks() const {
    const Vec3 n = normalized(normal);
    const double pressure = dot(force, n);
    const double tangential = norm(force - pressure * n);
    if (pressure < -strength) return true;
    return tangential > 0.0 && tangential >= (1.0 - kSliding) * friction * (pressure + strength);
  }
};

bool are_springs(const RowLaw& law, BondedRows springs) {
  return springs == BondedRows::all_springs || law.kind == ConstraintKind::spring_dashpot;
}

/// Bonded rows of springs with their patches, patch by patch; a row without one is its own.
std::vector<std::pair<int, int>> sprung_bonds(const LocalDynamics& problem, BondedRows springs) {
  std::vector<std::pair<int, int>> rows;
  for (int i = 0; i < problem.size(); ++i) {
    const RowLaw& law = problem.law[at(i)];
    if (!law.bonded || !are_springs(law, springs)) continue;
    const bool listed = at(i) < problem.bond_patch.size() && problem.bond_patch[at(i)] >= 0;
    rows.emplace_back(listed ? problem.bond_patch[at(i)] : problem.size() + i, i);
  }
  std::sort(rows.begin(), rows.end());
  return rows;
}

void add_broken_patches(const LocalDynamics& problem, BondedRows springs, std::span<const Vec3> R,
                        std::vector<int>& broken) {
  const auto rows = sprung_bonds(problem, springs);
  for (std::size_t begin = 0, end = 0; begin < rows.size(); begin = end) {
    PatchForce patch;
    for (; end < rows.size() && rows[end].first == rows[begin].first; ++end) {
      const std::size_t i = at(rows[end].second);
      const Mat3& frame = problem.body_space.rows()[i].frame;
      patch.force += frame * R[i];
      patch.normal += frame.column(2);
      patch.strength += problem.law[i].cohesion;
      patch.friction = problem.law[i].friction;
    }
    if (!patch.breaks()) continue;
    for (std::size_t k = begin; k < end; ++k) broken.push_back(rows[k].second);
  }
}

}  // namespace

void find_broken_bonds(const LocalDynamics& problem, std::span<const Vec3> R,
                       std::span<const Vec3> U, std::vector<int>& broken, BondedRows springs) {
  broken.clear();
  for (int i = 0; i < problem.size(); ++i) {
    const RowLaw& law = problem.law[at(i)];
    if (!law.bonded || are_springs(law, springs)) continue;
    if (law_of(law.kind).breaks_bond(problem, i, R[at(i)], U[at(i)])) broken.push_back(i);
  }
  add_broken_patches(problem, springs, R, broken);
  std::sort(broken.begin(), broken.end());
}

}  // namespace solfec

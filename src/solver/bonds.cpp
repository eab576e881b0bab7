#include "solver/bonds.h"

#include "solver/law/law.h"

namespace solfec {

void find_broken_bonds(const LocalDynamics& problem, std::span<const Vec3> R,
                       std::span<const Vec3> U, std::vector<int>& broken) {
  broken.clear();
  for (int i = 0; i < problem.size(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    const RowLaw& law = problem.law[at];
    if (!law.bonded) continue;
    if (law_of(law.kind).breaks_bond(problem, i, R[at], U[at])) broken.push_back(i);
  }
}

}  // namespace solfec

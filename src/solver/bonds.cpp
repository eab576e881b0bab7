#include "solver/bonds.h"

#include <cmath>

#include "solver/spring_dashpot.h"

namespace solfec {
namespace {

constexpr double kBondTolerance = 1e-8;  // of the cohesion
constexpr double kMotion = 1e-3;         // of the velocity that the cohesive force gives in a step

bool signorini_bond_breaks(const RowLaw& law, double W_nn, Vec3 R, Vec3 U) {
  const double margin = kBondTolerance * law.cohesion;
  const double motion = kMotion * W_nn * law.cohesion;
  const double pressure = R.z + law.cohesion;
  if (pressure < margin && U.z + law.velocity_shift > motion) return true;  // opening
  const bool at_limit = std::hypot(R.x, R.y) + margin >= law.friction * pressure;
  return at_limit && std::hypot(U.x, U.y) > motion;  // sliding
}

bool spring_bond_breaks(const LocalDynamics& problem, int i, Vec3 R, Vec3 U) {
  const ContactBlock w = make_contact_block(problem.W_diagonal[static_cast<std::size_t>(i)]);
  if (!w.regular) return false;
  return spring_dashpot_reaction(problem, i, w, PenaltyVariant::implicit_force, U - w.times(R), R)
      .bond_breaks;
}

}  // namespace

void find_broken_bonds(const LocalDynamics& problem, std::span<const Vec3> R,
                       std::span<const Vec3> U, std::vector<int>& broken) {
  broken.clear();
  for (int i = 0; i < problem.size(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    const RowLaw& law = problem.law[at];
    if (!law.bonded) continue;
    const bool breaks =
        law.kind == RowKind::spring_dashpot
            ? spring_bond_breaks(problem, i, R[at], U[at])
            : signorini_bond_breaks(law, problem.W_diagonal[at](2, 2), R[at], U[at]);
    if (breaks) broken.push_back(i);
  }
}

}  // namespace solfec

#pragma once

#include <vector>

#include "base/ids.h"
#include "body/bodies.h"

namespace solfec {

/// Sums of the sizes of all reactions on each body, N, by slot.
struct ReactionSums {
  std::vector<double> rigid;
  std::vector<double> pseudo_rigid;
};

/// The forces of a body at the end of a quasi-static step: what is left over of f - f_int + Σ HᵀR,
/// and the largest part of that sum, N. Finite elements take the Euclidean norm over all nodes;
/// other bodies have their resultant, and their moment over the root mean square distance of the
/// mass from the centre, as components.
struct BodyBalance {
  BodyId body{};
  double out_of_balance{};
  double load{};
};

/// Finds the balance of the bodies of this rank at q_t + h u, with the reactions that the velocity
/// changes in the sets are due to; bodies stay where they are. Finite elements keep f_int of that
/// place in `internal` and the reactions in `reaction`.
/// @param push  Velocity changes are `push` A⁻¹ Σ HᵀR, s (static_repeat.h).
/// @param[out] all  In a fixed order of the bodies.
void find_balance(Bodies& bodies, double step, double push, const ReactionSums& sums,
                  std::vector<BodyBalance>& all);

/// The body that is farthest from equilibrium, and how far, over its load. A load counts as at
/// least 1e-6 of the largest one, so that rounding of bodies that nothing loads is none.
struct Equilibrium {
  double residual{};
  BodyId body{};  // 0: none
};

double largest_load(const std::vector<BodyBalance>& all);
Equilibrium worst_balance(const std::vector<BodyBalance>& all, double largest_load);

}  // namespace solfec

#pragma once

#include <span>
#include <vector>

#include "base/ids.h"
#include "body/bodies.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// Root mean square distance of the mass of a body from its centre, m: the size of the body in
/// balances, where a moment counts as a force at this distance.
double mean_distance(const RigidSet& set, int slot);
double mean_distance(const PseudoRigidSet& set, int slot);

/// Resultants of the rows that prescribe motions of each body, N, by slot.
struct PrescribedForces {
  std::vector<Vec3> rigid;
  std::vector<Vec3> pseudo_rigid;
  std::vector<Vec3> finite_element{};
  double largest{};  // of these, and of the contacts of one moving obstacle
  double joints{};   // largest reaction of a joint
};

/// Change of loads and reactions of a rigid body by going to the place that a pass takes it to.
struct ReachedLoad {
  Vec3 force;      // N, spatial
  Vec3 torque;     // N m, referential about the centre; spatial while it is summed up
  Mat3 stiffness;  // N m, of the moments against further turning, spatial
  double line{};   // N/m, tension over length of links and springs: against their turning
};

/// The forces of a body at the end of a quasi-static step: what is left over of f - f_int + Σ HᵀR,
/// and what it is measured with, the largest of its load, the resultant of its prescribed motions
/// and, where it deforms, its internal force, N. Reactions of contacts measure nothing: bodies that
/// are squeezed would look balanced whatever their weight does. Bodies have their resultant, and
/// their moment over their mean distance, as components.
///
/// Finite elements have the Euclidean norm over all nodes, by which passes are judged, and their
/// resultant beside it: strong internal forces, as those at the root of a slender arm, hide a
/// resultant that is off by much of the weight. It is measured with the largest of the resultants
/// of load and prescribed motions, the sum of the sizes of the loads of the nodes and a tenth of
/// that of their internal forces, which pass through the body.
struct BodyBalance {
  BodyId body{};
  double out_of_balance{};   // N
  double load{};             // N
  double residual{};         // the former over the latter, set by set_residuals
  ForceBalance resultant{};  // likewise of finite elements: force and moment as a whole
  double resultant_residual{};
};

/// Finds the balance of the bodies of this rank at q_t + h u, with the reactions that the velocity
/// changes in the sets are due to; bodies stay where they are. Finite elements keep f_int of that
/// place in `internal` and the reactions in `reaction`.
/// @param push  Velocity changes of deformable bodies are `push` A⁻¹ Σ HᵀR, s (static_repeat.h);
///              rigid ones have their own.
/// @param reached  Contained in the loads of rigid bodies, by slot; it measures nothing.
/// @param[out] all  Rigid bodies by slot, then pseudo-rigid ones, then finite elements.
void find_balance(Bodies& bodies, double step, double push, const PrescribedForces& prescribed,
                  std::span<const ReachedLoad> reached, std::vector<BodyBalance>& all);

/// Largest load of a body, N.
double largest_load(const std::vector<BodyBalance>& all);

/// Sets what is out of balance over the load, also of resultants. A body that has none counts as
/// loaded by the largest load of all, and a load of less than 1e-9 of that as rounding.
void set_residuals(double largest_load, std::vector<BodyBalance>& all);

/// The body that is farthest from equilibrium, and how far, over its load.
struct Equilibrium {
  double residual{};
  BodyId body{};  // 0: none
};

/// The worst of residuals that set_residuals has set, those of resultants included.
Equilibrium worst_balance(const std::vector<BodyBalance>& all);

}  // namespace solfec

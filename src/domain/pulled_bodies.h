#pragma once

#include <span>
#include <vector>

#include "body/bodies.h"
#include "constraint/user_constraint.h"
#include "domain/loads/loads.h"
#include "integrator/static_balance.h"
#include "math/vec3.h"

namespace solfec {

class Ranks;

/// Forces that pull on bodies in a dynamic step.
struct PullingForces {
  const Loads& loads;
  double time{};  // t + h/2, s
  double step{};  // h, s
  std::span<const UserConstraint> constraints;
  std::span<const Vec3> R{};  // of the constraints, N; empty: those that they have
};

/// Finds the rigid bodies that reactions of constraints pull so strongly that their arms have to
/// turn within a dynamic step.
///
/// A bar under the tension T between joints at its ends resists turning by T ℓ, the length ℓ apart:
/// it vibrates with ω² = T ℓ / J against its joints, whatever else they hold. Forces at the arms of
/// q½ make this vibration grow in steps beyond 2 / ω, until a heavy load on a chain of light bars
/// crumples the bars. Bodies beyond 0.8 of that get the stiffness of their arms,
///
///   K = Σ (r·F) 1 - r Fᵀ   over fixed points, directions, links, springs, prescribed motions
///                          and point forces that keep their direction,
///
/// of the reactions F of the last solution (integrator/rigid_step.h); all others keep their
/// equations, whose error of the period is smaller. With constant forces ω² is an eigenvalue of
/// J⁻¹ K of one body, and joints between bodies do not raise the largest one. Forces of contacts
/// are left out: their points do not stay with a body that turns.
class PulledBodies {
 public:
  /// Gives bodies their stiffness at the start of a step. Collective on ranks.
  /// @return Whether some body has one.
  bool begin(Bodies& bodies, const PullingForces& forces, Ranks* ranks);
  /// Gives them that of the reactions of a solution, where it differs by what matters.
  /// @return Whether some body of this rank has another one, so that the step is to be solved anew.
  bool renew(Bodies& bodies, const PullingForces& forces, Ranks* ranks);

 private:
  void find(const Bodies& bodies, const PullingForces& forces, Ranks* ranks);
  void add(const RigidSet& rigid, int slot, Vec3 point, Vec3 force);
  bool set(RigidSet& rigid, int slot, double step);

  bool has_pulled_ = false;         // some body has a stiffness
  int renewals_ = 0;                // calls of `renew` in the present step
  std::vector<ReachedLoad> found_;  // by slot of rigid bodies
};

}  // namespace solfec

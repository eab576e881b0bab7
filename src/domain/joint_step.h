#pragma once

#include <span>
#include <vector>

#include "body/bodies.h"
#include "constraint/user_constraint.h"
#include "integrator/critical_step.h"

namespace solfec {

/// Largest step for which rigid links and springs under tension make no energy, and the body that
/// asks for it.
///
/// The direction of a reaction is that of mid-step, so how it turns with the bodies is integrated
/// explicitly, and like all such stiffness limits the step by 2 / ω. A link or a spring of the
/// length L under the tension T resists a transverse displacement by T / L. With w, a bound of the
/// mobility of the body at the point (1/kg),
///
///   ω² <= max over bodies of  Σ f T w / L,   f = 2 between two bodies, 1 to a point in space,
///
/// a sum over the links of the body, because |x_a - x_b|² <= 2 |x_a|² + 2 |x_b|²; a long chain
/// reaches it. Tensions are those of the last step.
class JointStep {
 public:
  /// @return An infinite step and no body when no link pulls.
  CriticalStep find(const Bodies& bodies, std::span<const UserConstraint> constraints);
  /// The choice, or a whole part of its step that links allow. @param share  Of ω² that this rank
  /// may know: other ranks have other links of a body.
  StepChoice limit(const StepChoice& choice, const Bodies& bodies,
                   std::span<const UserConstraint> constraints, double share);

 private:
  std::vector<double> stiffness_;  // over the mass, of each body, 1/s²
};

}  // namespace solfec

#pragma once

#include <cmath>
#include <span>
#include <vector>

#include "body/bodies.h"
#include "constraint/user_constraint.h"
#include "integrator/critical_step.h"
#include "math/vec3.h"

namespace solfec {

/// Decides whether rigid links and springs between points turn within a step
/// (solver/law/turning_force.h) or keep the direction of mid-step.
///
/// With the direction of mid-step, how a reaction turns with the bodies is integrated explicitly,
/// which makes energy in steps beyond 2 / ω. A link or a spring of the length L under the tension T
/// resists a transverse displacement by T / L. With w, a bound of the mobility of the body at the
/// point (1/kg),
///
///   ω² <= max over bodies of  Σ f T w / L,   f = 2 between two bodies, 1 to a point in space,
///
/// a sum over the links of the body, because |x_a - x_b|² <= 2 |x_a|² + 2 |x_b|²; a long chain
/// reaches it. Below kLargestShare of 2 / ω both ways are stable, and the direction of mid-step has
/// the smaller error of period: asin(s) / s against s / atan(s) at s = h ω / 2.
class LinkTurning {
 public:
  /// Step up to which links under tension are stable with the direction of mid-step, and the body
  /// that asks for it.
  /// @param R  Reactions, N, of which the first are those of the constraints; empty: those that the
  ///           constraints have.
  /// @return An infinite step and no body when no link pulls.
  CriticalStep find(const Bodies& bodies, std::span<const UserConstraint> constraints,
                    std::span<const Vec3> R = {});

  static constexpr double kLargestShare = 0.8;

  /// Error of velocity that rows may keep in a step with joints, m/s. Links under a large tension
  /// make energy of an error of their length, T h times the error of its rate, which bodies that
  /// are light beside the load do not bear: criteria relative to the whole scene let it pass. Links
  /// that turn are nonlinear, so that a solution of their linear rows leaves such errors: they are
  /// to be a hundred times smaller.
  /// @param weight_speed  |g| h, m/s. @param speed  Largest velocity of a row, m/s.
  /// @param turns         Whether links turn in the step.
  static double error_bound(double weight_speed, double speed, bool turns = false) {
    constexpr double kShareOfWeight = 1e-3;
    constexpr double kShareOfSpeed = 1e-6;
    constexpr double kOfTurningLinks = 1e-2;
    const double bound = std::fmax(kShareOfWeight * weight_speed, kShareOfSpeed * speed);
    return turns ? kOfTurningLinks * bound : bound;
  }

 private:
  std::vector<double> stiffness_;  // over the mass, of each body, 1/s²
};

/// Share of the force at the end of a step in that of a spring that turns (SpringRow::end_share).
///
/// The vibration of a stroke along a spring is lost between steps beyond 2 / ω, ω² = k w. Where
/// such a spring turns, its vibration is excited by how it leaves the circle in a step, and nothing
/// would damp it. The force of the end alone keeps the length as a rigid link does, and takes
/// energy only: f(s1) (s1 - s0) >= ∫ f ds where f does not fall. The share grows with h² ω² from 4
/// to 100 and with the excess of length by turning up to 1e-6 of the length; a spring that keeps
/// its line has none, and conserves its energy.
double end_share(const Bodies& bodies, const UserConstraint& constraint, double step);

}  // namespace solfec

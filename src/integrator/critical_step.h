#pragma once

#include "base/ids.h"
#include "body/bodies.h"
#include "integrator/analysis.h"

namespace solfec {

/// Largest stable step over all bodies and the body that asks for it; body 0 and an infinite step
/// when no body limits it.
struct CriticalStep {
  double step{};  // s
  BodyId body{};
};

/// √(η² + 4/λ) - η with λ = λ_max(M⁻¹K), 1/s², of explicit deformable bodies at their current
/// configuration and their damping η, s, for finite elements a lower bound of it; rigid bodies,
/// obstacles and implicit schemes do not limit the step. The lowest id wins a tie.
/// Central difference method with velocities half a step behind: Belytschko (1983), Computational
/// Methods for Transient Analysis, chapter 1. Of the bodies of this rank.
CriticalStep critical_step(const Bodies& bodies);

/// The step that a bound and the bodies allow.
struct StepChoice {
  double step{};  // s
  BodyId body{};  // that asks for less than the bound, 0: none
};

/// Which part of the critical step is taken. The rest is for what the linear theory of constant
/// steps does not know: a stiffness that changes within a step.
inline constexpr double kCriticalShare = 0.9;

/// h = min(bound, kCriticalShare of the critical step); the bound in a quasi-static analysis, whose
/// steps are stable at any length.
StepChoice choose_step(const Bodies& bodies, Analysis analysis, double bound);

/// Largest eigenvalue of M⁻¹K of a pseudo-rigid body with its current deformation, 1/s²; at most
/// zero when the body has no stiffness left.
double largest_eigenvalue(const PseudoRigidSet& set, int slot);

}  // namespace solfec

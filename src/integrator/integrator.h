#pragma once

#include "base/ids.h"
#include "body/bodies.h"
#include "body/scheme.h"

namespace solfec {

/// Largest stable step over all bodies and the body that asks for it; body 0 and an infinite step
/// when no body limits it.
struct CriticalStep {
  double step{};  // s
  BodyId body{};
};

/// Name of a scheme as BODY.scheme spells it ("RIG_NEG"), and back; unknown names give Scheme::none.
std::string_view scheme_name(Scheme scheme);
Scheme scheme_by_name(std::string_view name);
Scheme default_scheme(BodyKind kind);

/// 2 / sqrt(λ_max(M⁻¹K)) of explicit deformable bodies at their current configuration; rigid bodies,
/// obstacles and implicit schemes do not limit the step.
CriticalStep critical_step(const Bodies& bodies);

/// q½ = q + h/2 u of every body; remembers the start velocities and clears loads and changes.
void first_half_step(Bodies& bodies, double step);

/// Free velocities u + h M⁻¹ f with the loads in the sets, at q½: afterwards `angular`, `linear`,
/// `rate` hold the free velocity.
void free_velocity(Bodies& bodies, double step);

/// Velocities with reactions (changes in the sets), second half step and energies.
void finish_step(Bodies& bodies, double step);

}  // namespace solfec

#pragma once

#include "local_dynamics/cohesive_row.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// Traction over separation of a cohesive zone: linear up to a strength, then softening linearly to
/// zero, with unloading towards the origin.
///
/// With the separation δ = (δ_t, δ_n) of the two faces, m, the opening d = max(δ_n, 0), the
/// stiffnesses K = (k_t, k_t, k_n), the tensile strength f, the cohesion c and friction mu
///
///   t = (1 - D) K (δ_t, d)                                     traction, Pa
///   r = max(k_n d / f, (k_t |δ_t| + mu k_n d) / c)             1 at the strength
///   D = max over time of r_f (r - 1) / (r (r_f - 1)), in [0, 1]
///   r_f = 2 r² / (k_n d² / G_n + k_t |δ_t|² / G_t)             where the traction is gone
///
/// The strength is Mohr and Coulomb's line with a cut-off of tension; where pressure acts, friction
/// of the contact adds to it. A break by a pull alone takes the energy G_n per area, one by a shear
/// alone G_t, one by both the energies of which the shares of G_n and G_t sum to one (the linear
/// rule of Reeder (1992), NASA TM 104210; bilinear law with one damage: Camanho and Dávila (2002),
/// NASA TM 211737). The onset by the line of Mohr takes the place of their ellipse.

/// Traction of a damaged zone, Pa, in the direction of the separation.
Vec3 zone_traction(const CohesiveZone& zone, Vec3 separation, double damage);

/// Traction over a step and its derivative with the separation at the end of the step.
struct StepTraction {
  Vec3 traction;  // Pa
  Mat3 slope;     // Pa/m; one of both sides where damage begins to grow or the zone closes
};

/// Traction of a zone whose damage does not grow.
StepTraction zone_spring(const CohesiveZone& zone, Vec3 separation, double damage);

/// Damage after a separation, not below the one before.
double zone_damage(const CohesiveZone& zone, Vec3 separation, double damage);

/// Energy that the springs of a zone hold, J/m².
double zone_stored_energy(const CohesiveZone& zone, Vec3 separation, double damage);

/// Energy that damage has taken when a separation makes it grow from the value before, J/m².
double zone_dissipation(const CohesiveZone& zone, Vec3 separation, double damage);

/// Mean traction over a step from one separation to another. Its work is what the stored energy and
/// the dissipation grow by, for any step: the traction of both ends in the mean, corrected along
/// the change of separation (discrete gradient of Gonzalez (1996), J. Nonlinear Sci. 6, 449-467).
StepTraction zone_mean_traction(const CohesiveZone& zone, Vec3 start, double damage, Vec3 end);

/// Traction at the end of a step whose separation may make the damage grow.
StepTraction zone_end_traction(const CohesiveZone& zone, Vec3 separation, double damage);

}  // namespace solfec

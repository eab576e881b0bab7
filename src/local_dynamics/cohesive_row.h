#pragma once

#include <cmath>

#include "math/vec3.h"

namespace solfec {

/// Strengths and stiffnesses of a bond that softens while it breaks, per area
/// (solver/law/traction_separation.h).
struct CohesiveZone {
  double normal_stiffness{};      // k_n, Pa/m, > 0
  double tangential_stiffness{};  // k_t, Pa/m, > 0
  double tension{};               // strength of a pull, Pa, > 0
  double cohesion{};              // strength of a shear without pressure, Pa, > 0
  double friction{};              // mu, by which a pull lessens that of a shear
  double normal_energy{};         // of a break by a pull alone, J/m², > 0
  double tangential_energy{};     // of a break by a shear alone, J/m², > 0
};

/// Steepest fall of the traction of a zone over its separation, Pa/m.
inline double softening_rate(const CohesiveZone& zone) {
  const auto rate = [](double strength, double stiffness, double energy) {
    return strength / (2.0 * energy / strength - strength / stiffness);
  };
  return std::fmax(rate(zone.tension, zone.normal_stiffness, zone.normal_energy),
                   rate(zone.cohesion, zone.tangential_stiffness, zone.tangential_energy));
}

/// Value of CohesiveRow::softening beyond which damage lags. Four bonds of one body that soften
/// together are at one with a quarter each.
inline constexpr double kMostSoftening = 0.25;

/// Values of the law of a bonded row of kind cohesive_zone (solver/law/cohesive_contact.h). The
/// separation of its two anchored points, in the axes (t1, t2, n) of the row, is
/// placement + reach U at the end of the step.
struct CohesiveRow {
  CohesiveZone zone;
  double area{};       // m²
  double damage{};     // at the start of the step, in [0, 1]
  double reach{};      // h/2 in dynamic steps, whose rows are placed at mid-step, else h, s
  Vec3 placement;      // m
  Vec3 start;          // separation at the start of the step, m
  Vec3 expected;       // separation at the end of the step with the velocity of its start, m
  bool by_end{};       // the force is that of the end of the step (quasi-static), not its mean
  double softening{};  // of softening_in_step

  /// Share of the traction at the end of the step in that of the step.
  [[nodiscard]] double end_share() const { return by_end ? 1.0 : 0.5; }
  /// Whether the damage in the force is that of `expected`, because the step is long.
  [[nodiscard]] bool lags() const { return softening > kMostSoftening; }
};

/// Fall of the force of a bond by softening over what the inertia of its bodies holds in a step:
/// dF/dU times W. At one the step has several solutions, or none.
/// @param W  Largest eigenvalue of W_ii, s/kg.
inline double softening_in_step(const CohesiveRow& row, double W) {
  return row.end_share() * row.reach * row.area * softening_rate(row.zone) * W;
}

}  // namespace solfec

#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "body/bodies.h"

namespace solfec {

/// Largest deviation of kinetic + internal energy of the only pseudo-rigid body, relative to the
/// start, in each half of a motion; `advance(bodies, h)` makes one step.
template <typename Advance>
std::vector<double> energy_deviations(Bodies bodies, double duration, double h,
                                      const Advance& advance) {
  const Energies start = bodies.pseudo_rigid.energy[0];
  const double total = start.kinetic + start.internal;
  std::vector<double> halves(2, 0.0);
  const int steps = static_cast<int>(std::lround(duration / h));
  for (int n = 0; n < steps; ++n) {
    advance(bodies, h);
    const Energies& now = bodies.pseudo_rigid.energy[0];
    double& half = halves[2 * n < steps ? 0 : 1];
    half = std::max(half, std::fabs(now.kinetic + now.internal - total) / total);
  }
  return halves;
}

}  // namespace solfec

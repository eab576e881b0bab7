#include "integrator/deformable_step.h"

#include "integrator/effective_mass.h"
#include "integrator/finite_element_step.h"
#include "integrator/reduced_step.h"

namespace solfec {

void deformable_first_half(Bodies& bodies, Scheme scheme, double step) {
  nodal_first_half(bodies.finite_element, scheme, step);
  reduced_first_half(bodies.finite_element, scheme, step);
  PseudoRigidSet& set = bodies.pseudo_rigid;
  for_each_slot(set, scheme, [&](int i) {
    set.start_rate[i] = set.rate[i];
    set.start_linear[i] = set.linear[i];
    set.couple[i] = {};
    set.force[i] = {};
    set.rate_change[i] = {};
    set.linear_change[i] = {};
    set.implicit[i] = 0;
    set.equation[i] = EquationState::open;
    set.gradient[i] += 0.5 * step * set.rate[i];
    set.center[i] += 0.5 * step * set.linear[i];
  });
}

Mat3 reaction_impulse(const PseudoRigidSet& set, int slot) {
  if (set.implicit[slot] != 0) return product(set.effective_mass[slot], set.rate_change[slot]);
  return set.rate_change[slot] * set.euler[slot];
}

void deformable_second_half(PseudoRigidSet& set, int slot, double step) {
  set.gradient[slot] += 0.5 * step * set.rate[slot];
  set.center[slot] += 0.5 * step * set.linear[slot];

  const Mat3 couple_impulse = step * set.couple[slot] + reaction_impulse(set, slot);
  const Vec3 linear_impulse = step * set.force[slot] + set.mass[slot] * set.linear_change[slot];
  const Mat3 mean = mean_rate(set, slot);
  Energies& energy = set.energy[slot];
  const double internal = internal_energy(set, slot);
  energy.numerical +=
      (internal - energy.internal) - step * double_dot(mean, set.stress_couple[slot]);
  energy.damping += step * double_dot(mean, set.damping_couple[slot]);
  energy.internal = internal;
  energy.kinetic = kinetic_energy(set, slot);
  energy.external += double_dot(mean, couple_impulse) +
                     0.5 * dot(set.start_linear[slot] + set.linear[slot], linear_impulse);
}

}  // namespace solfec

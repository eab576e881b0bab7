#include "integrator/scheme_table.h"
#include "integrator/slots.h"

namespace solfec {

/// DEF_EXP of pseudo-rigid bodies: leap-frog with forces at mid-step,
///   q½ = q + ½h u_t,  u_free = u_t + h M⁻¹ (f(t + ½h) - f_int(q½) - η K(q½) u_t),
///   u = u_free + Δu,  q = q½ + ½h u,
/// where each row of Ḟ couples with the Euler tensor E. Symplectic without damping, order 2, stable
/// for h < 2/ω_max. Koziara (2008), PhD thesis, University of Glasgow, section 4.3.
void first_half_def_exp(Bodies& bodies, Scheme scheme, double step) {
  PseudoRigidSet& set = bodies.pseudo_rigid;
  for_each_slot(set.scheme, scheme, [&](int i) {
    set.start_rate[i] = set.rate[i];
    set.start_linear[i] = set.linear[i];
    set.couple[i] = {};
    set.force[i] = {};
    set.rate_change[i] = {};
    set.linear_change[i] = {};
    set.gradient[i] += 0.5 * step * set.rate[i];
    set.center[i] += 0.5 * step * set.linear[i];
  });
}

void free_velocity_def_exp(Bodies& bodies, Scheme scheme, double step) {
  PseudoRigidSet& set = bodies.pseudo_rigid;
  for_each_slot(set.scheme, scheme, [&](int i) {
    set.stress_couple[i] = internal_couple(set, i);
    if (set.damping[i] > 0.0) {
      set.stress_couple[i] += set.damping[i] * internal_couple_change(set, i, set.start_rate[i]);
    }
    set.rate[i] += step * ((set.couple[i] - set.stress_couple[i]) * set.inverse_euler[i]);
    set.linear[i] += (step / set.mass[i]) * set.force[i];
  });
}

BodyId finish_def_exp(Bodies& bodies, double step) {
  PseudoRigidSet& set = bodies.pseudo_rigid;
  for_each_slot(set.scheme, Scheme::def_exp, [&](int i) {
    set.rate[i] += set.rate_change[i];
    set.linear[i] += set.linear_change[i];
    set.gradient[i] += 0.5 * step * set.rate[i];
    set.center[i] += 0.5 * step * set.linear[i];

    // h (f + M Δu / h), the impulse of loads and reactions
    const Mat3 couple_impulse = step * set.couple[i] + set.rate_change[i] * set.euler[i];
    const Vec3 linear_impulse = step * set.force[i] + set.mass[i] * set.linear_change[i];
    Energies& energy = set.energy[i];
    energy.kinetic = kinetic_energy(set, i);
    energy.internal = internal_energy(set, i);
    energy.external += 0.5 * double_dot(set.start_rate[i] + set.rate[i], couple_impulse) +
                       0.5 * dot(set.start_linear[i] + set.linear[i], linear_impulse);
  });
  return 0;
}

}  // namespace solfec

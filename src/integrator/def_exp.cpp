#include "integrator/deformable_step.h"
#include "integrator/finite_element_step.h"
#include "integrator/scheme_table.h"

namespace solfec {

/// DEF_EXP of pseudo-rigid bodies: leap-frog with A = M and the forces of q½,
///   u_free = u_t + h M⁻¹ (f - f_int(q½) - η K_m(q½) u_t),
/// where each row of Ḟ couples with the Euler tensor E. Symplectic without damping, order 2, stable
/// for h < 2/ω_max. Koziara (2008), PhD thesis, University of Glasgow, section 4.3.
void free_velocity_def_exp(Bodies& bodies, Scheme scheme, double step) {
  PseudoRigidSet& set = bodies.pseudo_rigid;
  for_each_slot(set, scheme, [&](int i) {
    const Mat3& F = set.gradient[i];
    set.stress_couple[i] = internal_couple(set, i, F);
    set.damping_couple[i] = {};
    if (set.damping[i] > 0.0) {
      set.damping_couple[i] = set.damping[i] * strain_rate_couple(set, i, F, set.start_rate[i]);
    }
    const Mat3 couple = set.couple[i] - set.stress_couple[i] - set.damping_couple[i];
    set.rate[i] += step * (couple * set.inverse_euler[i]);
    set.linear[i] += (step / set.mass[i]) * set.force[i];
  });
  nodal_free_velocity_explicit(bodies.finite_element, step);
}

BodyId finish_def_exp(Bodies& bodies, double step) {
  PseudoRigidSet& set = bodies.pseudo_rigid;
  for_each_slot(set, Scheme::def_exp, [&](int i) {
    add_reactions(set, i);
    deformable_second_half(set, i, step);
  });
  nodal_finish_explicit(bodies.finite_element, step);
  return 0;
}

}  // namespace solfec

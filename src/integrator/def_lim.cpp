#include "integrator/deformable_step.h"
#include "integrator/effective_mass.h"
#include "integrator/finite_element_implicit.h"
#include "integrator/scheme_table.h"

namespace solfec {

namespace {

/// The mid-point rule linearised at the deformation `F`, where f_int is taken as
/// f_int(F) + K(F) : (F½ - F), F½ being the deformation of q½.
void linearised_free_velocity(PseudoRigidSet& set, int i, const Mat3& F, double step) {
  const Mat3 start = set.start_rate[i];
  set_mid_point_mass(set, i, F, step);
  set.stress_couple[i] =
      internal_couple(set, i, F) + internal_couple_change(set, i, F, set.gradient[i] - F);
  set.damping_couple[i] = {};
  if (set.damping[i] > 0.0) {
    set.damping_couple[i] = set.damping[i] * strain_rate_couple(set, i, F, start);
  }
  const Mat3 couple = set.couple[i] - set.stress_couple[i] - set.damping_couple[i];
  set.rate[i] = start + step * product(set.effective_inverse[i], couple);
  set.linear[i] += (step / set.mass[i]) * set.force[i];
}

/// Ends the step: with the final Ḟ the forces that the scheme has taken are the linear ones at the
/// middle of the motion, f_int + K : ¼h (Ḟ - Ḟ_t) and η K_m : ½ (Ḟ_t + Ḟ).
void finish_linearised(PseudoRigidSet& set, int i, const Mat3& F, double step) {
  add_reactions(set, i);
  const Mat3 change = set.rate[i] - set.start_rate[i];
  set.stress_couple[i] += internal_couple_change(set, i, F, 0.25 * step * change);
  if (set.damping[i] > 0.0) {
    set.damping_couple[i] = set.damping[i] * strain_rate_couple(set, i, F, mean_rate(set, i));
  }
  deformable_second_half(set, i, step);
}

/// Deformation of q_t while the set is at q½.
Mat3 start_gradient(const PseudoRigidSet& set, int i, double step) {
  return set.gradient[i] - 0.5 * step * set.start_rate[i];
}

}  // namespace

/// DEF_LIM: the mid-point rule with f_int linearised at q½, one linear solution per step,
///   A = M + ¼h² K(q½) + ½ηh K_m(q½),  u_free = u_t + h A⁻¹ (f - f_int(q½) - η K_m(q½) u_t).
/// Order 2; for a linear law it is the mid-point rule itself, which keeps the energy for every h.
/// Zhang and Skeel (1997), Appl. Numer. Math. 25, 297-302.
void free_velocity_def_lim(Bodies& bodies, Scheme scheme, double step) {
  PseudoRigidSet& set = bodies.pseudo_rigid;
  for_each_slot(set, scheme,
                [&](int i) { linearised_free_velocity(set, i, set.gradient[i], step); });
  nodal_free_velocity_lim(bodies.finite_element, step);
}

BodyId finish_def_lim(Bodies& bodies, double step) {
  PseudoRigidSet& set = bodies.pseudo_rigid;
  for_each_slot(set, Scheme::def_lim,
                [&](int i) { finish_linearised(set, i, set.gradient[i], step); });
  nodal_finish_lim(bodies.finite_element, step);
  return failed_mesh(bodies.finite_element, Scheme::def_lim);
}

/// DEF_LIM2: as DEF_LIM with f_int linearised at q_t,
///   A = M + ¼h² K(q_t) + ½ηh K_m(q_t),
///   u_free = h A⁻¹ (f - f_int(q_t) + M u_t / h - ¼h K u_t - ½η K_m u_t),
/// which is the same as u_t + h A⁻¹ (f - f_int(q_t) - K (½h u_t) - η K_m u_t).
void free_velocity_def_lim2(Bodies& bodies, Scheme scheme, double step) {
  PseudoRigidSet& set = bodies.pseudo_rigid;
  for_each_slot(set, scheme, [&](int i) {
    linearised_free_velocity(set, i, start_gradient(set, i, step), step);
  });
  nodal_free_velocity_lim2(bodies.finite_element, step);
}

BodyId finish_def_lim2(Bodies& bodies, double step) {
  PseudoRigidSet& set = bodies.pseudo_rigid;
  for_each_slot(set, Scheme::def_lim2,
                [&](int i) { finish_linearised(set, i, start_gradient(set, i, step), step); });
  nodal_finish_lim2(bodies.finite_element, step);
  return failed_mesh(bodies.finite_element, Scheme::def_lim2);
}

}  // namespace solfec

#include <cmath>
#include <limits>

#include "integrator/deformable_step.h"
#include "integrator/effective_mass.h"
#include "integrator/finite_element_implicit.h"
#include "integrator/integrator.h"
#include "integrator/lowest_id.h"
#include "integrator/scheme_table.h"

namespace solfec {

namespace {

constexpr int kMaxIterations = 16;
constexpr double kRounding = 32.0 * std::numeric_limits<double>::epsilon();

double size(const Mat3& a) { return std::sqrt(double_dot(a, a)); }

/// Deformation in the middle of the motion, q_t + ¼h (u_t + u) = q½ + ¼h (u - u_t).
Mat3 middle_gradient(const PseudoRigidSet& set, int i, double step) {
  return set.gradient[i] + 0.25 * step * (set.rate[i] - set.start_rate[i]);
}

/// Newton's correction of Ḟ for a residual: with the matrix A = M + ¼h² K(F_m) + ½ηh K_m(F_m) and,
/// when there is damping, the change of its stiffness, ¼ηh² ∂K_m/∂F : ½ (Ḟ_t + Ḟ).
Mat3 newton_correction(const PseudoRigidSet& set, int i, const Mat3& F, const Mat3& residual,
                       double step) {
  if (set.damping[i] == 0.0) return product(set.effective_inverse[i], residual);
  const Mat3 mean = mean_rate(set, i);
  const double factor = 0.25 * set.damping[i] * step * step;
  Matrix9x9 matrix = set.effective_mass[i];
  for (std::size_t b = 0; b < 9; ++b) {
    Mat3 unit;
    unit.m[b] = 1.0;
    const Mat3 change = strain_rate_couple_change(set, i, F, mean, unit);
    for (std::size_t a = 0; a < 9; ++a) matrix[a + 9 * b] += factor * change.m[a];
  }
  return solution(matrix, residual);
}

/// Solves M (Ḟ - Ḟ_t) = h (f - f_int(F_m) - η K_m(F_m) ½ (Ḟ_t + Ḟ)) for Ḟ by Newton's method from
/// the present Ḟ; leaves A and the forces at the solution in the set.
/// @param impulse  h f, N m s.
/// @return False when the residual did not come down to the rounding of its own terms.
bool solve_mid_point(PseudoRigidSet& set, int i, const Mat3& impulse, double step) {
  const double stiffness = set.volume[i] * (set.lame_lambda[i] + 2.0 * set.lame_mu[i]);
  for (int iteration = 0; iteration <= kMaxIterations; ++iteration) {
    const Mat3 F = middle_gradient(set, i, step);
    const Mat3 mean = mean_rate(set, i);
    set_mid_point_mass(set, i, F, step);
    set.stress_couple[i] = internal_couple(set, i, F);
    set.damping_couple[i] = set.damping[i] * strain_rate_couple(set, i, F, mean);
    const Mat3 inertia = (set.rate[i] - set.start_rate[i]) * set.euler[i];
    const Mat3 forces = impulse - step * (set.stress_couple[i] + set.damping_couple[i]);
    const Mat3 residual = forces - inertia;
    const double stretch = double_dot(F, F);
    const double scale = size(impulse) + step * stiffness * size(F) * std::fmax(1.0, stretch) +
                         size(set.damping_couple[i]) * step +
                         (size(set.rate[i]) + size(set.start_rate[i])) * size(set.euler[i]);
    if (size(residual) <= kRounding * scale) return true;
    set.rate[i] += newton_correction(set, i, F, residual, step);
    if (!is_finite(set.rate[i])) return false;
  }
  return false;
}

/// The linearly implicit velocity of DEF_LIM, to start from and to fall back on.
void linear_rate(PseudoRigidSet& set, int i, const Mat3& impulse, double step) {
  const Mat3 F = set.gradient[i];
  set.rate[i] = set.start_rate[i];
  set_mid_point_mass(set, i, F, step);
  const Mat3 damping = set.damping[i] * strain_rate_couple(set, i, F, set.start_rate[i]);
  const Mat3 forces = impulse - step * (internal_couple(set, i, F) + damping);
  set.rate[i] += product(set.effective_inverse[i], forces);
  const Mat3 change = set.rate[i] - set.start_rate[i];
  set.stress_couple[i] =
      internal_couple(set, i, F) + internal_couple_change(set, i, F, 0.25 * step * change);
  set.damping_couple[i] = set.damping[i] * strain_rate_couple(set, i, F, mean_rate(set, i));
}

/// Solves the equation with the reactions that ΔḞ is due to; ΔḞ then belongs to the new A. The
/// velocity that meets the rows is kept.
void solve_with_reactions(PseudoRigidSet& set, int i, double step) {
  const Mat3 reactions = reaction_impulse(set, i);
  const Mat3 impulse = step * set.couple[i] + reactions;
  set.rate[i] += set.rate_change[i];
  set.constrained_rate[i] = set.rate[i];
  const bool solved = solve_mid_point(set, i, impulse, step);
  if (!solved) linear_rate(set, i, impulse, step);
  set.equation[i] = solved ? EquationState::solved : EquationState::failed;
  set.rate_change[i] = product(set.effective_inverse[i], reactions);
}

/// √tr(Ḟ E Ḟᵀ), the size of a rate by its kinetic energy.
double mass_size(const PseudoRigidSet& set, int i, const Mat3& rate) {
  return std::sqrt(double_dot(rate, rate * set.euler[i]));
}

double relative_miss(const PseudoRigidSet& set, int i, double step) {
  const double rounding = kRounding * mass_size(set, i, set.gradient[i]) * 4.0 / step;
  const double miss = mass_size(set, i, set.rate[i] - set.constrained_rate[i]) - rounding;
  const double translation = std::sqrt(set.mass[i]) * (norm(set.linear[i] + set.linear_change[i]) +
                                                       norm(set.start_linear[i]));
  return miss > 0.0 ? miss / (mass_size(set, i, set.rate[i]) +
                              mass_size(set, i, set.start_rate[i]) + translation)
                    : 0.0;
}

}  // namespace

/// DEF_IMP: the mid-point rule,
///   M (u - u_t) = h (f - f_int(q_t + ¼h (u_t + u)) - η K_m ½ (u_t + u)),
/// solved once without reactions, whose last A couples the constraints, and once more with them.
/// The velocity of that solution misses the constraints as far as A differs between both motions;
/// `linearise_again` then gives the A and the velocity without reactions of the equation linearised
/// about the second one, for new reactions: Newton's method for motion and reactions together.
/// Order 2, keeps momenta, no energy drift. Simo and Tarnow (1992), Z. Angew. Math. Phys. 43,
/// 757-792, section 2 (the mid-point rule there).
void free_velocity_def_imp(Bodies& bodies, Scheme scheme, double step) {
  PseudoRigidSet& set = bodies.pseudo_rigid;
  for_each_slot(set, scheme, [&](int i) {
    const Mat3 impulse = step * set.couple[i];
    linear_rate(set, i, impulse, step);
    if (!solve_mid_point(set, i, impulse, step)) linear_rate(set, i, impulse, step);
    set.linear[i] += (step / set.mass[i]) * set.force[i];
  });
  nodal_free_velocity_imp(bodies.finite_element, step);
}

double solve_with_reactions(Bodies& bodies, double step) {
  PseudoRigidSet& set = bodies.pseudo_rigid;
  for_each_slot(set, Scheme::def_imp, [&](int i) { solve_with_reactions(set, i, step); });
  double largest = nodal_miss_imp(bodies.finite_element, step);
  for (int i = 0; i < set.owned(); ++i) {
    if (set.scheme[i] == Scheme::def_imp) {
      largest = std::fmax(largest, relative_miss(set, i, step));
    }
  }
  return largest;
}

/// The rows are found again while some body misses them by more than 1e-8 of its velocity, as long
/// as passes still gain.
bool is_worth_a_pass(double largest, double& miss) {
  constexpr double kMiss = 1e-8;  // of the velocity
  constexpr double kNear = 1e-3;  // of the velocity; from here on each pass must gain much,
  constexpr double kGain = 0.5;   // else what is left is the error of the solver
  const bool gains = largest > kNear || largest < kGain * miss;
  if (!(largest > kMiss && gains)) return false;
  miss = largest;
  return true;
}

void linearise_again(Bodies& bodies, double step) {
  PseudoRigidSet& set = bodies.pseudo_rigid;
  for_each_slot(set, Scheme::def_imp, [&](int i) {
    if (set.equation[i] == EquationState::open) return;
    set.rate[i] -= set.rate_change[i];
    set.equation[i] = EquationState::open;
  });
  nodal_relinearise_imp(bodies.finite_element, step);
}

/// Bodies that have not been solved with the last reactions are solved here.
BodyId finish_def_imp(Bodies& bodies, double step) {
  PseudoRigidSet& set = bodies.pseudo_rigid;
  LowestId failed;
  for_each_slot(set, Scheme::def_imp, [&](int i) {
    if (set.equation[i] == EquationState::open) solve_with_reactions(set, i, step);
    if (set.equation[i] == EquationState::failed) failed.report(set.id[i]);
    set.linear[i] += set.linear_change[i];
    deformable_second_half(set, i, step);
    // Work belongs to the velocity that meets the constraints; the rest is the scheme's.
    const Mat3 impulse = step * set.couple[i] + reaction_impulse(set, i);
    const double extra = 0.5 * double_dot(set.rate[i] - set.constrained_rate[i], impulse);
    set.energy[i].external -= extra;
    set.energy[i].numerical += extra;
  });
  nodal_finish_imp(bodies.finite_element, step);
  const BodyId mesh = failed_mesh(bodies.finite_element, Scheme::def_imp);
  if (mesh != 0) failed.report(mesh);
  return failed.get();
}

}  // namespace solfec

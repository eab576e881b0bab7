#include "body/pseudo_rigid_set.h"

#include "base/check.h"
#include "material/kirchhoff.h"

namespace solfec {

namespace {

/// Calls f(array) for every array of the set, so that they grow and shrink together.
template <typename Function>
void for_each_array(PseudoRigidSet& set, const Function& f) {
  f(set.id);
  f(set.scheme);
  f(set.damping);
  f(set.mass);
  f(set.volume);
  f(set.reference_center);
  f(set.euler);
  f(set.inverse_euler);
  f(set.lame_lambda);
  f(set.lame_mu);
  f(set.gradient);
  f(set.center);
  f(set.rate);
  f(set.linear);
  f(set.energy);
  f(set.start_rate);
  f(set.start_linear);
  f(set.couple);
  f(set.force);
  f(set.implicit);
  f(set.effective_mass);
  f(set.effective_inverse);
  f(set.stress_couple);
  f(set.damping_couple);
  f(set.rate_change);
  f(set.linear_change);
  f(set.equation);
  f(set.constrained_rate);
}

}  // namespace

int PseudoRigidSet::append(BodyId body, const BodyCharacteristics& reference, double lambda,
                           double mu) {
  const int slot = size();
  for_each_array(*this, [](auto& array) { array.emplace_back(); });
  id.back() = body;
  scheme.back() = default_scheme(BodyKind::pseudo_rigid);
  mass.back() = reference.mass;
  volume.back() = reference.volume;
  reference_center.back() = reference.center;
  euler.back() = reference.tensor;
  inverse_euler.back() = inverse(reference.tensor);
  lame_lambda.back() = lambda;
  lame_mu.back() = mu;
  gradient.back() = identity();
  center.back() = reference.center;
  return slot;
}

void PseudoRigidSet::erase(int slot) {
  SOLFEC_ASSERT(0 <= slot && slot < size());
  for_each_array(*this, [slot](auto& array) { array.erase(array.begin() + slot); });
}

double kinetic_energy(const PseudoRigidSet& set, int slot) {
  const Mat3& rate = set.rate[slot];
  const Vec3 linear = set.linear[slot];
  return 0.5 * double_dot(rate, rate * set.euler[slot]) +
         0.5 * set.mass[slot] * dot(linear, linear);
}

double internal_energy(const PseudoRigidSet& set, int slot) {
  return set.volume[slot] *
         strain_energy_density(set.gradient[slot], set.lame_lambda[slot], set.lame_mu[slot]);
}

Mat3 internal_couple(const PseudoRigidSet& set, int slot, const Mat3& F) {
  return set.volume[slot] * first_piola_stress(F, set.lame_lambda[slot], set.lame_mu[slot]);
}

Mat3 internal_couple_change(const PseudoRigidSet& set, int slot, const Mat3& F, const Mat3& dF) {
  return set.volume[slot] * first_piola_change(F, dF, set.lame_lambda[slot], set.lame_mu[slot]);
}

Mat3 internal_couple_second_change(const PseudoRigidSet& set, int slot, const Mat3& F,
                                   const Mat3& dF, const Mat3& dG) {
  return set.volume[slot] *
         second_change_of_first_piola(F, dF, dG, set.lame_lambda[slot], set.lame_mu[slot]);
}

void tangent_stiffness(const PseudoRigidSet& set, int slot, const Mat3& F,
                       std::array<double, 81>& stiffness) {
  first_piola_tangent(F, set.lame_lambda[slot], set.lame_mu[slot], stiffness);
  for (double& entry : stiffness) entry *= set.volume[slot];
}

}  // namespace solfec

#include "body/pseudo_rigid_set.h"

#include <algorithm>
#include <cmath>
#include <utility>

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

int PseudoRigidSet::append(const NewBody& body, const BodyCharacteristics& reference) {
  for_each_array(*this, [](auto& array) { array.emplace_back(); });
  id.back() = body.id;
  scheme.back() = default_scheme(kKind);
  mass.back() = reference.mass;
  volume.back() = reference.volume;
  reference_center.back() = reference.center;
  euler.back() = reference.tensor;
  inverse_euler.back() = inverse(reference.tensor);
  lame_lambda.back() = solfec::lame_lambda(body.material);
  lame_mu.back() = solfec::lame_mu(body.material);
  gradient.back() = identity();
  center.back() = reference.center;
  return settle_last();
}

void PseudoRigidSet::swap_slots(int a, int b) {
  if (a == b) return;
  for_each_array(*this, [a, b](auto& array) { std::swap(array[at(a)], array[at(b)]); });
}

void PseudoRigidSet::drop_last() {
  for_each_array(*this, [](auto& array) { array.pop_back(); });
}

void PseudoRigidSet::shrink() {
  for_each_array(*this, [](auto& array) { array.shrink_to_fit(); });
}

Mat3 PseudoRigidSet::stress_at(int slot, Vec3 /*reference*/) const {
  const auto i = at(slot);
  return cauchy_stress(gradient[i], lame_lambda[i], lame_mu[i]);
}

double PseudoRigidSet::largest_speed(std::span<const double> reach) const {
  double largest = 0.0;
  for (std::size_t i = 0; i < reach.size(); ++i) {
    const double turning = std::sqrt(double_dot(rate[i], rate[i]));
    largest = std::max(largest, norm(linear[i]) + reach[i] * turning);
  }
  return largest;
}

void PseudoRigidSet::set_rigid_velocity(int slot, Vec3 linear_velocity, Vec3 angular_velocity) {
  const auto i = at(slot);
  rate[i] = skew(angular_velocity) * gradient[i];
  linear[i] = linear_velocity;
  update_energies(slot);
}

void PseudoRigidSet::update_energies(int slot) {
  energy[at(slot)].kinetic = kinetic_energy(*this, slot);
  energy[at(slot)].internal = internal_energy(*this, slot);
}

double PseudoRigidSet::stiffness_of(int slot) const {
  const auto i = at(slot);
  return volume[i] * (lame_lambda[i] + 2.0 * lame_mu[i]);
}

void PseudoRigidSet::set_material(int slot, const MassProperties& properties,
                                  const BulkMaterial& material) {
  HomogeneousSet::set_material(slot, properties, material);
  lame_lambda[at(slot)] = solfec::lame_lambda(material);
  lame_mu[at(slot)] = solfec::lame_mu(material);
  update_energies(slot);
}

void PseudoRigidSet::set_part_materials(int slot, const Shape& shape, const PartMaterials& parts) {
  double lambda = 0.0;
  double mu = 0.0;
  double sum = 0.0;
  for (const auto& [part, part_volume] : volumes_by_id(shape)) {
    lambda += part_volume * solfec::lame_lambda(parts.of(part));
    mu += part_volume * solfec::lame_mu(parts.of(part));
    sum += part_volume;
  }
  lame_lambda[at(slot)] = lambda / sum;
  lame_mu[at(slot)] = mu / sum;
}

void PseudoRigidSet::add_gravity(Vec3 acceleration) {
  for (std::size_t i = 0; i < at(owned()); ++i) force[i] += mass[i] * acceleration;
}

void PseudoRigidSet::add_force(int slot, Vec3 reference, Vec3 applied) {
  force[at(slot)] += applied;
  couple[at(slot)] += outer(applied, reference - reference_center[at(slot)]);
}

void PseudoRigidSet::add_load(int slot, std::span<const double> load) {
  const auto triple = [&](std::size_t k) { return Vec3{load[k], load[k + 1], load[k + 2]}; };
  couple[at(slot)] += from_columns(triple(0), triple(3), triple(6));
  force[at(slot)] += triple(9);
}

void PseudoRigidSet::add_pressure(int slot, const PressedSurface& surface, double pressure) {
  const Mat3 carried = pressure * cofactor(gradient[at(slot)]);
  add_force(slot, surface.center, carried * surface.area);
  couple[at(slot)] += carried * surface.spread;
}

RigidInertia PseudoRigidSet::rigid_inertia(int slot) const {
  const auto i = at(slot);
  const Mat3& F = gradient[i];
  return {mass[i], center[i], linear[i], inverse_inertia_of(F * euler[i] * transpose(F))};
}

void PseudoRigidSet::shift(int slot, Vec3 /*pivot*/, Vec3 by, const Mat3& turned) {
  const auto i = at(slot);
  gradient[i] = turned * gradient[i];
  rate[i] = turned * rate[i];
  center[i] += by;
}

double PseudoRigidSet::load_work(int slot, Vec3 /*pivot*/, Vec3 by, Vec3 turn) const {
  const auto i = at(slot);
  const Mat3 change = skew(turn) * gradient[i];
  double work = dot(force[i], by);
  for (int k = 0; k < 9; ++k) work += couple[i].m[k] * change.m[k];
  return work;
}

/// Twice the axial vector of the antisymmetric part of Σ m ẋ rᵀ = Ḟ E Fᵀ.
Vec3 PseudoRigidSet::spin_momentum(int slot) const {
  const auto i = at(slot);
  const Mat3 flow = rate[i] * euler[i] * transpose(gradient[i]);
  return {flow(2, 1) - flow(1, 2), flow(0, 2) - flow(2, 0), flow(1, 0) - flow(0, 1)};
}

void PseudoRigidSet::add_rigid_velocity(int slot, Vec3 change, Vec3 turn) {
  const auto i = at(slot);
  linear[i] += change;
  rate[i] += skew(turn) * gradient[i];
  update_energies(slot);
}

Mat3 PseudoRigidSet::mobility(int slot, const BodyPoint& a, const BodyPoint& b) const {
  const auto i = at(slot);
  return (1.0 / mass[i] + dot(a.arm, inverse_euler[i] * b.arm)) * identity();
}

void PseudoRigidSet::push(int slot, const BodyPoint& point, Vec3 p) {
  const auto i = at(slot);
  gradient[i] += outer(p, inverse_euler[i] * point.arm);
  center[i] += p / mass[i];
}

void PseudoRigidSet::kick(int slot, const BodyPoint& point, Vec3 p) {
  const auto i = at(slot);
  rate[i] += outer(p, inverse_euler[i] * point.arm);
  linear[i] += p / mass[i];
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

Mat3 strain_rate_couple(const PseudoRigidSet& set, int slot, const Mat3& F, const Mat3& rate) {
  return set.volume[slot] * strain_rate_stress(F, rate, set.lame_lambda[slot], set.lame_mu[slot]);
}

Mat3 strain_rate_couple_change(const PseudoRigidSet& set, int slot, const Mat3& F, const Mat3& rate,
                               const Mat3& dF) {
  return set.volume[slot] *
         strain_rate_stress_change(F, rate, dF, set.lame_lambda[slot], set.lame_mu[slot]);
}

void tangent_stiffness(const PseudoRigidSet& set, int slot, const Mat3& F,
                       std::array<double, 81>& stiffness, double geometric) {
  first_piola_tangent(F, set.lame_lambda[slot], set.lame_mu[slot], stiffness, geometric);
  for (double& entry : stiffness) entry *= set.volume[slot];
}

}  // namespace solfec

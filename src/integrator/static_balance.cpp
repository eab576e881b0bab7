#include "integrator/static_balance.h"

#include <algorithm>
#include <cmath>

#include "base/count.h"
#include "integrator/deformable_step.h"
#include "integrator/finite_element_static.h"

namespace solfec {

namespace {

constexpr double kLeastLoad = 1e-6;  // of the largest one

/// Square of the force and the moment, seen as a force at the root mean square distance of the mass
/// from the centre.
double square(Vec3 force, double moment_square, double distance_square) {
  return dot(force, force) + (distance_square > 0.0 ? moment_square / distance_square : 0.0);
}

BodyBalance balance_of(const RigidSet& set, std::size_t i, double push, double reactions) {
  const double distance_square = trace(set.inertia[i]) / (2.0 * set.mass[i]);
  const Vec3 torque = set.torque[i] + (1.0 / push) * (set.inertia[i] * set.angular_change[i]);
  const Vec3 force = set.force[i] + (set.mass[i] / push) * set.linear_change[i];
  const double load = square(set.force[i], dot(set.torque[i], set.torque[i]), distance_square);
  return {set.id[i], std::sqrt(square(force, dot(torque, torque), distance_square)),
          std::max(std::sqrt(load), reactions)};
}

BodyBalance balance_of(const PseudoRigidSet& set, int slot, double step, double push,
                       double reactions) {
  const auto i = at(slot);
  const double distance_square = trace(set.euler[i]) / set.mass[i];
  const Mat3 F = set.gradient[i] + step * (set.rate[i] + set.rate_change[i]);
  const Mat3 internal = internal_couple(set, slot, F);
  const Mat3 couple = set.couple[i] + (1.0 / push) * reaction_impulse(set, slot) - internal;
  const Vec3 force = set.force[i] + (set.mass[i] / push) * set.linear_change[i];
  const double load =
      square(set.force[i], double_dot(set.couple[i], set.couple[i]), distance_square);
  const double inner = std::sqrt(square({}, double_dot(internal, internal), distance_square));
  return {set.id[i], std::sqrt(square(force, double_dot(couple, couple), distance_square)),
          std::max({std::sqrt(load), inner, reactions})};
}

}  // namespace

void find_balance(Bodies& bodies, double step, double push, const ReactionSums& sums,
                  std::vector<BodyBalance>& all) {
  all.clear();
  const RigidSet& rigid = bodies.rigid;
  for (int i = 0; i < rigid.owned(); ++i) {
    all.push_back(balance_of(rigid, at(i), push, sums.rigid[at(i)]));
  }
  const PseudoRigidSet& soft = bodies.pseudo_rigid;
  for (int i = 0; i < soft.owned(); ++i) {
    all.push_back(balance_of(soft, i, step, push, sums.pseudo_rigid[at(i)]));
  }
  find_mesh_balance(bodies.finite_element, step, push);
  for (const FiniteElementBody& body : bodies.finite_element.owned_bodies()) {
    all.push_back({body.id, body.out_of_balance, body.load_size});
  }
}

double largest_load(const std::vector<BodyBalance>& all) {
  double largest = 0.0;
  for (const BodyBalance& one : all) largest = std::fmax(largest, one.load);
  return largest;
}

Equilibrium worst_balance(const std::vector<BodyBalance>& all, double largest_load) {
  Equilibrium worst;
  for (const BodyBalance& one : all) {
    const double load = std::max(one.load, kLeastLoad * largest_load);
    const double residual = one.out_of_balance > 0.0 ? one.out_of_balance / load : 0.0;
    const bool same = residual == worst.residual && one.body < worst.body;
    if (residual > worst.residual || same) worst = {residual, one.body};
  }
  return worst;
}

}  // namespace solfec

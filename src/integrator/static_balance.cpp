#include "integrator/static_balance.h"

#include <algorithm>
#include <cmath>

#include "base/count.h"
#include "body/turning_inertia.h"
#include "integrator/deformable_step.h"
#include "integrator/finite_element_static.h"

namespace solfec {

namespace {

constexpr double kLeastLoad = 1e-9;     // of the largest one
constexpr double kLeastStrain = 1e-12;  // less is rounding

/// Size of a force and a moment, seen as a force at a distance.
double size_of(Vec3 force, double moment, double distance) {
  return distance > 0.0 ? std::hypot(norm(force), moment / distance) : norm(force);
}

double norm_of(const Mat3& couple) { return std::sqrt(double_dot(couple, couple)); }

BodyBalance balance_of(const RigidSet& set, int slot, double step, Vec3 prescribed,
                       const ReachedLoad& reached) {
  const auto i = at(slot);
  const double distance = mean_distance(set, slot);
  const Vec3 torque = set.torque[i] + static_reaction_torque(set, slot, step);
  const Vec3 force = set.force[i] + (set.mass[i] / set.static_push[i]) * set.linear_change[i];
  return {set.id[i], size_of(force, norm(torque), distance),
          std::max(
              size_of(set.force[i] - reached.force, norm(set.torque[i] - reached.torque), distance),
              norm(prescribed))};
}

BodyBalance balance_of(const PseudoRigidSet& set, int slot, double step, double push,
                       Vec3 prescribed) {
  const auto i = at(slot);
  const double distance = mean_distance(set, slot);
  const Mat3 F = set.gradient[i] + step * (set.rate[i] + set.rate_change[i]);
  const Mat3 internal = internal_couple(set, slot, F);
  const Mat3 couple = set.couple[i] + (1.0 / push) * reaction_impulse(set, slot) - internal;
  const Vec3 force = set.force[i] + (set.mass[i] / push) * set.linear_change[i];
  const double stiffness = (set.lame_lambda[i] + 2.0 * set.lame_mu[i]) * set.volume[i];
  return {set.id[i], size_of(force, norm_of(couple), distance),
          std::max({size_of(set.force[i], norm_of(set.couple[i]), distance),
                    size_of({}, std::fmax(norm_of(internal), kLeastStrain * stiffness), distance),
                    norm(prescribed)})};
}

BodyBalance balance_of(const FiniteElementBody& body, Vec3 prescribed) {
  const ForceBalance& nodal = body.nodal_balance;
  ForceBalance resultant = body.resultant_balance;
  resultant.load = std::fmax(resultant.load, norm(prescribed));
  return {body.id, nodal.left, nodal.load, 0.0, resultant};
}

}  // namespace

double mean_distance(const RigidSet& set, int slot) {
  return std::sqrt(trace(set.inertia[at(slot)]) / (2.0 * set.mass[at(slot)]));
}

double mean_distance(const PseudoRigidSet& set, int slot) {
  return std::sqrt(trace(set.euler[at(slot)]) / set.mass[at(slot)]);
}

void find_balance(Bodies& bodies, double step, double push, const PrescribedForces& prescribed,
                  std::span<const ReachedLoad> reached, std::vector<BodyBalance>& all) {
  all.clear();
  const RigidSet& rigid = bodies.rigid;
  for (int i = 0; i < rigid.owned(); ++i) {
    all.push_back(balance_of(rigid, i, step, prescribed.rigid[at(i)], reached[at(i)]));
  }
  const PseudoRigidSet& soft = bodies.pseudo_rigid;
  for (int i = 0; i < soft.owned(); ++i) {
    all.push_back(balance_of(soft, i, step, push, prescribed.pseudo_rigid[at(i)]));
  }
  find_mesh_balance(bodies.finite_element, step, push);
  const FiniteElementSet& meshes = bodies.finite_element;
  for (int i = 0; i < meshes.owned(); ++i) {
    all.push_back(balance_of(meshes[i], prescribed.finite_element[at(i)]));
  }
}

double largest_load(const std::vector<BodyBalance>& all) {
  double largest = 0.0;
  for (const BodyBalance& one : all) largest = std::fmax(largest, one.load);
  return largest;
}

void set_residuals(double largest_load, std::vector<BodyBalance>& all) {
  const auto part = [&](double left, double load) {
    const bool is_loaded = load > kLeastLoad * largest_load;
    return left > 0.0 ? left / (is_loaded ? load : largest_load) : 0.0;
  };
  for (BodyBalance& one : all) {
    one.residual = part(one.out_of_balance, one.load);
    one.resultant_residual = part(one.resultant.left, one.resultant.load);
  }
}

Equilibrium worst_balance(const std::vector<BodyBalance>& all) {
  Equilibrium worst;
  for (const BodyBalance& one : all) {
    const double residual = std::fmax(one.residual, one.resultant_residual);
    const bool same = residual == worst.residual && one.body < worst.body;
    if (residual > worst.residual || same) worst = {residual, one.body};
  }
  return worst;
}

}  // namespace solfec

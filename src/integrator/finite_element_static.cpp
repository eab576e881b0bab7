#include "integrator/finite_element_static.h"

#include <algorithm>
#include <cmath>

#include "body/finite_element/finite_element_inverse.h"
#include "body/finite_element/held_nodes.h"
#include "integrator/finite_element_step.h"
#include "integrator/placement_guard.h"

namespace solfec {
namespace {

/// u += push A⁻¹ (f - f_int), or with M where A is singular.
void accelerate(FiniteElementBody& body, FiniteElementScratch& scratch, double push) {
  std::vector<Vec3>& force = scratch.force;
  for_each_node(body, [&](std::size_t a) { force[a] = push * (body.load[a] - body.internal[a]); });
  if (body.factored) {
    apply_inverse_and_hold(body, force, force);
  } else {
    for_each_node(body, [&](std::size_t a) { force[a] = force[a] / body.elements.mass[a]; });
  }
  for_each_node(body, [&](std::size_t a) { body.velocity[a] += force[a]; });
}

/// A = M + p² K with the tangent K, where that is asked for and A is definite, or with its positive
/// part.
bool make_static_inverse(FiniteElementBody& body, const StaticPass& pass) {
  const double c = pass.pseudo_time * pass.pseudo_time;
  if (pass.tangent && make_inverse(body, c) && body.inverse_mass.is_definite()) return true;
  return make_inverse(body, c, {.positive = true});
}

/// Σ HᵀR of a body whose inverse is that of the lumped masses.
void find_reactions(FiniteElementBody& body, double push) {
  if (body.factored) return;
  for_each_node(body, [&](std::size_t a) {
    body.reaction[a] = (body.elements.mass[a] / push) * body.change[a];
  });
}

double norm_of(const std::vector<Vec3>& x) { return std::sqrt(nodal_product(x, x)); }

constexpr double kLeastStrain = 1e-12;  // less is rounding
constexpr double kThrough = 0.01;       // of internal forces: measures a resultant at least

/// Force that strains the stiffest element of a body by about 1, N.
double straining_force(const FiniteElementBody& body) {
  const BodyCharacteristics& whole = body.characteristics;
  return body.eigenvalue * whole.mass * std::cbrt(whole.volume);
}

double sum_of_sizes(const std::vector<Vec3>& x) {
  double sum = 0.0;
  for (const Vec3& v : x) sum += norm(v);
  return sum;
}

/// Size of the resultant of nodal forces: a moment about the centre of mass counts as a force at
/// the root mean square distance of the mass from it, N.
double resultant_size(const FiniteElementBody& body, const std::vector<Vec3>& force) {
  const BodyCharacteristics& whole = body.characteristics;
  Vec3 sum;
  Vec3 moment;
  for_each_node(body, [&](std::size_t a) {
    sum += force[a];
    moment += cross(body.mesh->nodes[a] + body.displacement[a] - whole.center, force[a]);
  });
  return std::hypot(norm(sum), norm(moment) / std::sqrt(trace(whole.tensor) / whole.mass));
}

}  // namespace

void begin_static_meshes(FiniteElementSet& set) {
  for (FiniteElementBody& body : set.owned_bodies()) clear_nodal_step(body);
}

void find_mesh_balance(FiniteElementSet& set, double step, double push) {
  for_each_mesh(set, [&](FiniteElementBody& body, FiniteElementScratch& scratch) {
    const PlacementGuard placement(body, scratch.displacement);
    for_each_node(body, [&](std::size_t a) {
      body.displacement[a] += step * (body.velocity[a] + body.change[a]);
    });
    follow_rotation(body);
    follow_pressure(body);
    find_force_again(body, scratch);
    find_reactions(body, push);
    for_each_node(body, [&](std::size_t a) {
      scratch.force[a] = body.load[a] + body.reaction[a] - body.internal[a];
    });
    const double rounding = kLeastStrain * straining_force(body);
    body.nodal_balance = {norm_of(scratch.force),
                          std::max({norm_of(body.load), norm_of(body.internal), rounding})};
    body.resultant_balance = {resultant_size(body, scratch.force),
                              std::max({resultant_size(body, body.load), sum_of_sizes(body.load),
                                        kThrough * sum_of_sizes(body.internal), rounding})};
  });
}

void relinearise_static_mesh(FiniteElementBody& body, FiniteElementScratch& scratch,
                             std::span<const Vec3> velocity, const StaticPass& pass) {
  const double step = pass.step;
  const PlacementGuard placement(body, scratch.displacement);
  for_each_node(body, [&](std::size_t a) { body.displacement[a] += step * velocity[a]; });
  follow_rotation(body);
  follow_pressure(body);
  find_force_again(body, scratch);
  body.failed = !make_static_inverse(body, pass);
  std::copy(velocity.begin(), velocity.end(), body.velocity.begin());
  accelerate(body, scratch, pass.pseudo_time * pass.pseudo_time / step);
}

void finish_static_meshes(FiniteElementSet& set, double step, double push) {
  for_each_mesh(set, [&](FiniteElementBody& body, FiniteElementScratch& scratch) {
    find_reactions(body, push);
    for_each_node(body, [&](std::size_t a) { body.velocity[a] += body.change[a]; });
    advance_nodes(body, step);
    follow_pressure(body);
    end_deformation(body, scratch);
    body.energy.external += step * nodal_product(body.velocity, body.load) +
                            step * nodal_product(body.velocity, body.reaction);
  });
}

}  // namespace solfec

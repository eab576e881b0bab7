#include "integrator/finite_element_step.h"

#include <algorithm>

namespace solfec {

double nodal_product(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += dot(a[i], b[i]);
  return sum;
}

void advance_nodes(FiniteElementBody& body, double duration) {
  for_each_node(body, [&](std::size_t a) { body.displacement[a] += duration * body.velocity[a]; });
  follow_rotation(body);
}

void clear_nodal_step(FiniteElementBody& body) {
  body.start_velocity = body.velocity;
  std::fill(body.load.begin(), body.load.end(), Vec3{});
  body.pressure.clear();
  std::fill(body.change.begin(), body.change.end(), Vec3{});
  std::fill(body.reaction.begin(), body.reaction.end(), Vec3{});
  body.factored = false;
  body.failed = false;
  body.solved = false;
}

void nodal_first_half(FiniteElementSet& set, Scheme scheme, double step) {
  for_each_mesh(set, scheme, [&](FiniteElementBody& body) {
    if (is_reduced(body.form)) return;  // reduced_step.h
    clear_nodal_step(body);
    advance_nodes(body, 0.5 * step);
  });
}

double reaction_work(const FiniteElementBody& body, const std::vector<Vec3>& velocity,
                     double step) {
  if (body.factored) return step * nodal_product(velocity, body.reaction);
  double work = 0.0;
  for (std::size_t a = 0; a < velocity.size(); ++a) {
    work += body.elements.mass[a] * dot(velocity[a], body.change[a]);
  }
  return work;
}

void nodal_second_half(FiniteElementBody& body, FiniteElementScratch& scratch, double step) {
  std::vector<Vec3>& mean = scratch.velocity;
  for_each_node(
      body, [&](std::size_t a) { mean[a] = 0.5 * (body.start_velocity[a] + body.velocity[a]); });
  advance_nodes(body, 0.5 * step);
  const Energies before = body.energy;
  end_deformation(body, scratch);
  Energies& energy = body.energy;
  energy.numerical += energy.internal - before.internal + (energy.plastic - before.plastic) -
                      step * nodal_product(mean, body.internal);
  energy.damping += step * nodal_product(mean, body.damped);
  energy.external += step * nodal_product(mean, body.load) + reaction_work(body, mean, step);
}

void nodal_free_velocity_explicit(FiniteElementSet& set, double step) {
  for_each_mesh(set, Scheme::def_exp, [&](FiniteElementBody& body, FiniteElementScratch& scratch) {
    const FiniteElementMesh& mesh = body.elements;
    find_internal_force(body, scratch);
    find_damping_force(body, body.velocity, scratch);
    for_each_node(body, [&](std::size_t a) {
      const Vec3 force = body.load[a] - body.internal[a] - body.damped[a];
      body.velocity[a] += (step / mesh.mass[a]) * force;
    });
  });
}

void nodal_finish_explicit(FiniteElementSet& set, double step) {
  for_each_mesh(set, Scheme::def_exp, [&](FiniteElementBody& body, FiniteElementScratch& scratch) {
    for_each_node(body, [&](std::size_t a) { body.velocity[a] += body.change[a]; });
    nodal_second_half(body, scratch, step);
  });
}

}  // namespace solfec

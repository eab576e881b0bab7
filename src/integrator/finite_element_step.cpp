#include "integrator/finite_element_step.h"

#include <algorithm>

#include "base/count.h"
#include "base/parallel_for.h"

namespace solfec {
namespace {

constexpr int kNodesAtOnce = 4096;  // fewer are not worth waking threads

template <typename Function>
void for_each_body(FiniteElementSet& set, Scheme scheme, const Function& f) {
  for (FiniteElementBody& body : set.body) {
    if (body.scheme == scheme) f(body);
  }
}

template <typename Function>
void for_each_node(const FiniteElementBody& body, const Function& f) {
  parallel_for(body.node_count(), kNodesAtOnce, [&](int a) { f(at(a)); });
}

/// Σ a_i · b_i in the order of the nodes.
double product(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += dot(a[i], b[i]);
  return sum;
}

void advance(FiniteElementBody& body, double duration) {
  for_each_node(body, [&](std::size_t a) { body.displacement[a] += duration * body.velocity[a]; });
  follow_rotation(body);
}

}  // namespace

void nodal_first_half(FiniteElementSet& set, Scheme scheme, double step) {
  for_each_body(set, scheme, [&](FiniteElementBody& body) {
    body.start_velocity = body.velocity;
    std::fill(body.load.begin(), body.load.end(), Vec3{});
    std::fill(body.change.begin(), body.change.end(), Vec3{});
    advance(body, 0.5 * step);
  });
}

void nodal_free_velocity_explicit(FiniteElementSet& set, double step) {
  for_each_body(set, Scheme::def_exp, [&](FiniteElementBody& body) {
    const FiniteElementMesh& mesh = body.elements;
    find_internal_force(body);
    find_damping_force(body, body.velocity);
    for_each_node(body, [&](std::size_t a) {
      const Vec3 force = body.load[a] - body.internal[a] - body.damped[a];
      body.velocity[a] += (step / mesh.mass[a]) * force;
    });
  });
}

void nodal_finish_explicit(FiniteElementSet& set, double step) {
  for_each_body(set, Scheme::def_exp, [&](FiniteElementBody& body) {
    std::vector<Vec3>& mean = body.start_velocity;  // not needed any more
    for_each_node(body, [&](std::size_t a) {
      body.velocity[a] += body.change[a];
      mean[a] = 0.5 * (mean[a] + body.velocity[a]);
    });
    advance(body, 0.5 * step);
    const Energies before = body.energy;
    update_energies(body);
    Energies& energy = body.energy;
    energy.numerical += energy.internal - before.internal - step * product(mean, body.internal);
    energy.damping += step * product(mean, body.damped);
    energy.external += step * product(mean, body.load);
    for (std::size_t a = 0; a < mean.size(); ++a) {
      energy.external += body.elements.mass[a] * dot(mean[a], body.change[a]);
    }
  });
}

}  // namespace solfec

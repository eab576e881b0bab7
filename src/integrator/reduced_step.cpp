#include "integrator/reduced_step.h"

#include <cmath>

#include "body/finite_element/finite_element_inverse.h"
#include "body/finite_element/reduced_body.h"
#include "integrator/finite_element_step.h"

namespace solfec {
namespace {

constexpr int kMostIterations = 30;
constexpr double kIncrement = 1e-13;  // of the largest velocity

/// D ż: η Φᵀ K Φ ż and the damping ratios, N/√kg.
std::vector<double> damping_force(const FiniteElementBody& body, std::span<const double> rate) {
  const ReducedModel& model = *body.reduced;
  std::vector<double> force(rate.size(), 0.0);
  if (body.damping > 0.0) {
    multiply_square(model.stiffness, rate, force);
    for (double& one : force) one *= body.damping;
  }
  for (std::size_t j = 0; j < model.ratio_damping.size(); ++j) {
    force[j] += model.ratio_damping[j] * rate[j];
  }
  return force;
}

/// Rates of velocities that the placement allows.
ReducedRates allowed_rates(const FiniteElementBody& body, ReducedMotion& motion,
                           const std::vector<Vec3>& velocity) {
  std::vector<Vec3> momentum = velocity;
  for (std::size_t a = 0; a < momentum.size(); ++a) momentum[a] *= body.elements.mass[a];
  return reduced_change(body, motion, motion.inverse_mass, momentum);
}

double largest_difference(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  double square = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Vec3 difference = a[i] - b[i];
    square = std::fmax(square, dot(difference, difference));
  }
  return std::sqrt(square);
}

double largest_size(const std::vector<Vec3>& a) {
  double square = 0.0;
  for (const Vec3 one : a) square = std::fmax(square, dot(one, one));
  return std::sqrt(square);
}

/// Second half of the step from the motion of q½: the velocity at its end takes the nodes there,
/// where it is the one that momentum and Φᵀ M R½ᵀ u make of the present velocity.
void second_half(FiniteElementBody& body, ReducedMotion& motion, double step) {
  const std::vector<Vec3> middle = body.displacement;
  const Mat3 frame = motion.rotation;
  ReducedMomentum momentum = momentum_of(body);
  momentum.z.resize(motion.z.size());
  std::vector<double> of_middle(motion.z.size());
  base_momentum(body, motion, frame, body.velocity, momentum.linear, of_middle);
  std::vector<Vec3> last;
  double last_increment = 0.0;
  for (int iteration = 0; iteration < kMostIterations; ++iteration) {
    last = body.velocity;
    for_each_node(body, [&](std::size_t a) {
      body.displacement[a] = middle[a] + 0.5 * step * body.velocity[a];
    });
    follow_rotation(body);
    settle(body, motion);
    set_inertia(body, motion);
    base_momentum(body, motion, motion.rotation - frame, last, momentum.linear, momentum.z);
    for (std::size_t j = 0; j < of_middle.size(); ++j) momentum.z[j] += of_middle[j];
    node_velocities(body, motion, rates_of(motion, momentum), body.velocity);
    // the next increment is smaller by as much as this one is than the last one
    const double increment = largest_difference(last, body.velocity);
    const double gain = iteration == 0 ? 1.0 : std::fmin(1.0, increment / last_increment);
    if (increment * gain <= kIncrement * largest_size(last)) return;
    last_increment = increment;
  }
}

void first_half(FiniteElementBody& body, double step) {
  clear_nodal_step(body);
  ReducedMotion& motion = body.motion.get();
  ReducedMomentum momentum = momentum_of(body);
  advance_nodes(body, 0.5 * step);
  settle(body, motion);
  set_inertia(body, motion);
  momentum.z.resize(motion.z.size());
  base_momentum(body, motion, motion.rotation, body.velocity, momentum.linear, momentum.z);
  motion.start = rates_of(motion, momentum);
  node_velocities(body, motion, motion.start, body.velocity);
  body.start_velocity = body.velocity;
}

}  // namespace

void reduced_first_half(FiniteElementSet& set, Scheme scheme, double step) {
  for_each_mesh(set, scheme, [&](FiniteElementBody& body) {
    if (is_reduced(body.form)) first_half(body, step);
  });
}

void reduced_free_velocity(FiniteElementBody& body, double step) {
  ReducedMotion& motion = body.motion.get();
  body.inverse_rotation = body.rotation;
  body.factored = set_reduced_inverse(body, motion, step);
  body.failed = !body.factored;
  if (body.failed) return;
  ReducedRates change;
  change.z.resize(motion.z.size());
  // forces of the nodes and of the vectors in one solution
  Vec3 moment;
  for (std::size_t a = 0; a < body.load.size(); ++a) {
    change.linear += body.load[a];
    motion.node[a] = transposed_times(motion.rotation, body.load[a]);
    moment += cross(motion.y[a], motion.node[a]);
  }
  change.linear *= step / body.reduced->mass;
  project(*body.reduced, motion.node, change.z);
  std::vector<double> elastic(motion.z.size());
  multiply_square(body.reduced->stiffness, motion.z, elastic);
  const std::vector<double> damped = damping_force(body, motion.start.z);
  for (std::size_t j = 0; j < elastic.size(); ++j) {
    change.z[j] = step * (change.z[j] - elastic[j] - damped[j]);
  }
  change.angular = motion.inverse.solve(step * moment, change.z);
  std::vector<Vec3>& difference = body.change;
  node_velocities(body, motion, change, difference);
  for_each_node(body, [&](std::size_t a) {
    body.velocity[a] += difference[a];
    difference[a] = {};
  });
}

void reduced_finish(FiniteElementBody& body, FiniteElementScratch& scratch, double step) {
  ReducedMotion& motion = body.motion.get();
  std::vector<Vec3>& mean = scratch.velocity;
  for_each_node(body, [&](std::size_t a) {
    body.velocity[a] += body.change[a];
    mean[a] = 0.5 * (body.start_velocity[a] + body.velocity[a]);
  });
  const std::vector<double> rate = allowed_rates(body, motion, mean).z;
  const std::vector<double> damped = damping_force(body, rate);
  double damping = 0.0;
  for (std::size_t j = 0; j < rate.size(); ++j) damping += step * rate[j] * damped[j];
  const double external = step * nodal_product(mean, body.load) + reaction_work(body, mean, step);
  second_half(body, motion, step);
  const Energies before = body.energy;
  update_energies(body, scratch);
  Energies& energy = body.energy;
  energy.damping += damping;
  energy.external += external;
  energy.numerical +=
      (energy.kinetic - before.kinetic) + (energy.internal - before.internal) + damping - external;
}

}  // namespace solfec

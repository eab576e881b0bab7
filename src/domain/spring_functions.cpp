#include "domain/spring_functions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/count.h"

namespace solfec {

namespace {

constexpr double kDifference = 1e-6;  // of stroke and velocity
constexpr double kLeast = 1e-3;       // of the size of a spring: strokes count for so much at least
constexpr double kTolerance = 1e-9;   // of the forces of a tangent

/// Force that pulls the points together, against the stroke: the law of the row; N.
double force_of(const CallbackForce& callback, const SpringStep& step, StrokeState state) {
  const std::array<double, 1> stroke{state.stroke};
  const std::array<double, 1> velocity{state.velocity};
  std::array<double, 1> force{};
  callback.function({stroke, velocity, step.time, step.step}, force);
  return -force[0];  // the user's acts along the stroke
}

/// Size of a spring, m: distance of its points when it was put, at least the smallest cube root of
/// the volume of a body that it acts on.
double size_of(const Bodies& bodies, const UserConstraint& constraint) {
  double least = std::numeric_limits<double>::infinity();
  for (const BodyId id : {constraint.master, constraint.slave}) {
    if (id == 0) continue;
    const BodyRef body = bodies.refs()[at(bodies.find(id))];
    least = std::min(least, std::cbrt(bodies.characteristics(body).volume));
  }
  return std::isfinite(least) ? std::max(constraint.length, least) : constraint.length;
}

/// Tangent at a state where the force is known, by central differences: a velocity counts as that
/// at least which makes the least stroke in a step.
void take_tangent(const CallbackForce& callback, const SpringStep& step, StrokeState at,
                  double force, double size, SpringRow& row) {
  const double least = kLeast * size;
  const double ds = kDifference * std::max(std::fabs(at.stroke), least);
  const double dv = kDifference * std::max(std::fabs(at.velocity), least / step.step);
  const auto f = [&](double s, double v) { return force_of(callback, step, {s, v}); };
  const double k = (f(at.stroke + ds, at.velocity) - f(at.stroke - ds, at.velocity)) / (2.0 * ds);
  const double c = (f(at.stroke, at.velocity + dv) - f(at.stroke, at.velocity - dv)) / (2.0 * dv);
  row.force = force;
  row.stiffness = std::max(0.0, k);
  row.damping = std::max(0.0, c);
  row.at_stroke = at.stroke;
  row.at_velocity = at.velocity;
}

/// Calls f(function, place of its constraint). Both are mostly in the order of their making.
template <typename Function>
void for_each_function(std::span<const CallbackForce> functions,
                       std::span<const UserConstraint> constraints, const Function& f) {
  std::size_t place = 0;
  for (const CallbackForce& function : functions) {
    if (function.constraint == 0) continue;
    for (std::size_t k = 0; k < constraints.size(); ++k, ++place) {
      if (place >= constraints.size()) place = 0;
      if (constraints[place].id == function.constraint) break;
    }
    if (place < constraints.size() && constraints[place].id == function.constraint) {
      f(function, place);
    }
  }
}

double start_velocity_along(const Bodies& bodies, const UserConstraint& constraint) {
  const auto velocity = [&](BodyId body, Vec3 reference) {
    if (body == 0) return Vec3{};
    return bodies.start_velocity(bodies.refs()[at(bodies.find(body))], reference);
  };
  return dot(constraint.frame.column(2),
             velocity(constraint.master, constraint.master_reference) -
                 velocity(constraint.slave, constraint.slave_reference));
}

/// Whether the tangent gives the function at a state; then also what the velocity has cost.
bool keeps_tangent(const CallbackForce& callback, const SpringStep& step, StrokeState state,
                   double force, Spring& spring) {
  const SpringRow& row = spring.row;
  const double elastic = row.stiffness * (state.stroke - row.at_stroke);
  const double viscous = row.damping * (state.velocity - row.at_velocity);
  const double miss = std::fabs(force - (row.force + elastic + viscous));
  const double size =
      std::fabs(force) + std::fabs(row.force) + std::fabs(elastic) + std::fabs(viscous);
  if (miss > kTolerance * size) return false;
  const bool moves = state.velocity != 0.0;
  spring.damping_force = moves ? force - force_of(callback, step, {state.stroke, 0.0}) : 0.0;
  return true;
}

}  // namespace

bool has_spring_functions(std::span<const CallbackForce> functions) {
  return std::any_of(functions.begin(), functions.end(),
                     [](const CallbackForce& one) { return one.constraint != 0; });
}

void linearise_springs(const Bodies& bodies, const SpringStep& step,
                       std::span<const CallbackForce> functions,
                       std::span<UserConstraint> constraints) {
  for_each_function(functions, constraints, [&](const CallbackForce& callback, std::size_t k) {
    UserConstraint& constraint = constraints[k];
    SpringRow& row = constraint.spring.row;
    const double velocity = step.quasi_static ? 0.0 : start_velocity_along(bodies, constraint);
    const StrokeState state{row.stroke, velocity};
    take_tangent(callback, step, state, force_of(callback, step, state),
                 size_of(bodies, constraint), row);
    constraint.spring.damping_force = 0.0;
  });
}

bool linearise_springs_again(const Bodies& bodies, const LocalDynamics& problem,
                             const LocalSolution& solution, double time,
                             std::span<const CallbackForce> functions,
                             std::span<UserConstraint> constraints) {
  const SpringStep step{time, problem.step, problem.quasi_static};
  bool again = false;
  for_each_function(functions, constraints, [&](const CallbackForce& callback, std::size_t k) {
    Spring& spring = constraints[k].spring;
    const StrokeState state =
        mean_state(spring.row, {step.step, step.quasi_static, turning_length(constraints[k])},
                   problem.V[k], solution.U[k]);
    const double force = force_of(callback, step, state);
    if (keeps_tangent(callback, step, state, force, spring)) return;
    take_tangent(callback, step, state, force, size_of(bodies, constraints[k]), spring.row);
    again = true;
  });
  return again;
}

void book_damping(const UserConstraint& constraint, double step, bool quasi_static,
                  Bodies& bodies) {
  if (constraint.kind != ConstraintKind::spring) return;
  const Spring& spring = constraint.spring;
  const double velocity = mean_state(spring.row, {step, quasi_static, turning_length(constraint)},
                                     constraint.V, constraint.U)
                              .velocity;
  const double taken = step * spring.damping_force * velocity;
  if (!(taken > 0.0)) return;
  const double share = constraint.slave != 0 ? 0.5 * taken : taken;
  for (const BodyId id : {constraint.master, constraint.slave}) {
    if (id == 0) continue;
    const BodyRef body = bodies.refs()[at(bodies.find(id))];
    Energies energy = bodies.energies(body);
    energy.damping += share;
    energy.external += share;
    bodies.set_energies(body, energy);
  }
}

}  // namespace solfec

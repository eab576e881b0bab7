#include "domain/loads/spring_functions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/count.h"
#include "math/adaptive_mean.h"

namespace solfec {

namespace {

constexpr double kDifference = 1e-6;  // of stroke and velocity
constexpr double kLeast = 1e-3;       // of the size of a spring: strokes count for so much at least
constexpr double kTolerance = 1e-9;   // of the forces of a tangent
constexpr double kAccuracy = 1e-11;   // of a mean force, against the forces of its step

/// Force that pulls the points together, against the stroke: the law of the row; N.
double force_at(const CallbackForce& callback, const SpringFunctionStep& step, double stroke,
                double velocity) {
  const std::array<double, 1> strokes{stroke};
  const std::array<double, 1> velocities{velocity};
  std::array<double, 1> force{};
  callback.function({strokes, velocities, step.time, step.step}, force);
  return -force[0];  // the user's acts along the stroke
}

/// Half of the way of the stroke in a step with a mean state, m: 0 where the force is that of the
/// end of the step.
double half_way(const SpringFunctionStep& step, const SpringRow& row, StrokeState state) {
  if (step.quasi_static) return 0.0;
  return 0.5 * step.step * state.velocity * (1.0 - row.end_share);
}

/// Mean force over the strokes of a step, at one velocity, and the force at the last stroke.
MeanAndEnd force_of(const CallbackForce& callback, const SpringFunctionStep& step,
                    StrokeState state, double half) {
  return mean_over([&](double s) { return force_at(callback, step, s, state.velocity); },
                   state.stroke, half, kAccuracy);
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

/// Tangent at a state where the force is known. The stroke at the start of the step stays, so the
/// mean force over the half way w changes with the mean stroke by (f(end) - mean) / w; central
/// differences give this where the way is short, and damping, for which a velocity counts as that
/// at least which makes the least stroke in a step.
void take_tangent(const CallbackForce& callback, const SpringFunctionStep& step, StrokeState at,
                  MeanAndEnd force, double size, SpringRow& row) {
  const double least = kLeast * size;
  const double ds = kDifference * std::max(std::fabs(at.stroke), least);
  const double dv = kDifference * std::max(std::fabs(at.velocity), least / step.step);
  const auto f = [&](double s, double v) { return force_at(callback, step, s, v); };
  const double half = half_way(step, row, at);
  const double k =
      std::fabs(half) > ds
          ? (force.end - force.mean) / half
          : (f(at.stroke + ds, at.velocity) - f(at.stroke - ds, at.velocity)) / (2.0 * ds);
  const double c = (f(at.stroke, at.velocity + dv) - f(at.stroke, at.velocity - dv)) / (2.0 * dv);
  row.force = force.mean;
  row.stiffness = std::max(0.0, k);
  row.damping = std::max(0.0, c);
  row.at_stroke = at.stroke;
  row.at_velocity = at.velocity;
}

/// Notes what a row has missed the function by at a place, N: the law that the other rows leave to
/// this one falls with the stroke, so the solution lies below where the function is above the line.
/// When the same side is noted twice in a row, the miss of the other side is halved (the Illinois
/// method: Dowell and Jarratt (1971), BIT 11, 168-174).
void note_miss(double stroke, double line, double miss, SpringBracket& bracket) {
  ++bracket.passes;
  const bool is_above = miss > 0.0;
  SpringBracket::Side& side = is_above ? bracket.above : bracket.below;
  SpringBracket::Side& other = is_above ? bracket.below : bracket.above;
  if (side.is_last) other.miss *= 0.5;
  side = {stroke, line, miss, true, true};
  other.is_last = false;
}

/// Whether the line through both sides of a bracket takes the place of a tangent: a force that is
/// flat at two places and steep between them makes tangents go to and fro.
bool take_chord(const SpringBracket& bracket, double at_velocity, SpringRow& row) {
  constexpr int kTangents = 3;  // passes that a function with a bounded curvature needs at most
  const SpringBracket::Side& below = bracket.below;
  const SpringBracket::Side& above = bracket.above;
  const bool may = bracket.passes > kTangents && below.is_known && above.is_known;
  if (!may || !(above.stroke > below.stroke)) return false;
  const double low = below.line + below.miss;
  const double high = above.line + above.miss;
  row.force = low;
  row.stiffness = std::max(0.0, (high - low) / (above.stroke - below.stroke));
  row.damping = 0.0;  // is in the misses
  row.at_stroke = below.stroke;
  row.at_velocity = at_velocity;
  return true;
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

/// Force of the line of a row at a state, N.
double line_at(const SpringRow& row, StrokeState state) {
  return row.force + row.stiffness * (state.stroke - row.at_stroke) +
         row.damping * (state.velocity - row.at_velocity);
}

/// Whether the tangent gives the function at a state; then also what the velocity has cost.
bool keeps_tangent(const CallbackForce& callback, const SpringFunctionStep& step, StrokeState state,
                   double force, Spring& spring) {
  const SpringRow& row = spring.row;
  const double elastic = row.stiffness * (state.stroke - row.at_stroke);
  const double viscous = row.damping * (state.velocity - row.at_velocity);
  const double miss = std::fabs(force - (row.force + elastic + viscous));
  const double size =
      std::fabs(force) + std::fabs(row.force) + std::fabs(elastic) + std::fabs(viscous);
  if (miss > kTolerance * size) return false;
  const double half = half_way(step, row, state);
  const bool moves = state.velocity != 0.0;
  spring.damping_force =
      moves ? force - force_of(callback, step, {state.stroke, 0.0}, half).mean : 0.0;
  return true;
}

}  // namespace

bool has_spring_functions(std::span<const CallbackForce> functions) {
  return std::any_of(functions.begin(), functions.end(),
                     [](const CallbackForce& one) { return one.constraint != 0; });
}

void linearise_springs(const Bodies& bodies, const SpringFunctionStep& step,
                       std::span<const CallbackForce> functions,
                       std::span<UserConstraint> constraints) {
  for_each_function(functions, constraints, [&](const CallbackForce& callback, std::size_t k) {
    UserConstraint& constraint = constraints[k];
    SpringRow& row = constraint.spring.row;
    const double velocity = step.quasi_static ? 0.0 : start_velocity_along(bodies, constraint);
    const StrokeState state{row.stroke, velocity};
    take_tangent(callback, step, state, force_of(callback, step, state, half_way(step, row, state)),
                 size_of(bodies, constraint), row);
    constraint.spring.damping_force = 0.0;
    constraint.spring.bracket = {};
  });
}

bool linearise_springs_again(const Bodies& bodies, const LocalDynamics& problem,
                             const LocalSolution& solution, double time,
                             std::span<const CallbackForce> functions,
                             std::span<UserConstraint> constraints) {
  const SpringFunctionStep step{time, problem.step, problem.quasi_static};
  bool again = false;
  for_each_function(functions, constraints, [&](const CallbackForce& callback, std::size_t k) {
    Spring& spring = constraints[k].spring;
    const StrokeState state =
        mean_state(spring.row, {step.step, step.quasi_static, turning_length(constraints[k])},
                   problem.V[k], solution.U[k]);
    const MeanAndEnd force = force_of(callback, step, state, half_way(step, spring.row, state));
    if (keeps_tangent(callback, step, state, force.mean, spring)) {
      spring.bracket = {};
      return;
    }
    if (spring.bracket.has_failed()) return;
    again = true;
    const double line = line_at(spring.row, state);
    note_miss(state.stroke, line, force.mean - line, spring.bracket);
    if (take_chord(spring.bracket, state.velocity, spring.row)) return;
    take_tangent(callback, step, state, force, size_of(bodies, constraints[k]), spring.row);
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

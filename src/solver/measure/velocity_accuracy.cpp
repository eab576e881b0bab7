#include "solver/measure/velocity_accuracy.h"

#include <algorithm>
#include <cmath>

#include "base/cat.h"
#include "base/check.h"
#include "solver/law/cohesive_contact.h"
#include "solver/law/row_quantities.h"

namespace solfec {
namespace {

bool row_on_mesh(const LocalDynamics& problem, int i) {
  const BodyOperator& W = problem.body_space;
  return W.has_mesh_slots() && sees_mesh(W, W.rows()[static_cast<std::size_t>(i)]);
}

/// Velocity of a joint that its row reverses, m/s; 0 of other rows.
double reversed_velocity(ConstraintKind kind, Vec3 V) {
  if (!reverses_velocity(kind)) return 0.0;
  return kind == ConstraintKind::fixed_point ? norm(V) : std::fabs(V.z);
}

/// Velocity that its motor gives a row in the step, m/s; 0 of rows without one.
double motor_change(const LocalDynamics& problem, std::size_t i) {
  if (i >= problem.springs.size()) return 0.0;
  const auto& row = problem.springs[i];
  const double w = problem.W_diagonal[i](2, 2);
  const double change = w * std::fabs(row.push);
  if (!(row.motor_limit > 0.0)) return change;
  return change + std::fmin(w * row.motor_limit, std::fabs(row.motor_velocity - problem.V[i].z));
}

/// Velocity that the bond of a row gives it in the step, m/s; 0 of rows without one that softens.
double bond_change(const LocalDynamics& problem, std::size_t i) {
  if (problem.law[i].kind != ConstraintKind::cohesive_zone) return 0.0;
  return norm(problem.W_diagonal[i] * bond_force(problem.cohesive[i], problem.V[i]));
}

/// Velocity that a press fit gives its row in the step, m/s; 0 of other rows.
double press_change(const RowLaw& law) {
  return law.pressed ? std::fmax(0.0, -law.velocity_shift) : 0.0;
}

/// Velocity that other forces than gravity, a motor, a press fit or a joint that turns give a row
/// in the step, m/s.
double change_of_velocity(const LocalDynamics& problem, int i) {
  const auto row = static_cast<std::size_t>(i);
  const Vec3 V = problem.V[row];
  const double change =
      std::max({norm(problem.B[row] - V), motor_change(problem, row), bond_change(problem, row)});
  if (const double press = press_change(problem.law[row]); press > 0.0) {
    return std::fmax(press, change);
  }
  if (row_on_mesh(problem, i)) {
    return change > 0.0 ? std::clamp(norm(V), VelocityAccuracy::kLeastOfChange * change, change)
                        : change;
  }
  return std::fmax(change, 2.0 * reversed_velocity(problem.law[row].kind, V));
}

/// Velocity at which a contact closes, m/s; 0 of those that open and of other rows.
double approach_of(const LocalDynamics& problem, int i) {
  const auto row = static_cast<std::size_t>(i);
  const RowLaw& law = problem.law[row];
  if (!is_contact(law.kind) || is_open(law)) return 0.0;
  return std::fmax(-problem.V[row].z, 0.0);
}

/// Part of a share of |g| h that a step keeps. Collective.
double part_at_bonds(const LocalDynamics& problem) {
  double bonded = 0.0;
  for (int i = 0; i < problem.size() && problem.body_space.has_mesh_slots(); ++i) {
    const bool counts = problem.law[static_cast<std::size_t>(i)].bonded && row_on_mesh(problem, i);
    if (counts) bonded = 1.0;
  }
  return problem.shared.largest(bonded) > 0.0 ? VelocityAccuracy::kAtBondsOfMeshes : 1.0;
}

}  // namespace

double VelocityAccuracy::in_step(const LocalDynamics& problem) const {
  const double known = in_step(problem.weight_speed);
  if (known > 0.0 && !(speed > 0.0) && !problem.quasi_static) return part_at_bonds(problem) * known;
  if (known > 0.0 || problem.quasi_static || !(share_of_weight > 0.0)) return known;
  double change = 0.0;
  double approach = 0.0;
  double speed_of_rows = 0.0;
  double rounding_of_rows = 0.0;
  for (int i = 0; i < problem.size(); ++i) {
    change = std::fmax(change, change_of_velocity(problem, i));
    approach = std::fmax(approach, approach_of(problem, i));
    speed_of_rows = std::fmax(speed_of_rows, norm(problem.V[static_cast<std::size_t>(i)]));
    rounding_of_rows = std::fmax(rounding_of_rows, problem.rounding_of(i));
  }
  change = problem.shared.largest(change);
  const double rounding = std::fmax(kRounding * problem.shared.largest(speed_of_rows),
                                    kRoundings * problem.shared.largest(rounding_of_rows));
  if (change > rounding) return std::fmax(share_of_weight * change, rounding);
  approach = problem.shared.largest(approach);
  if (approach > 0.0) return std::fmax(share_of_weight * approach, rounding);
  return change > 0.0 ? rounding : 0.0;
}

void validate(const VelocityAccuracy& accuracy, std::string_view solver) {
  for (const double value : {accuracy.speed, accuracy.share_of_weight}) {
    if (value >= 0.0 && std::isfinite(value)) continue;
    throw InputError(cat(solver, ": accuracy must be positive and finite, got ", value));
  }
}

}  // namespace solfec

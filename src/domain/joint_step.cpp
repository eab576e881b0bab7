#include "domain/joint_step.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/count.h"

namespace solfec {

namespace {

/// f T / L of a constraint, N/m; 0 when it does not pull along the line of its points.
double transverse_stiffness(const UserConstraint& constraint) {
  const bool along_line = constraint.kind == ConstraintKind::rigid_link ||
                          (is_elastic(constraint.kind) &&
                           constraint.spring.direction == SpringDirection::between_points);
  if (!along_line || !(constraint.R.z < 0.0)) return 0.0;
  const double length = norm(constraint.point - constraint.slave_point);
  if (!(length > 0.0)) return 0.0;
  return (constraint.slave != 0 ? 2.0 : 1.0) * -constraint.R.z / length;
}

/// Largest sum of the sizes of a row's entries, a bound of all eigenvalues.
double bound_of(const Mat3& matrix) {
  double largest = 0.0;
  for (int i = 0; i < 3; ++i) {
    largest = std::max(largest,
                       std::fabs(matrix(i, 0)) + std::fabs(matrix(i, 1)) + std::fabs(matrix(i, 2)));
  }
  return largest;
}

}  // namespace

CriticalStep JointStep::find(const Bodies& bodies, std::span<const UserConstraint> constraints) {
  CriticalStep critical{std::numeric_limits<double>::infinity(), 0};
  stiffness_.assign(at(bodies.count()), 0.0);
  double largest = 0.0;
  for (const UserConstraint& constraint : constraints) {
    const double transverse = transverse_stiffness(constraint);
    if (transverse == 0.0) continue;
    const auto add = [&](BodyId id, Vec3 reference) {
      const int index = id == 0 ? -1 : bodies.find(id);
      if (index < 0) return;
      const BodyRef body = bodies.refs()[at(index)];
      if (!has_inertia(body.kind)) return;
      double& sum = stiffness_[at(index)];
      sum += transverse * bound_of(bodies.mobility(body, bodies.point(body, reference)));
      if (sum <= largest) return;
      largest = sum;
      critical = {2.0 / std::sqrt(sum), id};
    };
    add(constraint.master, constraint.master_reference);
    add(constraint.slave, constraint.slave_reference);
  }
  return critical;
}

StepChoice JointStep::limit(const StepChoice& choice, const Bodies& bodies,
                            std::span<const UserConstraint> constraints, double share) {
  if (constraints.empty()) return choice;
  const CriticalStep critical = find(bodies, constraints);
  const double most = kCriticalShare * std::sqrt(share) * critical.step;
  if (!(most < choice.step)) return choice;
  return {choice.step / std::ceil(choice.step / most), critical.body, true};
}

}  // namespace solfec

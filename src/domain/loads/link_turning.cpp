#include "domain/loads/link_turning.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/count.h"
#include "local_dynamics/contact_block.h"
#include "local_dynamics/turned_link.h"

namespace solfec {

namespace {

/// f T / L of a constraint with a normal reaction, N/m, of a spring f max(k, |R_N| / L); 0 when it
/// does not pull along the line of its points.
double stiffness_of(const UserConstraint& constraint, double normal) {
  const bool spring = is_spring(constraint);
  if (!is_along_line(constraint) || !(spring || normal < 0.0)) return 0.0;
  const double length = line_length(constraint);
  if (!(length > 0.0)) return 0.0;
  double stiffness = std::fabs(normal) / length;
  if (spring) stiffness = std::max(stiffness, present_stiffness(constraint.spring.row));
  return (constraint.slave != 0 ? 2.0 : 1.0) * stiffness;
}

}  // namespace

double end_share(const Bodies& bodies, const UserConstraint& constraint, double step) {
  constexpr double kSoft = 4.0;
  constexpr double kStiff = 100.0;
  constexpr double kExcess = 1e-6;  // of the length
  if (!is_spring(constraint)) return 0.0;
  const Vec3 n = constraint.frame.column(2);
  const double length = line_length(constraint);
  double mobility = 0.0;
  Vec3 velocity;
  const auto add = [&](BodyId id, Vec3 reference, double sign) {
    if (id == 0) return;
    const BodyRef body = bodies.ref(id);
    velocity += sign * bodies.start_velocity(body, reference);
    if (!has_inertia(body.kind)) return;
    mobility += dot(n, bodies.mobility(body, bodies.point(body, reference)) * n);
  };
  add(constraint.master, constraint.master_reference, 1.0);
  add(constraint.slave, constraint.slave_reference, -1.0);
  const double stiff = step * step * present_stiffness(constraint.spring.row) * mobility;
  const Vec3 V = transposed_times(constraint.frame, velocity);
  const double excess = turn_link(length, step, V, {}).start_excess;
  return std::clamp((stiff - kSoft) / (kStiff - kSoft), 0.0, 1.0) *
         std::min(1.0, excess / (kExcess * length));
}

CriticalStep LinkTurning::find(const Bodies& bodies, std::span<const UserConstraint> constraints,
                               std::span<const Vec3> R) {
  CriticalStep critical{std::numeric_limits<double>::infinity(), 0};
  stiffness_.assign(at(bodies.count()), 0.0);
  double largest = 0.0;
  for (std::size_t k = 0; k < constraints.size(); ++k) {
    const UserConstraint& constraint = constraints[k];
    const double transverse = stiffness_of(constraint, R.empty() ? constraint.R.z : R[k].z);
    if (transverse == 0.0) continue;
    const auto add = [&](BodyId id, Vec3 reference) {
      const int index = id == 0 ? -1 : bodies.find(id);
      if (index < 0) return;
      const BodyRef body = bodies.refs()[at(index)];
      if (!has_inertia(body.kind)) return;
      double& sum = stiffness_[at(index)];
      sum += transverse * largest_eigenvalue(bodies.mobility(body, bodies.point(body, reference)));
      if (sum <= largest) return;
      largest = sum;
      critical = {2.0 / std::sqrt(sum), id};
    };
    add(constraint.master, constraint.master_reference);
    add(constraint.slave, constraint.slave_reference);
  }
  return critical;
}

}  // namespace solfec

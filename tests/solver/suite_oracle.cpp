#include "solver/suite_oracle.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace solfec {
namespace {

using Numbers = std::vector<long double>;

/// 3 n scalars, row by row.
Numbers scalars(std::span<const Vec3> vectors) {
  Numbers numbers;
  for (const Vec3 v : vectors) numbers.insert(numbers.end(), {v.x, v.y, v.z});
  return numbers;
}

/// W x by scalar entries.
Numbers product(const BlockCsr& W, const Numbers& x) {
  Numbers y(x.size());
  for (int i = 0; i < W.row_count(); ++i) {
    for (int k = W.row_start[std::size_t(i)]; k < W.row_start[std::size_t(i) + 1]; ++k) {
      for (int a = 0; a < 3; ++a) {
        for (int b = 0; b < 3; ++b) {
          y[std::size_t(3 * i + a)] += static_cast<long double>(W.block[std::size_t(k)](a, b)) *
                                       x[std::size_t(3 * W.column[std::size_t(k)] + b)];
        }
      }
    }
  }
  return y;
}

long double length(const Numbers& x) {
  long double sum = 0.0L;
  for (const long double value : x) sum += value * value;
  return std::sqrt(sum);
}

/// Distance of r to the closest point of the cone seen as a plane problem in (normal, |tangent|):
/// the point s (1, mu) of the edge with the best s >= 0, or r itself inside.
void closest_in_cone(const long double r[3], long double mu, long double result[3]) {
  const long double tangent = std::hypot(r[0], r[1]);
  std::copy(r, r + 3, result);
  if (r[2] >= 0.0L && tangent <= mu * r[2]) return;
  const long double s = std::max(0.0L, (r[2] + mu * tangent) / (1.0L + mu * mu));
  result[2] = s;
  for (int k = 0; k < 2; ++k) result[k] = tangent > 0.0L ? s * mu * r[k] / tangent : 0.0L;
}

/// Missing part of one contact, squared.
long double contact_part(const RowLaw& law, long double scale, const long double* R,
                         const long double* u) {
  const long double r[3] = {scale * R[0], scale * R[1], scale * (R[2] + law.cohesion)};
  const long double slip = std::hypot(u[0], u[1]);
  const long double trial[3] = {r[0] - u[0], r[1] - u[1],
                                r[2] - (u[2] + law.velocity_shift + law.friction * slip)};
  long double projected[3];
  closest_in_cone(trial, law.friction, projected);
  long double sum = 0.0L;
  for (int k = 0; k < 3; ++k) sum += (r[k] - projected[k]) * (r[k] - projected[k]);
  return sum;
}

/// Velocity that a joint misses, squared, from the definitions of ConstraintKind.
long double joint_part(const LocalDynamics& problem, std::size_t i, const long double* u) {
  const RowLaw& law = problem.law[i];
  const Vec3 V = problem.quasi_static ? Vec3{} : problem.V[i];
  if (law.kind == ConstraintKind::velocity_direction)
    return (u[2] - law.target) * (u[2] - law.target);
  if (law.kind == ConstraintKind::fixed_direction) return (u[2] + V.z) * (u[2] + V.z);
  if (law.kind == ConstraintKind::fixed_point) {
    const long double missing[3] = {u[0] + V.x, u[1] + V.y, u[2] + V.z};
    return missing[0] * missing[0] + missing[1] * missing[1] + missing[2] * missing[2];
  }
  const long double rest = problem.quasi_static ? problem.step : 0.5L * problem.step;
  const long double end =
      std::hypot(law.link.x + rest * u[0], law.link.y + rest * u[1], law.link.z + rest * u[2]);
  const long double missing = (end - law.target) / rest;
  return missing * missing;
}

/// Normal force that a spring-dashpot contact misses, squared; its friction must be in the cone.
long double spring_part(const LocalDynamics& problem, std::size_t i, long double scale,
                        const long double* R, const long double* u) {
  const RowLaw& law = problem.law[i];
  const long double V = problem.V[i].z;
  const long double depth = law.gap + 0.25L * problem.step * (u[2] - V);
  const long double force = -law.spring * depth - law.dashpot * 0.5L * (u[2] + V);
  const long double missing = scale * (R[2] - std::max(0.0L, force));
  const long double excess = scale * (std::hypot(R[0], R[1]) - law.friction * R[2]);
  return missing * missing + std::max(0.0L, excess) * std::max(0.0L, excess);
}

bool is_let_alone(const RowLaw& law) { return law.open && !law.bonded; }

}  // namespace

OracleResult evaluate(const LocalDynamics& problem, const BlockCsr& W, std::span<const Vec3> R,
                      std::span<const Vec3> U) {
  OracleResult result;
  const Numbers r = scalars(R);
  const Numbers u = scalars(U);
  const Numbers b = scalars(problem.B);
  Numbers shifted_r = r;  // contacts: cohesion and velocity shift included
  Numbers shifted_u = u;
  Numbers shifted_b = b;
  Numbers difference = product(W, r);
  long double scale = 0.0L;
  for (const Mat3& block : problem.W_diagonal) {
    scale += trace(block) / (3.0L * static_cast<long double>(R.size()));
  }
  long double missing = 0.0L;
  long double outside = 0.0L;
  for (std::size_t i = 0; i < R.size(); ++i) {
    const RowLaw& law = problem.law[i];
    const long double* const R_i = &r[3 * i];
    const long double* const u_i = &u[3 * i];
    for (std::size_t k = 3 * i; k < 3 * i + 3; ++k) {
      result.finite = result.finite && std::isfinite(r[k]) && std::isfinite(u[k]);
      difference[k] += b[k] - u[k];
    }
    if (law.kind == ConstraintKind::contact) {
      shifted_r[3 * i + 2] += law.cohesion;
      shifted_u[3 * i + 2] += law.velocity_shift;
      shifted_b[3 * i + 2] += law.velocity_shift;
      if (!is_let_alone(law)) missing += contact_part(law, scale, R_i, u_i);
      const long double normal = R_i[2] + law.cohesion;
      outside = std::max({outside, std::hypot(R_i[0], R_i[1]) - law.friction * normal, -normal});
    } else if (law.kind == ConstraintKind::spring_dashpot) {
      result.complete = false;
      if (!is_let_alone(law)) missing += spring_part(problem, i, scale, R_i, u_i);
    } else {
      missing += joint_part(problem, i, u_i);
    }
  }
  const long double force = length(r);
  const long double size =
      std::max({length(shifted_b), length(shifted_u), scale * length(shifted_r)});
  if (size > 0.0L) {
    result.residual = static_cast<double>(std::sqrt(missing) / size);
    result.velocity_error = static_cast<double>(length(difference) / size);
  }
  if (force > 0.0L) result.cone_violation = static_cast<double>(outside / force);
  return result;
}

}  // namespace solfec

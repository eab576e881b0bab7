#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "base/count.h"
#include "body/bodies.h"
#include "domain/joint_factors.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// The rows as their factors see them. @param rows  As of iterate_impulses, which stay there.
template <class Row>
std::vector<JointFactors::Row> rows_of_factors(const std::vector<Row>& rows) {
  const auto end_of = [](const auto& end) {
    const bool moves = !end.in_space && has_inertia(end.body.kind);
    return JointFactors::End{moves, end.body, &end.point};
  };
  std::vector<JointFactors::Row> all;
  all.reserve(rows.size());
  for (const Row& row : rows) {
    all.push_back({{end_of(row.master), end_of(row.slave)}, row.is_point, row.n});
  }
  return all;
}

/// Largest residual of rows, m/s.
template <class Row>
double largest_residual(const std::vector<Row>& rows) {
  double largest = 0.0;
  for (const Row& row : rows) largest = std::max(largest, norm(row.residual));
  return largest;
}

/// Iterations of iterate_impulses with one preconditioner.
/// @param least_share  They end where zᵀA z of the preconditioned residual z is a smaller part of
///                     rᵀz: the residual r has a part that no impulse changes.
template <class Row, class Kick, class Precondition>
void iterate_with(const Precondition& precondition, std::vector<Row>& rows, double tolerance,
                  double least_share, const Kick& kick) {
  const std::size_t n = rows.size();
  const int most = 20 + 6 * count(rows);
  const auto product = [&](const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
    double sum = 0.0;
    for (std::size_t i = 0; i < n; ++i) sum += dot(a[i], b[i]);
    return sum;
  };
  std::vector<Vec3> r(n);  // residuals
  std::vector<Vec3> z(n);  // preconditioned ones
  std::vector<Vec3> d(n);  // directions of the search
  std::vector<Vec3> Az(n);
  std::vector<Vec3> Ad(n);
  std::vector<Vec3> y(n);  // preconditioned Az and Ad
  std::vector<Vec3> w(n);
  const auto take_residuals = [&] {
    for (std::size_t i = 0; i < n; ++i) r[i] = rows[i].residual;
    precondition(r, z);
    return product(r, z);
  };
  double size = take_residuals();
  double last = 0.0;
  for (int iteration = 0; iteration < most && largest_residual(rows) > tolerance; ++iteration) {
    kick([&](std::size_t i) { return z[i]; });
    for (std::size_t i = 0; i < n; ++i) Az[i] = r[i] - rows[i].residual;
    precondition(Az, y);
    const double curvature = product(z, Az);
    const double share = iteration > 0 ? curvature / last : 0.0;
    last = curvature;
    for (std::size_t i = 0; i < n; ++i) {
      d[i] = z[i] + share * d[i];
      Ad[i] = Az[i] + share * Ad[i];
      w[i] = y[i] + share * w[i];
    }
    const double square = product(Ad, w);
    const bool goes_on =
        curvature > least_share * size && square > std::numeric_limits<double>::min();
    const double way = goes_on ? curvature / square : 0.0;
    kick([&](std::size_t i) { return way * d[i] - z[i]; });
    if (!goes_on) return;
    const double next = take_residuals();
    if (!(next < size)) {  // rounding
      kick([&](std::size_t i) { return -way * d[i]; });
      return;
    }
    size = next;
    for (std::size_t i = 0; i < n; ++i) rows[i].impulse += way * d[i];
  }
}

/// Solves A p = residual, A = H M⁻¹ Hᵀ over rows of joints, by preconditioned conjugate residuals
/// (Stiefel (1955), Comment. Math. Helv. 29, 157-179). The velocities of the bodies hold M⁻¹ Hᵀ p,
/// so a trial kick tells a product with A, and residuals are always those of the velocities. Each
/// step makes them smaller, so where rows contradict each other the least ones are left.
///
/// Sparse factors of A are the preconditioner. They would turn a residual that no impulse changes
/// into impulses of its size over their ε; where there is one, and where factors end short of the
/// tolerance, the inverse of each row alone takes their place.
///
/// @param rows       Ends, direction n or `is_point`, Vec3 residual (m/s), Mat3 inverse of the
///                   mobility in the directions of the row (kg) and Vec3 impulse (N s), to which p
///                   is added.
/// @param tolerance  Largest residual of a row that may be left, m/s.
/// @param kick       kick(impulse), impulse(i) in N s: adds M⁻¹ Hᵀ of impulses of all rows to the
///                   velocities and finds the residuals anew.
template <class Row, class Kick>
void iterate_impulses(const Bodies& bodies, JointFactors& factors, std::vector<Row>& rows,
                      double tolerance, const Kick& kick) {
  constexpr double kNull = 1e-12;
  constexpr double kRegular = 0.5;
  if (!(largest_residual(rows) > tolerance)) return;
  if (factors.find(bodies, rows_of_factors(rows))) {
    const auto by_factors = [&](const auto& r, auto& z) { factors.apply(r, z); };
    iterate_with(by_factors, rows, tolerance, kRegular, kick);
  }
  const auto by_row = [&](const auto& r, auto& z) {
    for (std::size_t i = 0; i < r.size(); ++i) z[i] = rows[i].inverse * r[i];
  };
  iterate_with(by_row, rows, tolerance, kNull, kick);
}

}  // namespace solfec

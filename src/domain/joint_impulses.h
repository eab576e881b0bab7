#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "base/count.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// Solves A p = residual, A = H M⁻¹ Hᵀ over rows of joints, by preconditioned conjugate residuals
/// (Stiefel (1955), Comment. Math. Helv. 29, 157-179). The velocities of the bodies hold M⁻¹ Hᵀ p,
/// so a trial kick tells a product with A, and residuals are always those of the velocities. Each
/// step makes them smaller, so where rows contradict each other the least ones are left.
///
/// @param rows       Vec3 residual (m/s), Mat3 inverse of the mobility in the directions of the row
///                   (kg) and Vec3 impulse (N s), to which p is added.
/// @param tolerance  Largest residual of a row that may be left, m/s.
/// @param kick       kick(impulse), impulse(i) in N s: adds M⁻¹ Hᵀ of impulses of all rows to the
///                   velocities and finds the residuals anew.
template <class Row, class Kick>
void iterate_impulses(std::vector<Row>& rows, double tolerance, const Kick& kick) {
  constexpr double kNull = 1e-12;  // zᵀA z of a residual that no impulse changes, over zᵀdiag(A) z
  const std::size_t n = rows.size();
  const int most = 20 + 6 * count(rows);
  const auto sum = [&](const auto& term) {
    double all = 0.0;
    for (std::size_t i = 0; i < n; ++i) all += term(i);
    return all;
  };
  const auto largest = [&] {
    double most_left = 0.0;
    for (const Row& row : rows) most_left = std::max(most_left, norm(row.residual));
    return most_left;
  };
  std::vector<Vec3> z(n);  // preconditioned residuals
  std::vector<Vec3> d(n);  // directions of the search
  std::vector<Vec3> Az(n);
  std::vector<Vec3> Ad(n);
  const auto square_of = [&](std::size_t i, Vec3 v) { return dot(v, rows[i].inverse * v); };
  double size = sum([&](std::size_t i) { return square_of(i, rows[i].residual); });
  double last = 0.0;
  for (int iteration = 0; iteration < most && largest() > tolerance; ++iteration) {
    for (std::size_t i = 0; i < n; ++i) {
      z[i] = rows[i].inverse * rows[i].residual;
      Az[i] = rows[i].residual;
    }
    kick([&](std::size_t i) { return z[i]; });
    for (std::size_t i = 0; i < n; ++i) Az[i] -= rows[i].residual;
    const double curvature = sum([&](std::size_t i) { return dot(z[i], Az[i]); });
    const double share = iteration > 0 ? curvature / last : 0.0;
    last = curvature;
    for (std::size_t i = 0; i < n; ++i) {
      d[i] = z[i] + share * d[i];
      Ad[i] = Az[i] + share * Ad[i];
    }
    const double square = sum([&](std::size_t i) { return square_of(i, Ad[i]); });
    const bool goes_on = curvature > kNull * size && square > std::numeric_limits<double>::min();
    const double way = goes_on ? curvature / square : 0.0;
    kick([&](std::size_t i) { return way * d[i] - z[i]; });
    if (!goes_on) return;
    const double next = sum([&](std::size_t i) { return square_of(i, rows[i].residual); });
    if (!(next < size)) {  // rounding
      kick([&](std::size_t i) { return -way * d[i]; });
      return;
    }
    size = next;
    for (std::size_t i = 0; i < n; ++i) rows[i].impulse += way * d[i];
  }
}

}  // namespace solfec

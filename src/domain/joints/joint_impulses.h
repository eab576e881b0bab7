#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "base/count.h"
#include "body/bodies.h"
#include "domain/joints/joint_factors.h"
#include "domain/joints/self_stresses.h"
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

/// How iterations of iterate_impulses end.
enum class ImpulsesEnd {
  settled,   // residuals are small enough
  singular,  // the residual has a part that no impulse changes
  stopped    // they gain no more, or take too many
};

/// Lists of impulses in iterations of iterate_impulses.
struct ImpulseIteration {
  explicit ImpulseIteration(std::size_t rows)
      : r(rows), z(rows), d(rows), Az(rows), Ad(rows), y(rows), w(rows) {}

  /// Finds r and z. @return rᵀz.
  template <class Row, class Precondition>
  double take_residuals(const std::vector<Row>& rows, const SelfStresses& stresses,
                        const Precondition& precondition) {
    for (std::size_t i = 0; i < r.size(); ++i) r[i] = rows[i].residual;
    stresses.project(r);
    precondition(r, z);
    return product(r, z);
  }
  /// Finds A z from the residuals that a kick by z has left.
  template <class Row>
  void take_product(const std::vector<Row>& rows, const SelfStresses& stresses) {
    for (std::size_t i = 0; i < r.size(); ++i) Az[i] = rows[i].residual;
    stresses.project(Az);
    for (std::size_t i = 0; i < r.size(); ++i) Az[i] = r[i] - Az[i];
  }
  /// The next direction of the search, with a share of the last one.
  void turn(double share) {
    for (std::size_t i = 0; i < r.size(); ++i) {
      d[i] = z[i] + share * d[i];
      Ad[i] = Az[i] + share * Ad[i];
      w[i] = y[i] + share * w[i];
    }
  }
  /// Largest residual, m/s.
  [[nodiscard]] double largest() const {
    double size = 0.0;
    for (const Vec3& one : r) size = std::max(size, norm(one));
    return size;
  }

  std::vector<Vec3> r;  // residuals beside those along self-stresses
  std::vector<Vec3> z;  // preconditioned ones
  std::vector<Vec3> d;  // directions of the search
  std::vector<Vec3> Az;
  std::vector<Vec3> Ad;
  std::vector<Vec3> y;  // preconditioned Az and Ad
  std::vector<Vec3> w;
};

/// Bounds of iterations with one preconditioner.
struct ImpulseBounds {
  double tolerance{};  // of residuals, m/s
  double least_share{};  // of zᵀA z in rᵀz of the preconditioned residual z; below, the iterations
                         // end as singular, and z is along what no impulse changes
};

/// Iterations of iterate_impulses with one preconditioner.
/// @param stresses  Directions that are left out.
template <class Row, class Kick, class Precondition>
ImpulsesEnd iterate_with(const Precondition& precondition, const SelfStresses& stresses,
                         std::vector<Row>& rows, const ImpulseBounds& bounds, const Kick& kick,
                         ImpulseIteration& own) {
  const int most = 20 + 6 * count(rows);
  double size = own.take_residuals(rows, stresses, precondition);
  double last = 0.0;
  for (int iteration = 0; iteration < most; ++iteration) {
    if (!(own.largest() > bounds.tolerance)) return ImpulsesEnd::settled;
    kick([&](std::size_t i) { return own.z[i]; });
    own.take_product(rows, stresses);
    precondition(own.Az, own.y);
    const double curvature = product(own.z, own.Az);
    own.turn(iteration > 0 ? curvature / last : 0.0);
    last = curvature;
    const double square = product(own.Ad, own.w);
    const bool is_regular = curvature > bounds.least_share * size;
    const bool goes_on = is_regular && square > std::numeric_limits<double>::min();
    const double way = goes_on ? curvature / square : 0.0;
    kick([&](std::size_t i) { return way * own.d[i] - own.z[i]; });
    if (!goes_on) return is_regular ? ImpulsesEnd::stopped : ImpulsesEnd::singular;
    const double next = own.take_residuals(rows, stresses, precondition);
    if (!(next < size)) {  // rounding
      kick([&](std::size_t i) { return -way * own.d[i]; });
      return ImpulsesEnd::stopped;
    }
    size = next;
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i].impulse += way * own.d[i];
  }
  return ImpulsesEnd::stopped;
}

/// Iterations with factors, as often as a self-stress is found on the way.
/// @param most  Self-stresses that may be left out.
/// @return Whether residuals are small enough, but for parts along self-stresses.
template <class Row, class Kick>
bool iterate_with_factors(JointFactors& factors, std::vector<Row>& rows, double tolerance, int most,
                          const Kick& kick) {
  constexpr double kRegular = 0.5;
  SelfStresses stresses;
  ImpulseIteration own(rows.size());
  const auto precondition = [&](const auto& r, auto& z) {
    factors.apply(r, z);
    stresses.project(z);
  };
  while (true) {
    const ImpulsesEnd end =
        iterate_with(precondition, stresses, rows, {tolerance, kRegular}, kick, own);
    if (end != ImpulsesEnd::singular) return end == ImpulsesEnd::settled;
    if (stresses.size() == most) return false;
    for (int refinement = 0; refinement < 2; ++refinement) {  // by inverse iteration
      const double size = std::sqrt(product(own.z, own.z));
      for (std::size_t i = 0; i < rows.size(); ++i) own.r[i] = own.z[i] / size;
      precondition(own.r, own.z);
    }
    if (!stresses.add(own.z)) return false;
  }
}

/// Solves A p = residual, A = H M⁻¹ Hᵀ over rows of joints, by preconditioned conjugate residuals
/// (Stiefel (1955), Comment. Math. Helv. 29, 157-179). The velocities of the bodies hold M⁻¹ Hᵀ p,
/// so a trial kick tells a product with A, and residuals are always those of the velocities. Each
/// step makes them smaller, so where rows contradict each other the least ones are left.
///
/// Sparse factors of A are the preconditioner. They would turn a residual that no impulse changes
/// into impulses of its size over their ε. Where points and links alone are redundant, its
/// direction, a self-stress, is left out from then on. Guides that hold a motion twice agree but
/// for their gaps, so what is none may look like one: there, and where factors end short of the
/// tolerance, the inverse of each row alone takes the place of the factors.
///
/// @param rows       Ends, direction n or `is_point`, Vec3 residual (m/s), Mat3 inverse of the
///                   mobility in the directions of the row (kg) and Vec3 impulse (N s), to which p
///                   is added.
/// @param tolerance  Largest residual of a row that may be left, m/s.
/// @param guided     Whether rows are guides, or errors of places, which contradict each other.
/// @param kick       kick(impulse), impulse(i) in N s: adds M⁻¹ Hᵀ of impulses of all rows to the
///                   velocities and finds the residuals anew.
template <class Row, class Kick>
void iterate_impulses(const Bodies& bodies, JointFactors& factors, std::vector<Row>& rows,
                      double tolerance, bool guided, const Kick& kick) {
  constexpr double kNull = 1e-12;
  if (!(largest_residual(rows) > tolerance)) return;
  const double compliance = guided ? JointFactors::kCompliance : JointFactors::kSharpCompliance;
  if (factors.find(bodies, rows_of_factors(rows), compliance) &&
      iterate_with_factors(factors, rows, tolerance, guided ? 0 : SelfStresses::kMost, kick)) {
    return;
  }
  const auto by_row = [&](const auto& r, auto& z) {
    for (std::size_t i = 0; i < r.size(); ++i) z[i] = rows[i].inverse * r[i];
  };
  ImpulseIteration own(rows.size());
  iterate_with(by_row, SelfStresses{}, rows, {tolerance, kNull}, kick, own);
}

}  // namespace solfec

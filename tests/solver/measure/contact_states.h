#pragma once

#include <span>
#include <string>
#include <vector>

#include "local_dynamics/local_dynamics.h"

namespace solfec {

/// A contact law, a reaction and a velocity, with what they miss of the law as worked out by hand:
/// miss = r - P_K(r - ũ), r = R + c n, ũ = u + mu |u_T| n, u = U + s n. Forces count as velocities.
struct ContactState {
  std::string name;
  double friction{};
  double velocity_shift{};
  double cohesion{};
  Vec3 R, U;
  Vec3 miss;

  [[nodiscard]] RowLaw law() const;
  /// Returns the state with forces measured in another unit: scale · R is the R of this one.
  [[nodiscard]] ContactState with_scale(double scale) const;
};

/// States of every region of the contact law, with numbers worked out on paper.
std::span<const ContactState> contact_states();

/// Random states without a miss worked out, of friction 0 to 1e3, with and without bond and shift.
std::vector<ContactState> random_contact_states(int count, unsigned seed);

/// Where the projection of a point on the cone lies.
enum class ConeRegion { open, stick, slip };
inline constexpr int kConeRegions = 3;

/// The nearest point of the cone |p_T| <= mu p_n and its region, by search: in each half-plane
/// through the axis the nearest of the candidates of a quadratic program with two inequalities, the
/// half-plane by a scan of the circle and golden section. Good to 1e-7 of |s|.
struct NearestPoint {
  Vec3 point;
  ConeRegion region{};
};
NearestPoint nearest_on_cone(Vec3 s, double mu);

/// Result of searched_miss: what a state misses by nearest_on_cone, forces counting times `scale`,
/// and where its trial point lies.
struct SearchedMiss {
  Vec3 miss;
  ConeRegion region{};
  double size{};  // of the trial point, for tolerances
};
SearchedMiss searched_miss(const RowLaw& law, double scale, Vec3 R, Vec3 U);

/// <S⁻¹ x, x> with the symmetric part S of W, by Eigen.
double inverse_energy(const Mat3& W, Vec3 x);

}  // namespace solfec

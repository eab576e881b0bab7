#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "local_dynamics/local_dynamics.h"

namespace solfec {

/// Numerator and denominators of the natural-map residual, and its largest part.
struct NaturalViolation {
  double violation{};           // |r - P_K(r - ũ)| beyond rounding, m/s
  double scale = 1.0;           // max(|q|, |u|, |r|), m/s; 1 when all vectors vanish
  double velocity_scale = 1.0;  // max(|q|, |u|), m/s; likewise
  double worst{};               // largest part of a row, m/s
  double mean{};                // violation over the root of the number of bodies, m/s; worst where
                                // the problem does not know its bodies
  int worst_row = -1;           // the first of equals; -1 when there is none

  /// True when the denominators tell something: sums of squares have not overflowed.
  [[nodiscard]] bool is_measured() const {
    return std::isfinite(scale) && std::isfinite(velocity_scale);
  }
  /// e, NaN when it is not measured: a residual over an infinite scale would be 0.
  [[nodiscard]] double natural() const {
    return is_measured() ? violation / scale : std::numeric_limits<double>::quiet_NaN();
  }
};

/// Per slot of body space: not 0 where a rank of a lower number has it, too.
std::vector<std::uint8_t> slots_counted_elsewhere(const LocalDynamics& problem);

/// Bodies that the rows see, of those that several ranks see only those of no lower rank. 0 for a
/// problem that has blocks of W alone.
int count_own_bodies(const LocalDynamics& problem);

/// The mean over the bodies; after violation and worst.
void set_mean(double bodies, NaturalViolation& parts);

/// Denominators from the squares of |q|, |u| and |r|.
void set_scales(double free_squared, double velocity_squared, double reaction_squared,
                NaturalViolation& parts);

/// Natural-map residual of reactions R with U = B + W R, dimensionless and independent of units:
/// e = |r - P_K(r - ũ)| / max(|q|, |u|, |r|) with r = w̄ R, w̄ the mean of tr(W_ii) / 3,
/// ũ = u + mu |u_T| n and q = B, velocity shift and cohesion included. Bilateral rows contribute
/// the violation of their law in m/s, spring-dashpot rows w̄ (R - law(R)); open contacts are left
/// out of all sums, their velocity says nothing about the solution. Of each row only that counts
/// which is more than rounding (row_residual.h): contacts of bodies that fall together, which need
/// no force, have e = 0 and not the ratio of two roundings. e = 0 is the exact solution; 0 when all
/// vectors vanish.
///
/// @param[out] worst_row  Row with the largest part of e, the first of equals; -1 when e is 0.
///                        Null: not wanted.
double natural_residual(const LocalDynamics& problem, std::span<const Vec3> R,
                        std::span<const Vec3> U, int* worst_row = nullptr);
/// Computes the natural residual of R and U as natural_residual does, with its parts.
NaturalViolation natural_violation(const LocalDynamics& problem, std::span<const Vec3> R,
                                   std::span<const Vec3> U);

/// Sums over the rows that are not open, in their order, of what makes a NaturalViolation.
class ViolationSums {
 public:
  /// @param scale  w̄.
  explicit ViolationSums(double scale) : scale_(scale) {}
  /// @param miss  natural_row_residual of row i.
  void add(const LocalDynamics& problem, int i, Vec3 miss, Vec3 R, Vec3 U);
  /// @param bodies  That the rows see.
  [[nodiscard]] NaturalViolation result(double bodies) const;

 private:
  double scale_;
  double residual_ = 0.0;
  double free_ = 0.0;
  double velocity_ = 0.0;
  double reaction_ = 0.0;
  double worst_ = 0.0;
  int worst_row_ = -1;
};

/// How large a solution is, over all rows, open ones too, and those of all ranks: collective.
struct SolutionSize {
  double velocity{};  // max(|B|, |U|), m/s
  double reaction{};  // w̄ |R|, m/s
};
SolutionSize solution_size(const LocalDynamics& problem, std::span<const Vec3> R,
                           std::span<const Vec3> U);

/// w̄, mean of tr(W_ii) / 3 over all rows; 1 when it vanishes.
double mean_inverse_mass(const LocalDynamics& problem);
/// Returns the mean of tr(W_ii) / 3 over the rows of all ranks, s/kg; 1 when it vanishes.
/// Collective.
double mean_inverse_mass_of_all(const LocalDynamics& problem);

}  // namespace solfec

#pragma once

#include "local_dynamics/local_dynamics.h"
#include "math/vec3.h"
#include "solver/measure/natural_residual.h"
#include "solver/row_quantities.h"

namespace solfec {

/// What the law of a row misses beyond rounding.
struct RowMiss {
  Vec3 velocity;    // natural map (law/law.h), shortened by the rounding of the row, m/s
  double energy{};  // numerator of the merit (merit.h), less the same share, J
};

/// Zero for open contacts, and for a row that misses no more than problem.rounding_of(i): then its
/// law holds as well as its free velocity is known.
/// @param scale  w̄ of the natural map, s/kg.
RowMiss row_miss(const LocalDynamics& problem, int i, double scale, Vec3 R, Vec3 U);
/// The velocity alone.
Vec3 natural_row_residual(const LocalDynamics& problem, int i, double scale, Vec3 R, Vec3 U);

/// Sums over the rows that are not open, in their order, of what makes a NaturalViolation.
class ViolationSums {
 public:
  /// @param scale  w̄.
  explicit ViolationSums(double scale) : scale_(scale) {}
  /// @param miss  natural_row_residual of row i.
  void add(const LocalDynamics& problem, int i, Vec3 miss, Vec3 R, Vec3 U);
  [[nodiscard]] NaturalViolation result() const;

 private:
  double scale_;
  double residual_ = 0.0;
  double free_ = 0.0;
  double velocity_ = 0.0;
  double reaction_ = 0.0;
  double worst_ = 0.0;
  int worst_row_ = -1;
};

/// Denominator of the merit of a row, J: energy of the free motion, to which a prescribed velocity
/// adds its own.
double free_energy(const LocalDynamics& problem, int i);

}  // namespace solfec

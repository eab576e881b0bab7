#pragma once

#include <span>

#include "solver/measure/natural_residual.h"

namespace solfec {

/// The iteration of solve_newton, one step at a time, for a solver that takes turns with another
/// one. It has reactions of its own, so that a series of steps that leads nowhere disturbs nothing.
class NewtonIteration {
 public:
  virtual ~NewtonIteration() = default;
  /// Work of the factorisation of one step in sweeps over all rows; infinite when there is none.
  /// Known before the first step.
  [[nodiscard]] virtual double cost_in_sweeps() = 0;
  /// Begins from these reactions.
  virtual void start(std::span<const Vec3> R) = 0;
  /// Linearisation, search along the direction, proximal sweeps.
  virtual void advance() = 0;
  /// Sweeps over all rows since the start, products in the search included; without
  /// factorisations.
  [[nodiscard]] virtual int sweeps() const = 0;
  [[nodiscard]] virtual std::span<const Vec3> reactions() const = 0;
  /// Residual and merit of the present reactions.
  [[nodiscard]] virtual NaturalViolation map() const = 0;
  [[nodiscard]] virtual double merit_value() const = 0;

 protected:
  NewtonIteration() = default;
  NewtonIteration(const NewtonIteration&) = default;
  NewtonIteration& operator=(const NewtonIteration&) = default;
};

}  // namespace solfec

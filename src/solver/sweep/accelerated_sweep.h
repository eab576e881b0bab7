#pragma once

#include <span>

#include "math/vec3.h"
#include "solver/measure/merit.h"
#include "solver/row/row_reaction.h"
#include "solver/sweep/packed_kernel.h"

namespace solfec {

/// A sweep with momentum over all rows, whatever the form of W. One virtual call per sweep, none
/// per row.
class AcceleratedSweep {
 public:
  virtual ~AcceleratedSweep() = default;
  /// One sweep from x = r + beta direction with r the reactions of the last sweep; `momentum` as
  /// given to `extrapolate` just before, or none.
  /// @param keep_gradient  Gradient and direction are kept; tally.gradient_squared has a meaning.
  virtual void sweep(const Momentum& momentum, bool keep_gradient, SweepTally& tally) = 0;
  /// Whether a sweep without momentum leaves no error but rounding, so that another one changes
  /// nothing.
  [[nodiscard]] virtual bool is_direct() const { return false; }
  /// Moves the velocities to the point x from which the next sweep starts. @pre a sweep that kept
  /// its gradient came after the last start.
  virtual void extrapolate(const Momentum& momentum) = 0;
  /// Residual of the reactions r of the last sweep. @pre before `extrapolate`.
  virtual Residual evaluate() = 0;
  /// Residual of other reactions. Starts anew from those of the last sweep, without momentum.
  virtual Residual evaluate_at(std::span<const Vec3> R) = 0;
  /// Reactions of the last sweep.
  virtual void get_reactions(std::span<Vec3> R) = 0;
  /// Starts anew from the reactions of the last sweep, without momentum.
  virtual void restart() = 0;
  /// Starts anew from other reactions, without momentum.
  virtual void set_reactions(std::span<const Vec3> R) = 0;
  /// Reactions, velocities U = B + W R and residual at the end.
  virtual Residual finish(std::span<Vec3> R, std::span<Vec3> U) = 0;

 protected:
  AcceleratedSweep() = default;
  AcceleratedSweep(const AcceleratedSweep&) = default;
  AcceleratedSweep& operator=(const AcceleratedSweep&) = default;
};

}  // namespace solfec

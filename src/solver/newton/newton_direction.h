#pragma once

#include <span>

#include "math/vec3.h"
#include "solver/row/row_linearisation.h"

namespace solfec {

/// Newton steps for a semismooth system of all rows, whatever the form of W.
class NewtonDirection {
 public:
  virtual ~NewtonDirection() = default;
  /// Increment of the reactions at R with U = B + W R.
  /// @return false when the linear system could not be solved; dR is then undefined.
  virtual bool compute(std::span<const Vec3> R, std::span<const Vec3> U, std::span<Vec3> dR) = 0;
  /// Computes the increment of the reactions from rows that are linearised already; a row at rest
  /// has E = 0, k = R.
  /// @return false when the linear system could not be solved; dR is then undefined.
  virtual bool step(std::span<const RowLinearisation> rows, std::span<Vec3> dR) = 0;
  /// Solves for rows whose E are those of the last `step` and whose k differ, by its factors.
  /// @pre The last `step` has returned true.
  virtual bool again(std::span<const RowLinearisation> rows, std::span<Vec3> dR) {
    return step(rows, dR);
  }
  /// Changes of the velocities U by the last `step` or `again`, in rows that it moves, m/s.
  /// @return false when the direction does not know them; dU is then unchanged.
  virtual bool velocity_steps(std::span<Vec3> /*dU*/) { return false; }
  /// Tells which error of velocity of a body the next steps may have, m/s; factors have none.
  virtual void allow_error(double /*velocity*/) {}
  /// Whether `compute`, by the natural map, is to be preferred whatever the variant's rows are.
  [[nodiscard]] virtual bool takes_natural_rows() { return false; }
  /// Tells that the search has found nothing on the way of the last step.
  virtual void reject() {}
  /// Whether it moves all rows; the others keep their reactions. Known before the first call.
  [[nodiscard]] virtual bool is_complete() = 0;
  /// Work of one call in sweeps, from the size of the factors; known before the first call.
  [[nodiscard]] virtual double cost_in_sweeps() = 0;

 protected:
  NewtonDirection() = default;
  NewtonDirection(const NewtonDirection&) = default;
  NewtonDirection& operator=(const NewtonDirection&) = default;
};

}  // namespace solfec

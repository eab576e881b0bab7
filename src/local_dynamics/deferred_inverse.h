#pragma once

#include <span>

#include "math/mat3.h"

namespace solfec {

/// The inverse G of a factored slot that is not written out: for many places its blocks, one for
/// each pair of them, cost more than all factorisations of a step, and Newton steps through the
/// tangent (tangent_newton.h) need none but those on the diagonal. Belongs to the step.
class DeferredInverse {
 public:
  virtual ~DeferredInverse() = default;
  /// v = G p. @param forces  p of all places, in the order of the velocities (FactoredSlots).
  virtual void multiply(std::span<const double> forces, std::span<double> velocities) = 0;
  /// G_ts for t <= s, at s (s + 1) / 2 + t.
  virtual void find_blocks(std::span<Mat3> blocks) = 0;

 protected:
  DeferredInverse() = default;
  DeferredInverse(const DeferredInverse&) = default;
  DeferredInverse& operator=(const DeferredInverse&) = default;
};

}  // namespace solfec

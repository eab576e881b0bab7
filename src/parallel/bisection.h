#pragma once

#include <span>
#include <vector>

#include "math/vec3.h"
#include "parallel/comm.h"
#include "parallel/cut_tree.h"

namespace solfec {

/// Items of this rank by what a bisection sees of them.
struct WeightedPoints {
  std::span<const Vec3> point;     // finite, m
  std::span<const double> weight;  // >= 0 and finite, as many
};

/// Along which axes space may be cut; at least one.
struct CutAxes {
  bool x = true, y = true, z = true;
  [[nodiscard]] bool has(int axis) const { return axis == 0 ? x : axis == 1 ? y : z; }
};

/// A way of recursive coordinate bisection: cells of all ranks with nearly equal weights.
class Bisection {
 public:
  Bisection() = default;
  virtual ~Bisection() = default;
  Bisection(const Bisection&) = delete;
  Bisection& operator=(const Bisection&) = delete;
  Bisection(Bisection&&) = delete;
  Bisection& operator=(Bisection&&) = delete;

  /// New cells; all ranks get the same ones. They depend on the items and on the ranks that have
  /// them, in their order, and on nothing else: not on former calls.
  /// @pre the sum of the weights of all ranks is positive.
  /// @note Collective.
  virtual CutTree cut(Comm& comm, const WeightedPoints& items, const CutAxes& axes) = 0;
};

}  // namespace solfec

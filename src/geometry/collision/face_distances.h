#pragma once

#include <span>
#include <vector>

#include "geometry/collision/polyhedron_view.h"
#include "math/vec3.h"

namespace solfec {

/// Distances of a polyhedron from the planes of the faces of another one: the least height of its
/// vertices over each plane, m, negative where it reaches below the plane. They are computed on
/// demand. `start` bounds each distance by a single vertex, with one product per face, which
/// already rules out most faces; an exact distance takes one product per vertex.
class FaceDistances {
 public:
  /// Sets the polyhedra and the bounds.
  /// @param toward  Rough direction from `own` to `other`; a good one saves work.
  /// @pre both outlive the use of this object.
  void start(const PolyhedronView& own, const PolyhedronView& other, Vec3 toward);
  void reserve(int faces) { distance_.reserve(static_cast<std::size_t>(faces)); }

  /// Upper bound of the distance.
  [[nodiscard]] double bound(int face) const {
    return distance_[static_cast<std::size_t>(face)].bound;
  }
  /// Returns the distance if it is at least `least`, else some number below `least`.
  double at_least(int face, double least);

 private:
  struct Distance {
    double bound{};  // upper bound of the distance, m
    bool exact{};    // the bound is the distance
  };

  std::vector<Distance> distance_;  // per face of own
  std::span<const Vec3> normal_;
  std::span<const double> offset_;
  std::span<const Vec3> vertex_;  // of the other
};

}  // namespace solfec

#pragma once

#include <span>
#include <vector>

#include "geometry/collision/polyhedron_view.h"
#include "math/vec3.h"

namespace solfec {

/// How far another polyhedron is from the planes of the faces of one: the least height of its
/// vertices over each plane, m, negative where it reaches below. Found when it is asked for, since
/// one vertex tells of most faces that they part the two less than a few others do: `start` takes
/// one product per face, a distance as many as the other polyhedron has vertices.
class FaceDistances {
 public:
  /// @param toward  Roughly the way from `own` to `other`; any will do, a good one saves work.
  /// @pre both live as long as questions are asked.
  void start(const PolyhedronView& own, const PolyhedronView& other, Vec3 toward);
  void reserve(int faces) { distance_.reserve(static_cast<std::size_t>(faces)); }

  /// Upper bound of the distance.
  [[nodiscard]] double bound(int face) const {
    return distance_[static_cast<std::size_t>(face)].bound;
  }
  /// The distance if that is at least `least`, else something below it.
  double at_least(int face, double least);

 private:
  struct Distance {
    double bound{};  // m, of the distance from above
    bool exact{};    // it is the distance
  };

  std::vector<Distance> distance_;  // per face of own
  std::span<const Vec3> normal_;
  std::span<const double> offset_;
  std::span<const Vec3> vertex_;  // of the other
};

}  // namespace solfec

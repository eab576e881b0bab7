#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "math/vec3.h"

namespace solfec {

/// Axis-aligned box; empty (lo > hi) until a point is added.
struct Box {
  Vec3 lo{kInfinity, kInfinity, kInfinity};
  Vec3 hi{-kInfinity, -kInfinity, -kInfinity};

  static constexpr double kInfinity = std::numeric_limits<double>::infinity();

  void add(Vec3 p) {
    lo = minimum(lo, p);
    hi = maximum(hi, p);
  }
  void add(const Box& b) {
    add(b.lo);
    add(b.hi);
  }
  void grow(double margin) {
    lo -= Vec3{margin, margin, margin};
    hi += Vec3{margin, margin, margin};
  }
};

/// Box of points; empty without any.
inline Box box_of(std::span<const Vec3> points) {
  Box box;
  for (const Vec3 p : points) box.add(p);
  return box;
}

/// True when no point was added, or one that is not a number.
inline bool is_empty(const Box& box) { return !(box.lo.x <= box.hi.x); }

/// True when the boxes share at least one point; touching counts.
inline bool overlap(const Box& a, const Box& b) {
  return a.lo.x <= b.hi.x && b.lo.x <= a.hi.x && a.lo.y <= b.hi.y && b.lo.y <= a.hi.y &&
         a.lo.z <= b.hi.z && b.lo.z <= a.hi.z;
}

/// Whether a box lies in another one; touching its sides from within counts.
inline bool contains(const Box& outer, const Box& inner) {
  return inner.lo.x >= outer.lo.x && inner.lo.y >= outer.lo.y && inner.lo.z >= outer.lo.z &&
         inner.hi.x <= outer.hi.x && inner.hi.y <= outer.hi.y && inner.hi.z <= outer.hi.z;
}

/// 0 for an empty box and one that is not finite.
inline double largest_edge(const Box& box) {
  const Vec3 edge = box.hi - box.lo;
  const double size = std::max({edge.x, edge.y, edge.z});
  return std::isfinite(size) && size > 0.0 ? size : 0.0;
}

/// Largest distance of two boxes along an axis; negative when they overlap.
inline double box_distance(const Box& a, const Box& b) {
  const Vec3 below = a.lo - b.hi;
  const Vec3 above = b.lo - a.hi;
  return std::max({below.x, below.y, below.z, above.x, above.y, above.z});
}

}  // namespace solfec

#pragma once

#include <algorithm>
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

/// Largest distance of two boxes along an axis; negative when they overlap.
inline double box_distance(const Box& a, const Box& b) {
  const Vec3 below = a.lo - b.hi;
  const Vec3 above = b.lo - a.hi;
  return std::max({below.x, below.y, below.z, above.x, above.y, above.z});
}

}  // namespace solfec

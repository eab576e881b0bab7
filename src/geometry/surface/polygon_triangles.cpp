#include "geometry/surface/polygon_triangles.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/check.h"
#include "base/count.h"

namespace solfec {
namespace {

// Start by cut_corners, then flips of all sides of all triangles until none is wanted. Neighbours
// are searched for, O(n) each: faces of polyhedra have few corners.

constexpr double kSameCircle = 1e-9;  // sine up to which four corners count as on one circle

using Triangle = std::array<int, 3>;

/// Cuts off every second corner until three are left.
std::vector<Triangle> cut_corners(int n) {
  std::vector<int> ring(at(n));
  std::iota(ring.begin(), ring.end(), 0);
  std::vector<Triangle> triangles;
  while (ring.size() > 3) {
    std::vector<int> inner;
    std::size_t k = 0;
    for (; k + 1 < ring.size(); k += 2) {
      inner.push_back(ring[k]);
      triangles.push_back({ring[k], ring[k + 1], ring[(k + 2) % ring.size()]});
    }
    if (k < ring.size()) inner.push_back(ring[k]);
    ring.swap(inner);
  }
  if (ring.size() == 3) triangles.push_back({ring[0], ring[1], ring[2]});
  return triangles;
}

/// Sine and cosine of the angle at a of the triangle a, b, c; those of a corner of no length are 0.
std::pair<double, double> angle_at(Vec3 a, Vec3 b, Vec3 c) {
  const double lengths = norm(b - a) * norm(c - a);
  if (!(lengths > 0.0)) return {0.0, 0.0};
  return {norm(cross(b - a, c - a)) / lengths, dot(b - a, c - a) / lengths};
}

/// A diagonal from two triangles: `triangle` and `other` share the side after their corners `k` and
/// `other_k`.
struct SharedSide {
  int other = -1;
  std::size_t other_k{};
};

SharedSide find_shared(const std::vector<Triangle>& triangles, int a, int b) {
  for (int t = 0; t < count(triangles); ++t) {
    for (std::size_t k = 0; k < 3; ++k) {
      if (triangles[at(t)][(k + 1) % 3] == b && triangles[at(t)][(k + 2) % 3] == a) return {t, k};
    }
  }
  return {};
}

/// Replaces the diagonal opposite to corner k of a triangle when the angles that look at it add up
/// to more than two right ones: when a circle around one triangle holds the corner of the other.
/// @param x  Position of each corner of the polygon.
template <typename Position>
bool flip(std::vector<Triangle>& triangles, int t, std::size_t k, const Position& x) {
  const int p = triangles[at(t)][k];
  const int a = triangles[at(t)][(k + 1) % 3];
  const int b = triangles[at(t)][(k + 2) % 3];
  const SharedSide shared = find_shared(triangles, a, b);
  if (shared.other < 0) return false;  // a side of the polygon
  const int q = triangles[at(shared.other)][shared.other_k];
  const auto [sine, cosine] = angle_at(x(p), x(a), x(b));
  const auto [other_sine, other_cosine] = angle_at(x(q), x(b), x(a));
  if (sine * other_cosine + cosine * other_sine >= -kSameCircle) return false;
  triangles[at(t)] = {p, a, q};
  triangles[at(shared.other)] = {q, b, p};
  return true;
}

}  // namespace

std::vector<std::array<int, 3>> polygon_triangles(std::span<const Vec3> vertex,
                                                  std::span<const int> loop) {
  const int n = count(loop);
  SOLFEC_ASSERT(n >= 3);
  std::vector<Triangle> triangles = cut_corners(n);
  const auto x = [&](int k) { return vertex[at(loop[at(k)])]; };
  // Flips end by themselves, after at most one for each pair of corners; rounding might cycle.
  int left = n * n;
  bool changed = true;
  while (changed && left > 0) {
    changed = false;
    for (int t = 0; t < count(triangles); ++t) {
      for (std::size_t k = 0; k < 3; ++k) {
        if (!flip(triangles, t, k, x)) continue;
        changed = true;
        --left;
      }
    }
  }
  return triangles;
}

}  // namespace solfec

#include "geometry/shape/convex_parts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "base/check.h"
#include "base/count.h"

namespace solfec {

namespace {

using Polygon = std::span<const PlanePoint>;
using Part = std::vector<int>;

constexpr double kStraight = 1e-9;  // of the lengths of two sides: their corner is on a line

/// Twice the area of the triangle p, q, r: positive when it turns left.
double turn(PlanePoint p, PlanePoint q, PlanePoint r) {
  return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
}

/// -1, 0, 1: the turn at q is to the right, none within rounding, or to the left.
int turn_sign(PlanePoint p, PlanePoint q, PlanePoint r) {
  const double area = turn(p, q, r);
  const double sides = std::hypot(q.x - p.x, q.y - p.y) * std::hypot(r.x - q.x, r.y - q.y);
  if (std::abs(area) <= kStraight * sides) return 0;
  return area > 0.0 ? 1 : -1;
}

/// Whether a point on the line of p and q lies between them.
bool is_between(PlanePoint p, PlanePoint q, PlanePoint on) {
  return std::min(p.x, q.x) <= on.x && on.x <= std::max(p.x, q.x) && std::min(p.y, q.y) <= on.y &&
         on.y <= std::max(p.y, q.y);
}

bool segments_meet(PlanePoint a, PlanePoint b, PlanePoint c, PlanePoint d) {
  const int abc = turn_sign(a, b, c);
  const int abd = turn_sign(a, b, d);
  const int cda = turn_sign(c, d, a);
  const int cdb = turn_sign(c, d, b);
  if (abc * abd < 0 && cda * cdb < 0) return true;
  return (abc == 0 && is_between(a, b, c)) || (abd == 0 && is_between(a, b, d)) ||
         (cda == 0 && is_between(c, d, a)) || (cdb == 0 && is_between(c, d, b));
}

PlanePoint corner_of(Polygon polygon, int k) { return polygon[static_cast<std::size_t>(k)]; }

int cyclic(const Part& part, int k) {
  const int n = count(part);
  return part[static_cast<std::size_t>(((k % n) + n) % n)];
}

/// Whether the corner k of what is left is an ear: it turns left, and no other corner lies in its
/// triangle or on the border.
bool is_ear(Polygon polygon, const Part& left, int k) {
  const PlanePoint p = corner_of(polygon, cyclic(left, k - 1));
  const PlanePoint q = corner_of(polygon, cyclic(left, k));
  const PlanePoint r = corner_of(polygon, cyclic(left, k + 1));
  if (turn_sign(p, q, r) <= 0) return false;
  for (int other = 2; other < count(left) - 1; ++other) {
    const PlanePoint x = corner_of(polygon, cyclic(left, k + other));
    if (turn_sign(p, q, x) >= 0 && turn_sign(q, r, x) >= 0 && turn_sign(r, p, x) >= 0) return false;
  }
  return true;
}

std::vector<Part> triangles_of(Polygon polygon) {
  Part left;
  for (int k = 0; k < count(polygon); ++k) left.push_back(k);
  std::vector<Part> triangles;
  while (left.size() > 3) {
    int k = 0;
    while (k < count(left) && !is_ear(polygon, left, k)) ++k;
    if (k == count(left)) k = 0;  // rounding hides all ears
    triangles.push_back({cyclic(left, k - 1), cyclic(left, k), cyclic(left, k + 1)});
    left.erase(left.begin() + k);
  }
  triangles.push_back(left);
  return triangles;
}

bool is_convex(Polygon polygon, const Part& part) {
  for (int k = 0; k < count(part); ++k) {
    const PlanePoint p = corner_of(polygon, cyclic(part, k - 1));
    const PlanePoint q = corner_of(polygon, cyclic(part, k));
    if (turn_sign(p, q, corner_of(polygon, cyclic(part, k + 1))) < 0) return false;
  }
  return true;
}

/// The union of two parts that share a side, nothing when they share none.
std::optional<Part> joined_parts(const Part& a, const Part& b) {
  for (int i = 0; i < count(a); ++i) {
    for (int j = 0; j < count(b); ++j) {
      if (cyclic(a, i) != cyclic(b, j + 1) || cyclic(a, i + 1) != cyclic(b, j)) continue;
      Part all;
      for (int k = 1; k <= count(a); ++k) all.push_back(cyclic(a, i + k));
      for (int k = 2; k < count(b); ++k) all.push_back(cyclic(b, j + k));
      return all;
    }
  }
  return std::nullopt;
}

/// Joins the first two parts whose union is convex. @return Whether there were two.
bool join_two(Polygon polygon, std::vector<Part>& parts) {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (std::size_t j = i + 1; j < parts.size(); ++j) {
      const std::optional<Part> all = joined_parts(parts[i], parts[j]);
      if (!all || !is_convex(polygon, *all)) continue;
      parts[i] = *all;
      parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(j));
      return true;
    }
  }
  return false;
}

}  // namespace

std::optional<std::pair<int, int>> crossing_sides(Polygon polygon) {
  const int n = count(polygon);
  const auto corner = [&](int k) { return corner_of(polygon, k % n); };
  for (int i = 0; i < n; ++i) {
    // the next side may fold back on this one
    const PlanePoint far = corner(i + 2);
    if (turn_sign(corner(i), corner(i + 1), far) == 0) {
      const double along = (far.x - corner(i + 1).x) * (corner(i).x - corner(i + 1).x) +
                           (far.y - corner(i + 1).y) * (corner(i).y - corner(i + 1).y);
      if (along > 0.0) return std::pair{i, (i + 1) % n};
    }
    for (int j = i + 2; j < n; ++j) {
      if (i == 0 && j == n - 1) continue;  // neighbours
      if (segments_meet(corner(i), corner(i + 1), corner(j), corner(j + 1))) return std::pair{i, j};
    }
  }
  return std::nullopt;
}

std::vector<Part> convex_parts(Polygon polygon) {
  SOLFEC_ASSERT(polygon.size() >= 3);
  Part whole;
  for (int k = 0; k < count(polygon); ++k) whole.push_back(k);
  if (is_convex(polygon, whole)) return {whole};
  std::vector<Part> parts = triangles_of(polygon);
  while (join_two(polygon, parts)) {
  }
  return parts;
}

}  // namespace solfec

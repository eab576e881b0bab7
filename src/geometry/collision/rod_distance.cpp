#include "geometry/collision/rod_distance.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>

namespace solfec {

namespace {

constexpr double kSkin = 0.01;
constexpr double kTiny = 1e-12;  // of a vector: a part across that has no direction
constexpr double kSure = 1e-12;  // of the size: a farther point that gains nothing

Vec3 unit_or(Vec3 v, Vec3 other) {
  const double length = norm(v);
  return length > 0.0 ? v / length : other;
}

/// Points of the core that are known so far.
class KnownPoints {
 public:
  explicit KnownPoints(const RodView& core) : core_(core) {
    add(core.end(-1.0));
    add(core.end(1.0));
  }
  [[nodiscard]] std::span<const Vec3> points() const { return {point_.data(), size_}; }
  [[nodiscard]] bool is_full() const { return size_ == point_.size(); }
  /// How much farther along n the core reaches than the point `known`; its farthest point joins.
  double reach_beyond(Vec3 n, Vec3 known) {
    const Vec3 p = core_.farthest(n);
    const double gain = dot(n, p - known);
    if (!is_full()) add(p);
    return gain;
  }

 private:
  void add(Vec3 p) { point_[size_++] = p; }

  const RodView& core_;
  std::array<Vec3, 64> point_{};
  std::size_t size_ = 0;
};

Separation beyond(double distance) {
  Separation far;
  far.beyond_limit = true;
  far.distance = distance;
  return far;
}

Separation from_points(Vec3 a, Vec3 b, double skin_a, double skin_b) {
  Separation found;
  const double length = norm(b - a);
  found.normal = (b - a) / length;
  found.distance = length - skin_a - skin_b;
  found.point_a = a + skin_a * found.normal;
  found.point_b = b - skin_b * found.normal;
  return found;
}

/// Remembers the direction with the largest s(n) = n . (b - a) - h_a(n) - h_b(-n).
struct BestNormal {
  double s = -std::numeric_limits<double>::infinity();
  Vec3 normal;

  void offer(Vec3 n, double value) {
    if (!(value > s)) return;
    s = value;
    normal = n;
  }
};

/// Offers n and -n, for a body b that has a centre and a support function.
template <typename Body>
void offer_both(const RodView& a, const Body& b, Vec3 n, BestNormal& best) {
  for (const Vec3 m : {n, -n}) {
    best.offer(m, dot(m, b.center - a.center) - a.height(m) - b.height(m));
  }
}

Separation along(const RodView& a, const BestNormal& best) {
  Separation found;
  found.normal = best.normal;
  found.distance = best.s;
  found.point_a = a.farthest(best.normal);
  found.point_b = found.point_a + best.s * best.normal;
  return found;
}

}  // namespace

double RodView::height(Vec3 n) const {
  const double along = dot(n, axis);
  return half * std::abs(along) + radius * norm(n - along * axis);
}

Vec3 RodView::farthest(Vec3 n) const {
  const double along = dot(n, axis);
  const Vec3 side = n - along * axis;
  const double length = norm(side);
  const double size = std::abs(along) + length;
  Vec3 point = center;
  if (std::abs(along) > kTiny * size) point += (along > 0.0 ? half : -half) * axis;
  if (length > kTiny * size) point += (radius / length) * side;
  return point;
}

Vec3 RodView::rim_point(double side, int k, int points) const {
  const double angle = 2.0 * std::numbers::pi * k / points;
  return end(side) + radius * (std::cos(angle) * spoke + std::sin(angle) * cross(axis, spoke));
}

RodView core_of(const RodView& rod, double skin) {
  RodView core = rod;
  core.radius -= skin;
  core.half -= skin;
  return core;
}

double skin_of(const RodView& rod) { return kSkin * std::min(rod.radius, rod.half); }

Separation separation(const RodView& a, Vec3 b) {
  const Vec3 arm = b - a.center;
  const double z = dot(arm, a.axis);
  const Vec3 side = arm - z * a.axis;
  const double rho = norm(side);
  const Vec3 outwards = unit_or(side, a.spoke);
  const Vec3 up = z < 0.0 ? -a.axis : a.axis;
  const double over_end = std::abs(z) - a.half;
  const double over_side = rho - a.radius;
  Separation found;
  found.point_b = b;
  if (over_end > 0.0 && over_side > 0.0) {  // the rim is nearest
    found.point_a = a.center + a.half * up + a.radius * outwards;
    found.distance = std::hypot(over_end, over_side);
    found.normal = (b - found.point_a) / found.distance;
    return found;
  }
  const bool end = over_end > over_side;
  found.distance = end ? over_end : over_side;
  found.normal = end ? up : outwards;
  found.point_a = b - found.distance * found.normal;
  return found;
}

Separation separation(const RodView& a, std::span<const Vec3> b, double limit) {
  const double skin = skin_of(a);
  const RodView core = core_of(a, skin);
  KnownPoints known(core);
  const double size = norm(b.front() - a.center) + a.half + a.radius;
  for (;;) {
    const GjkResult closest = gjk_distance(known.points(), b, kNoLimit);
    if (!(closest.distance > kSure * size)) return {};
    const Separation found = from_points(closest.point_a, closest.point_b, skin, 0.0);
    const double gain = known.reach_beyond(found.normal, closest.point_a);
    if (found.distance - gain > limit) return beyond(found.distance - gain);
    if (gain <= kSure * size || known.is_full()) return found;
  }
}

Separation separation(const RodView& a, const RodView& b, double limit) {
  const double skin_a = skin_of(a);
  const double skin_b = skin_of(b);
  const RodView core_a = core_of(a, skin_a);
  const RodView core_b = core_of(b, skin_b);
  KnownPoints known_a(core_a);
  KnownPoints known_b(core_b);
  const double size = norm(b.center - a.center) + a.half + a.radius + b.half + b.radius;
  for (;;) {
    const GjkResult closest = gjk_distance(known_a.points(), known_b.points(), kNoLimit);
    if (!(closest.distance > kSure * size)) return {};
    const Separation found = from_points(closest.point_a, closest.point_b, skin_a, skin_b);
    const double gain = known_a.reach_beyond(found.normal, closest.point_a) +
                        known_b.reach_beyond(-found.normal, closest.point_b);
    if (found.distance - gain > limit) return beyond(found.distance - gain);
    if (gain <= kSure * size || known_a.is_full()) return found;
  }
}

Separation separation(const RodView& a, const EllipsoidView& b, double limit) {
  const double skin = skin_of(a);
  const RodView core = core_of(a, skin);
  KnownPoints known(core);
  const double size = norm(b.center - a.center) + a.half + a.radius;
  for (;;) {
    Separation back = separation(b, known.points());
    if (back.normal == Vec3{}) return {};
    const Vec3 normal = -back.normal;
    const double gain = known.reach_beyond(normal, back.point_b);
    Separation found;
    found.distance = back.distance - skin;
    found.normal = normal;
    found.point_a = back.point_b + skin * normal;
    found.point_b = back.point_a;
    if (found.distance - gain > limit) return beyond(found.distance - gain);
    if (gain <= kSure * size || known.is_full()) return found;
  }
}

Separation deep_separation(const RodView& a, const PolyhedronView& b) {
  BestNormal best;
  const auto offer = [&](Vec3 n) {
    double lowest = std::numeric_limits<double>::infinity();
    for (const Vec3& v : b.vertex) lowest = std::min(lowest, dot(n, v - a.center));
    best.offer(n, lowest - a.height(n));
  };
  offer(a.axis);
  offer(-a.axis);
  for (int f = 0; f < b.face_count(); ++f) {
    const auto k = static_cast<std::size_t>(f);
    if (b.outer[k] == 0 || b.normal[k] == Vec3{}) continue;
    offer(-b.normal[k]);
    const std::span<const int> loop = b.face(f);
    for (std::size_t i = 0; i < loop.size(); ++i) {
      const Vec3 edge = b.vertex[static_cast<std::size_t>(loop[(i + 1) % loop.size()])] -
                        b.vertex[static_cast<std::size_t>(loop[i])];
      const Vec3 n = cross(edge, a.axis);
      if (!(norm(n) > kTiny * norm(edge))) continue;
      offer(normalized(n));
      offer(-normalized(n));
    }
  }
  return along(a, best);
}

Separation deep_separation(const RodView& a, const RodView& b) {
  BestNormal best;
  const Vec3 between = b.center - a.center;
  const auto offer = [&](Vec3 n) { offer_both(a, b, n, best); };
  offer(a.axis);
  offer(b.axis);
  const Vec3 crossing = cross(a.axis, b.axis);
  if (norm(crossing) > kTiny) offer(normalized(crossing));
  offer(unit_or(a.across(between), a.spoke));
  offer(unit_or(b.across(between), b.spoke));
  return along(a, best);
}

Separation deep_separation(const RodView& a, const EllipsoidView& b) {
  BestNormal best;
  const Vec3 between = b.center - a.center;
  const auto offer = [&](Vec3 n) { offer_both(a, b, n, best); };
  offer(a.axis);
  offer(unit_or(a.across(between), a.spoke));
  return along(a, best);
}

}  // namespace solfec

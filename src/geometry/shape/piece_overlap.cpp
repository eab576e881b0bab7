#include "geometry/shape/piece_overlap.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "base/count.h"
#include "geometry/collision/penetration.h"
#include "geometry/shape/piece_kinds.h"

namespace solfec {

namespace {

constexpr int kMostSamples = 512;
constexpr int kLeastSamples = 8;
constexpr int kAllSamples = 1 << 17;  // of all pairs together, about
constexpr int kMostPairs = 100000;
constexpr double kTouching = 1e-4;  // depth over the least extent of the thinner piece

/// Two pieces that overlap and the box that both reach into.
struct Pair {
  int first{};
  int second{};
  Box common;
};

/// Point k of a low-discrepancy sequence in the unit cube: multiples of 1/φ, 1/φ², 1/φ³ with
/// φ⁴ = φ + 1.
Vec3 sample(int k) {
  constexpr Vec3 kStep{0.8191725133961645, 0.6710436067037893, 0.5497004779019703};
  const auto fraction = [](double x) { return x - std::floor(x); };
  const double n = k + 1.0;
  return {fraction(0.5 + n * kStep.x), fraction(0.5 + n * kStep.y), fraction(0.5 + n * kStep.z)};
}

bool holds(const PieceView& piece, Vec3 point) {
  const PieceView dot{PieceKind::sphere, std::span(&point, 1), 0.0};
  return closest_points(piece, dot).distance <= 0.0;
}

double least_extent(Vec3 edge) { return std::min({edge.x, edge.y, edge.z}); }

}  // namespace

bool overlap_deeper(const PieceView& a, const PieceView& b, double depth) {
  const double distance = closest_points(a, b).distance;
  if (distance > 0.0) return false;
  const auto is_rod = [](PieceKind kind) { return kind == PieceKind::rod; };
  if (is_round(a.kind) != is_round(b.kind) || is_rod(a.kind) || is_rod(b.kind))
    return distance == 0.0 || distance < -depth;
  if (is_round(a.kind)) return distance < -depth;
  return penetration_depth(a.vertex, b.vertex, depth).depth > depth;
}

namespace {

bool overlap(const ShapePieces& pieces, Pair& pair) {
  const PieceView a = piece_view(pieces, pair.first);
  const PieceView b = piece_view(pieces, pair.second);
  const Box box_a = box_of(a, 0.0);
  const Box box_b = box_of(b, 0.0);
  pair.common = {maximum(box_a.lo, box_b.lo), minimum(box_a.hi, box_b.hi)};
  const double depth =
      kTouching * std::min(least_extent(box_a.hi - box_a.lo), least_extent(box_b.hi - box_b.lo));
  return least_extent(pair.common.hi - pair.common.lo) > depth && overlap_deeper(a, b, depth);
}

std::vector<Pair> overlapping_pairs(const ShapePieces& pieces) {
  std::vector<Pair> pairs;
  int looked_at = 0;
  for (int i = 0; i < pieces.piece_count(); ++i) {
    for (int k = pieces.adjacent_start[at(i)]; k < pieces.adjacent_start[at(i) + 1]; ++k) {
      Pair pair{i, pieces.adjacent[at(k)], {}};
      if (pair.second <= i) continue;
      if (++looked_at > kMostPairs) return pairs;
      if (overlap(pieces, pair)) pairs.push_back(pair);
    }
  }
  return pairs;
}

double common_volume(const ShapePieces& pieces, const Pair& pair, int samples) {
  const PieceView a = piece_view(pieces, pair.first);
  const PieceView b = piece_view(pieces, pair.second);
  const Vec3 edge = pair.common.hi - pair.common.lo;
  int inside = 0;
  for (int k = 0; k < samples; ++k) {
    const Vec3 s = sample(k);
    const Vec3 point = pair.common.lo + Vec3{s.x * edge.x, s.y * edge.y, s.z * edge.z};
    if (holds(a, point) && holds(b, point)) ++inside;
  }
  return edge.x * edge.y * edge.z * inside / samples;
}

}  // namespace

PieceOverlap piece_overlap(const ShapePieces& pieces) {
  PieceOverlap sum;
  if (pieces.one_mesh) return sum;
  const std::vector<Pair> pairs = overlapping_pairs(pieces);
  if (pairs.empty()) return sum;
  const int samples = std::clamp(kAllSamples / count(pairs), kLeastSamples, kMostSamples);
  double most = 0.0;
  for (const Pair& pair : pairs) {
    const double volume = common_volume(pieces, pair, samples);
    sum.volume += volume;
    if (volume <= most) continue;
    most = volume;
    sum.first = pair.first;
    sum.second = pair.second;
  }
  return sum;
}

}  // namespace solfec

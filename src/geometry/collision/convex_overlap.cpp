#include "geometry/collision/convex_overlap.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>

#include "base/check.h"
#include "geometry/collision/facing.h"
#include "geometry/collision/pair_size.h"
#include "geometry/collision/penetration.h"

namespace solfec {
namespace {

// `convex_overlap` goes in five parts:
//   provisional_normal  n0, the direction in which the bodies come apart: closest points, face of
//                       least depth or, where edges may lead out sooner, the expanding polytope
//   find_polygons       faces of each body clipped by the swollen half-spaces of the other
//   weighted_centroid   point and area; slivers weigh nothing
//   area_normal         normal by the areas; where they cancel n0, if that leads out (is_way_out)
//   outer_ray_exit      gap: the way along the normal through the point, out of a and into b
// The heights of all vertices over all planes (fill_heights) come first, since the first two parts
// both read them.

constexpr double kCancels = 1e-6;       // |sum of weighted normals| against the sum of weights
constexpr double kSameNormal = 1e-12;   // normals that differ by rounding only
constexpr double kNothing = 1e-6;       // area against delta² below which nothing was found
constexpr double kLateral = 0.01;       // cosine to the contact normal of faces that do not face it
constexpr double kBlend = 0.1;          // depths, against delta, that count as nearly equal
constexpr double kFewDeltas = 2.0;      // depth, against delta, of contacts without a face in them
constexpr double kFaceFirst = 0.95;     // depth of any way out against that by a face
constexpr double kClearlyApart = 1e-8;  // distance against size: closest points give a direction
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Input that the steps of one call share.
struct Pair {
  const PolyhedronView& a;
  const PolyhedronView& b;
  const GjkResult& closest;
  double delta{};  // tolerance + distance, m
  double size{};   // of the smaller body, m
  double snap{};   // m
};

Pair make_pair_data(const PolyhedronView& a, const PolyhedronView& b, double tolerance,
                    const GjkResult& closest) {
  const double size = pair_size(a, b);
  return {a, b, closest, tolerance + closest.distance, size, pair_rounding(a, b, size)};
}

/// Outward normal of a that belongs to polygon k: that of a's face, or against that of b's face.
Vec3 contact_normal(const Pair& pair, std::size_t k) {
  const std::size_t faces_a = pair.a.normal.size();
  return k < faces_a ? pair.a.normal[k] : -pair.b.normal[k - faces_a];
}

/// Cosine of polygon k to the provisional normal; zero for polygons that do not count or hardly
/// look at the contact.
double facing(const Pair& pair, Vec3 provisional, const OverlapScratch& scratch, std::size_t k) {
  if (!scratch.polygon[k].counts) return 0.0;
  const double cosine = std::min(1.0, dot(contact_normal(pair, k), provisional));
  return cosine > kLateral ? cosine : 0.0;
}

/// Σ_a s (A c)² m - Σ_b s (A c)² m, normalised; nothing when it cancels. m = c ν + (1 - c) n0.
std::optional<Vec3> area_normal(const Pair& pair, Vec3 provisional, const OverlapScratch& scratch) {
  double largest = 0.0;
  for (std::size_t k = 0; k < scratch.polygon.size(); ++k) {
    largest = std::max(largest, scratch.polygon[k].area * facing(pair, provisional, scratch, k));
  }
  if (!(largest > 0.0)) return std::nullopt;

  Vec3 sum;
  double weights = 0.0;
  double heaviest[2] = {0.0, 0.0};  // of a and of b
  std::size_t leader[2] = {0, 0};
  for (std::size_t k = 0; k < scratch.polygon.size(); ++k) {
    const double cosine = facing(pair, provisional, scratch, k);
    const double share = scratch.polygon[k].area * cosine / largest;
    const double weight = sliver_weight(share) * share * share;
    sum += weight * (cosine * contact_normal(pair, k) + (1.0 - cosine) * provisional);
    weights += weight;
    const int body = k < pair.a.normal.size() ? 0 : 1;
    if (weight > heaviest[body]) {
      heaviest[body] = weight;
      leader[body] = k;
    }
  }
  const double length = norm(sum);
  if (!(length > kCancels * weights)) return std::nullopt;

  const Vec3 normal = sum / length;
  for (int body = 0; body < 2; ++body) {  // face on face: the face normal itself, a's first
    const Vec3 face_normal = contact_normal(pair, leader[body]);
    if (heaviest[body] > 0.0 && norm_inf(normal - face_normal) < kSameNormal) return face_normal;
  }
  return normal;
}

/// Way out along face normals that do not lead through inner faces of meshes: the one of least
/// depth, blended with those that are less than a tenth of delta deeper, so that two edges that
/// touch do not choose a side by rounding.
Penetration least_face_penetration(const Pair& pair, OverlapScratch& scratch) {
  const std::size_t faces_a = pair.a.normal.size();
  const std::size_t faces = faces_a + pair.b.normal.size();
  scratch.height.assign(faces, kInfinity);
  double least = kInfinity;
  for (std::size_t k = 0; k < faces; ++k) {
    const Vec3 normal = contact_normal(pair, k);
    if (normal == Vec3{}) continue;
    const auto heights = k < faces_a ? scratch.over_a.row(k) : scratch.over_b.row(k - faces_a);
    const double depth = -*std::min_element(heights.begin(), heights.end());
    scratch.height[k] = depth;
    if (depth < least && leads_outside(pair.a, pair.b, normal)) least = depth;
  }

  Vec3 sum;
  const double margin = kBlend * pair.delta;
  for (std::size_t k = 0; k < faces; ++k) {
    const double depth = scratch.height[k];
    if (depth < least || !(depth < least + margin)) continue;
    const Vec3 normal = contact_normal(pair, k);
    if (leads_outside(pair.a, pair.b, normal)) sum += (1.0 - (depth - least) / margin) * normal;
  }
  return norm(sum) > kCancels ? Penetration{least, normalized(sum)} : Penetration{kInfinity, {}};
}

/// Direction in which the bodies come apart: that of the closest points when they are clearly
/// apart, else the way out with the least depth. A face normal is good enough when it leads out
/// within the tolerance; only then edges need not be asked. Nothing when all ways lead through
/// inner faces.
std::optional<Vec3> provisional_normal(const Pair& pair, OverlapScratch& scratch) {
  if (pair.closest.distance > kClearlyApart * pair.size) {
    return normalized(pair.closest.point_b - pair.closest.point_a);
  }
  const Penetration by_face = least_face_penetration(pair, scratch);
  if (by_face.depth <= pair.delta) return by_face.normal;
  const Penetration by_any = penetration_depth(pair.a.vertex, pair.b.vertex);
  const bool deeper = !(by_any.depth < kFaceFirst * by_face.depth);
  if (!deeper && by_any.normal != Vec3{} && leads_outside(pair.a, pair.b, by_any.normal)) {
    return by_any.normal;
  }
  if (by_face.depth == kInfinity) return std::nullopt;
  return by_face.normal;
}

/// True when the bodies come apart along the normal by little, through outer faces of both; asked
/// when areas do not tell.
bool is_way_out(const Pair& pair, Vec3 point, Vec3 normal) {
  return depth_along(pair.a.vertex, pair.b.vertex, normal) <= kFewDeltas * pair.delta &&
         is_outer(pair.a, ray_exit(pair.a, point, normal).face) &&
         is_outer(pair.b, ray_exit(pair.b, point, -normal).face);
}

struct AreaCentroid {
  double area{};  // Σ s A, m²
  Vec3 point;     // m
};

AreaCentroid weighted_centroid(const Pair& pair, const OverlapScratch& scratch) {
  const Vec3 origin = pair.a.vertex[0];
  AreaCentroid sum;
  for (const OverlapPolygon& polygon : scratch.polygon) {
    const double weight = polygon.weight * polygon.area;
    sum.area += weight;
    sum.point += weight * (polygon.centroid - origin);
  }
  if (sum.area > 0.0) sum.point = origin + sum.point / sum.area;
  return sum;
}

/// Clips with exact lateral limits; when that finds nothing, with swollen ones. False when the
/// bodies do not touch.
bool find_polygons(const Pair& pair, Vec3 normal, OverlapScratch& scratch) {
  Swelling swelling{pair.delta, false, normal};
  const double area = clip_faces(pair.a, pair.b, swelling, pair.snap, scratch);
  if (area > kNothing * pair.delta * pair.delta) return true;
  swelling.lateral = true;
  return clip_faces(pair.a, pair.b, swelling, pair.snap, scratch) > 0.0;
}

/// Outer face nearest to the point; faces that take part in the overlap first.
int nearest_face(const PolyhedronView& body, const OverlapPolygon* polygon, Vec3 point) {
  int best = -1;
  int best_rank = -1;
  double nearest = 0.0;
  for (int f = 0; f < body.face_count(); ++f) {
    const auto k = static_cast<std::size_t>(f);
    if (body.outer[k] == 0) continue;
    const int rank = polygon[k].weight > 0.0 ? 2 : (polygon[k].area > 0.0 ? 1 : 0);
    const double distance = std::fabs(dot(body.normal[k], point) - body.offset[k]);
    if (rank > best_rank || (rank == best_rank && distance < nearest)) {
      best = f;
      best_rank = rank;
      nearest = distance;
    }
  }
  return best;
}

/// Way from the exit out of a to the entry into b, with the sign that GJK proves.
double signed_gap(const Pair& pair, const RayExit& from_a, const RayExit& from_b) {
  const double gap = -(from_a.length + from_b.length);
  return pair.closest.distance > 0.0 ? gap : std::min(gap, 0.0);
}

}  // namespace

ConvexOverlap convex_overlap(const PolyhedronView& a, const PolyhedronView& b, double tolerance,
                             const GjkResult& closest, OverlapScratch& scratch) {
  SOLFEC_ASSERT(tolerance > 0.0 && !closest.beyond_limit);
  const Pair pair = make_pair_data(a, b, tolerance, closest);
  fill_heights(a, b, scratch);
  const auto provisional = provisional_normal(pair, scratch);
  if (!provisional || !find_polygons(pair, *provisional, scratch)) return {};

  const AreaCentroid sum = weighted_centroid(pair, scratch);
  auto normal = area_normal(pair, *provisional, scratch);
  if (!normal) {
    if (!is_way_out(pair, sum.point, *provisional)) return {};
    normal = provisional;
  }
  const RayExit from_a = outer_ray_exit(a, sum.point, *normal, pair.delta);
  const RayExit from_b = outer_ray_exit(b, sum.point, -*normal, pair.delta);
  if (from_a.face < 0 || from_b.face < 0) return {};

  ConvexOverlap result;
  result.found = true;
  result.point = sum.point;
  result.normal = *normal;
  result.area = 0.5 * sum.area;
  result.gap = signed_gap(pair, from_a, from_b);
  result.face_a = nearest_face(a, scratch.polygon.data(), sum.point);
  result.face_b = nearest_face(b, scratch.polygon.data() + a.normal.size(), sum.point);
  return result;
}

}  // namespace solfec

#include "geometry/collision/convex_patch.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>
#include <string_view>
#include <tuple>

#include "base/check.h"
#include "geometry/collision/face_weights.h"
#include "geometry/collision/facing.h"
#include "geometry/collision/farthest_point.h"
#include "geometry/collision/pair_size.h"
#include "geometry/collision/penetration.h"

namespace solfec {

namespace {

// `convex_patch` goes in this order:
//   best_face_axis   face normal along which the polyhedra are farthest apart; bounds by single
//                    vertices (FaceDistances) rule most faces out
//   neighbours_are_nearer, only_pass
//                    no patch where neighbours have it, none for edges that pass each other
//   better_crossing  two edges that part the polyhedra clearly better: one point, crossing_patch
//   choose_axis      clips the face that looks against the axis (clip_patch); where the patch is
//                    covered by third bodies (is_covered), the next best axis or none
//   deepest_patch    nothing stands before the face and they overlap all the same: one point
//   finish_points    which corners are points of the patch, and their shares of its area
//
// Axes lead out of a into b; `apart` is a distance along one, negative for overlap. An axis that is
// as good as another one by `nearly` is chosen by is_preferred, which is the same for (a, b) and
// (b, a): neither the order of bodies nor noise decides.

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kEdgeDepth =
    0.05;  // over the depth by a face: margin by which edges must be better
constexpr double kEdgeMargin = 0.1;  // over the tolerance: margin by which edges must be better
constexpr double kNearlyBest =
    0.1;  // over the tolerance: faces this near to the best one are as good
constexpr double kNearlyDepth =
    0.01;                            // over the depth: faces this near to the best one are as good
constexpr double kProved = 1e-5;     // over the depth: largest error of the shortest way out
constexpr double kCrossing = 0.01;   // sine of the angle of two edges that cross
constexpr double kSupport = 1e-7;    // over the size: vertices within this are foremost together
constexpr double kSnap = 1e-3;       // of the tolerance: corners on a border
constexpr double kReachLife = 10.0;  // over the tolerance: least reach of the gaps of points
constexpr double kFarthestTurn =
    0.1;  // over the size: largest depth of an axis in place of a covered one
constexpr double kMuchFarther = 3.0;  // depth along an outward axis over that through a neighbour
constexpr double kInside = 0.1;       // part of the way to the middle at which coverage is tested
constexpr int kMostTurns = 6;
constexpr double kSameWay = 0.9;  // cosine
constexpr double kAcross = 0.7;   // cosine, of axes that stand across each other
constexpr double kLargerFace = 1.0 + 1e-6;
constexpr double kSameNormal = 1e-9;  // difference of cosines of normals that are the same

/// Axis out of a into b, and how far the polyhedra are apart along it (negative: overlap).
struct Axis {
  Vec3 normal;
  double apart = -kInfinity;  // m
  int face = -1;              // of the polyhedron whose face it is
  bool of_b = false;
};

/// The pair that a patch is looked for, with what all parts of the search need.
struct Problem {
  const PolyhedronView& a;
  const PolyhedronView& b;
  const PatchQuery& query;
  const GjkResult& closest;
  double size{};     // of the smaller polyhedron, m
  bool all_outer{};  // every face is an outer one

  [[nodiscard]] const PolyhedronView& side(bool of_b) const { return of_b ? b : a; }
  /// Whether b can leave a along a direction.
  [[nodiscard]] bool leads_outside(Vec3 direction) const {
    return all_outer || solfec::leads_outside(a, b, direction);
  }
};

bool has_inner_faces(const PolyhedronView& polyhedron) {
  return std::memchr(polyhedron.outer.data(), 0, polyhedron.outer.size()) != nullptr;
}

Vec3 mean_vertex(const PolyhedronView& polyhedron) {
  Vec3 sum;
  for (const Vec3& p : polyhedron.vertex) sum += p;
  return sum / static_cast<double>(polyhedron.vertex.size());
}

Problem problem_of(const PolyhedronView& a, const PolyhedronView& b, const PatchQuery& query,
                   const GjkResult& closest) {
  const bool all_outer =
      a.face_count() > 0 && b.face_count() > 0 && !has_inner_faces(a) && !has_inner_faces(b);
  return {a, b, query, closest, pair_size(a, b), all_outer};
}

/// Coordinate along a direction of the vertices that are foremost in it, m.
double foremost(const PolyhedronView& body, Vec3 direction) {
  const int v = farthest_point(body.vertex, direction);
  return dot(body.vertex[static_cast<std::size_t>(v)], direction);
}

bool touches(std::span<const int> face, std::span<const Vec3> vertex, Vec3 direction,
             double least) {
  return std::any_of(face.begin(), face.end(), [&](int v) {
    return dot(vertex[static_cast<std::size_t>(v)], direction) >= least;
  });
}

/// Face that looks along a direction best, among those with a foremost vertex.
int foremost_face(const PolyhedronView& body, Vec3 direction, double slack) {
  const double least = foremost(body, direction) - slack;
  int best = -1;
  double largest = -2.0;
  for (int f = 0; f < body.face_count(); ++f) {
    const double cosine = dot(body.normal[static_cast<std::size_t>(f)], direction);
    if (cosine > largest && touches(body.face(f), body.vertex, direction, least)) {
      largest = cosine;
      best = f;
    }
  }
  return best;
}

double face_area(const PolyhedronView& polyhedron, int f) {
  const auto face = polyhedron.face(f);
  const auto at = [&](std::size_t k) {
    return polyhedron.vertex[static_cast<std::size_t>(face[k])];
  };
  Vec3 sum;
  for (std::size_t k = 1; k + 1 < face.size(); ++k) {
    sum += cross(at(k) - at(0), at(k + 1) - at(0));
  }
  return norm(sum);
}

/// Returns, of the points of the last step, the number of those that were vertices of b less the
/// number of those that were vertices of a: where both had one, the points got the name of the
/// polyhedron whose face was clipped.
int vertices_of_b(std::span<const PatchFeature> previous) {
  int number = 0;
  for (const PatchFeature feature : previous) {
    number += is_vertex_of(feature, true) ? 1 : (is_vertex_of(feature, false) ? -1 : 0);
  }
  return number;
}

/// Which of two polyhedra comes first, by their places; the same when they are swapped.
bool lies_before(const PolyhedronView& one, const PolyhedronView& other) {
  const Vec3 p = one.vertex[0];
  const Vec3 q = other.vertex[0];
  return std::tie(p.z, p.y, p.x) < std::tie(q.z, q.y, q.x);
}

/// Which of two nearly equal axes to take.
bool is_preferred(const Problem& problem, const Axis& axis, const Axis& other) {
  const Vec3 previous = problem.query.previous_normal;
  if (previous != Vec3{}) {
    const double own = dot(axis.normal, previous);
    const double its = dot(other.normal, previous);
    if (std::abs(own - its) > kSameNormal) return own > its;
  }
  if (axis.of_b != other.of_b) {
    const int balance = vertices_of_b(problem.query.previous);
    if (balance != 0) return axis.of_b == (balance < 0);
  }
  const double own_area = face_area(problem.side(axis.of_b), axis.face);
  const double other_area = face_area(problem.side(other.of_b), other.face);
  if (own_area > kLargerFace * other_area) return true;
  if (other_area > kLargerFace * own_area) return false;
  if (axis.of_b == other.of_b) return axis.apart > other.apart;
  return lies_before(problem.side(axis.of_b), problem.side(other.of_b));
}

Axis face_axis(const Problem& problem, FaceAxisScratch& axes, bool of_b, int f, double least) {
  const Vec3 normal = problem.side(of_b).normal[static_cast<std::size_t>(f)];
  if (normal == Vec3{}) return {};
  const double apart = (of_b ? axes.over_b : axes.over_a).at_least(f, least);
  return {of_b ? -normal : normal, apart, f, of_b};
}

/// Calls use(axis) for the normals of faces of either polyhedron along which they are apart by at
/// least least(), and maybe for others.
template <typename Least, typename Use>
void for_each_face_axis(const Problem& problem, FaceAxisScratch& axes, const Least& least,
                        const Use& use) {
  for (const bool of_b : {false, true}) {
    const FaceDistances& distances = of_b ? axes.over_b : axes.over_a;
    for (int f = 0; f < problem.side(of_b).face_count(); ++f) {
      if (distances.bound(f) < least()) continue;
      const Axis axis = face_axis(problem, axes, of_b, f, least());
      if (axis.face >= 0) use(axis);
    }
  }
}

/// The normals of either polyhedron that seem to lead farthest: to begin with them rules most
/// others out.
template <typename Use>
void for_likely_axes(const Problem& problem, FaceAxisScratch& axes, const Use& use) {
  for (const bool of_b : {false, true}) {
    const FaceDistances& distances = of_b ? axes.over_b : axes.over_a;
    int likely = 0;
    for (int f = 1; f < problem.side(of_b).face_count(); ++f) {
      if (distances.bound(f) > distances.bound(likely)) likely = f;
    }
    const Axis axis = face_axis(problem, axes, of_b, likely, -kInfinity);
    if (axis.face >= 0) use(axis);
  }
}

void start_axes(const Problem& problem, FaceAxisScratch& axes) {
  const Vec3 between = problem.closest.distance > 0.0
                           ? problem.closest.point_b - problem.closest.point_a
                           : mean_vertex(problem.b) - mean_vertex(problem.a);
  axes.over_a.start(problem.a, problem.b, between);
  axes.over_b.start(problem.b, problem.a, -between);
}

/// Differences of distances along two axes up to which they are equally good, m.
double nearly(const Problem& problem, double apart) {
  return kNearlyBest * problem.query.tolerance + kNearlyDepth * std::abs(apart) +
         problem.query.warp;
}

/// Axes that lead through covered faces.
struct PassedOver {
  std::array<Axis, kMostTurns> axis;
  int size = 0;

  /// Whether not all of them go the same way.
  [[nodiscard]] bool several_ways() const {
    return std::any_of(axis.begin(), axis.begin() + size,
                       [&](const Axis& own) { return dot(own.normal, axis[0].normal) < kSameWay; });
  }
  [[nodiscard]] bool has(const Axis& other) const {
    return std::any_of(axis.begin(), axis.begin() + size, [&](const Axis& own) {
      return own.face == other.face && own.of_b == other.of_b;
    });
  }
};

/// Best face axis that leads outside; face = -1 without any.
Axis best_face_axis(const Problem& problem, const PassedOver& passed, FaceAxisScratch& axes) {
  double most = -kInfinity;
  const auto consider = [&](const Axis& axis) {
    const bool better = axis.apart > most && !passed.has(axis);
    if (better && problem.leads_outside(axis.normal)) most = axis.apart;
  };
  for_likely_axes(problem, axes, consider);
  for_each_face_axis(
      problem, axes, [&] { return most; }, consider);
  if (most == -kInfinity) return {};
  const double least = most - nearly(problem, most);
  Axis best;
  for_each_face_axis(
      problem, axes, [&] { return least; },
      [&](const Axis& axis) {
        if (axis.apart < least || passed.has(axis) || !problem.leads_outside(axis.normal)) return;
        if (best.face < 0 || is_preferred(problem, axis, best)) best = axis;
      });
  return best;
}

/// Whether b would leave a far along the best axis that leads outside, while a face between two
/// neighbours is near: as where an element that has its outer face on the other side of the body
/// reaches the contact with a corner alone. Its neighbours behind that face have the contact.
bool neighbours_are_nearer(const Problem& problem, const Axis& best, FaceAxisScratch& axes) {
  if (problem.all_outer || best.apart >= -kFarthestTurn * problem.size) return false;
  const double least = best.apart / kMuchFarther;
  bool found = false;
  for_each_face_axis(
      problem, axes, [&] { return least; },
      [&](const Axis& axis) { found = found || axis.apart >= least; });
  return found;
}

/// Whether the polyhedra, apart along one face axis, overlap along another one across by less than
/// the tolerance: edges that pass each other, which are no obstacle to what comes. Polyhedra that
/// rest on each other, apart by no more than rounding or in contact along this axis the step
/// before, do not pass.
bool only_pass(const Problem& problem, const Axis& best, FaceAxisScratch& axes) {
  if (!(best.apart > pair_rounding(problem.a, problem.b, problem.size))) return false;
  if (dot(best.normal, problem.query.previous_normal) > kSameWay) return false;
  const double tolerance = problem.query.tolerance;
  bool found = false;
  for_each_face_axis(
      problem, axes, [&] { return -tolerance; },
      [&](const Axis& axis) {
        const bool grazes = axis.apart >= -tolerance && axis.apart <= kSnap * tolerance;
        if (found || !grazes || std::abs(dot(axis.normal, best.normal)) > kAcross) return;
        found = problem.leads_outside(axis.normal);
      });
  return found;
}

/// Whether two vertices follow each other on a face. The hull of a face that has bent has one of
/// its diagonals, too, which is no edge of the body: the surface lies below it.
bool is_edge(const PolyhedronView& body, int one, int other) {
  for (int f = 0; f < body.face_count(); ++f) {
    const auto face = body.face(f);
    for (std::size_t k = 0, last = face.size() - 1; k < face.size(); last = k++) {
      if (std::minmax(face[last], face[k]) == std::minmax(one, other)) return true;
    }
  }
  return false;
}

/// The only edge that is foremost in a direction; low = -1 when there is none or there are more.
PatchEdge foremost_edge(const PolyhedronView& body, bool of_b, Vec3 direction, double slack) {
  const double least = foremost(body, direction) - slack;
  std::array<int, 2> found{-1, -1};
  std::size_t number = 0;
  for (std::size_t v = 0; v < body.vertex.size(); ++v) {
    if (dot(body.vertex[v], direction) < least) continue;
    if (number == 2) return {of_b, -1, -1};
    found[number++] = static_cast<int>(v);
  }
  if (number < 2 || !is_edge(body, found[0], found[1])) return {of_b, -1, -1};
  return patch_edge(of_b, found[0], found[1]);
}

struct EdgeCrossing {
  Axis axis;
  PatchEdge on_a;
  PatchEdge on_b;
  Vec3 foot_a;  // on the edge of a, nearest to that of b, m
  Vec3 foot_b;

  [[nodiscard]] Vec3 point() const { return 0.5 * (foot_a + foot_b); }
};

/// Crossing of the edges that are foremost along a direction out of a into b; apart = -infinity
/// when these do not cross.
EdgeCrossing crossing_along(const Problem& problem, Vec3 direction) {
  const double slack = kSupport * problem.size;
  const PatchEdge on_a = foremost_edge(problem.a, false, direction, slack);
  const PatchEdge on_b = foremost_edge(problem.b, true, -direction, slack);
  if (on_a.low < 0 || on_b.low < 0) return {};
  const auto end = [](const PolyhedronView& body, int v) {
    return body.vertex[static_cast<std::size_t>(v)];
  };
  const Vec3 start_a = end(problem.a, on_a.low);
  const Vec3 start_b = end(problem.b, on_b.low);
  const Vec3 along_a = end(problem.a, on_a.high) - start_a;
  const Vec3 along_b = end(problem.b, on_b.high) - start_b;
  const Vec3 across = cross(along_a, along_b);
  const double square = dot(across, across);
  if (!(std::sqrt(square) > kCrossing * norm(along_a) * norm(along_b))) return {};

  const Vec3 normal = (dot(across, direction) < 0.0 ? -1.0 : 1.0) / std::sqrt(square) * across;
  const Vec3 between = start_b - start_a;
  const double s = dot(cross(between, along_b), across) / square;  // start_a + s along_a
  const double t = dot(cross(between, along_a), across) / square;
  if (s < 0.0 || s > 1.0 || t < 0.0 || t > 1.0) return {};
  const Vec3 foot_a = start_a + s * along_a;
  const Vec3 foot_b = start_b + t * along_b;
  return {{normal, dot(between, normal), -1, false}, on_a, on_b, foot_a, foot_b};
}

/// True when third bodies cover a face beside either edge where the edges cross.
bool is_hidden(const Problem& problem, const EdgeCrossing& crossing) {
  const CoverTest& cover = problem.query.cover;
  if (cover.covered == nullptr) return false;
  for (const PatchEdge& edge : {crossing.on_a, crossing.on_b}) {
    const PolyhedronView& own = problem.side(edge.of_b);
    for (int f = 0; f < own.face_count(); ++f) {
      const auto face = own.face(f);
      const bool beside = std::find(face.begin(), face.end(), edge.low) != face.end() &&
                          std::find(face.begin(), face.end(), edge.high) != face.end();
      const Vec3 foot = edge.of_b ? crossing.foot_b : crossing.foot_a;
      if (beside && cover.covered(cover.context, edge.of_b, f, foot)) return true;
    }
  }
  return false;
}

/// Shortest way out, for (b, a) the reverse of that for (a, b) to the bit.
Penetration way_out(const Problem& problem, double limit = kInfinity) {
  if (lies_before(problem.a, problem.b)) {
    return penetration_depth(problem.a.vertex, problem.b.vertex, limit);
  }
  const Penetration out = penetration_depth(problem.b.vertex, problem.a.vertex, limit);
  return {out.depth, -out.normal};
}

/// A point of both of two polyhedra that overlap, the same for (b, a) to the bit.
Vec3 common_point(const Problem& problem) {
  if (lies_before(problem.a, problem.b)) return problem.closest.point_a;
  return gjk_distance(problem.b.vertex, problem.a.vertex).point_a;
}

/// Crossing of two edges that separates the polyhedra more than the best face does.
EdgeCrossing better_crossing(const Problem& problem, const Axis& face) {
  const double tolerance = problem.query.tolerance;
  const double needed =
      face.apart + kEdgeMargin * tolerance + kEdgeDepth * std::abs(face.apart) + problem.query.warp;
  Vec3 direction;
  if (problem.closest.distance > 0.0) {
    if (!(problem.closest.distance > needed)) return {};
    direction = normalized(problem.closest.point_b - problem.closest.point_a);
  } else {
    if (face.apart >= -tolerance) return {};
    const Penetration any = way_out(problem, -needed);
    if (any.normal == Vec3{} || !(-any.depth > needed)) return {};
    direction = any.normal;
  }
  const EdgeCrossing crossing = crossing_along(problem, direction);
  if (!(crossing.axis.apart > needed) || is_hidden(problem, crossing)) return {};
  return problem.leads_outside(crossing.axis.normal) ? crossing : EdgeCrossing{};
}

/// Coordinate along a direction of the bilinear surface of a quadrilateral face at a place beside
/// it, m. Planes of bent faces that are neighbours do not meet; their surfaces do.
/// @param flat  Coordinate by the plane of the face, m: that of faces with other numbers of
/// corners.
double surface_height(const PolyhedronView& polyhedron, int face, Vec3 place, Vec3 direction,
                      double flat) {
  constexpr std::size_t kCorners = 4;
  const auto loop = polyhedron.face(face);
  if (loop.size() != kCorners) return flat;
  std::array<double, kCorners> weight{};
  face_weights(polyhedron, face, place, weight);
  double height = 0.0;
  for (std::size_t k = 0; k < kCorners; ++k) {
    height += weight[k] * dot(polyhedron.vertex[static_cast<std::size_t>(loop[k])], direction);
  }
  return height;
}

/// Fills scratch.points with the corners of the clipped face, in their order. Their gaps are those
/// over the plane of the axis's face or, where faces are bent, those between the surfaces.
/// @return the face that was clipped, -1 when nothing is left.
int clip_patch(const Problem& problem, const Axis& axis, PatchScratch& scratch) {
  const PolyhedronView& own = problem.side(axis.of_b);
  const PolyhedronView& other = problem.side(!axis.of_b);
  const auto f = static_cast<std::size_t>(axis.face);
  const Vec3 up = own.normal[f];  // into the other
  const int face = foremost_face(other, -up, kSupport * problem.size + problem.query.warp);
  scratch.points.clear();
  if (face < 0) return -1;
  start_loop(other, !axis.of_b, face, scratch);
  if (!clip_loop(own, axis.of_b, axis.face, kSnap * problem.query.tolerance, scratch)) {
    return -1;
  }
  const bool bent = problem.query.warp > kSnap * problem.query.tolerance;
  for (const PatchCorner& corner : scratch.loop) {
    const double height = dot(up, corner.point);
    double below = own.offset[f];
    double above = height;
    if (bent) {
      below = surface_height(own, axis.face, corner.point, up, below);
      above = surface_height(other, face, corner.point, up, above);
    }
    const double middle = 0.5 * (above + below);
    scratch.points.push_back(
        {corner.point + (middle - height) * up, above - below, 0.0, corner.feature});
  }
  return face;
}

/// True when third bodies cover all of the patch whose corners are in scratch.points, on the face
/// of the axis or on the one that was clipped.
bool is_covered(const Problem& problem, const Axis& axis, int clipped,
                const PatchScratch& scratch) {
  const CoverTest& cover = problem.query.cover;
  if (cover.covered == nullptr) return false;
  const Vec3 up = problem.side(axis.of_b).normal[static_cast<std::size_t>(axis.face)];
  // points lie midway between the faces: half of the gap above the one, below the other
  const auto all_covered = [&](bool of_b, int face) {
    const Vec3 to_face = (of_b == axis.of_b ? -0.5 : 0.5) * up;
    Vec3 middle;
    for (const PatchPoint& p : scratch.points) middle += p.point + p.gap * to_face;
    middle = middle / static_cast<double>(scratch.points.size());
    return std::all_of(scratch.points.begin(), scratch.points.end(), [&](const PatchPoint& p) {
      const Vec3 place = p.point + p.gap * to_face;
      return cover.covered(cover.context, of_b, face, place + kInside * (middle - place));
    });
  };
  return all_covered(axis.of_b, axis.face) || all_covered(!axis.of_b, clipped);
}

/// From the corners of the clipped polygon to the points of the patch.
double finish_points(const Problem& problem, Vec3 normal, PatchScratch& scratch) {
  const double tolerance = problem.query.tolerance;
  const PatchTracer& tracer = problem.query.tracer;
  std::vector<PatchPoint>& points = scratch.points;
  const double limit = std::max(lowest_gap(points), 0.0) + tolerance;
  const double area =
      std::max(touching_area(points, normal, limit, scratch), tolerance * tolerance);
  double radius = 0.0;
  for (const PatchPoint& p : points) radius = std::max(radius, norm(p.point - points[0].point));
  const double reach =
      std::max({kPatchReach * 0.5 * radius, kReachLife * tolerance, problem.query.approach});
  std::erase_if(points, [&](const PatchPoint& p) { return p.gap > reach; });
  tracer.left(points, "its gap is beyond the reach of the patch");
  reduce_points(problem.query.previous, problem.query.spacing, points);
  tracer.left(points, "superfluous: the other points can carry its load");
  set_shares(area, limit, normal, points, scratch);
  std::sort(points.begin(), points.end(),
            [](const PatchPoint& p, const PatchPoint& q) { return p.feature < q.feature; });
  return area;
}

ConvexPatch crossing_patch(const Problem& problem, const EdgeCrossing& crossing,
                           PatchScratch& scratch) {
  const Vec3 normal = crossing.axis.normal;
  const double area = problem.query.tolerance * problem.query.tolerance;
  scratch.points.assign(1, {crossing.point(), crossing.axis.apart, area,
                            crossing_feature(crossing.on_a, crossing.on_b)});
  return {true,
          false,
          normal,
          area,
          best_aligned_face(problem.a, normal),
          best_aligned_face(problem.b, -normal)};
}

/// Whether third bodies, or the next element of a mesh, cover a face at a place that looks along a
/// direction, if only a little: what comes from there touches them and not this polyhedron.
bool looks_through_cover(const Problem& problem, bool of_b, Vec3 direction, Vec3 place) {
  constexpr double kLooksAlong = 0.01;  // cosine
  const CoverTest& cover = problem.query.cover;
  const PolyhedronView& own = problem.side(of_b);
  for (int f = 0; f < own.face_count(); ++f) {
    const auto k = static_cast<std::size_t>(f);
    if (!(dot(own.normal[k], direction) > kLooksAlong)) continue;
    const double height = dot(own.normal[k], place) - own.offset[k];
    if (own.outer[k] == 0 && std::abs(height) <= 2.0 * problem.query.tolerance) return true;
    if (cover.covered != nullptr && cover.covered(cover.context, of_b, f, place)) return true;
  }
  return false;
}

/// Patch of one point, with a normal that is none of a face.
ConvexPatch point_patch(const Problem& problem, Vec3 normal, Vec3 place, double gap,
                        PatchScratch& scratch) {
  const int face_a = best_aligned_face(problem.a, normal);
  const int face_b = best_aligned_face(problem.b, -normal);
  if (!is_outer(problem.a, face_a) || !is_outer(problem.b, face_b)) return {};
  if (looks_through_cover(problem, false, normal, place) ||
      looks_through_cover(problem, true, -normal, place)) {
    return {};
  }
  const int on_a = farthest_point(problem.a.vertex, normal);
  const int on_b = farthest_point(problem.b.vertex, -normal);
  const PatchFeature feature =
      crossing_feature(patch_edge(false, on_a, on_a), patch_edge(true, on_b, on_b));
  const double area = problem.query.tolerance * problem.query.tolerance;
  scratch.points.assign(1, {place, gap, area, feature});
  return {true, false, normal, area, face_a, face_b};
}

/// Where polyhedra overlap by more than the tolerance and no face and no crossing edges tell how,
/// as with two corners: the shortest way out. The best face axis, which leads outside, bounds its
/// depth: that is less where polyhedra have too many faces for the search of the shortest way.
ConvexPatch deepest_patch(const Problem& problem, const Axis& best, PatchScratch& scratch) {
  if (problem.closest.distance > 0.0) return {};
  const double by_face = depth_along(problem.a.vertex, problem.b.vertex, best.normal);
  if (!(by_face > problem.query.tolerance)) return {};
  Penetration out = way_out(problem);
  if (out.depth > (1.0 + kProved) * by_face) out = {by_face, best.normal};
  if (out.normal == Vec3{} || !(out.depth > problem.query.tolerance)) return {};
  return point_patch(problem, out.normal, common_point(problem), -out.depth, scratch);
}

/// Axis of the patch, whose corners are then in scratch.points; without face when there is none.
Axis choose_axis(const Problem& problem, const Axis& best, ConvexPatchScratch& scratch,
                 int& clipped) {
  PassedOver passed;
  Axis axis = best;
  for (;;) {
    clipped = clip_patch(problem, axis, scratch.polygon);
    if (clipped < 0) return {};  // nothing stands before the face: they pass each other
    if (!is_covered(problem, axis, clipped, scratch.polygon)) return axis;
    problem.query.tracer.axis(axis.of_b, axis.face, "other bodies cover the patch it leads to");
    passed.axis[static_cast<std::size_t>(passed.size++)] = axis;
    axis = best_face_axis(problem, passed, scratch.axes);
    if (axis.face >= 0 && axis.apart >= -kFarthestTurn * problem.size && passed.size < kMostTurns) {
      continue;
    }
    if (passed.several_ways()) return {};  // the neighbours that cover the faces carry it
    clipped = clip_patch(problem, best, scratch.polygon);
    return best;
  }
}

}  // namespace

ConvexPatch convex_patch(const PolyhedronView& a, const PolyhedronView& b, const PatchQuery& query,
                         const GjkResult& closest, ConvexPatchScratch& scratch) {
  SOLFEC_ASSERT(query.tolerance > 0.0 && !closest.beyond_limit);
  const Problem problem = problem_of(a, b, query, closest);
  const auto none = [&](std::string_view rule) {
    query.tracer.outcome(rule);
    return ConvexPatch{};
  };
  query.tracer.begin(a, b);
  start_axes(problem, scratch.axes);
  scratch.polygon.points.clear();
  const Axis best = best_face_axis(problem, {}, scratch.axes);
  if (best.face < 0) return none("no face leads outside: they meet inside of a mesh");
  if (neighbours_are_nearer(problem, best, scratch.axes)) {
    return none("neighbours in the mesh are much nearer: they have the contact");
  }
  if (only_pass(problem, best, scratch.axes)) return none("edges that only pass each other");
  const EdgeCrossing crossing = better_crossing(problem, best);
  if (crossing.axis.apart > -kInfinity) {
    query.tracer.outcome("two edges cross and part them better than any face: one point");
    return crossing_patch(problem, crossing, scratch.polygon);
  }

  int clipped = -1;
  const Axis axis = choose_axis(problem, best, scratch, clipped);
  if (clipped < 0) {
    const ConvexPatch deepest = deepest_patch(problem, best, scratch.polygon);
    query.tracer.outcome(deepest.found
                             ? "nothing stands before the face: the shortest way out, one point"
                             : "nothing stands before the face: they pass each other");
    return deepest;
  }
  if (axis.face < 0) return none("other bodies cover the faces: these carry it");
  if (!is_outer(problem.side(!axis.of_b), clipped)) {
    return none("the face before it lies inside of a mesh");
  }
  ConvexPatch patch{true,
                    true,
                    axis.normal,
                    0.0,
                    axis.of_b ? clipped : axis.face,
                    axis.of_b ? axis.face : clipped};
  query.tracer.axis(axis.of_b, axis.face, "chosen");
  query.tracer.axes_beyond(
      axis.apart - nearly(problem, axis.apart),
      "nearly as good: the normal of the last step, then the larger face decides");
  query.tracer.clipped(a, patch.face_a, b, patch.face_b, scratch.polygon.points);
  query.tracer.outcome("faces that press on each other");
  patch.area = finish_points(problem, axis.normal, scratch.polygon);
  return patch;
}

ConvexPatch nearest_patch(const PolyhedronView& a, const PolyhedronView& b, const PatchQuery& query,
                          const GjkResult& closest, ConvexPatchScratch& scratch) {
  scratch.polygon.points.clear();
  if (!(closest.distance > 0.0)) return {};
  const Problem problem = problem_of(a, b, query, closest);
  query.tracer.begin(a, b);
  query.tracer.outcome("they are sure to overlap: the line of their closest points");
  return point_patch(problem, normalized(closest.point_b - closest.point_a),
                     0.5 * (closest.point_a + closest.point_b), closest.distance, scratch.polygon);
}

}  // namespace solfec

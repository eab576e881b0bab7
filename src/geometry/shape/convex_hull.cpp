#include "geometry/shape/convex_hull.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

extern "C" {
#include <libqhull_r/libqhull_r.h>
#include <libqhull_r/poly_r.h>
}

#include "base/cat.h"
#include "base/check.h"
#include "base/count.h"
#include "geometry/element/flat_lists.h"
#include "math/box.h"

namespace solfec {
namespace {

// Points without volume are refused before Qhull sees them (check_extent), since its own message
// would say less. Qhull runs with its reentrant interface, so calls of several threads do not meet.

constexpr int kLeastPoints = 4;
constexpr double kFlat = 1e-9;         // extent against size below which points are degenerate
constexpr double kMergeSize = 1e-11;   // facets are merged: against the size of the hull
constexpr double kMergePlace = 1e-15;  // and against the coordinates, for their rounding

[[noreturn]] void fail(const std::string& reason) {
  throw InputError(cat("HULL: Failed to create convex hull: ", reason), InputErrorKind::runtime);
}

/// Largest value of measure(p) over the points and the point that has it.
template <typename Measure>
std::pair<double, Vec3> farthest(std::span<const Vec3> points, const Measure& measure) {
  double largest = -1.0;
  Vec3 best;
  for (const Vec3& p : points) {
    const double value = measure(p);
    if (value > largest) {
      largest = value;
      best = p;
    }
  }
  return {largest, best};
}

/// Throws when the points span no volume.
void check_extent(std::span<const Vec3> points) {
  const Vec3 origin = points[0];
  const auto line = farthest(points, [&](Vec3 p) { return norm(p - origin); });
  const double size = line.first;
  if (!(size > 0.0)) fail(cat("all ", points.size(), " points are equal"));
  const Vec3 axis = (line.second - origin) / size;
  const auto plane = farthest(points, [&](Vec3 p) { return norm(cross(axis, p - origin)); });
  if (plane.first <= kFlat * size) {
    fail(cat("the points lie on a line (length ", size, " m, width ", plane.first, " m)"));
  }
  const Vec3 normal = normalized(cross(axis, plane.second - origin));
  const auto solid = farthest(points, [&](Vec3 p) { return std::fabs(dot(normal, p - origin)); });
  if (solid.first <= kFlat * size) {
    fail(cat("the points lie in a plane (size ", size, " m, thickness ", solid.first, " m)"));
  }
}

struct FileCloser {
  void operator()(std::FILE* file) const {
    if (file != nullptr) std::fclose(file);
  }
};

/// One run of Qhull; frees its memory, keeps its messages away from the terminal.
class QhullRun {
 public:
  /// @param merge  Facets closer to coplanar than this are merged, m.
  QhullRun(std::vector<double>& coordinates, double merge) : messages_(std::tmpfile()) {
    qh_zero(&qh_, messages_.get());
    std::string options = cat("qhull C-", merge);
    const int points = count(coordinates) / 3;
    status_ = qh_new_qhull(&qh_, 3, points, coordinates.data(), False, options.data(), nullptr,
                           messages_.get());
  }
  ~QhullRun() {
    qh_freeqhull(&qh_, !qh_ALL);
    int current = 0;
    int total = 0;
    qh_memfreeshort(&qh_, &current, &total);
  }
  QhullRun(const QhullRun&) = delete;
  QhullRun& operator=(const QhullRun&) = delete;

  [[nodiscard]] int status() const { return status_; }
  [[nodiscard]] facetT* first_facet() const { return qh_.facet_list; }

  /// Input points around one facet.
  std::vector<int> facet_points(facetT* facet) {
    setT* const vertices = qh_facet3vertex(&qh_, facet);
    std::vector<int> points;
    const int size = qh_setsize(&qh_, vertices);
    for (int k = 0; k < size; ++k) {
      const auto* vertex = static_cast<vertexT*>(SETelem_(vertices, k));
      points.push_back(qh_pointid(&qh_, vertex->point));
    }
    setT* temporary = vertices;
    qh_settempfree(&qh_, &temporary);
    return points;
  }

 private:
  std::unique_ptr<std::FILE, FileCloser> messages_;
  qhT qh_{};
  int status_ = 0;
};

/// Normal of a loop of points as the sum of its fan, times twice its area.
Vec3 loop_normal(std::span<const Vec3> points, const std::vector<int>& loop) {
  const auto at = [&](std::size_t k) { return points[static_cast<std::size_t>(loop[k])]; };
  Vec3 normal;
  for (std::size_t k = 1; k + 1 < loop.size(); ++k) {
    normal += cross(at(k) - at(0), at(k + 1) - at(0));
  }
  return normal;
}

/// Faces of the hull as loops of points, counter-clockwise seen from outside.
std::vector<std::vector<int>> hull_loops(std::span<const Vec3> points) {
  Box box;
  for (const Vec3& p : points) box.add(p);
  const Vec3 middle = box.lo + 0.5 * (box.hi - box.lo);
  std::vector<double> coordinates;
  coordinates.reserve(3 * points.size());
  for (const Vec3& p : points) {
    const Vec3 q = p - middle;
    coordinates.insert(coordinates.end(), {q.x, q.y, q.z});
  }
  const double place = std::max(norm_inf(box.lo), norm_inf(box.hi));
  QhullRun run(coordinates, kMergeSize * norm(box.hi - box.lo) + kMergePlace * place);
  if (run.status() != 0) fail(cat("Qhull gave up with code ", run.status()));

  std::vector<std::vector<int>> loops;
  for (facetT* facet = run.first_facet(); facet != nullptr && facet->next != nullptr;
       facet = facet->next) {
    std::vector<int> loop = run.facet_points(facet);
    const Vec3 outward{facet->normal[0], facet->normal[1], facet->normal[2]};
    if (dot(loop_normal(points, loop), outward) < 0.0) std::reverse(loop.begin(), loop.end());
    loops.push_back(std::move(loop));
  }
  return loops;
}

/// Keeps the corners only, in the order of the points.
Convex convex_of_loops(std::span<const Vec3> points, const std::vector<std::vector<int>>& loops) {
  std::vector<int> corner(points.size(), -1);
  for (const auto& loop : loops) {
    for (const int p : loop) corner[static_cast<std::size_t>(p)] = 0;
  }
  Convex convex;
  for (std::size_t p = 0; p < points.size(); ++p) {
    if (corner[p] < 0) continue;
    corner[p] = count(convex.vertices);
    convex.vertices.push_back(points[p]);
  }
  convex.face_start.push_back(0);
  for (const auto& loop : loops) {
    for (const int p : loop) convex.face_vertex.push_back(corner[static_cast<std::size_t>(p)]);
    convex.face_start.push_back(count(convex.face_vertex));
  }
  return convex;
}

}  // namespace

Convex make_convex_hull(std::span<const Vec3> points, VolumeId volume, SurfaceId surface) {
  if (count(points) < kLeastPoints) {
    throw InputError(cat("HULL: 'points' must have at least 4 points, got ", points.size()));
  }
  for (std::size_t k = 0; k < points.size(); ++k) {
    if (!is_finite(points[k])) throw InputError(cat("HULL: point ", k, " must be finite"));
  }
  check_extent(points);
  Convex convex = convex_of_loops(points, hull_loops(points));
  convex.surface.assign(convex.face_start.size() - 1, surface);
  convex.volume = volume;
  return convex;
}

Convex make_convex_hull(std::span<const double> coordinates, VolumeId volume, SurfaceId surface) {
  return make_convex_hull(points_of_flat_list("HULL", "points", coordinates, kLeastPoints), volume,
                          surface);
}

}  // namespace solfec

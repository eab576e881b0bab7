// Times of contact detection: broad phase on boxes of equal and of mixed sizes, distance and
// overlap of two bricks, support points and patches of hulls, sparsification, and the whole
// detection of a brick wall and of a sphere packing. Counters: per_item is seconds per box, pair or
// contact.
#include <algorithm>
#include <cmath>
#include <random>
#include <span>
#include <vector>

#include <benchmark/benchmark.h>

#include "contact/near/broad_phase.h"
#include "contact/scene.h"
#include "geometry/collision/convex_overlap.h"
#include "geometry/collision/convex_patch.h"
#include "geometry/collision/farthest_point.h"
#include "geometry/collision/gjk.h"
#include "geometry/shape/convex_hull.h"

namespace solfec {
namespace {

constexpr double kMargin = 1e-4;  // m

void count_per_item(benchmark::State& state, std::size_t items) {
  state.counters["items"] = static_cast<double>(items);
  state.counters["per_item"] =
      benchmark::Counter(static_cast<double>(items), benchmark::Counter::kIsIterationInvariantRate |
                                                         benchmark::Counter::kInvert);
}

/// n balls in random places, about three neighbours each; radii between 0.5 / spread and 0.5.
PieceSet random_balls(int n, double spread) {
  static const ShapePieces ball = make_shape_pieces(test::ball({0, 0, 0}, 0.5), kMargin);
  std::mt19937 rng(1);
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  const double extent = std::cbrt(n) * 1.1;
  PieceSet set;
  for (int b = 0; b < n; ++b) {
    set.append(b + 1, false, false, ball);
    set.vertex.back() = extent * Vec3{unit(rng), unit(rng), unit(rng)};
    set.radius.back() = 0.5 / std::pow(spread, unit(rng));
  }
  set.refresh(kMargin);
  return set;
}

void broad_phase(benchmark::State& state, double spread) {
  PieceSet set = random_balls(static_cast<int>(state.range(0)), spread);
  BroadPhase phase;
  phase.find_pairs(set, kMargin);
  for (auto _ : state) {
    phase.find_pairs(set, kMargin);
    benchmark::DoNotOptimize(phase.pairs().data());
  }
  count_per_item(state, set.kind.size());
  state.counters["pairs"] = static_cast<double>(phase.pairs().size());
}
BENCHMARK_CAPTURE(broad_phase, equal_sizes, 1.0)->RangeMultiplier(10)->Range(1000, 100000);
BENCHMARK_CAPTURE(broad_phase, sizes_1_to_100, 100.0)->RangeMultiplier(10)->Range(1000, 100000);

void build_tree(benchmark::State& state) {
  const PieceSet set = random_balls(static_cast<int>(state.range(0)), 1.0);
  BoxTree tree;
  for (auto _ : state) tree.build(set.box);
  count_per_item(state, set.kind.size());
}
BENCHMARK(build_tree)->RangeMultiplier(10)->Range(1000, 100000);

/// Two bricks on top of each other, the upper one turned about the vertical.
test::Scene two_bricks(double height) {
  test::Scene scene;
  scene.add(test::brick({0, 0, 0}, {1, 1, 1}));
  const int upper = scene.add(test::brick({0.2, 0.1, 1}, {1.2, 1.1, 2}));
  const Mat3 turn = {{0.8, 0.6, 0, -0.6, 0.8, 0, 0, 0, 1}};
  scene.transform(upper, turn, {0.7, 0.6, 0}, {0, 0, height});
  scene.pieces.refresh(kMargin);
  return scene;
}

void brick_distance(benchmark::State& state, double height) {
  const test::Scene scene = two_bricks(height);
  const PolyhedronView a = polyhedron_view(scene.pieces, 0);
  const PolyhedronView b = polyhedron_view(scene.pieces, 1);
  for (auto _ : state) benchmark::DoNotOptimize(gjk_distance(a.vertex, b.vertex));
}
BENCHMARK_CAPTURE(brick_distance, touching, 0.0);
BENCHMARK_CAPTURE(brick_distance, apart, 0.1);

void brick_overlap(benchmark::State& state) {
  const test::Scene scene = two_bricks(0.0);
  const PolyhedronView a = polyhedron_view(scene.pieces, 0);
  const PolyhedronView b = polyhedron_view(scene.pieces, 1);
  const GjkResult closest = gjk_distance(a.vertex, b.vertex);
  OverlapScratch scratch;
  for (auto _ : state) {
    benchmark::DoNotOptimize(convex_overlap(a, b, kMargin, closest, scratch));
  }
}
BENCHMARK(brick_overlap);

/// A random hull of points in a ball of radius 1.
Convex random_hull(int points, Vec3 center, std::mt19937& rng) {
  std::normal_distribution<double> normal;
  std::vector<Vec3> cloud;
  for (int k = 0; k < points; ++k) {
    const Vec3 v{normal(rng), normal(rng), normal(rng)};
    cloud.push_back(center + normalized(v));
  }
  return make_convex_hull(cloud, 0, 0);
}

/// The point of a hull that is farthest along one direction after the other.
void support(benchmark::State& state, FarthestPoint kernel) {
  std::mt19937 rng(1);
  const auto n = static_cast<int>(state.range(0));
  const std::vector<Vec3> points = random_hull(n, {}, rng).vertices;
  const std::vector<Vec3> directions = random_hull(256, {}, rng).vertices;
  for (auto _ : state) {
    for (const Vec3& d : directions) benchmark::DoNotOptimize(kernel(points.data(), n, d));
  }
  count_per_item(state, directions.size());
}
BENCHMARK_CAPTURE(support, baseline, farthest_point_baseline)->Arg(8)->Arg(16)->Arg(64);
BENCHMARK_CAPTURE(support, wide, farthest_point_wide)->Arg(8)->Arg(16)->Arg(64);

/// Pairs of random hulls that overlap by `depth`: distance and patch as in detection.
void hull_patches(benchmark::State& state, double depth) {
  constexpr int kPairs = 64;
  std::mt19937 rng(1);
  test::Scene scene;
  const auto n = static_cast<int>(state.range(0));
  for (int k = 0; k < kPairs; ++k) {
    const Convex a = random_hull(n, {}, rng);
    Convex b = random_hull(n, {2.5, 0.3, 0.2}, rng);
    const GjkResult apart = gjk_distance(a.vertices, b.vertices);
    const Vec3 way = (1.0 + depth / apart.distance) * (apart.point_a - apart.point_b);
    for (Vec3& p : b.vertices) p += way;
    for (const Convex& convex : {a, b}) {
      Shape shape;
      shape.convices.push_back(convex);
      scene.add(shape);
    }
  }
  scene.pieces.refresh(kMargin);
  ConvexPatchScratch scratch;
  for (auto _ : state) {
    for (int k = 0; k < kPairs; ++k) {
      const PolyhedronView a = polyhedron_view(scene.pieces, 2 * k);
      const PolyhedronView b = polyhedron_view(scene.pieces, 2 * k + 1);
      const GjkResult closest = gjk_distance(a.vertex, b.vertex);
      const PatchQuery query{kMargin, {1e-3 * kMargin}, {}, {}, {}, 0.0, 0.0};
      benchmark::DoNotOptimize(convex_patch(a, b, query, closest, scratch));
    }
  }
  count_per_item(state, kPairs);
}
BENCHMARK_CAPTURE(hull_patches, touching, 0.5 * kMargin)->Arg(16)->Arg(64);
BENCHMARK_CAPTURE(hull_patches, sunk, 10.0 * kMargin)->Arg(16)->Arg(64);

/// Detects, with the noise of a solution in the placement of all rigid bodies but the first.
void detect_with_noise(benchmark::State& state, test::Scene& scene, double noise) {
  for (int warm_up = 0; warm_up < 5; ++warm_up) scene.detect();
  double sign = noise;
  for (auto _ : state) {
    for (int b = 1; b < scene.pieces.body_count(); ++b) {
      sign = -sign;
      scene.pieces.body_pivot[b].x += sign;
    }
    sign = -sign;
    scene.detect();
  }
  count_per_item(state, scene.contacts.points().size());
}

constexpr double kRest = 1e-12;  // m, bodies at rest
constexpr double kStir = 2e-6;   // m, every contact is examined

/// Wall of bricks of 2 x 2 x 1 elements in running bond on a floor.
test::Scene wall(int courses, int columns) {
  test::Scene scene;
  scene.add(test::brick({-1, -1, -1}, {0.5 * columns + 1, 1, 0}),
            {.obstacle = true, .rigid = true});
  for (int row = 0; row < courses; ++row) {
    for (int k = 0; k < columns; ++k) {
      const double x = 0.5 * k + 0.25 * (row % 2);
      scene.add(test::brick({x, 0, 0.25 * row}, {x + 0.5, 0.25, 0.25 * row + 0.25}, {2, 2, 1}),
                {.rigid = true});
    }
  }
  return scene;
}

void detect_wall(benchmark::State& state, double noise) {
  test::Scene scene = wall(static_cast<int>(state.range(0)), static_cast<int>(state.range(1)));
  detect_with_noise(state, scene, noise);
}
BENCHMARK_CAPTURE(detect_wall, resting, kRest)
    ->Args({20, 10})
    ->Args({40, 25})
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(detect_wall, stirred, kStir)
    ->Args({20, 10})
    ->Args({40, 25})
    ->Unit(benchmark::kMicrosecond);

/// Hulls of 16 random points each, in a lattice in which neighbours touch.
void detect_hulls(benchmark::State& state, double noise) {
  const auto n = static_cast<int>(state.range(0));
  std::mt19937 rng(1);
  std::normal_distribution<double> normal;
  test::Scene scene;
  scene.add(test::brick({-1, -1, -1}, {n + 1.0, n + 1.0, 0}), {.obstacle = true, .rigid = true});
  for (int i = 0; i < n * n * n; ++i) {
    std::vector<Vec3> points;
    for (int k = 0; k < 16; ++k) {
      points.push_back(0.1 * normalized({normal(rng), normal(rng), normal(rng)}));
    }
    const Vec3 at{0.17 * (i % n), 0.17 * (i / n % n), 0.09 + 0.17 * (i / n / n)};
    for (Vec3& p : points) p += at;
    Shape shape;
    shape.convices.push_back(make_convex_hull(points, 1, 1));
    scene.add(shape, {.rigid = true});
  }
  detect_with_noise(state, scene, noise);
}
BENCHMARK_CAPTURE(detect_hulls, resting, kRest)->Arg(10)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(detect_hulls, stirred, kStir)->Arg(10)->Unit(benchmark::kMicrosecond);

/// n spheres of radius 0.5 in a box of six obstacles, as dense as a settled packing: a
/// face-centred lattice in which all touch, shaken by a hundredth of the tolerance.
void detect_box_of_spheres(benchmark::State& state) {
  static const ShapePieces ball = make_shape_pieces(test::ball({0, 0, 0}, 0.5), kMargin);
  const auto n = static_cast<int>(state.range(0));
  const int edge = std::max(1, static_cast<int>(std::lround(std::cbrt(n / 4.0))));
  const double pitch = std::sqrt(2.0);
  const double length = edge * pitch;
  test::Scene scene;
  for (int axis = 0; axis < 3; ++axis) {
    for (const double at : {-1.0, length}) {
      Vec3 lo{-1.0, -1.0, -1.0};
      Vec3 hi{length + 1.0, length + 1.0, length + 1.0};
      lo[axis] = at - 0.5 + (at > 0.0 ? 0.5 - pitch / 2 + 0.5 : 0.0);
      hi[axis] = lo[axis] + 1.0;
      scene.add(test::brick(lo, hi), {.obstacle = true, .rigid = true});
    }
  }
  BodyId id = scene.pieces.body_id.back();
  for (int k = 0; k < 4 * edge * edge * edge; ++k) {
    const int cell = k / 4;
    Vec3 at =
        pitch * Vec3{static_cast<double>(cell % edge), static_cast<double>(cell / edge % edge),
                     static_cast<double>(cell / edge / edge)};
    if (k % 4 == 1) at += 0.5 * Vec3{pitch, pitch, 0};
    if (k % 4 == 2) at += 0.5 * Vec3{pitch, 0, pitch};
    if (k % 4 == 3) at += 0.5 * Vec3{0, pitch, pitch};
    scene.pieces.append(++id, false, false, ball);
    scene.pieces.make_rigid();
    scene.pieces.body_pivot.back() = at;
  }
  detect_with_noise(state, scene, 1e-2 * kMargin);
}
// 6 contacts per sphere: 1e3 to 1e6 contacts
BENCHMARK(detect_box_of_spheres)
    ->Arg(200)
    ->Arg(2000)
    ->Arg(20000)
    ->Arg(100000)
    ->Arg(170000)
    ->Unit(benchmark::kMicrosecond);

/// Boxes in grid on ten floors, each as wide as all of them, one on top of the other.
void detect_on_huge_obstacles(benchmark::State& state) {
  const auto n = static_cast<int>(state.range(0));
  test::Scene scene;
  for (int floor = 0; floor < 10; ++floor) {
    scene.add(test::brick({-1, -1, 1.0 * floor}, {n + 1.0, n + 1.0, floor + 0.5}),
              {.obstacle = true, .rigid = true});
  }
  for (int floor = 0; floor < 10; ++floor) {
    for (int k = 0; k < n * n; ++k) {
      const Vec3 at{1.0 * (k % n), 1.0 * (k / n), floor + 0.5};
      scene.add(test::brick(at, at + Vec3{0.2, 0.2, 0.2}), {.rigid = true});
    }
  }
  detect_with_noise(state, scene, kStir);
}
BENCHMARK(detect_on_huge_obstacles)->Arg(10)->Arg(32)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace solfec

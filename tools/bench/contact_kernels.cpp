// Times of contact detection: broad phase on boxes of equal and of mixed sizes, distance and
// overlap of two bricks, sparsification, and the whole detection of a brick wall and of a sphere
// packing. Counters: per_item is seconds per box or contact.
#include <cmath>
#include <random>
#include <span>
#include <vector>

#include <benchmark/benchmark.h>

#include "contact/broad_phase.h"
#include "contact/scene.h"
#include "geometry/convex_overlap.h"
#include "geometry/gjk.h"

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
  const PieceSet set = random_balls(static_cast<int>(state.range(0)), spread);
  BroadPhase phase;
  phase.find_pairs(set);
  for (auto _ : state) {
    phase.find_pairs(set);
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

/// Wall of rows x rows bricks of 2 x 2 x 1 elements in running bond on a floor.
void detect_wall(benchmark::State& state) {
  const auto rows = static_cast<int>(state.range(0));
  test::Scene scene;
  scene.add(test::brick({-1, -1, -1}, {0.5 * rows + 1, 1, 0}), {.obstacle = true});
  for (int row = 0; row < rows; ++row) {
    for (int k = 0; k < rows; ++k) {
      const double x = 0.5 * k + 0.25 * (row % 2);
      scene.add(test::brick({x, 0, 0.25 * row}, {x + 0.5, 0.25, 0.25 * row + 0.25}, {2, 2, 1}));
    }
  }
  for (int warm_up = 0; warm_up < 3; ++warm_up) scene.detect();
  for (auto _ : state) scene.detect();
  count_per_item(state, scene.contacts.points().size());
}
BENCHMARK(detect_wall)->Arg(10)->Arg(30)->Unit(benchmark::kMillisecond);

void detect_packing(benchmark::State& state) {
  PieceSet set = random_balls(static_cast<int>(state.range(0)), 1.0);
  ContactSet contacts;
  ConstraintId next_id = 1;
  for (int warm_up = 0; warm_up < 3; ++warm_up) contacts.detect(set, {}, next_id);
  for (auto _ : state) {
    set.refresh(kMargin);
    contacts.detect(set, {}, next_id);
  }
  count_per_item(state, contacts.points().size());
}
BENCHMARK(detect_packing)->Arg(10000)->Arg(100000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace solfec

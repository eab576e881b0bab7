#include "contact/search/clearances.h"

#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "contact/scene.h"
#include "geometry/collision/gjk.h"

namespace solfec {
namespace {

using test::Scene;

double distance_of(Scene& scene) {
  for (int b = 0; b < 2; ++b) scene.pieces.place(b, scene.params.tolerance);
  return gjk_distance(scene.vertices(0), scene.vertices(1)).distance;
}

Mat3 turn_about(Vec3 axis, double angle) {
  const Vec3 n = normalized(axis);
  return std::cos(angle) * identity() + (1.0 - std::cos(angle)) * outer(n, n) +
         std::sin(angle) * skew(n);
}

// The oracle is the distance of the moved bodies.
TEST(Clearances, PairsThatCountAsApartNeverAreInContact) {
  std::mt19937 rng(20260101);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  const auto random = [&] { return Vec3{unit(rng), unit(rng), unit(rng)}; };
  int apart = 0;
  int examined = 0;
  for (int sample = 0; sample < 40; ++sample) {
    Scene scene;
    scene.params.tolerance = 1e-3;
    scene.add(test::brick({-1, -0.5, -0.5}, {1, 0.5, 0.5}), {.rigid = true});
    scene.add(test::brick({-0.2, -0.2, -2}, {0.2, 0.2, 2}), {.rigid = true});
    scene.translate(1, {1.8, 0, 0});
    std::vector<PairQuery> queries(1);
    queries[0].pair = {0, 1};
    Clearances clearances;
    const Vec3 way = 0.01 * (random() - Vec3{1, 0, 0});  // mostly towards each other
    const Vec3 axis = random();
    for (int step = 0; step < 100; ++step) {
      clearances.find_apart(scene.pieces, scene.params, step == 0, queries);
      const double distance = distance_of(scene);
      if (queries[0].apart) {
        ++apart;
        ASSERT_GT(distance, scene.params.tolerance) << sample << ", step " << step;
      } else {
        ++examined;
        queries[0].clearance.distance = distance;
        clearances.note(scene.pieces, queries[0]);
      }
      scene.transform(1, turn_about(axis, 0.02), scene.pieces.body_pivot[1], way);
      scene.transform(0, turn_about(way, 0.01), scene.pieces.body_pivot[0]);
    }
  }
  EXPECT_GT(apart, examined / 4);
  EXPECT_GT(examined, 100);
}

TEST(Clearances, NothingIsKnownOfPairsWithABodyThatDeforms) {
  Scene scene;
  scene.add(test::brick({0, 0, 0}, {1, 1, 1}), {.rigid = true});
  scene.add(test::brick({5, 0, 0}, {6, 1, 1}));
  std::vector<PairQuery> queries(1);
  queries[0].pair = {0, 1};
  Clearances clearances;
  clearances.find_apart(scene.pieces, scene.params, true, queries);
  queries[0].clearance.distance = 4.0;
  clearances.note(scene.pieces, queries[0]);
  clearances.find_apart(scene.pieces, scene.params, false, queries);
  EXPECT_FALSE(queries[0].apart);
}

}  // namespace
}  // namespace solfec

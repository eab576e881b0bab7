#include "contact/near/near_polyhedra.h"

#include <cstdint>
#include <limits>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/thread_team.h"
#include "contact/scene.h"
#include "support/allocation_counter.h"

namespace solfec {
namespace {

using test::Scene;

constexpr double kReach = 0.05;  // m

/// Whether two boxes are nearer than the reach along each axis.
bool within_reach(Box a, const Box& b) {
  a.grow(kReach);
  return overlap(a, b);
}

void expect_all_near_pairs(const NearPolyhedra& near, const PieceSet& pieces) {
  std::set<std::pair<int, int>> listed;
  for (const PiecePair pair : near.pairs()) {
    EXPECT_LT(pair.first, pair.second);
    EXPECT_EQ(pieces.kind[pair.first], PieceKind::polyhedron);
    EXPECT_EQ(pieces.kind[pair.second], PieceKind::polyhedron);
    EXPECT_TRUE(listed.insert({pair.first, pair.second}).second) << "twice";
  }
  for (int i = 0; i < pieces.piece_count(); ++i) {
    for (int j = i + 1; j < pieces.piece_count(); ++j) {
      if (pieces.kind[i] != PieceKind::polyhedron || pieces.kind[j] != PieceKind::polyhedron) {
        continue;
      }
      if (!within_reach(present_box(pieces, i), present_box(pieces, j))) continue;
      EXPECT_TRUE(listed.count({i, j}) == 1) << i << ' ' << j;
    }
  }
}

/// Bodies of all kinds at random places: rigid, obstacles, bricks of several elements, spheres.
void fill(Scene& scene, int bodies, std::mt19937& rng) {
  std::uniform_real_distribution<double> place(-2.0, 2.0);
  for (int b = 0; b < bodies; ++b) {
    const Vec3 at{place(rng), place(rng), place(rng)};
    if (b % 7 == 3) {
      scene.add(test::ball(at, 0.2), {.rigid = true});
    } else {
      scene.add(test::brick(at, at + Vec3{0.3, 0.4, 0.5}, {b % 2 + 1, 1, 1}),
                {.obstacle = b % 3 == 0, .rigid = b % 5 != 0});
    }
  }
}

void shake(Scene& scene, double by, std::mt19937& rng) {
  std::uniform_real_distribution<double> random(-by, by);
  for (int b = 0; b < scene.pieces.body_count(); ++b) {
    scene.translate(b, {random(rng), random(rng), random(rng)});
  }
  scene.pieces.refresh(0.0);
}

TEST(NearPolyhedra, AllPairsWithinReachAreListedWhileBodiesMove) {
  for (const double motion : {0.001, 0.01, 0.2}) {
    std::mt19937 rng(11);
    Scene scene;
    fill(scene, 60, rng);
    scene.pieces.refresh(0.0);
    NearPolyhedra near;
    for (int step = 0; step < 40; ++step) {
      near.update(scene.pieces, kReach);
      expect_all_near_pairs(near, scene.pieces);
      EXPECT_EQ(near.started_anew(), step == 0);
      shake(scene, motion, rng);
    }
  }
}

TEST(NearPolyhedra, TurnsCountAsMotion) {
  Scene scene;
  scene.add(test::brick({0, 0, 0}, {4, 0.1, 0.1}), {.rigid = true});
  scene.add(test::brick({1.9, 1.9, 0}, {2.1, 2.1, 0.1}), {.rigid = true});
  NearPolyhedra near;
  near.update(scene.pieces, kReach);
  EXPECT_TRUE(near.pairs().empty());
  scene.transform(0, {{0, 1, 0, -1, 0, 0, 0, 0, 1}}, {2, 0.05, 0});
  EXPECT_TRUE(near.update(scene.pieces, kReach));
  EXPECT_EQ(near.pairs().size(), 1u);
}

TEST(NearPolyhedra, OtherBodiesAreNoticedSpheresAreNot) {
  Scene scene;
  scene.add(test::brick({0, 0, 0}, {1, 1, 1}), {.obstacle = true, .rigid = true});
  scene.add(test::ball({5, 0, 0}, 0.5), {.rigid = true});
  NearPolyhedra near;
  EXPECT_TRUE(near.update(scene.pieces, kReach));
  scene.translate(1, {-4, 0, 0});
  EXPECT_FALSE(near.update(scene.pieces, kReach));
  scene.add(test::brick({1, 0, 0}, {2, 1, 1}), {.obstacle = true, .rigid = true});
  EXPECT_TRUE(near.update(scene.pieces, kReach));
  EXPECT_TRUE(near.started_anew());
  ASSERT_EQ(near.pairs().size(), 1u);
  EXPECT_EQ(near.pairs()[0], (PiecePair{0, 2}));
}

TEST(NearPolyhedra, PairsAreThoseOfOneThread) {
  std::vector<PiecePair> reference;
  for (const int threads : {1, 2, 4}) {
    set_thread_count(threads);
    std::mt19937 rng(5);
    Scene scene;
    fill(scene, 400, rng);
    scene.pieces.refresh(0.0);
    NearPolyhedra near;
    near.update(scene.pieces, kReach);
    shake(scene, 0.1, rng);
    near.update(scene.pieces, kReach);
    const std::vector<PiecePair> pairs(near.pairs().begin(), near.pairs().end());
    if (threads == 1) reference = pairs;
    EXPECT_EQ(pairs, reference);
  }
  EXPECT_GT(reference.size(), 50u);
  set_thread_count(1);
}

TEST(NearPolyhedra, PieceThatIsNotANumberIsNearNothing) {
  Scene scene;
  scene.add(test::brick({0, 0, 0}, {1, 1, 1}), {.rigid = true});
  scene.add(test::brick({1, 0, 0}, {2, 1, 1}), {.rigid = true});
  NearPolyhedra near;
  near.update(scene.pieces, kReach);
  ASSERT_EQ(near.pairs().size(), 1u);
  scene.pieces.body_pivot[1].x = std::numeric_limits<double>::quiet_NaN();
  near.update(scene.pieces, kReach);
  EXPECT_TRUE(near.pairs().empty());
}

TEST(NearPolyhedra, StepsAllocateNothingOnceBuffersHaveGrown) {
  std::mt19937 rng(3);
  Scene scene;
  fill(scene, 60, rng);
  scene.pieces.refresh(0.0);
  NearPolyhedra near;
  for (int step = 0; step < 20; ++step) {
    near.update(scene.pieces, kReach);
    scene.translate(step % 60, {0.1, 0, 0});
  }
  std::int64_t grown = 0;
  for (int step = 0; step < 20; ++step) {
    scene.translate(2, {step % 2 == 0 ? 0.1 : -0.1, 0, 0});
    const std::int64_t before = allocation_count();
    EXPECT_TRUE(near.update(scene.pieces, kReach));
    if (step >= 4) grown += allocation_count() - before;
  }
  EXPECT_EQ(grown, 0);
}

}  // namespace
}  // namespace solfec

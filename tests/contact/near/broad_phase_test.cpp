#include "contact/near/broad_phase.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "base/parallel_for.h"
#include "contact/piece/approach.h"
#include "contact/scene.h"

namespace solfec {
namespace {

using test::Scene;

/// One piece per body, boxes given directly.
PieceSet pieces_of(const std::vector<Box>& boxes) {
  PieceSet set;
  for (int i = 0; i < count(boxes); ++i) {
    set.body_id.push_back(i + 1);
    set.body.push_back(i);
    set.kind.push_back(PieceKind::sphere);
    set.body_piece_start.push_back(i);
  }
  set.body_piece_start.push_back(count(boxes));
  set.body_is_rigid.assign(boxes.size(), 0);
  set.body_is_obstacle.assign(boxes.size(), 0);
  set.body_self_contact.assign(boxes.size(), 0);
  set.body_travel.resize(boxes.size());
  set.body_swing.resize(boxes.size());
  set.body_turn.resize(boxes.size());
  set.box = boxes;
  return set;
}

std::vector<PiecePair> brute_force(const std::vector<Box>& boxes) {
  std::vector<PiecePair> pairs;
  for (int i = 0; i < count(boxes); ++i) {
    for (int j = i + 1; j < count(boxes); ++j) {
      if (overlap(boxes[i], boxes[j])) pairs.push_back({i, j});
    }
  }
  return pairs;
}

std::vector<PiecePair> found(const BroadPhase& broad_phase) {
  return {broad_phase.pairs().begin(), broad_phase.pairs().end()};
}

void find(BroadPhase& broad_phase, const std::vector<Box>& boxes) {
  PieceSet pieces = pieces_of(boxes);
  broad_phase.find_pairs(pieces, 0.0);
}

Box cube(Vec3 center, double edge) {
  const Vec3 half{edge / 2, edge / 2, edge / 2};
  return {center - half, center + half};
}

/// Families of boxes; each draws one from a scene of n.
struct Family {
  std::string name;
  Box (*draw)(std::mt19937& rng);
};

double uniform(std::mt19937& rng, double lo, double hi) {
  return std::uniform_real_distribution<double>(lo, hi)(rng);
}
Vec3 uniform_point(std::mt19937& rng, double extent) {
  return {uniform(rng, 0, extent), uniform(rng, 0, extent), uniform(rng, 0, extent)};
}

const Family kFamilies[] = {
    {"EqualSizes", [](std::mt19937& rng) { return cube(uniform_point(rng, 8), 1.0); }},
    {"SizesOverSixDecades",
     [](std::mt19937& rng) {
       return cube(uniform_point(rng, 10), std::pow(10.0, uniform(rng, -5, 1)));
     }},
    {"TouchingLattice",
     [](std::mt19937& rng) {
       const Vec3 p = uniform_point(rng, 8);
       return cube({std::floor(p.x), std::floor(p.y), std::floor(p.z)}, 1.0);
     }},
    {"PointsLinesAndPlates",
     [](std::mt19937& rng) {
       const Vec3 lo = uniform_point(rng, 4);
       Box box{lo, lo};
       for (int axis = 0; axis < 3; ++axis) {
         if (uniform(rng, 0, 1) < 0.5) box.hi[axis] += uniform(rng, 0, 4);
       }
       return box;
     }},
    {"AllInOnePlace",
     [](std::mt19937&) {
       return cube({1, 2, 3}, 1.0);
     }},
    {"FewHugeAmongManySmall",
     [](std::mt19937& rng) {
       return cube(uniform_point(rng, 20), uniform(rng, 0, 1) < 0.02 ? 30.0 : 0.8);
     }},
    {"FarFromTheOrigin",
     [](std::mt19937& rng) {
       return cube(Vec3{1e6, -1e6, 1e6} + uniform_point(rng, 8), 1.0);
     }},
    {"OnALine",
     [](std::mt19937& rng) {
       return cube({uniform(rng, 0, 400), 0, 0}, 1.0);
     }},
};

std::vector<Box> draw_boxes(const Family& family, int n, std::mt19937& rng) {
  std::vector<Box> boxes(static_cast<std::size_t>(n));
  for (Box& box : boxes) box = family.draw(rng);
  return boxes;
}

class BroadPhaseProperty : public ::testing::TestWithParam<Family> {};

TEST_P(BroadPhaseProperty, FindsThePairsOfBruteForceWhileTheBoxesMove) {
  std::mt19937 rng(20260101);
  BroadPhase broad_phase;
  for (const int n : {0, 1, 2, 5, 60, 400}) {
    std::vector<Box> boxes = draw_boxes(GetParam(), n, rng);
    for (int step = 0; step < 6; ++step) {
      find(broad_phase, boxes);
      EXPECT_EQ(found(broad_phase), brute_force(boxes)) << n << " boxes, step " << step;
      for (Box& box : boxes) {
        const Vec3 by = uniform_point(rng, 1.0) - Vec3{0.5, 0.5, 0.5};
        box = {box.lo + by, box.hi + by};
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Families, BroadPhaseProperty, ::testing::ValuesIn(kFamilies),
                         [](const auto& family) { return family.param.name; });

TEST(BroadPhase, WhatBodiesSweepInAStepIsSearched) {
  std::mt19937 rng(20260101);
  Scene scene;
  constexpr int kBodies = 40;
  for (int b = 0; b < kBodies; ++b) {
    const Vec3 low = uniform_point(rng, 3.0);
    const Vec3 size = Vec3{0.1, 0.1, 0.1} + uniform_point(rng, 0.3);
    if (b % 4 == 0) {
      scene.add(test::ball(low, 0.5 * size.x), {.rigid = true});
    } else {
      scene.add(test::brick(low, low + size), {.rigid = true});
    }
  }
  constexpr double kMargin = 1e-4;
  BroadPhase broad_phase;
  PieceSet& pieces = scene.pieces;
  int met = 0;
  for (int step = 0; step < 60; ++step) {
    for (int b = 0; b < kBodies; ++b) {  // some hardly move, some far, and not always as they did
      const double speed = b % 3 == 0 ? 1e-3 : (step / 10 % 2 == 0 ? 0.3 : 0.02);
      pieces.body_travel[b] = 2.0 * speed * (uniform_point(rng, 1.0) - Vec3{0.5, 0.5, 0.5});
      pieces.body_swing[b] = uniform(rng, 0.0, 0.2 * speed);
    }
    broad_phase.update(pieces, kMargin, 1e-3);
    const auto candidates = broad_phase.candidates();
    for (int b = 0; b < kBodies; ++b) pieces.place(b, kMargin);
    for (int i = 0; i < kBodies; ++i) {
      for (int j = i + 1; j < kBodies; ++j) {
        if (!overlap(swept_box(pieces, i), swept_box(pieces, j))) continue;
        ++met;
        EXPECT_TRUE(std::binary_search(candidates.begin(), candidates.end(), PiecePair{i, j}))
            << "step " << step << " pair " << i << " " << j;
      }
    }
    for (int b = 0; b < kBodies; ++b) scene.translate(b, 0.3 * pieces.body_travel[b]);
  }
  EXPECT_GT(met, 300);
}

TEST(BroadPhase, EmptyAndInfiniteBoxesAreHarmless) {
  std::mt19937 rng(20260101);
  std::vector<Box> boxes = draw_boxes(kFamilies[0], 200, rng);
  for (std::size_t i = 0; i < boxes.size(); i += 7) boxes[i] = Box{};
  const double nan = std::numeric_limits<double>::quiet_NaN();
  boxes[3].lo.x = nan;
  boxes[9].lo = {-Box::kInfinity, -Box::kInfinity, -Box::kInfinity};
  boxes[9].hi = {Box::kInfinity, Box::kInfinity, Box::kInfinity};
  BroadPhase broad_phase;
  find(broad_phase, boxes);
  EXPECT_EQ(found(broad_phase), brute_force(boxes));
}

/// Box tests of the second search (after a refit) of n boxes of a family, scaled to equal density.
double work_per_box(const Family& family, int n) {
  std::mt19937 rng(20260101);
  const double stretch = std::cbrt(n / 1000.0);
  std::vector<Box> boxes;
  for (int i = 0; i < n; ++i) {
    Box box = family.draw(rng);
    const Vec3 shift = (stretch - 1.0) * (0.5 * (box.lo + box.hi));
    boxes.push_back({box.lo + shift, box.hi + shift});
  }
  BroadPhase broad_phase;
  find(broad_phase, boxes);
  find(broad_phase, boxes);
  const auto pairs = static_cast<double>(broad_phase.pairs().size());
  return static_cast<double>(broad_phase.work()) / (n + pairs);
}

TEST(BroadPhase, WorkPerBoxAndPairGrowsSlowerThanTheLogarithmOfTheirNumber) {
  // Brute force would grow 27 times, a sweep along one axis 9 times.
  for (const char* name : {"EqualSizes", "SizesOverSixDecades", "FewHugeAmongManySmall"}) {
    for (const Family& family : kFamilies) {
      if (family.name != name) continue;
      const double small = work_per_box(family, 1000);
      const double large = work_per_box(family, 27000);
      EXPECT_LT(large, small * std::log2(27000) / std::log2(1000)) << name;
    }
  }
}

TEST(BroadPhase, OneFloorUnderManyBoxesCostsNoMoreThanTheBoxesAlone) {
  const Family& equal = kFamilies[0];
  std::mt19937 rng(20260101);
  std::vector<Box> boxes;
  for (int i = 0; i < 20000; ++i) {
    Box box = equal.draw(rng);
    const Vec3 shift = 2.0 * box.lo;
    boxes.push_back({box.lo + shift, box.hi + shift});
  }
  BroadPhase alone;
  find(alone, boxes);
  for (const bool floor_first : {true, false}) {
    std::vector<Box> all = boxes;
    const Box floor{{-100, -100, -1}, {200, 200, 1}};
    all.insert(floor_first ? all.begin() : all.end(), floor);
    BroadPhase with_floor;
    find(with_floor, all);
    EXPECT_LT(static_cast<double>(with_floor.work()), 1.5 * static_cast<double>(alone.work()));
  }
}

TEST(BroadPhase, TreeIsBuiltAnewWhenMotionSpoilsIt) {
  // Boxes fly apart from one place and change neighbours: the work stays bounded.
  std::mt19937 rng(20260101);
  std::vector<Box> boxes;
  std::vector<Vec3> target;
  for (int i = 0; i < 4000; ++i) {
    boxes.push_back(cube(uniform_point(rng, 16), 1.0));
    target.push_back(uniform_point(rng, 16));
  }
  BroadPhase broad_phase;
  find(broad_phase, boxes);
  const auto fresh = static_cast<double>(broad_phase.work());
  for (int step = 0; step < 40; ++step) {
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      const Vec3 by = 0.1 * (target[i] - 0.5 * (boxes[i].lo + boxes[i].hi));
      boxes[i] = {boxes[i].lo + by, boxes[i].hi + by};
    }
    find(broad_phase, boxes);
  }
  find(broad_phase, boxes);
  EXPECT_LT(static_cast<double>(broad_phase.work()), 2.5 * fresh);
}

TEST(BroadPhase, LeavesOutObstaclesAmongThemselvesAndBodiesWithThemselves) {
  Scene scene;
  scene.add(test::brick({0, 0, 0}, {3, 1, 1}, {3, 1, 1}), {.obstacle = true});
  scene.add(test::brick({0, 0, 0}, {3, 1, 1}, {3, 1, 1}), {.obstacle = true});
  scene.add(test::ball({1.5, 0.5, 0.5}, 0.1));
  scene.pieces.refresh(1e-4);
  BroadPhase broad_phase;
  broad_phase.find_pairs(scene.pieces, 1e-4);
  EXPECT_EQ(found(broad_phase), (std::vector<PiecePair>{{1, 6}, {4, 6}}));
}

TEST(BroadPhase, SelfContactPairsPiecesThatAreNotAdjacent) {
  Scene scene;
  const int body = scene.add(test::brick({0, 0, 0}, {4, 1, 1}, {4, 1, 1}), {.self_contact = true});
  for (Vec3& v : scene.vertices(body)) v = {0.3 * v.x, v.y, v.z};  // boxes stay in a row
  scene.pieces.refresh(0.2);                                       // reach of neighbours but one
  BroadPhase broad_phase;
  broad_phase.find_pairs(scene.pieces, 1e-4);
  EXPECT_EQ(found(broad_phase), (std::vector<PiecePair>{{0, 2}, {1, 3}}));
}

/// Rigid bricks of one or of two elements that fly about; sizes from 1 to `spread`.
void fly_about(double spread, double speed) {
  std::mt19937 rng(20260101);
  Scene scene;
  scene.add(test::brick({-9, -9, -9}, {19, 19, 0}), {.obstacle = true, .rigid = true});
  constexpr int kBodies = 150;
  std::vector<Vec3> velocity(kBodies + 1);
  for (int b = 1; b <= kBodies; ++b) {
    const double half = 0.5 * std::pow(spread, -uniform(rng, 0, 1));
    const Vec3 at = uniform_point(rng, 4.0);
    const Vec3 edge{half, half, half};
    scene.add(test::brick(at - edge, at + edge, {1 + b % 2, 1, 1}), {.rigid = true});
    velocity[b] = speed * (uniform_point(rng, 2.0) - Vec3{1, 1, 1});
  }
  constexpr double kReach = 0.02;
  BroadPhase broad_phase;
  PieceSet& set = scene.pieces;
  int quiet = 0;
  for (int step = 0; step < 60; ++step) {
    const Mat3 turn = {
        {std::cos(speed), std::sin(speed), 0, -std::sin(speed), std::cos(speed), 0, 0, 0, 1}};
    for (int b = 1; b <= kBodies; ++b) {
      scene.transform(b, turn, set.body_pivot[b], velocity[b]);
      if (step % 20 == 10) velocity[b] = -1.0 * velocity[b];
    }
    quiet += broad_phase.update(set, kReach / 2, kReach) ? 0 : 1;
    for (int b = 0; b <= kBodies; ++b) set.place(b, kReach / 2);
    std::vector<PiecePair> expected;
    for (const PiecePair pair : brute_force(set.box)) {
      if (may_touch(set, pair)) expected.push_back(pair);
    }
    const auto candidates = broad_phase.candidates();
    EXPECT_TRUE(std::is_sorted(candidates.begin(), candidates.end()));
    EXPECT_TRUE(
        std::includes(candidates.begin(), candidates.end(), expected.begin(), expected.end()))
        << "step " << step;
    std::vector<PiecePair> near;
    for (const PiecePair pair : candidates) {
      if (overlap(set.box[pair.first], set.box[pair.second])) near.push_back(pair);
    }
    EXPECT_EQ(near, expected) << "step " << step;
  }
  if (speed < 1e-3) {
    EXPECT_GT(quiet, 20);  // slow bodies keep to their allowance
  }
}

TEST(BroadPhase, RigidBodiesThatFlyAboutAreFoundLikeByBruteForce) {
  for (const double spread : {1.0, 100.0}) {
    for (const double speed : {1e-6, 3e-3, 0.3}) fly_about(spread, speed);
  }
}

TEST(BroadPhase, ResultDoesNotDependOnTheNumberOfThreads) {
  std::mt19937 rng(20260101);
  const std::vector<Box> boxes = draw_boxes(kFamilies[1], 3000, rng);
  BroadPhase serial;
  find(serial, boxes);
  for (const int threads : {2, 4}) {
    set_thread_count(threads);
    BroadPhase parallel;
    find(parallel, boxes);
    EXPECT_EQ(found(parallel), found(serial));
    EXPECT_EQ(parallel.work(), serial.work());
  }
  set_thread_count(1);
}

}  // namespace
}  // namespace solfec

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "base/thread_team.h"
#include "contact/blocks.h"
#include "contact/cover/covered_faces.h"
#include "contact/scene.h"
#include "support/allocation_counter.h"

namespace solfec {
namespace {

using test::Block;
using test::Scene;

constexpr double kTolerance = 1e-4;  // m

/// A wall of bricks in running bond on a floor, with joints that are closed, half open or nearly
/// so; every fifth brick is not rigid, every seventh an obstacle.
void build_wall(Scene& scene, int courses, int length, bool all_rigid) {
  scene.add(test::brick({-1, -1, -0.1}, {0.2 * length + 1, 1, 0}),
            {.obstacle = true, .rigid = true});
  int brick = 0;
  for (int course = 0; course < courses; ++course) {
    for (int k = 0; k < length; ++k, ++brick) {
      const double x = 0.2 * k + 0.1 * (course % 2);
      const double joint = 0.9 * kTolerance * (k % 3);
      const Vec3 lo{x, 0, 0.1 * course};
      scene.add(test::brick(lo, lo + Vec3{0.2 - joint, 0.1, 0.1}, {brick % 2 + 1, 1, 1}),
                {.obstacle = brick % 7 == 3, .rigid = all_rigid || brick % 5 != 2});
    }
  }
}

Vec3 middle(Scene& scene, int body) {
  const PieceSet& pieces = scene.pieces;
  if (pieces.body_is_rigid[body] != 0) return pieces.body_pivot[body];
  return scene.vertices(body)[0];
}

/// Moves all bodies but the floor to and fro, as one and against each other, so that joints open
/// and close; some bodies pause.
class Shaker {
 public:
  /// @param amplitude  m, and rad
  /// @param period     in steps
  Shaker(double amplitude, int period) : amplitude_(amplitude), period_(period) {}

  void move(Scene& scene) {
    std::mt19937 rng(77);
    std::uniform_real_distribution<double> random(-1.0, 1.0);
    const auto direction = [&] { return Vec3{random(rng), random(rng), random(rng)}; };
    const Vec3 together = increment(0.3) * direction();
    for (int b = 1; b < scene.pieces.body_count(); ++b) {
      const double by = increment(6.0 * random(rng));
      const Vec3 turn_axis = direction();
      const Vec3 way = direction();
      if (step_ / 5 % 4 == b % 4) continue;
      const Mat3 spin = by * skew(turn_axis);
      const Vec3 about = middle(scene, b);
      scene.transform(b, identity() + spin + 0.5 * (spin * spin), about, together + by * way);
    }
    scene.pieces.refresh(kTolerance);
    ++step_;
  }

 private:
  [[nodiscard]] double increment(double phase) const {
    const double pace = 2.0 * 3.141592653589793 / period_;
    return amplitude_ * (std::sin(pace * (step_ + 1) + phase) - std::sin(pace * step_ + phase));
  }

  double amplitude_;
  double period_;
  int step_ = 0;
};

std::vector<CoveredPair> pairs_of(const CoveredFaces& covered) {
  return {covered.state().begin(), covered.state().end()};
}

/// All pairs of the next step, compared without anything remembered but the pairs.
std::vector<CoveredPair> compared_anew(const PieceSet& pieces,
                                       const std::vector<CoveredPair>& before) {
  CoveredFaces anew;
  anew.set_state(before);
  anew.update(pieces, kTolerance);
  return pairs_of(anew);
}

TEST(CoveredFacesMotion, SkippedComparisonsChangeNothing) {
  struct Case {
    double amplitude;
    int period;
    int changes;   // at least
    int compared;  // at most: 20 pairs of bodies that are not rigid in each step, of 38 others few
  };
  for (const Case& each : {Case{1e-6, 40, 0, 3100}, Case{2e-4, 2000, 3, 3300},
                           Case{2e-4, 40, 50, 5000}, Case{2e-3, 40, 50, 8700}}) {
    Scene scene;
    build_wall(scene, 4, 5, false);
    scene.pieces.refresh(kTolerance);
    CoveredFaces covered;
    covered.update(scene.pieces, kTolerance);
    EXPECT_EQ(pairs_of(covered), compared_anew(scene.pieces, {}));
    Shaker shaker(each.amplitude, each.period);
    std::int64_t compared = 0;
    int changes = 0;
    for (int step = 0; step < 150; ++step) {
      shaker.move(scene);
      const std::vector<CoveredPair> before = pairs_of(covered);
      covered.update(scene.pieces, kTolerance);
      compared += covered.compared();
      changes += pairs_of(covered) != before ? 1 : 0;
      ASSERT_EQ(pairs_of(covered), compared_anew(scene.pieces, before)) << step;
    }
    EXPECT_GE(changes, each.changes) << each.amplitude;
    EXPECT_LE(compared, each.compared) << each.amplitude;
  }
}

TEST(CoveredFacesMotion, TurnAboutTheMiddleIsNoticed) {
  Scene scene;
  scene.add(test::brick({-1, -1, -0.1}, {1, 1, 0}), {.obstacle = true, .rigid = true});
  scene.add(test::brick({-0.2, -0.1, 5e-4}, {0.2, 0.1, 0.05 + 5e-4}), {.rigid = true});
  CoveredFaces covered;
  covered.update(scene.pieces, kTolerance);
  EXPECT_TRUE(covered.state().empty());
  const double angle = 2.3e-3;  // an end goes down by 0.46 mm
  for (const double sign : {1.0, -1.0}) {
    const double sine = sign * std::sin(angle);
    const Mat3 turn{{std::cos(angle), 0, -sine, 0, 1, 0, sine, 0, std::cos(angle)}};
    scene.transform(1, turn, scene.pieces.body_pivot[1]);
    covered.update(scene.pieces, kTolerance);
    EXPECT_EQ(covered.state().size(), sign > 0.0 ? 2u : 0u);
  }
}

TEST(CoveredFacesMotion, RestartFromTheStateGoesOnAlike) {
  Scene scene;
  build_wall(scene, 4, 5, false);
  scene.pieces.refresh(kTolerance);
  CoveredFaces covered;
  CoveredFaces restarted;
  Shaker shaker(2e-4, 25);
  int differs_without_state = 0;
  for (int step = 0; step < 100; ++step) {
    covered.update(scene.pieces, kTolerance);
    if (step % 10 == 5) {
      restarted = CoveredFaces();
      restarted.set_state(covered.state());
      CoveredFaces forgetful;
      forgetful.update(scene.pieces, kTolerance);
      differs_without_state += pairs_of(forgetful) != pairs_of(covered) ? 1 : 0;
    }
    if (step >= 5) {
      restarted.update(scene.pieces, kTolerance);
      ASSERT_EQ(pairs_of(restarted), pairs_of(covered)) << step;
    }
    shaker.move(scene);
  }
  EXPECT_GT(differs_without_state, 3);  // the hysteresis is at work
}

TEST(CoveredFacesMotion, StateOfBodiesThatAreGoneVanishes) {
  Scene scene;
  scene.add(test::brick({0, 0, 0}, {1, 1, 1}), {.rigid = true});
  scene.add(test::brick({1 + 1.5 * kTolerance, 0, 0}, {2, 1, 1}), {.rigid = true});
  CoveredFaces covered;
  covered.update(scene.pieces, kTolerance);
  EXPECT_TRUE(covered.state().empty());
  const int right = test::face_with_normal(scene.pieces, 0, {1, 0, 0});
  const int left = test::face_with_normal(scene.pieces, 1, {-1, 0, 0});
  const BodyFace first{1, 0, right};
  const BodyFace second{2, 0, left};
  const std::array<CoveredPair, 5> state{{{second, first},
                                          {first, {3, 0, left}},
                                          {first, {2, 1, left}},
                                          {first, {2, 0, 6}},
                                          {first, second}}};
  covered.set_state(state);
  covered.update(scene.pieces, kTolerance);
  EXPECT_EQ(pairs_of(covered), (std::vector<CoveredPair>{{first, second}, {second, first}}));
}

TEST(CoveredFacesMotion, PairsOfBodiesThatStaySurviveWhenOthersComeAndGo) {
  const double open = 1.5 * kTolerance;  // covered by hysteresis alone
  const Shape left = test::brick({0, 0, 0}, {1, 1, 1});
  const Shape right = test::brick({1, 0, 0}, {2, 1, 1});
  const ShapePieces left_pieces = make_shape_pieces(left, kTolerance);
  const ShapePieces right_pieces = make_shape_pieces(right, kTolerance);
  const ShapePieces ball = make_shape_pieces(test::ball({9, 9, 9}, 0.1), kTolerance);
  CoveredFaces covered;
  const auto update = [&](std::vector<BodyId> ids, double gap) {
    PieceSet pieces;
    for (const BodyId id : ids) {
      const ShapePieces& shape = id == 2 ? left_pieces : id == 5 ? right_pieces : ball;
      pieces.append(id, false, false, shape);
      pieces.make_rigid();
      if (id == 5) pieces.body_pivot.back().x += gap;
    }
    covered.update(pieces, kTolerance);
    return covered.state().size();
  };
  EXPECT_EQ(update({2, 5}, 0.0), 2u);
  EXPECT_EQ(update({2, 5}, open), 2u);
  EXPECT_EQ(update({1, 2, 5}, open), 2u);
  EXPECT_EQ(update({2, 3, 5, 7}, open), 2u);
  EXPECT_EQ(update({2, 3}, open), 0u);
  EXPECT_EQ(update({2, 5}, open), 0u);
}

/// Makes a wall of bricks in running bond; `order` gives the order in which its bodies are made,
/// and the wall is the same for all orders.
Scene reordered_wall(const std::vector<int>& order) {
  Scene scene;
  for (const int k : order) {
    const int course = k / 5;
    const double x = 0.2 * (k % 5) + 0.1 * (course % 2);
    const Vec3 lo{x, 0, 0.1 * course};
    const double joint = 0.9 * kTolerance * (k % 3);
    scene.add(test::brick(lo, lo + Vec3{0.2 - joint, 0.1, 0.1}), {.rigid = k % 4 != 1});
  }
  return scene;
}

TEST(CoveredFacesMotion, OrderOfCreationChangesNothing) {
  std::vector<int> forward(20);
  for (int k = 0; k < 20; ++k) forward[k] = k;
  std::vector<int> backward(forward.rbegin(), forward.rend());
  Scene one = reordered_wall(forward);
  Scene two = reordered_wall(backward);
  CoveredFaces first;
  CoveredFaces second;
  std::mt19937 rng(6);
  std::uniform_real_distribution<double> random(-1.0, 1.0);
  std::size_t most = 0;
  for (int step = 0; step < 100; ++step) {
    for (int k = 0; k < 20; ++k) {
      const Vec3 angle = 2e-5 * Vec3{random(rng), random(rng), random(rng)};
      const Mat3 turn = identity() + skew(angle);
      const Vec3 by = 3e-5 * Vec3{random(rng), random(rng), random(rng)};
      one.transform(k, turn, {0.5, 0, 0.2}, by);
      two.transform(19 - k, turn, {0.5, 0, 0.2}, by);
    }
    one.pieces.refresh(kTolerance);
    two.pieces.refresh(kTolerance);
    first.update(one.pieces, kTolerance);
    second.update(two.pieces, kTolerance);
    std::vector<CoveredPair> renamed = pairs_of(second);
    for (CoveredPair& pair : renamed) {
      pair.face.body = 21 - pair.face.body;
      pair.by.body = 21 - pair.by.body;
    }
    std::sort(renamed.begin(), renamed.end());
    ASSERT_EQ(renamed, pairs_of(first)) << step;
    most = std::max(most, renamed.size());
  }
  EXPECT_GT(most, 40u);
}

TEST(CoveredFacesMotion, NumberOfThreadsChangesNothing) {
  std::vector<std::vector<CoveredPair>> reference;
  for (const int threads : {1, 2, 4}) {
    set_thread_count(threads);
    Scene scene;
    build_wall(scene, 10, 12, false);
    scene.pieces.refresh(kTolerance);
    CoveredFaces covered;
    Shaker shaker(2e-4, 25);
    for (int step = 0; step < 20; ++step) {
      covered.update(scene.pieces, kTolerance);
      if (threads == 1) reference.push_back(pairs_of(covered));
      ASSERT_EQ(pairs_of(covered), reference[step]) << threads << ' ' << step;
      shaker.move(scene);
    }
  }
  EXPECT_GT(reference[0].size(), 200u);
  set_thread_count(1);
}

TEST(CoveredFacesMotion, StepWithoutMotionComparesAndAllocatesNothing) {
  Scene scene;
  build_wall(scene, 6, 6, true);
  CoveredFaces covered;
  covered.update(scene.pieces, kTolerance);
  EXPECT_GT(covered.compared(), 60);
  covered.update(scene.pieces, kTolerance);  // some have no allowance at all
  std::int64_t before = allocation_count();
  covered.update(scene.pieces, kTolerance);
  EXPECT_EQ(covered.compared(), 0);
  EXPECT_EQ(allocation_count(), before);

  // the noise of bodies at rest
  int compared = 0;
  for (int step = 0; step < 100; ++step) {
    for (int b = 1; b < scene.pieces.body_count(); ++b) {
      scene.translate(b, {1e-13 * (step % 3 - 1), 0, 0});
    }
    covered.update(scene.pieces, kTolerance);
    compared += covered.compared();
  }
  EXPECT_EQ(compared, 0);

  // one brick moves: its pairs alone
  scene.translate(15, {0, 0.5 * kTolerance, 0});
  before = allocation_count();
  covered.update(scene.pieces, kTolerance);
  EXPECT_EQ(allocation_count(), before);
  EXPECT_LT(covered.compared(), 12);
}

TEST(CoveredFacesMotion, OtherToleranceIsTakenOver) {
  Scene scene;
  scene.add(test::brick({0, 0, 0}, {1, 1, 1}), {.rigid = true});
  scene.add(test::brick({1 + 5 * kTolerance, 0, 0}, {2, 1, 1}), {.rigid = true});
  CoveredFaces covered;
  covered.update(scene.pieces, kTolerance);
  EXPECT_TRUE(covered.state().empty());
  covered.update(scene.pieces, 10 * kTolerance);
  EXPECT_EQ(covered.state().size(), 2u);
  covered.update(scene.pieces, kTolerance);
  EXPECT_TRUE(covered.state().empty());
}

}  // namespace
}  // namespace solfec

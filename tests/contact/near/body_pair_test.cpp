#include "contact/near/body_pair.h"

#include <algorithm>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "base/parallel_for.h"
#include "contact/scene.h"
#include "support/allocation_counter.h"

namespace solfec {
namespace {

using test::Scene;

constexpr double kTol = 1e-12;
constexpr double kTolerance = 1e-4;                           // of the scenes
constexpr double kWithin = 0.9 * kRestDistance * kTolerance;  // m, a motion that counts as rest

Mat3 turn_about(Vec3 axis, double angle) {
  const Vec3 n = normalized(axis);
  return std::cos(angle) * identity() + (1.0 - std::cos(angle)) * outer(n, n) +
         std::sin(angle) * skew(n);
}

Scene brick_on_floor(bool rigid = true) {
  Scene scene;
  scene.add(test::brick({-1, -1, -1}, {1, 1, 0}), {.obstacle = true, .rigid = rigid});
  scene.add(test::brick({-0.5, -0.5, 0}, {0.5, 0.5, 1}, {2, 2, 1}), {.rigid = rigid});
  return scene;
}

std::vector<ContactPoint> copy_of(const Scene& scene) {
  const auto points = std::as_const(scene.contacts).points();
  return {points.begin(), points.end()};
}

// --- the bound of the motion

TEST(BodyPair, MotionBoundsTheDisplacementOfEveryPointOfTheSmallerBody) {
  std::mt19937 rng(20260101);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  const auto random = [&] { return Vec3{unit(rng), unit(rng), unit(rng)}; };
  for (int sample = 0; sample < 200; ++sample) {
    const bool first_is_small = sample % 2 == 0;
    const double a = first_is_small ? 0.1 : 2.0;
    const double b = first_is_small ? 2.0 : 0.1;
    Scene scene;
    scene.add(test::brick({-a, -a, -a}, {a, a, a}), {.rigid = true});
    scene.add(test::brick({-b, -b, -b}, {b, b, b}), {.rigid = true});
    PieceSet& set = scene.pieces;
    for (int body = 0; body < 2; ++body) {
      scene.transform(body, test::random_rotation(rng), {}, 3.0 * random());
    }
    BodyPair pair;
    pair.second = 1;
    set_reference(set, pair);
    const int small = first_is_small ? 0 : 1;
    const int large = 1 - small;
    // points of space about the small body, as material points of either
    const auto local = [&](int body, Vec3 x) {
      return transposed_times(set.body_rotation[body], x - set.body_pivot[body]);
    };
    std::vector<std::pair<Vec3, Vec3>> places;  // in the small and in the large body
    for (int k = 0; k < 20; ++k) {
      const Vec3 x =
          set.body_pivot[small] + set.body_radius[small] * (unit(rng) * normalized(random()));
      places.emplace_back(local(small, x), local(large, x));
    }
    for (int body = 0; body < 2; ++body) {
      scene.transform(body, turn_about(random(), 1e-3), {}, 1e-3 * random());
    }
    const double bound = relative_motion(set, pair);
    for (const auto& [in_small, in_large] : places) {
      const Vec3 now = set.body_pivot[small] + set.body_rotation[small] * in_small;
      EXPECT_LE(norm(local(large, now) - in_large), bound + kTol);
    }
  }
}

// --- what is carried on

TEST(BodyPair, ContactsAtRelativeRestMoveWithTheirBodies) {
  Scene scene = brick_on_floor();
  scene.detect();
  scene.translate(1, {0, 0, -1e-9});
  scene.detect();
  const std::vector<ContactPoint> before = copy_of(scene);
  ASSERT_EQ(before.size(), 4u);
  std::mt19937 rng(20260101);
  const Mat3 rotation = test::random_rotation(rng);
  const Vec3 shift{3, -2, 7};
  for (int body = 0; body < 2; ++body) scene.transform(body, rotation, {1, 2, 3}, shift);
  const auto after = scene.detect();
  ASSERT_EQ(after.size(), 4u);
  for (std::size_t k = 0; k < 4; ++k) {
    const Vec3 place = Vec3{1, 2, 3} + rotation * (before[k].point - Vec3{1, 2, 3}) + shift;
    EXPECT_LE(norm(after[k].point - place), kTol);
    EXPECT_LE(norm(after[k].frame.column(2) - rotation * before[k].frame.column(2)), kTol);
    EXPECT_NEAR(after[k].gap, -1e-9, kTol);
    EXPECT_EQ(after[k].area, before[k].area);
    EXPECT_EQ(after[k].state.id, before[k].state.id);
    EXPECT_EQ(after[k].state.age, 2);
    EXPECT_TRUE(after[k].state.referenced);
  }
}

TEST(BodyPair, GapOfCarriedContactsIsThatOfAnExamination) {
  Scene carried = brick_on_floor();
  carried.detect();
  std::mt19937 rng(20260101);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  for (int step = 0; step < 50; ++step) {
    const Vec3 by = 0.2 * kWithin * Vec3{unit(rng), unit(rng), unit(rng)};
    const Mat3 turn = turn_about({unit(rng), unit(rng), unit(rng)}, 0.2 * kWithin);
    Scene next = brick_on_floor();
    next.detect();
    next.transform(1, turn, {0, 0, 0.5}, by);
    Scene fresh = brick_on_floor(false);
    fresh.transform(1, turn, {0, 0, 0.5}, by);
    const auto moved = next.detect();
    const auto expected = fresh.detect();
    ASSERT_EQ(moved.size(), 4u);
    ASSERT_EQ(expected.size(), 4u);
    for (std::size_t k = 0; k < 4; ++k) {
      EXPECT_TRUE(moved[k].state.referenced);
      EXPECT_NEAR(moved[k].gap, expected[k].gap, 1e-3 * kWithin);
      EXPECT_LE(norm(moved[k].frame.column(2) - expected[k].frame.column(2)), kWithin);
    }
  }
}

TEST(BodyPair, MotionBeyondRestIsExaminedAnew) {
  Scene scene = brick_on_floor();
  scene.detect();
  const Vec3 by{0.1, 0.05, 0};
  scene.translate(1, by);
  Scene fresh = brick_on_floor();
  fresh.translate(1, by);
  const auto points = scene.detect();
  const auto expected = fresh.detect();
  ASSERT_EQ(points.size(), expected.size());
  for (std::size_t k = 0; k < points.size(); ++k) {
    EXPECT_EQ(points[k].point, expected[k].point);
    EXPECT_EQ(points[k].gap, expected[k].gap);
    EXPECT_EQ(points[k].area, expected[k].area);
  }
}

TEST(BodyPair, FaceOnFaceDoesNotFlickerUnderTinyMotions) {
  // Motions from rounding to several times the rest distance: the same four contacts, places and
  // gaps within a few motions of those without it.
  for (const double size : {1e-14, 1e-11, 1e-8, 1e-7, 1e-6}) {
    Scene scene = brick_on_floor();
    scene.detect();
    const std::vector<ContactPoint> first = copy_of(scene);
    std::mt19937 rng(20260101);
    std::uniform_real_distribution<double> unit(-1.0, 1.0);
    const Vec3 pivot = scene.pieces.body_pivot[1];
    for (int step = 0; step < 100; ++step) {
      scene.pieces.body_pivot[1] = pivot + size * Vec3{unit(rng), unit(rng), unit(rng)};
      scene.pieces.body_rotation[1] = turn_about({unit(rng), unit(rng), unit(rng)}, size);
      const auto points = scene.detect();
      ASSERT_EQ(points.size(), first.size());
      for (std::size_t k = 0; k < points.size(); ++k) {
        EXPECT_EQ(points[k].state.id, first[k].state.id);
        EXPECT_LE(norm(points[k].point - first[k].point), 4 * size + kTol);
        EXPECT_LE(std::fabs(points[k].gap - first[k].gap), 4 * size + kTol);
        EXPECT_LE(norm(points[k].frame.column(2) - Vec3{0, 0, 1}), 4 * size + kTol);
      }
    }
  }
}

// --- state

/// Bricks of several pieces in a heap that is almost at rest.
Scene heap() {
  Scene scene;
  scene.add(test::brick({-9, -9, -1}, {9, 9, 0}), {.obstacle = true, .rigid = true});
  for (int k = 0; k < 20; ++k) {
    const double x = 0.5 * (k % 5) + 0.25 * (k / 5 % 2);
    const double z = 0.25 * (k / 5);
    scene.add(test::brick({x, 0, z}, {x + 0.5, 0.25, z + 0.25}, {2, 2, 1}), {.rigid = true});
  }
  scene.add(test::ball({1, 1, 0.5}, 0.5), {.rigid = true});
  return scene;
}

void stir(Scene& scene, std::mt19937& rng) {
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  for (int body = 1; body < scene.pieces.body_count(); ++body) {
    const double size = body % 3 == 0 ? kWithin : 0.02 * kWithin;
    scene.transform(body, turn_about({unit(rng), unit(rng), unit(rng)}, 0.1 * size),
                    scene.pieces.body_pivot[body], size * Vec3{unit(rng), unit(rng), unit(rng)});
  }
}

TEST(BodyPair, ContactsAndReferencesAreTheWholeState) {
  Scene scene = heap();
  std::mt19937 rng(20260101);
  int referenced = 0;
  int loose = 0;
  for (int step = 0; step < 30; ++step) {
    ContactSet cold;  // like a restart
    cold.assign(copy_of(scene), scene.contacts.references(), scene.contacts.memories());
    ConstraintId cold_id = scene.next_id;
    PieceSet pieces = scene.pieces;
    cold.detect(pieces, scene.params, cold_id);
    const auto points = scene.detect();
    ASSERT_EQ(cold.points().size(), points.size());
    EXPECT_EQ(cold.sparsified(), scene.contacts.sparsified());
    for (std::size_t k = 0; k < points.size(); ++k) {
      const ContactPoint& other = cold.points()[k];
      EXPECT_EQ(points[k].point, other.point);
      EXPECT_EQ(points[k].frame, other.frame);
      EXPECT_EQ(points[k].gap, other.gap);
      EXPECT_EQ(points[k].state.id, other.state.id);
      EXPECT_EQ(points[k].state.age, other.state.age);
      EXPECT_EQ(points[k].state.referenced, other.state.referenced);
      (points[k].state.referenced ? referenced : loose) += 1;
    }
    stir(scene, rng);
  }
  EXPECT_GT(referenced, 100);
  EXPECT_GT(loose, 0);
}

TEST(BodyPair, ContactsAreTheSameToTheBitForAnyNumberOfThreads) {
  std::vector<std::vector<ContactPoint>> first;
  for (const int threads : {1, 2, 4}) {
    set_thread_count(threads);
    Scene scene = heap();
    std::mt19937 rng(20260101);
    for (std::size_t step = 0; step < 10; ++step) {
      scene.detect();
      const std::vector<ContactPoint> points = copy_of(scene);
      if (threads == 1) first.push_back(points);
      ASSERT_EQ(points.size(), first[step].size());
      for (std::size_t k = 0; k < points.size(); ++k) {
        EXPECT_EQ(points[k].point, first[step][k].point);
        EXPECT_EQ(points[k].frame, first[step][k].frame);
        EXPECT_EQ(points[k].gap, first[step][k].gap);
      }
      stir(scene, rng);
    }
  }
  set_thread_count(1);
}

TEST(BodyPair, DetectionAllocatesNothingOnceTheMotionRepeats) {
  Scene scene = heap();
  const auto run_period = [&] {
    for (int step = 0; step < 8; ++step) {
      const double by = step < 4 ? 1e-6 : -1e-6;
      for (int b = 1; b < scene.pieces.body_count(); b += 2) scene.translate(b, {by, 0, 0});
      scene.detect();
    }
  };
  for (int warm_up = 0; warm_up < 3; ++warm_up) run_period();
  const std::int64_t before = allocation_count();
  run_period();
  EXPECT_EQ(allocation_count(), before);
}

TEST(BodyPair, RemovedContactComesBackAsANewOne) {
  Scene scene = brick_on_floor();
  scene.detect();
  scene.detect();
  ASSERT_EQ(scene.contacts.references().size(), 1u);
  EXPECT_TRUE(scene.contacts.remove(2));
  EXPECT_FALSE(scene.contacts.remove(2));
  EXPECT_TRUE(scene.contacts.references().empty());
  const auto points = scene.detect();
  ASSERT_EQ(points.size(), 4u);
  EXPECT_EQ(points[1].state.id, 5);
  EXPECT_EQ(scene.contacts.references().size(), 1u);
}

TEST(BodyPair, ContactsStayWhenOtherBodiesComeAndGo) {
  const ShapePieces floor = make_shape_pieces(test::brick({-9, -9, -1}, {19, 9, 0}), kTolerance);
  const ShapePieces box = make_shape_pieces(test::brick({0, 0, 0}, {1, 1, 1}), kTolerance);
  const auto place = [&](const std::vector<BodyId>& ids) {
    PieceSet pieces;
    pieces.append(1, true, false, floor);
    pieces.make_rigid();
    for (const BodyId id : ids) {
      pieces.append(id, false, false, box);
      pieces.make_rigid();
      pieces.body_pivot.back().x += 2.0 * static_cast<double>(id);
    }
    return pieces;
  };
  ContactSet contacts;
  ConstraintId next_id = 1;
  PieceSet pieces = place({2, 3, 4});
  contacts.detect(pieces, {}, next_id);
  ASSERT_EQ(contacts.points().size(), 3u);
  contacts.remove_body(3);
  pieces = place({2, 4, 5});
  contacts.detect(pieces, {}, next_id);
  ASSERT_EQ(contacts.points().size(), 3u);
  EXPECT_EQ(contacts.points()[1].state.id, 3);
  EXPECT_EQ(contacts.points()[1].state.age, 1);
  EXPECT_EQ(contacts.points()[1].master, 2);
  EXPECT_EQ(contacts.points()[2].state.id, 4);
  EXPECT_EQ(contacts.references().size(), 3u);
}

}  // namespace
}  // namespace solfec

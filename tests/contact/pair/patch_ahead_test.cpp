#include "contact/pair/patch_ahead.h"

#include <algorithm>
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "contact/piece/contact_params.h"
#include "geometry/polyhedron_fixture.h"
#include "math/rotation.h"

namespace solfec {
namespace {

constexpr double kTolerance = 1e-4;  // m

struct Ahead {
  bool any = false;
  double stopped = 0.0;  // how far the points that were found let b go too far, m; <= 0: not at all
};

std::vector<Vec3> moved(const Convex& b, const StepMotion& motion) {
  std::vector<Vec3> points;
  const Mat3 rotation = exponential_map(motion.turn);
  for (const Vec3& x : b.vertices) {
    points.push_back(motion.origin + rotation * (x - motion.origin) + motion.travel);
  }
  return points;
}

/// Returns what a step sees of two polyhedra: the patch of now, or that where they meet, and that
/// of the end of the step.
Ahead see(const PlanedPolyhedron& a, const PlanedPolyhedron& b, const StepMotion& motion) {
  ConvexPatchScratch scratch;
  AheadScratch work;
  const GjkResult closest = gjk_distance(a.convex.vertices, b.convex.vertices);
  PatchQuery query{kTolerance, {1e-2 * kTolerance}, {}, {}, {}};
  query.approach = norm(motion.travel) + 2.0 * norm(motion.turn);
  Ahead seen;
  seen.stopped = -1.0;
  const auto take = [&](const ConvexPatch& patch) {
    if (!patch.found) return;
    for (const PatchPoint& p : scratch.polygon.points) {
      const double left = p.gap + dot(patch.normal, motion.way_at(p.point));
      seen.any = true;
      seen.stopped = std::max(seen.stopped, -left);
    }
  };
  if (closest.distance > kTolerance) {
    const double time = time_of_meeting(a.view(), b.view(), motion, closest, kTolerance, work);
    if (time <= 1.0) {
      const StepMotion part = motion.part(time);
      const bool surely = overlap_after(a.view(), b.view(), motion, kTolerance, work);
      const ConvexPatch patch = patch_after(a.view(), b.view(), query, part, scratch, work);
      take(patch);
      if (!patch.found && surely) {
        take(nearest_patch_after(a.view(), b.view(), query, part, scratch, work));
      }
    }
  } else {
    take(convex_patch(a.view(), b.view(), query, closest, scratch));
  }
  if (motion.turn != Vec3{}) {
    take(patch_after(a.view(), b.view(), query, motion, scratch, work));
  }
  return seen;
}

/// Least distance on the way, by looking at many places; depth is not told.
double least_distance(const PlanedPolyhedron& a, const PlanedPolyhedron& b,
                      const StepMotion& motion) {
  double least = kNoLimit;
  for (int k = 0; k <= 200; ++k) {
    const auto points = moved(b.convex, motion.part(k / 200.0));
    least = std::min(least, gjk_distance(a.convex.vertices, points).distance);
  }
  return least;
}

PlanedPolyhedron random_piece(RandomGeometry& random, bool brick) {
  if (!brick) return PlanedPolyhedron(random.hull(12, {}, 1.0));
  Convex box = make_brick({-0.6, -0.5, -0.4}, {0.6, 0.5, 0.4});
  move_convex(box, random.rotation(), {});
  return PlanedPolyhedron(box);
}

/// b at a random place, `gap` from a.
PlanedPolyhedron placed(RandomGeometry& random, const PlanedPolyhedron& a, bool brick, double gap) {
  Convex b = random_piece(random, brick).convex;
  const Vec3 direction = random.direction();
  move_convex(b, identity(), 4.0 * direction);
  for (int k = 0; k < 60; ++k) {  // towards a until they are as near
    const GjkResult closest = gjk_distance(a.convex.vertices, b.vertices);
    if (closest.distance <= gap * 1.0001) break;
    const Vec3 line = normalized(closest.point_b - closest.point_a);
    move_convex(b, identity(),
                (gap - closest.distance) * std::max(0.2, dot(line, direction)) * line);
  }
  return PlanedPolyhedron(b);
}

class Travel : public ::testing::TestWithParam<bool> {};

TEST_P(Travel, WhoeverMeetsIsStoppedAndWhoeverPassesIsNot) {
  RandomGeometry random(71);
  int meet = 0;
  int pass = 0;
  for (int sample = 0; sample < 2500; ++sample) {
    const PlanedPolyhedron a = random_piece(random, GetParam());
    const double gap = random.between(2e-3, 0.05);
    const PlanedPolyhedron b = placed(random, a, GetParam(), gap);
    const GjkResult closest = gjk_distance(a.convex.vertices, b.convex.vertices);
    if (!(closest.distance > 10.0 * kTolerance)) continue;
    const Vec3 origin = 0.5 * (closest.point_a + closest.point_b);
    const StepMotion motion{random.direction() * random.between(0.5, 4.0) * gap, {}, origin};
    const double least = least_distance(a, b, motion);
    const Ahead seen = see(a, b, motion);
    if (least == 0.0) {
      // it grazes when it only overlaps by less than the tolerance: not told by the distance
      const auto end = moved(b.convex, motion);
      if (gjk_distance(a.convex.vertices, end).distance > 0.0) continue;  // it has gone on
      ++meet;
      EXPECT_TRUE(seen.any && seen.stopped > -2.0 * kTolerance) << "sample " << sample;
    } else if (least > 3.0 * kTolerance) {
      ++pass;
      EXPECT_LE(seen.stopped, kTolerance) << "sample " << sample << " least " << least;
    }
  }
  EXPECT_GT(meet, 200);
  EXPECT_GT(pass, 200);
}

INSTANTIATE_TEST_SUITE_P(Kinds, Travel, ::testing::Values(false, true),
                         [](const auto& kind) { return kind.param ? "Bricks" : "Hulls"; });

/// Rotation that takes one unit vector to another.
Mat3 turn_onto(Vec3 from, Vec3 to) {
  const Vec3 axis = cross(from, to);
  const double sine = norm(axis);
  if (sine < 1e-9) return identity();
  return exponential_map(std::atan2(sine, dot(from, to)) / sine * axis);
}

TEST(PatchAhead, WhatComesDownWithTurnsIsStopped) {
  // a face of b is tilted against one of a by less than the turn that lays it down
  RandomGeometry random(72);
  int come = 0;
  int missed = 0;
  for (int sample = 0; sample < 600; ++sample) {
    const PlanedPolyhedron a = random_piece(random, sample % 2 == 0);
    Convex shape = random_piece(random, sample % 3 == 0).convex;
    const Vec3 up = a.normal[random.integer(0, static_cast<int>(a.normal.size()) - 1)];
    const Vec3 own = PlanedPolyhedron(shape).normal[0];
    const double tilt = random.between(1e-3, 8e-3);
    const Vec3 axis = normalized(cross(up, random.direction()));
    move_convex(shape, exponential_map(tilt * axis) * turn_onto(own, -up), {});
    move_convex(shape, identity(), 5.0 * up);
    GjkResult closest = gjk_distance(a.convex.vertices, shape.vertices);
    move_convex(shape, identity(), (0.2 * kTolerance - closest.distance) * up);
    const PlanedPolyhedron b(shape);
    closest = gjk_distance(a.convex.vertices, b.convex.vertices);
    if (!(closest.distance > 0.0 && closest.distance < kTolerance)) continue;
    const Vec3 origin = 0.5 * (closest.point_a + closest.point_b);
    const StepMotion motion{{}, -2.0 * tilt * axis, origin};
    AheadScratch work;
    if (!overlap_after(a.view(), b.view(), motion, 5.0 * kTolerance, work)) continue;
    ++come;
    missed += see(a, b, motion).stopped > kTolerance ? 0 : 1;
  }
  EXPECT_GT(come, 100);
  EXPECT_EQ(missed, 0) << "of " << come;
}

TEST(TimeOfMeeting, OfABodyThatTurnsAndTravelsIsWhenItsSurfaceIsThere) {
  // A plank 0.2 m above a floor turns about its middle until its left end is down; meanwhile it
  // travels by 3 m to the right, along the floor, which must not count as an arm of the turn.
  const double turn = 0.6;
  const double tilt = 0.05;
  const PlanedPolyhedron floor(make_brick({-9, -9, -1}, {9, 9, 0}));
  Convex plank = make_brick({-1, -0.5, 0}, {1, 0.5, 0.1});
  move_convex(plank, exponential_map({0, -tilt, 0}), {0, 0, 0.2 + std::sin(tilt)});
  const PlanedPolyhedron b(plank);
  const StepMotion motion{{3, 0, 0}, {0, -turn, 0}, {0, 0, 0.2 + std::sin(tilt)}};
  AheadScratch work;
  const GjkResult closest = gjk_distance(floor.convex.vertices, b.convex.vertices);
  const double time = time_of_meeting(floor.view(), b.view(), motion, closest, kTolerance, work);
  // the lower left corner: 0.2 + sin tilt - sin (tilt + turn t) = 0
  const double exact = (std::asin(0.2 + std::sin(tilt)) - tilt) / turn;
  EXPECT_NEAR(time, exact, 2.0 * kTolerance / (turn * std::cos(tilt + turn)));
}

TEST(PatchAhead, PointsLieHalfwayBetweenThePlacesThatMeet) {
  // a plank that turns about its left edge comes down with its right one: 2 m away, gap 2 sin
  const double angle = 5e-3;
  PlanedPolyhedron floor(make_brick({-5, -5, -1}, {5, 5, 0}));
  Convex plank = make_brick({0, -0.5, 0}, {2, 0.5, 0.2});
  const Mat3 up = exponential_map({0, -angle, 0});
  move_convex(plank, up, {});
  const PlanedPolyhedron b(plank);
  ConvexPatchScratch scratch;
  AheadScratch work;
  PatchQuery query{kTolerance, {1e-2 * kTolerance}, {}, {}, {}};
  query.approach = 4.0 * angle;
  const StepMotion motion{{}, {0, 2.0 * angle, 0}, {}};
  const ConvexPatch patch = patch_after(floor.view(), b.view(), query, motion, scratch, work);
  ASSERT_TRUE(patch.found);
  EXPECT_LE(norm(patch.normal - Vec3{0, 0, 1}), 1e-12);
  int right = 0;
  for (const PatchPoint& p : scratch.polygon.points) {
    if (p.point.x < 1.0) continue;
    ++right;
    EXPECT_NEAR(p.gap, 2.0 * std::sin(angle), 4.0 * angle * angle);
    EXPECT_NEAR(p.point.x, 2.0, 1e-3);
    EXPECT_NEAR(p.point.z, std::sin(angle), 4.0 * angle * angle);
    EXPECT_NEAR(std::abs(p.point.y), 0.5, 1e-12);
  }
  EXPECT_EQ(right, 2);
}

}  // namespace
}  // namespace solfec

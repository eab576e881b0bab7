#include <algorithm>
#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "base/count.h"
#include "output/contact_status.h"
#include "viewer/scene/camera.h"
#include "viewer/scene/contact_glyphs.h"
#include "viewer/scene/ground.h"
#include "viewer/scene/scene_builder.h"
#include "viewer/view_scene.h"

namespace solfec {
namespace {

using test::ViewModel;

Scene scene_of(const ViewModel& model, const char* field = nullptr) {
  SceneParams params;
  if (field != nullptr) params.field = find_picture_field(field);
  return SceneBuilder(params).build(*model.snapshot());
}

ConstraintRecord contact_of(BodyId master, BodyId slave, Vec3 point, Vec3 R) {
  ConstraintRecord row;
  row.kind = ConstraintKind::contact;
  row.master = master;
  row.slave = slave;
  row.point = point;
  row.R = R;
  row.frame = identity();
  return row;
}

TEST(SceneBuilder, ABoxHasTwelveTrianglesAndTwelveEdges) {
  ViewModel model;
  model.add_box({0, 0, 0}, {1, 2, 3});
  const Scene scene = scene_of(model);
  EXPECT_EQ(scene.corners.size(), 36U);
  EXPECT_EQ(scene.edges.size(), 12U);
  EXPECT_EQ(scene.body_size, 1.0);
  EXPECT_EQ(scene.boxes[0].hi, (Vec3{1, 2, 3}));
}

// A ball that turns with 2 rad/s about z and moves with 10 m/s along x: vx = 10 - 2 y, from 9 to 11
// on a ball of radius 0.5.
TEST(SceneBuilder, TheRangeOfAComponentOnABallIsExact) {
  ViewModel model;
  const BodyId ball = model.add_ball({1, 2, 3}, 0.5);
  model.domain.set_rigid_velocity(ball, {10, 0, 0}, {0, 0, 2});
  const Scene scene = scene_of(model, "vx");
  ASSERT_EQ(scene.rounds.size(), 1U);
  EXPECT_NEAR(scene.range.lo, 9.0, 1e-12);
  EXPECT_NEAR(scene.range.hi, 11.0, 1e-12);
  EXPECT_NEAR(scene.rounds[0].value[0][0], 10.0, 1e-6);
  EXPECT_NEAR(scene.rounds[0].value[0][2], -1.0, 1e-6);  // along y
}

TEST(SceneBuilder, LengthsBeginAtZero) {
  ViewModel model;
  const BodyId box = model.add_box({0, 0, 0}, {1, 1, 1});
  model.domain.set_rigid_velocity(box, {3, 4, 0}, {});
  const Scene scene = scene_of(model, "speed");
  EXPECT_EQ(scene.range.lo, 0.0);
  EXPECT_NEAR(scene.range.hi, 5.0, 1e-12);
}

TEST(SceneBuilder, ObstaclesWithoutValuesAreNotColoured) {
  ViewModel model;
  model.add_box({0, 0, 0}, {1, 1, 1}, BodyKind::obstacle);
  const BodyId box = model.add_box({0, 0, 1}, {1, 1, 2});
  model.domain.set_rigid_velocity(box, {3, 0, 0}, {});
  const Scene scene = scene_of(model, "vx");
  EXPECT_EQ(scene.range.lo, 3.0);
  EXPECT_EQ(scene.corners.front().colour, kObstacle);
  EXPECT_EQ(scene.corners.back().colour, kByValue);
}

// A box that has moved by (0.1, 0, 0) and a ball by (0, 0, -0.2), drawn with 5 times that. Values
// stay those of the bodies.
TEST(SceneBuilder, AWarpEnlargesDisplacementsAndNothingElse) {
  ViewModel model;
  const BodyId box = model.add_box({0, 0, 0}, {1, 2, 3});
  const BodyId ball = model.add_ball({5, 0, 0}, 0.5);
  model.add_box({0, 0, -1}, {1, 1, 0}, BodyKind::obstacle);
  RigidSet& rigid = model.domain.bodies.rigid;
  rigid.center[0] += Vec3{0.1, 0, 0};
  rigid.center[1] += Vec3{0, 0, -0.2};
  model.domain.set_rigid_velocity(box, {3, 0, 0}, {});
  SceneParams params;
  params.warp = 5.0;
  params.field = find_picture_field("dx");
  params.points = {{{1, 2, 3}, "corner"}};
  params.point_body = {box};
  const Scene scene = SceneBuilder(params).build(*model.snapshot());
  const auto close = [](Vec3 a, Vec3 b) { EXPECT_LE(norm(a - b), 1e-12); };
  close(scene.boxes[0].lo, {0.5, 0, 0});
  close(scene.boxes[0].hi, {1.5, 2, 3});
  close(scene.boxes[1].lo, {4.5, -0.5, -1.5});
  close(scene.boxes[1].hi, {5.5, 0.5, -0.5});
  close(scene.boxes[2].hi, {1, 1, 0});
  ASSERT_EQ(scene.labels.size(), 1U);
  close(scene.labels[0].point, {1.5, 2, 3});
  EXPECT_NEAR(scene.range.hi, 0.1, 1e-12);
  EXPECT_EQ(scene.bodies[1], ball);
}

TEST(SceneBuilder, OnlyBodiesThatAreAskedForAreThere) {
  ViewModel model;
  model.add_box({0, 0, 0}, {1, 1, 1});
  const BodyId second = model.add_ball({3, 0, 0}, 1);
  SceneParams params;
  params.drawn = {second};
  const Scene scene = SceneBuilder(params).build(*model.snapshot());
  EXPECT_EQ(scene.bodies, std::vector<BodyId>{second});
  EXPECT_TRUE(scene.corners.empty());
}

TEST(SceneBuilder, CoordinatesFarAwayLoseNoDigits) {
  ViewModel model;
  model.add_box({1e7, 0, 0}, {1e7 + 0.001, 0.001, 0.001});
  for (const SurfaceCorner& corner : scene_of(model).corners) {
    EXPECT_NEAR(std::fabs(corner.position[0]), 0.0005, 1e-8);
  }
}

TEST(SceneBuilder, ChainsJoinCentresThroughTheMeanContactPoint) {
  ViewModel model;
  const BodyId floor = model.add_box({-1, -1, -1}, {3, 1, 0}, BodyKind::obstacle);
  const BodyId one = model.add_ball({0, 0, 1}, 1);
  const BodyId two = model.add_ball({2, 0, 1}, 1);
  auto snapshot = std::make_shared<Snapshot>(*model.snapshot());
  snapshot->constraints = {
      contact_of(one, floor, {0, 0, 0}, {0, 0, 8}), contact_of(two, one, {1, 0, 1}, {0, 0, 1}),
      contact_of(two, one, {1, 0, 1.5}, {0, 0, 3}), contact_of(two, floor, {2, 0, 0}, {0, 0, -1})};
  SceneParams params;
  params.chains = true;
  const Scene scene = SceneBuilder(params).build(*snapshot);
  ASSERT_EQ(scene.rods.size(), 3U);  // none of the floor, none of what pulls
  EXPECT_EQ(scene.range.hi, 8.0);
  const auto end = [&](const Rod& rod) {
    return scene.origin + Vec3{rod.to[0], rod.to[1], rod.to[2]};
  };
  EXPECT_LE(norm(end(scene.rods[0]) - Vec3{0, 0, 0}), 1e-6);
  EXPECT_LE(norm(end(scene.rods[1]) - Vec3{1, 0, 1.375}), 1e-6);  // (1 * 1 + 3 * 1.5) / 4
  EXPECT_NEAR(scene.rods[1].radius[0] / scene.rods[0].radius[0], 0.5, 1e-6);
}

TEST(SceneBuilder, ArrowsAreAsLongAsTheirValueAndPointAlongTheForce) {
  ViewModel model;
  const BodyId one = model.add_ball({0, 0, 1}, 1);
  auto snapshot = std::make_shared<Snapshot>(*model.snapshot());
  snapshot->constraints = {contact_of(one, 0, {0, 0, 0}, {3, 0, 4}),
                           contact_of(one, 0, {5, 0, 0}, {0, 0, 10})};
  SceneParams params;
  params.field = find_picture_field("reaction");
  const Scene scene = SceneBuilder(params).build(*snapshot);
  EXPECT_EQ(scene.range.lo, 0.0);
  EXPECT_EQ(scene.range.hi, 10.0);
  ASSERT_EQ(scene.rods.size(), 4U);  // a shaft and a head each
  const auto span = [](const Rod& shaft, const Rod& head) {
    return Vec3{head.to[0] - shaft.from[0], head.to[1] - shaft.from[1], head.to[2] - shaft.from[2]};
  };
  const Vec3 half = span(scene.rods[0], scene.rods[1]);
  const Vec3 whole = span(scene.rods[2], scene.rods[3]);
  EXPECT_NEAR(norm(whole) / norm(half), 2.0, 1e-5);
  EXPECT_LE(norm(normalized(half) - Vec3{0.6, 0, 0.8}), 1e-6);
}

TEST(SceneBuilder, ConstraintsOfBodiesThatAreNotDrawnAreNotDrawn) {
  ViewModel model;
  const BodyId one = model.add_ball({0, 0, 1}, 1);
  const BodyId two = model.add_ball({2, 0, 1}, 1);
  const BodyId three = model.add_ball({4, 0, 1}, 1);
  auto snapshot = std::make_shared<Snapshot>(*model.snapshot());
  snapshot->constraints = {contact_of(two, one, {1, 0, 1}, {0, 0, 1}),
                           contact_of(three, two, {3, 0, 1}, {0, 0, 2})};
  SceneParams params;
  params.drawn = {one};
  params.status = true;
  const Scene of_status = SceneBuilder(params).build(*snapshot);
  EXPECT_EQ(of_status.marks.size(), 1U);
  params.status = false;
  params.field = find_picture_field("RN");
  const Scene of_field = SceneBuilder(params).build(*snapshot);
  EXPECT_EQ(of_field.range.hi, 1.0);
}

/// Area of the triangles of a scene that lie in the plane x = 0 and look along it.
double area_of_cut(const Scene& scene, double& mean_z) {
  double area = 0.0;
  mean_z = 0.0;
  for (std::size_t i = 0; i < scene.corners.size(); i += 3) {
    std::array<Vec3, 3> p;
    for (std::size_t k = 0; k < 3; ++k) {
      const Point3& x = scene.corners[i + k].position;
      p[k] = scene.origin + Vec3{x[0], x[1], x[2]};
    }
    if (scene.corners[i].normal != Point3{1, 0, 0} || std::fabs(p[0].x) > 1e-3) continue;
    const double part = 0.5 * cross(p[1] - p[0], p[2] - p[0]).x;
    EXPECT_GT(part, 0.0);
    area += part;
    mean_z += part * (p[0].z + p[1].z + p[2].z) / 3.0;
  }
  mean_z /= area;
  return area;
}

TEST(SceneBuilder, ACutShowsTheSectionOfABody) {
  ViewModel model;
  model.add_box({-1, -2, 0}, {3, 2, 5});
  SceneParams params;
  params.cuts = {{{1, 0, 0}, 0.0}};
  double z = 0.0;
  const Scene one = SceneBuilder(params).build(*model.snapshot());
  EXPECT_NEAR(area_of_cut(one, z), 20.0, 1e-4);
  EXPECT_NEAR(z, 2.5, 1e-4);
  // a hexagon: half the cube on either side of x + y + z = 0 has the section 3 sqrt(3) / 4 a^2
  ViewModel cube;
  cube.add_box({-1, -1, -1}, {1, 1, 1});
  const CutPieces pieces = make_cut_pieces(*cube.snapshot()->members[0].shape);
  const double s = 1.0 / std::sqrt(3.0);
  int corners = 0;
  double area = 0.0;
  cut_pieces(pieces, pieces.point, {{s, s, s}, 0.0}, [&](std::span<const CutCorner> polygon) {
    corners = static_cast<int>(polygon.size());
    for (std::size_t i = 1; i + 1 < polygon.size(); ++i) {
      const Vec3 half = cross(polygon[i].position - polygon[0].position,
                              polygon[i + 1].position - polygon[0].position);
      area += 0.5 * dot(half, {s, s, s});
    }
  });
  EXPECT_EQ(corners, 6);
  EXPECT_NEAR(area, 3.0 * std::sqrt(3.0) / 4.0 * 4.0, 1e-12);
}

TEST(SceneBuilder, ACutFaceHasTheValuesOfTheInside) {
  ViewModel model;
  const BodyId box = model.add_box({-1, -1, -1}, {1, 1, 1});
  model.domain.set_rigid_velocity(box, {}, {0, 0, 2});
  SceneParams params;
  params.field = find_picture_field("vy");
  params.cuts = {{{1, 0, 0}, 0.25}};
  const Scene scene = SceneBuilder(params).build(*model.snapshot());
  int seen = 0;
  for (const SurfaceCorner& corner : scene.corners) {
    if (corner.normal != Point3{1, 0, 0} || corner.position[0] > 0.9F) continue;
    EXPECT_NEAR(corner.value, 0.5, 1e-3);  // 2 rad/s about z at x = 0.25
    ++seen;
  }
  EXPECT_GE(seen, 6);
}

/// Two balls that move along x on a floor, with three contacts.
struct PressedBalls {
  PressedBalls() {
    floor = model.add_box({-1, -1, -1}, {3, 1, 0}, BodyKind::obstacle);
    one = model.add_ball({0, 0, 1}, 1);
    two = model.add_ball({2, 0, 1}, 1);
    model.domain.set_rigid_velocity(one, {9, 0, 0}, {});
    model.domain.set_rigid_velocity(two, {11, 0, 0}, {});
    snapshot = std::make_shared<Snapshot>(*model.snapshot());
    snapshot->constraints = {contact_of(one, floor, {0, 0, 0}, {0, 0, 8}),
                             contact_of(two, one, {1, 0, 1}, {0, 0, 4}),
                             contact_of(two, floor, {2, 0, 0}, {0, 0, 2})};
  }

  ViewModel model;
  BodyId floor{};
  BodyId one{};
  BodyId two{};
  std::shared_ptr<Snapshot> snapshot;
};

TEST(SceneBuilder, ChainsBesideAnotherQuantityHaveALegendOfTheirOwn) {
  const PressedBalls balls;
  SceneParams params;
  params.chains = true;
  params.field = find_picture_field("vx");
  const Scene scene = SceneBuilder(params).build(*balls.snapshot);
  EXPECT_EQ(scene.legend.title, "vx (m/s)");
  EXPECT_EQ(scene.legend.range.lo, 9.0);
  EXPECT_EQ(scene.legend.range.hi, 11.0);
  EXPECT_EQ(scene.chain_legend.title, "chains: RN (N)");
  EXPECT_EQ(scene.chain_legend.range.lo, 0.0);
  EXPECT_EQ(scene.chain_legend.range.hi, 8.0);
  EXPECT_EQ(scene.chain_legend.bands, scene.legend.bands);
  ASSERT_EQ(scene.rods.size(), 4U);
  EXPECT_NEAR(scene.rods[0].value, 11.0, 1e-5);  // 8 N has the colour of the upper end
  EXPECT_NEAR(scene.rods[1].value, 9.5, 1e-5);   // of 2 N
  EXPECT_NEAR(scene.rods[2].value, 10.0, 1e-5);  // 4 N that of the middle
  EXPECT_NEAR(scene.rods[2].radius[0] / scene.rods[0].radius[0], 0.5, 1e-6);
  // of a film: both ranges are those of all frames
  ValueRange colours;
  colours.add(0.0);
  colours.add(20.0);
  ValueRange forces;
  forces.add(0.0);
  forces.add(16.0);
  const Scene frame = SceneBuilder(params).build(*balls.snapshot, colours, forces);
  EXPECT_EQ(frame.legend.range.hi, 20.0);
  EXPECT_EQ(frame.chain_legend.range.hi, 16.0);
  EXPECT_NEAR(frame.rods[0].value, 10.0, 1e-5);
}

TEST(SceneBuilder, ForcesAndChainsShareALegendAndGapsDoNot) {
  const PressedBalls balls;
  SceneParams params;
  params.chains = true;
  params.field = find_picture_field("RN");
  const Scene forces = SceneBuilder(params).build(*balls.snapshot);
  EXPECT_EQ(forces.legend.range.hi, 8.0);
  EXPECT_TRUE(forces.chain_legend.title.empty());
  params.field = find_picture_field("gap");
  const Scene gaps = SceneBuilder(params).build(*balls.snapshot);
  EXPECT_EQ(gaps.legend.range.hi, 0.0);
  EXPECT_EQ(gaps.chain_legend.range.hi, 8.0);
  params.field = nullptr;
  const Scene alone = SceneBuilder(params).build(*balls.snapshot);
  EXPECT_EQ(alone.legend.title, "chains: RN (N)");
  EXPECT_EQ(alone.legend.range.hi, 8.0);
  EXPECT_TRUE(alone.chain_legend.title.empty());
}

TEST(SceneBuilder, ArrowsOfLoadsEndWhereTheyActAndAreAsLongAsTheirShareOfTheLargest) {
  const PressedBalls balls;
  balls.snapshot->constraints.clear();
  balls.snapshot->loads = {
      {.kind = LoadKind::force, .body = balls.one, .point = {0, 0, 2}, .vector = {0, 0, -4}},
      {.kind = LoadKind::force, .body = balls.two, .point = {2, 0, 2}, .vector = {0, 0, -2}},
      {.kind = LoadKind::torque, .body = balls.two, .vector = {30, 0, 0}}};
  SceneParams params;
  params.loads = true;
  const Scene scene = SceneBuilder(params).build(*balls.snapshot);
  ASSERT_EQ(scene.rods.size(), 8U);  // a shaft and a head each, of a torque two of both
  const auto from = [&](std::size_t i, int k) {
    return scene.rods[i].from[at(k)] + scene.origin[k];
  };
  const auto to = [&](std::size_t i, int k) { return scene.rods[i].to[at(k)] + scene.origin[k]; };
  EXPECT_NEAR(to(1, 2), 2.0, 1e-5);
  EXPECT_NEAR(to(3, 2), 2.0, 1e-5);
  const double longest = from(0, 2) - to(1, 2);
  EXPECT_GT(longest, 0.0);
  EXPECT_NEAR(from(2, 2) - to(3, 2), 0.5 * longest, 1e-5);
  EXPECT_NEAR(to(7, 0) - from(6, 0), longest, 1e-5);
  EXPECT_NEAR(0.5 * (to(7, 0) + from(6, 0)), 2.0, 1e-5);  // the centre of its body
  params.drawn = {balls.one};
  EXPECT_EQ(SceneBuilder(params).build(*balls.snapshot).rods.size(), 2U);
}

TEST(SceneBuilder, JointsHaveTheirAxesAndTheNumberOfEachKind) {
  const PressedBalls balls;
  constexpr ConstraintId kHinge = 5;
  std::vector<ConstraintRecord> rows;
  for (const ConstraintKind kind : {ConstraintKind::fixed_point, ConstraintKind::fixed_direction,
                                    ConstraintKind::fixed_direction, ConstraintKind::drive}) {
    ConstraintRecord row;
    row.id = kHinge + count(rows);
    row.kind = kind;
    row.master = balls.one;
    row.slave = balls.two;
    row.point = {1, 0, 1};
    row.frame = from_columns({0, 0, 1}, {1, 0, 0}, {0, 1, 0});
    rows.push_back(row);
  }
  balls.snapshot->constraints = rows;
  SceneParams params;
  params.joints = true;
  const Scene scene = SceneBuilder(params).build(*balls.snapshot);
  ASSERT_EQ(scene.rods.size(), 1U);
  EXPECT_NEAR(scene.rods[0].from[1], -scene.rods[0].to[1], 1e-6);
  EXPECT_GT(scene.rods[0].to[1], 0.1F);
  EXPECT_NEAR(scene.rods[0].to[0] + scene.origin.x, 1.0, 1e-6);
  EXPECT_EQ(scene.marks.size(), 1U);
  ASSERT_EQ(scene.legend.categories.size(), 1U);
  EXPECT_EQ(scene.legend.categories[0].name, "HINGE: 1");
  params.cuts = {{{1, 0, 0}, 0.5}};
  EXPECT_TRUE(SceneBuilder(params).build(*balls.snapshot).legend.categories.empty());
}

TEST(SceneBuilder, WhatACutHasRemovedHasNoArrowsAndNoChains) {
  const PressedBalls balls;
  SceneParams params;
  params.cuts = {{{1, 0, 0}, 1.5}};  // keeps x <= 1.5
  params.field = find_picture_field("reaction");
  params.loads = true;
  for (const BodyId body : {balls.one, balls.two}) {
    const double x = body == balls.one ? 0.0 : 2.0;
    balls.snapshot->loads.push_back(
        {.kind = LoadKind::force, .body = body, .point = {x, 0, 2}, .vector = {0, 0, 1}});
  }
  const Scene arrows = SceneBuilder(params).build(*balls.snapshot);
  EXPECT_EQ(arrows.rods.size(), 6U);  // two reactions and one load, a shaft and a head each
  params.loads = false;
  params.field = nullptr;
  params.status = true;
  EXPECT_EQ(SceneBuilder(params).build(*balls.snapshot).marks.size(), 2U);
  params.status = false;
  params.chains = true;
  const Scene chains = SceneBuilder(params).build(*balls.snapshot);
  ASSERT_EQ(chains.rods.size(), 3U);
  for (const Rod& rod : chains.rods) {
    EXPECT_LE(chains.origin.x + rod.from[0], 1.5 + 1e-6);  // the centre at x = 2 is cut away
    EXPECT_LE(chains.origin.x + rod.to[0], 1.5 + 1e-6);
  }
  params.chains = false;
  params.points = {{{2, 0, 1}, "gone"}, {{0, 0, 1}, "kept"}};
  params.point_body = {balls.two, balls.one};
  const Scene points = SceneBuilder(params).build(*balls.snapshot);
  ASSERT_EQ(points.labels.size(), 1U);
  EXPECT_EQ(points.labels[0].text, "kept");
}

/// Two boxes of 2 m on one another on a floor. The upper joint acts at x = 0.5, the lower one at
/// x = -0.25, both at y = 0.
struct StackedBoxes {
  StackedBoxes() {
    floor = model.add_box({-3, -3, -1}, {3, 3, 0}, BodyKind::obstacle);
    lower = model.add_box({-1, -1, 0}, {1, 1, 2});
    upper = model.add_box({-1, -1, 2}, {1, 1, 4});
    snapshot = std::make_shared<Snapshot>(*model.snapshot());
    snapshot->constraints = {contact_of(lower, floor, {-1, 0, 0}, {0, 0, 5}),
                             contact_of(lower, floor, {1, 0, 0}, {0, 0, 3}),
                             contact_of(upper, lower, {-1, 0, 2}, {0, 0, 1}),
                             contact_of(upper, lower, {1, 0, 2}, {0, 0, 3})};
  }

  ViewModel model;
  BodyId floor{};
  BodyId lower{};
  BodyId upper{};
  std::shared_ptr<Snapshot> snapshot;
};

TEST(SceneBuilder, TheLineOfThrustGoesThroughTheResultantsOfJoints) {
  const StackedBoxes boxes;
  SceneParams params;
  params.thrust = true;
  const Scene scene = SceneBuilder(params).build(*boxes.snapshot);
  const auto in_space = [&](Point3 p) { return scene.origin + Vec3{p[0], p[1], p[2]}; };
  const Vec3 below{-0.25, 0, 0};  // (3 - 5) / 8
  const Vec3 above{0.5, 0, 2};    // (3 - 1) / 4
  ASSERT_EQ(scene.marks.size(), 2U);
  EXPECT_LE(norm(in_space(scene.marks[0].center) - below), 1e-6);
  EXPECT_LE(norm(in_space(scene.marks[1].center) - above), 1e-6);
  ASSERT_EQ(scene.rods.size(), 2U);  // none in the floor
  EXPECT_LE(norm(in_space(scene.rods[0].from) - below), 1e-6);
  EXPECT_LE(norm(in_space(scene.rods[0].to) - above), 1e-6);
  EXPECT_LE(norm(in_space(scene.rods[1].from) - Vec3{0, 0, 3}), 1e-6);  // its centre
  EXPECT_LE(norm(in_space(scene.rods[1].to) - above), 1e-6);
  params.drawn = {boxes.upper};
  EXPECT_EQ(SceneBuilder(params).build(*boxes.snapshot).rods.size(), 1U);
  params.drawn.clear();
  params.cuts = {{{0, 0, 1}, 1.0}};  // all above 1 m is gone
  const Scene cut = SceneBuilder(params).build(*boxes.snapshot);
  EXPECT_EQ(cut.marks.size(), 1U);
  EXPECT_EQ(cut.rods.size(), 1U);
  params = {};
  EXPECT_TRUE(SceneBuilder(params).build(*boxes.snapshot).rods.empty());
}

TEST(SceneBuilder, AJointThatPullsHasNoPlaceInTheLineOfThrust) {
  const StackedBoxes boxes;
  boxes.snapshot->constraints.resize(3);
  boxes.snapshot->constraints[2].R = {0, 0, -1};
  SceneParams params;
  params.thrust = true;
  const Scene scene = SceneBuilder(params).build(*boxes.snapshot);
  EXPECT_EQ(scene.marks.size(), 1U);
  EXPECT_EQ(scene.rods.size(), 1U);
}

/// A joint of two faces with a contact at each corner of a square and two points that are no
/// corners.
std::vector<ConstraintRecord> joint_of(const StackedBoxes& boxes, std::array<Vec3, 4> reactions) {
  const std::array<Vec3, 4> corners{{{-1, -1, 2}, {1, -1, 2}, {1, 1, 2}, {-1, 1, 2}}};
  std::vector<ConstraintRecord> rows;
  for (std::size_t i = 0; i < 4; ++i) {
    rows.push_back(contact_of(boxes.upper, boxes.lower, corners[i], reactions[i]));
  }
  rows.push_back(contact_of(boxes.upper, boxes.lower, {0.2, 0.3, 2}, reactions[0]));
  rows.push_back(contact_of(boxes.upper, boxes.lower, {0, -1, 2}, reactions[0]));
  return rows;
}

TEST(SceneBuilder, TheStatusOfAJointIsDrawnAsItsOutline) {
  const StackedBoxes boxes;
  SceneParams params;
  params.status = true;
  params.friction = [](int /*material*/) { return 0.5; };
  const auto scene_with = [&](std::array<Vec3, 4> reactions) {
    boxes.snapshot->constraints = joint_of(boxes, reactions);
    return SceneBuilder(params).build(*boxes.snapshot);
  };
  const auto line_with = [](const Scene& scene, const std::string& name) {
    const auto& lines = scene.legend.categories;
    return std::count_if(lines.begin(), lines.end(),
                         [&](const Category& one) { return one.name == name; });
  };
  const Vec3 sticks{0, 0, 1};
  const Vec3 slips{0.5, 0, 1};
  const Scene held = scene_with({sticks, sticks, sticks, slips});
  ASSERT_EQ(held.rods.size(), 4U);  // the square, without the points inside and on a side
  for (const Rod& rod : held.rods) {
    double square = 0.0;
    for (std::size_t k = 0; k < 3; ++k) square += std::pow(rod.to[k] - rod.from[k], 2);
    EXPECT_NEAR(square, 4.0, 1e-5);
  }
  EXPECT_EQ(line_with(held, "stick: 1"), 1);
  EXPECT_EQ(line_with(held, "slip: 0"), 1);
  EXPECT_EQ(line_with(scene_with({slips, slips, slips, slips}), "slip: 1"), 1);
  EXPECT_EQ(line_with(scene_with({sticks, {}, {}, sticks}), "partly open: 1"), 1);
  EXPECT_EQ(line_with(scene_with({slips, {}, {}, slips}), "partly open: 1"), 1);
  EXPECT_EQ(line_with(scene_with({}), "open: 1"), 1);
  boxes.snapshot->constraints.resize(2);
  const Scene edge = SceneBuilder(params).build(*boxes.snapshot);  // two points have no outline
  EXPECT_TRUE(edge.rods.empty());
  EXPECT_EQ(edge.marks.size(), 2U);
  EXPECT_EQ(line_with(edge, "open: 2"), 1);
}

TEST(SceneBuilder, ForcesOnABodyPointAsTheyActOnIt) {
  const StackedBoxes boxes;
  SceneParams params;
  params.field = find_picture_field("reaction");
  params.acted_on = boxes.lower;
  const auto tips_above = [&] {
    const Scene scene = SceneBuilder(params).build(*boxes.snapshot);
    std::vector<bool> up;  // of the heads, which are narrow at their ends
    for (const Rod& rod : scene.rods) {
      if (rod.radius[1] == 0.0F) up.push_back(rod.to[2] > rod.from[2]);
    }
    return up;
  };
  EXPECT_EQ(tips_above(), (std::vector<bool>{true, true, false, false}));  // floor, then upper box
  params.acted_on = boxes.upper;
  EXPECT_EQ(tips_above(), (std::vector<bool>{true, true}));
  params.acted_on = 0;
  EXPECT_EQ(tips_above(), (std::vector<bool>{true, true, true, true}));
}

TEST(Ground, LiesBelowAllBodiesAndEndsInTheColourOfThePaper) {
  const StackedBoxes boxes;
  SceneParams params;
  Scene scene = SceneBuilder(params).build(*boxes.snapshot);
  const std::size_t bodies = scene.corners.size();
  Camera camera;
  camera.axes = *find_view("iso");
  const Colour paper = ground_paper(camera);
  const std::vector<Vec3> rim = add_ground(camera, paper, scene);
  for (const Vec3 point : rim) {
    EXPECT_LE(point.z, -1.0);  // the lower side of the floor
    EXPECT_NEAR(std::hypot(point.x, point.y), 2.2 * 6.0, 1e-9);
  }
  ASSERT_GT(scene.corners.size(), bodies);
  for (std::size_t i = bodies; i < scene.corners.size(); ++i) {
    EXPECT_LE(scene.corners[i].colour.r, 255);
    EXPECT_EQ(scene.corners[i].body, 0U);  // picks nothing
  }
  EXPECT_LT(scene.corners[bodies].colour.r, scene.corners.back().colour.r);
  Scene empty;
  EXPECT_TRUE(add_ground(camera, paper, empty).empty());
  EXPECT_TRUE(empty.corners.empty());
}

TEST(SceneBuilder, ArrowsOfSupportsHaveAColourOfTheirOwn) {
  const StackedBoxes boxes;
  SceneParams params;
  params.field = find_picture_field("reaction");
  EXPECT_TRUE(SceneBuilder(params).build(*boxes.snapshot).legend.categories.empty());
  boxes.snapshot->constraints[0].kind = ConstraintKind::velocity_direction;
  boxes.snapshot->constraints[0].slave = 0;
  boxes.snapshot->constraints[1].kind = ConstraintKind::rigid_link;  // of two bodies
  const Scene scene = SceneBuilder(params).build(*boxes.snapshot);
  ASSERT_EQ(scene.legend.categories.size(), 1U);
  EXPECT_EQ(scene.legend.categories[0].name, "supports and drives");
  ASSERT_EQ(scene.rods.size(), 8U);
  for (std::size_t i = 0; i < scene.rods.size(); ++i) {
    EXPECT_EQ(scene.rods[i].colour == kByValue, i >= 2) << i;  // a shaft and a head each
  }
}

TEST(SceneBuilder, ChainsAndArrowsBelowTheLeastValueAreLeftOut) {
  const PressedBalls balls;  // with 8, 4 and 2 N
  SceneParams params;
  params.chains = true;
  params.least = 4.0;
  EXPECT_EQ(SceneBuilder(params).build(*balls.snapshot).rods.size(), 3U);  // one ends at the floor
  params.chains = false;
  params.field = find_picture_field("RN");
  EXPECT_EQ(SceneBuilder(params).build(*balls.snapshot).rods.size(), 4U);
  params.least = 4.1;
  EXPECT_EQ(SceneBuilder(params).build(*balls.snapshot).rods.size(), 2U);
}

TEST(SceneBuilder, ObstaclesStayGreyBesideTheColoursOfBodies) {
  const StackedBoxes boxes;
  SceneParams params;
  params.field = find_picture_field("body");
  const Scene scene = SceneBuilder(params).build(*boxes.snapshot);
  EXPECT_EQ(scene.corners.front().colour, kObstacle);
  EXPECT_EQ(scene.legend.categories.size(), 2U);
  params.field = find_picture_field("kind");
  EXPECT_EQ(SceneBuilder(params).build(*boxes.snapshot).legend.categories.size(), 2U);
}

TEST(SceneBuilder, RangesAreRoundedOnRequestUnlessTheyAreGiven) {
  const PressedBalls balls;
  balls.snapshot->constraints[0].R.z = 8100.0;
  SceneParams params;
  params.chains = true;
  params.round_ranges = true;
  const Scene scene = SceneBuilder(params).build(*balls.snapshot);
  EXPECT_EQ(scene.legend.range.hi, 10e3);
  EXPECT_EQ(scene.legend.title, "chains: RN (kN)");
  EXPECT_EQ(scene.legend.unit, 1e3);
  params.range = {0.0, 8.1e3};
  EXPECT_EQ(SceneBuilder(params).build(*balls.snapshot).legend.range.hi, 8.1e3);
}

TEST(Scene, WhatIsLeftOfABoxIsTheBoxOfItsKeptPart) {
  const Box cube{{0, 0, 0}, {1, 1, 1}};
  const auto left = [&](std::vector<CutPlane> cuts) { return what_is_left(cube, cuts); };
  EXPECT_EQ(left({}).hi, cube.hi);
  EXPECT_EQ(left({{{1, 0, 0}, 0.25}}).hi, (Vec3{0.25, 1, 1}));
  EXPECT_EQ(left({{{-1, 0, 0}, -0.25}}).lo, (Vec3{0.25, 0, 0}));
  EXPECT_TRUE(is_empty(left({{{1, 0, 0}, -0.5}})));
  EXPECT_EQ(left({{{1, 0, 0}, 0.25}, {{0, 0, 1}, 0.5}}).hi, (Vec3{0.25, 1, 0.5}));
  EXPECT_TRUE(is_empty(left({{{1, 0, 0}, 0.25}, {{-1, 0, 0}, -0.75}})));
  // x + y <= 1/2 keeps a prism over a triangle
  const double s = 1.0 / std::sqrt(2.0);
  const Box prism = left({{{s, s, 0}, 0.5 * s}});
  EXPECT_LE(norm(prism.hi - Vec3{0.5, 0.5, 1}), 1e-15);
  EXPECT_EQ(prism.lo, cube.lo);
}

TEST(SceneBuilder, WithoutBodiesTheirConstraintsStay) {
  const PressedBalls balls;
  SceneParams params;
  params.chains = true;
  params.field = find_picture_field("vx");
  const Scene with = SceneBuilder(params).build(*balls.snapshot);
  params.bodies = false;
  const Scene scene = SceneBuilder(params).build(*balls.snapshot);
  EXPECT_TRUE(scene.corners.empty());
  EXPECT_TRUE(scene.rounds.empty());
  EXPECT_TRUE(scene.edges.empty());
  EXPECT_EQ(scene.rods.size(), with.rods.size());
  EXPECT_EQ(scene.body_size, with.body_size);
  EXPECT_EQ(scene.boxes.size(), 3U);  // for the camera
  EXPECT_EQ(scene.legend.title, "chains: RN (N)");
  EXPECT_EQ(scene.legend.range.hi, 8.0);
}

TEST(ContactStatus, FollowsTheFrictionCone) {
  const auto status = [](Vec3 R, double friction) {
    return contact_status(contact_of(1, 2, {}, R), friction);
  };
  EXPECT_EQ(status({0, 0, 0}, 0.5), ContactStatus::open);
  EXPECT_EQ(status({0.3, 0, 1}, 0.5), ContactStatus::stick);
  EXPECT_EQ(status({0.3, 0.4, 1}, 0.5), ContactStatus::slip);
  EXPECT_EQ(status({0, 0, 1}, 0.0), ContactStatus::slip);
  ConstraintRecord bond = contact_of(1, 2, {}, {0, 0, -1});
  bond.bonded = true;
  EXPECT_EQ(contact_status(bond, 0.5), ContactStatus::stick);
}

TEST(PictureFields, HaveNamesOfTheirOwn) {
  for (const PictureField& field : picture_fields()) {
    EXPECT_EQ(find_picture_field(field.name), &field) << field.name;
    const int kinds = (field.surface != nullptr ? 1 : 0) + (field.of_categories() ? 1 : 0) +
                      (field.of_constraints() ? 1 : 0) + (field.part != PartId::none ? 1 : 0);
    EXPECT_EQ(kinds, 1) << field.name;
  }
}

TEST(PointsToSee, LargeObstaclesCountOnlyNearWhatMoves) {
  Box small;
  small.add(Vec3{0, 0, 0});
  small.add(Vec3{1, 1, 1});
  Box floor;
  floor.add(Vec3{-100, -100, -1});
  floor.add(Vec3{100, 100, 0});
  Box far = small;
  far.lo.x = 50;
  far.hi.x = 60;
  const Box all = box_of(points_to_see(std::vector<Box>{small, floor, far}, {true, false, false}));
  EXPECT_NEAR(all.lo.x, -0.06, 1e-12);
  EXPECT_NEAR(all.hi.x, 1.06, 1e-12);
  EXPECT_EQ(box_of(points_to_see(std::vector<Box>{floor}, {false})).hi.x, 100.0);
}

}  // namespace
}  // namespace solfec

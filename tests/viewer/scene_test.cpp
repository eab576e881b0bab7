#include <cmath>

#include <gtest/gtest.h>

#include "output/contact_status.h"
#include "viewer/scene/camera.h"
#include "viewer/scene/contact_glyphs.h"
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

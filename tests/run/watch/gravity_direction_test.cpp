#include "run/watch/gravity_direction.h"

#include <memory>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace solfec {
namespace {

constexpr double kEpsilon = 1e-4;  // geometric tolerance, m

/// A ball of radius 0.5 above a floor, under gravity that points up.
class GravityDirection : public ::testing::Test {
 protected:
  GravityDirection() : domain_(Analysis::dynamic, kEpsilon) {
    domain_.define_bulk_material({"m", BulkModel::kirchhoff, 1e6, 0.25, 1000.0});
    domain_.surface_materials.define({});
    ball_ = add(BodyKind::rigid, {{{0, 0, 1}, 0.5, 1, 1}});
    domain_.loads.gravity[2].constant = 9.81;
  }

  BodyId add(BodyKind kind, std::vector<Sphere> spheres) {
    BodyDefinition body;
    body.kind = kind;
    body.shape.spheres = std::move(spheres);
    return domain_.add_body(std::move(body));
  }
  void add_floor() { add(BodyKind::obstacle, {{{0, 0, -1}, 1.5, 1, 1}}); }

  [[nodiscard]] bool is_told() const { return !gravity_direction_warning(domain_).empty(); }

  void set_series(int component, std::vector<double> values) {
    std::vector<double> times;
    for (std::size_t i = 0; i < values.size(); ++i) times.push_back(static_cast<double>(i));
    domain_.loads.gravity[static_cast<std::size_t>(component)].series =
        std::make_shared<TimeSeries>(std::move(times), std::move(values));
  }
  void set_gravity(Vec3 g) {
    for (std::size_t i = 0; i < 3; ++i) domain_.loads.gravity[i].constant = g[static_cast<int>(i)];
  }

  Domain domain_;
  BodyId ball_{};
};

TEST_F(GravityDirection, OffAFloorIsToldAndOntoOneIsNot) {
  EXPECT_FALSE(is_told());  // nothing to fall on
  add_floor();
  EXPECT_EQ(gravity_direction_warning(domain_),
            "GRAVITY: (0, 0, 9.81) m/s^2 pulls loose bodies away from obstacles or joined bodies "
            "and none towards one, is its sign right?");
  set_gravity({0, 0, -9.81});
  EXPECT_FALSE(is_told());
  set_gravity({});
  EXPECT_FALSE(is_told());
}

TEST_F(GravityDirection, CountsObstaclesOnTheWayOfABodyOnly) {
  add_floor();
  add(BodyKind::obstacle, {{{5.5, 0, 1}, 5.0, 1, 1}});  // a wall that touches the ball
  add(BodyKind::obstacle, {{{9, 0, 9}, 0.5, 1, 1}});    // a roof over nothing
  EXPECT_TRUE(is_told());
  add(BodyKind::obstacle, {{{0.9, 0, 9}, 0.5, 1, 1}});  // covers 0.1 m of the ball
  EXPECT_FALSE(is_told());
}

TEST_F(GravityDirection, OneBodyThatFallsOntoAnObstacleIsEnough) {
  add_floor();
  add(BodyKind::rigid, {{{9, 0, 1}, 0.5, 1, 1}});  // over nothing
  EXPECT_TRUE(is_told());
  add(BodyKind::rigid, {{{0, 0, -4}, 0.5, 1, 1}});  // under the floor
  EXPECT_FALSE(is_told());
}

TEST_F(GravityDirection, AContainerThatIsOneBodyIsSeenByItsPieces) {
  add(BodyKind::obstacle,
      {{{0, 0, -1}, 1.5, 1, 1}, {{5.5, 0, 1}, 5.0, 1, 1}, {{-5.5, 0, 1}, 5.0, 1, 1}});
  EXPECT_TRUE(is_told());
  set_gravity({0, 0, -9.81});
  EXPECT_FALSE(is_told());
}

TEST_F(GravityDirection, AnyDirectionCounts) {
  add(BodyKind::obstacle, {{{0, 0, -99.5}, 100.0, 1, 1}});  // a wide floor that touches the ball
  set_gravity({5, 0, -8});
  EXPECT_FALSE(is_told());
  set_gravity({5, 0, 8});
  EXPECT_TRUE(is_told());
  set_gravity({9.81, 0, 0});  // along the floor
  EXPECT_FALSE(is_told());
  add(BodyKind::obstacle, {{{-4, 0, 1}, 1.0, 1, 1}});
  EXPECT_TRUE(is_told());
}

TEST_F(GravityDirection, BodiesWithJointsAreSupports) {
  const BodyId plate = add(BodyKind::rigid, {{{0, 0, -1}, 1.5, 1, 1}});
  EXPECT_FALSE(is_told());
  (void)domain_.add_constraint(make_fixed_point(plate, {0, 0, -1}));
  EXPECT_TRUE(is_told());
  (void)domain_.add_constraint(make_fixed_point(ball_, {0, 0, 1}));  // hangs
  EXPECT_FALSE(is_told());
}

TEST_F(GravityDirection, ADrivenFloorIsAFloor) {
  const BodyId table = add(BodyKind::obstacle, {{{0, 0, -1}, 1.5, 1, 1}});
  (void)domain_.add_constraint(make_prescribed_motion(table, {0, 0, -1}, {1, 0, 0}, {}));
  EXPECT_TRUE(is_told());
}

TEST_F(GravityDirection, BodiesThatMayHangAreNot) {
  add_floor();
  EXPECT_TRUE(is_told());
  SurfaceMaterial sticky;
  sticky.cohesion = 1.0;
  domain_.surface_materials.define(sticky);
  EXPECT_FALSE(is_told());
}

TEST_F(GravityDirection, BodiesThatMayRiseOnPurposeAreNotUnlessGravityPointsAlongZ) {
  add(BodyKind::obstacle, {{{-2, 0, 1}, 1.5, 1, 1}});
  add_floor();
  for (const Vec3 up : {Vec3{1, 0, 0}, Vec3{0, 0, 1}}) {
    const bool along_z = up.z > 0;
    set_gravity(9.81 * up);
    domain_.set_rigid_velocity(ball_, -up, {});  // thrown against gravity
    EXPECT_EQ(is_told(), along_z);
    domain_.set_rigid_velocity(ball_, up, {});
    EXPECT_TRUE(is_told());

    const auto pushed = [&](double force) {
      domain_.loads.forces = {{ball_, LoadFrame::spatial, {0, 0, 1}, up, {force, nullptr}}};
      return is_told();
    };
    EXPECT_EQ(pushed(-100.0), along_z);
    EXPECT_TRUE(pushed(100.0));
    domain_.loads.callbacks = {{ball_, {}, "push"}};
    EXPECT_EQ(is_told(), along_z);
    domain_.loads.callbacks.back().constraint = 7;  // the function of a spring
    EXPECT_TRUE(is_told());
    domain_.loads.callbacks.clear();
  }
}

TEST_F(GravityDirection, TremorsAreLeftOutAndOtherSeriesCountByTheirLargestValue) {
  add_floor();
  set_series(0, {0.0, 99.0, -99.0});
  EXPECT_TRUE(is_told());
  set_series(2, {0.0, 9.81, 4.0});
  EXPECT_TRUE(is_told());
  EXPECT_EQ(gravity_direction_warning(domain_).substr(0, 27), "GRAVITY: (0, 0, 9.81) m/s^2");
  set_series(2, {0.0, -9.81});
  EXPECT_FALSE(is_told());
  set_series(2, {9.81, -9.81});
  EXPECT_FALSE(is_told());
}

}  // namespace
}  // namespace solfec

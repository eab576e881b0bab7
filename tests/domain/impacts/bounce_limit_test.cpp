#include "domain/impacts/bounce_limit.h"

#include <cmath>
#include <random>

#include "domain/domain_fixture.h"
#include "math/rotation.h"

namespace solfec {
namespace {

class BounceLimitTest : public DomainFixture {
 protected:
  void surface(double restitution, double friction) {
    SurfaceMaterial material;
    material.friction = friction;
    material.restitution = restitution;
    domain_.surface_materials.define(material);
  }
  [[nodiscard]] double kinetic(BodyId id) const { return domain_.energies({&id, 1}).kinetic; }

  /// A bar tilted by an angle whose lower edge meets the floor with (vx, 0, -1) m/s.
  /// @return Kinetic energy after over before.
  double bar(double size, double angle, double vx, double restitution, double friction, double h) {
    domain_ = Domain(Analysis::dynamic, 1e-4 * size);
    domain_.define_bulk_material({"stone", BulkModel::kirchhoff, 1e9, 0.2, 1000.0});
    surface(restitution, friction);
    add(BodyKind::obstacle, box_shape(size * Vec3{-5, -5, -0.5}, size * Vec3{5, 5, 0}));
    const Mat3 turn = exponential_map({0, angle, 0});
    const double height = 0.5 * std::sin(angle) + 0.01 * std::cos(angle) + 0.005;
    std::vector<Vec3> corners;
    for (int i = 0; i < 8; ++i) {
      const Vec3 corner{(i & 1) != 0 ? 0.5 : -0.5, (i & 2) != 0 ? 0.05 : -0.05,
                        (i & 4) != 0 ? 0.01 : -0.01};
      corners.push_back(size * (turn * corner + Vec3{0, 0, height}));
    }
    Shape shape;
    shape.convices.push_back(make_convex_hull(corners, 1, 1));
    const BodyId id = add(BodyKind::rigid, std::move(shape));
    domain_.set_rigid_velocity(id, size * Vec3{vx, 0, -1}, {});
    const double before = kinetic(id);
    run(static_cast<int>(0.0055 / h), h);
    EXPECT_GT(norm(domain_.bodies.motion(domain_.body_ref(id)).rate.column(0)), 0.1);  // it has met
    return kinetic(id) / before;
  }
};

TEST_F(BounceLimitTest, ABarThatMeetsTheFloorWithAnEdgeGainsNothing) {
  double most = 0.0;
  for (const double angle : {0.5, 0.7, 0.9}) {
    for (const double vx : {-0.8, -0.5, 0.5}) {
      for (const double e : {0.5, 0.9, 1.0}) {
        most = std::fmax(most, bar(1.0, angle, vx, e, 0.5, 1e-4));
      }
    }
  }
  EXPECT_LE(most, 1.0 + 1e-6);
  EXPECT_GE(most, 1.0 - 1e-3);  // s is the largest that gains nothing
}

TEST_F(BounceLimitTest, RandomBarsGainNothing) {
  std::mt19937 random(3);
  const auto draw = [&](double from, double to) {
    return std::uniform_real_distribution<double>(from, to)(random);
  };
  int unlimited = 0;
  for (int sample = 0; sample < 60; ++sample) {
    const double ratio =
        bar(1.0, draw(0.2, 1.4), draw(-2, 2), draw(0.8, 1.0), draw(0.05, 1.2), 1e-4);
    EXPECT_LE(ratio, 1.0 + 1e-6) << sample;
    if (ratio < 0.997) ++unlimited;
  }
  EXPECT_LT(unlimited, 55);
}

TEST_F(BounceLimitTest, ALargerRestitutionDoesNotLowerTheRebound) {
  // between e = 0 and the limit the edge begins to stick
  const double angle = 40 * M_PI / 180;
  for (const double friction : {0.2, 0.3, 0.5}) {
    double most = 0.0;
    for (const double e : {0.8, 0.85, 0.9, 0.93, 0.95, 0.97, 0.98, 0.99, 1.0}) {
      const double ratio = bar(1.0, angle, -0.5, e, friction, 1e-4);
      EXPECT_LE(ratio, 1.0 + 1e-6);
      EXPECT_GE(ratio, most - 2e-3) << friction << " " << e;
      most = std::fmax(most, ratio);
    }
    EXPECT_GE(most, 1.0 - 2e-3);
  }
}

TEST_F(BounceLimitTest, SizesAndStepsDoNotMatter) {
  for (const double size : {1e-3, 1.0, 1e3}) {
    for (const double h : {1e-5, 1e-4}) {
      const double ratio = bar(size, 40 * M_PI / 180, -0.5, 0.9, 0.5, h);
      EXPECT_LE(ratio, 1.0 + 1e-6) << size << " " << h;
      EXPECT_GE(ratio, 0.99);
    }
  }
}

TEST_F(BounceLimitTest, WithoutAGainRestitutionStaysAsItIs) {
  // frictionless: U_N = -e V_N of both corners, by hand from the impulse of the edge
  const double angle = 40 * M_PI / 180;
  const double c = 0.5 * std::cos(angle) - 0.01 * std::sin(angle);  // arm of the edge
  const double inertia = (1.0 + 0.02 * 0.02) / 12.0;                // over the mass
  const double impulse = 1.9 / (1.0 + c * c / inertia);
  const double spin = impulse * c / inertia;
  const double after = (impulse - 1) * (impulse - 1) + 0.25 + inertia * spin * spin;
  EXPECT_NEAR(bar(1.0, angle, -0.5, 0.9, 0.0, 1e-5), after / 1.25, 1e-3);
}

TEST_F(BounceLimitTest, GroupsHaveFactorsOfTheirOwn) {
  // beside the bar a ball far away bounces with its e, whatever the bar does
  surface(0.9, 0.5);
  const double ratio = bar(1.0, 40 * M_PI / 180, -0.5, 0.9, 0.5, 1e-4);
  EXPECT_LE(ratio, 1.0 + 1e-6);
  domain_ = Domain(Analysis::dynamic, 1e-4);
  domain_.define_bulk_material({"stone", BulkModel::kirchhoff, 1e9, 0.2, 1000.0});
  surface(0.9, 0.5);
  add(BodyKind::obstacle, box_shape({-5, -5, -0.5}, {5, 5, 0}));
  const BodyId ball = add(BodyKind::rigid, ball_shape({3, 3, 0.205}, 0.2));
  domain_.set_rigid_velocity(ball, {0, 0, -1}, {});
  run(55, 1e-4);
  EXPECT_NEAR(speed(ball, {3, 3, 0.205}).z, 0.9, 1e-9);
}

TEST_F(BounceLimitTest, SlowApproachDoesNotBounceAndBodiesRestOnTheFloor) {
  for (const double size : {1e-2, 1.0, 1e2}) {
    domain_ = Domain(Analysis::dynamic, 1e-4 * size);
    domain_.define_bulk_material({"stone", BulkModel::kirchhoff, 1e9, 0.2, 1000.0});
    surface(0.5, 0.3);
    domain_.contact_params.points = ContactPoints::patch;
    domain_.loads.gravity[2].constant = -10.0 * size;
    add(BodyKind::obstacle, box_shape(size * Vec3{-5, -5, -0.5}, size * Vec3{5, 5, 0}));
    const Vec3 low = size * Vec3{-0.2, -0.2, 0.05};
    const BodyId block = add(BodyKind::rigid, box_shape(low, size * Vec3{0.2, 0.2, 0.35}));
    run(1500, 1e-3);
    EXPECT_LE(std::fabs(point(block, low).z), 1e-8 * size);
    EXPECT_LE(norm(speed(block, low)), 1e-8 * size);
  }
}

/// A ball without gravity or under 10 m/s^2 meets the floor with 1 m/s; its speed after that shows
/// whether the least approach lets it bounce.
TEST_F(BounceLimitTest, TheLeastApproachIsAMultipleOfTheWeightOrASpeed) {
  constexpr double kStep = 1e-4;
  const auto speed_after = [&](double share, double least, double gravity) {
    domain_ = Domain(Analysis::dynamic, 1e-4);
    domain_.define_bulk_material({"stone", BulkModel::kirchhoff, 1e9, 0.2, 1000.0});
    surface(0.5, 0.0);
    domain_.contact_params.bounce_share = share;
    domain_.contact_params.bounce_speed = least;
    domain_.loads.gravity[2].constant = -gravity;
    add(BodyKind::obstacle, box_shape({-5, -5, -0.5}, {5, 5, 0}));
    const BodyId ball = add(BodyKind::rigid, ball_shape({0, 0, 0.2 + 0.5 * kStep}, 0.2));
    domain_.set_rigid_velocity(ball, {0, 0, -1}, {});
    run(4, kStep);
    return speed(ball, {0, 0, 0.2}).z;
  };
  const auto bounces = [&](double share, double least, double gravity) {
    return speed_after(share, least, gravity) > 0.4;
  };
  for (const double margin : {1e-3, 1e-6}) {
    EXPECT_TRUE(bounces(0.0, 1.0 - margin, 0.0));
    EXPECT_FALSE(bounces(0.0, 1.0 + margin, 0.0));
  }
  EXPECT_FALSE(bounces(0.0, 1.0, 0.0));  // the limit itself does not bounce
  EXPECT_TRUE(bounces(0.0, 0.0, 10.0));
  // 1 m/s are 1000 velocities of gravity, and the ball has gained one or two of them
  EXPECT_TRUE(bounces(999.0, 0.0, 10.0));
  EXPECT_FALSE(bounces(1003.0, 0.0, 10.0));
  EXPECT_TRUE(bounces(1003.0, 0.0, 0.0));  // without gravity a multiple of nothing
}

TEST_F(BounceLimitTest, AGapWithinTheToleranceDoesNotSwallowAnImpactThatANeighbourPassesOn) {
  // balls of one mass, the second and third closer than the tolerance: the first brings the speed
  // of an impact, in which the gap between the others counts as closed; e = 1 keeps the energy
  surface(1.0, 0.0);
  domain_.contact_params.points = ContactPoints::patch;
  domain_.loads.gravity[2].constant = -1e-6;
  const BodyId first = add(BodyKind::rigid, ball_shape({0, 0, 0}, 0.1));
  const BodyId second = add(BodyKind::rigid, ball_shape({0.2005, 0, 0}, 0.1));
  const BodyId third = add(BodyKind::rigid, ball_shape({0.40055, 0, 0}, 0.1));
  domain_.set_rigid_velocity(first, {1, 0, 0}, {});
  const double before = kinetic(first);
  run(50, 1e-4);
  EXPECT_NEAR((kinetic(first) + kinetic(second) + kinetic(third)) / before, 1.0, 1e-6);
}

}  // namespace
}  // namespace solfec

#include "run/watch/tunnel_watch.h"

#include <cmath>

#include "domain/finite_element_fixture.h"
#include "run/watch/body_extent.h"
#include "support/allocation_counter.h"
#include "support/block_mesh.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-12;  // m, s: a few ulps of coordinates of order one

/// A bullet 0.1 m thick flies along x at 10 m/s to a plate, 1 m thick, whose face is x = 0.
class TunnelWatchTest : public FiniteElementFixture {
 protected:
  static constexpr double kThickness = 0.1;
  static constexpr double kSpeed = 10.0;

  BodyId add_plate(BodyKind kind = BodyKind::obstacle) {
    return add(kind, box_shape({0, -1, -1}, {1, 1, 1}), "plate");
  }
  /// The front of the bullet is the distance away from the plate.
  BodyId add_bullet(double distance, BodyKind kind = BodyKind::rigid, double velocity = kSpeed) {
    const Vec3 lo{-distance - kThickness, -0.2, -0.2};
    const Vec3 size{kThickness, 0.4, 0.4};
    BodyId id = 0;
    if (kind == BodyKind::finite_element) {
      id = add_mesh(test::hexahedra_block(size, {1, 1, 1}));
      set_affine(id, identity(), lo);
    } else {
      id = add(kind, box_shape(lo, lo + size), "bullet");
    }
    domain_.set_rigid_velocity(id, {velocity, 0, 0}, {});
    return id;
  }
  [[nodiscard]] std::vector<TunnelRisk> risks(double step) {
    TunnelWatch watch;
    return watch.find(domain_, step, {});
  }

  static constexpr double kSuffices = 0.5 * kThickness / kSpeed;  // s, half the thickness
};

TEST_F(TunnelWatchTest, FindsABulletOfAnyKindAndTheStepThatSuffices) {
  for (const BodyKind kind : {BodyKind::rigid, BodyKind::pseudo_rigid, BodyKind::finite_element}) {
    Domain fresh{Analysis::dynamic, 1e-4};
    (void)fresh.define_bulk_material({"stone", BulkModel::kirchhoff, 2e5, 0.25, 1000.0});
    std::swap(domain_, fresh);
    const BodyId plate = add_plate();
    const BodyId bullet = add_bullet(0.05, kind);
    const std::vector<TunnelRisk> found = risks(0.02);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].faster, bullet);
    EXPECT_EQ(found[0].slower, plate);
    EXPECT_TRUE(found[0].faster_is_thinner);
    EXPECT_NEAR(found[0].thickness, kThickness, kTol);
    EXPECT_NEAR(found[0].approach, 0.02 * kSpeed, kTol);
    EXPECT_NEAR(found[0].step, kSuffices, kTol);
  }
}

// The way from mid-step to mid-step lies half before and half behind the placement.
TEST_F(TunnelWatchTest, WarnsOnlyInTheStepWhoseWayMeetsThePlate) {
  (void)add_plate();
  const BodyId bullet = add_bullet(0.0);
  const double h = 0.02;
  for (const double ahead : {0.099, 0.05, 0.001, -0.05, -0.099}) {
    domain_.bodies.rigid.center[at(domain_.body_ref(bullet).slot)].x = -ahead - 0.5 * kThickness;
    EXPECT_EQ(risks(h).size(), 1u) << ahead;
  }
  for (const double ahead : {0.101, 1.0, -0.101}) {
    domain_.bodies.rigid.center[at(domain_.body_ref(bullet).slot)].x = -ahead - 0.5 * kThickness;
    EXPECT_EQ(risks(h).size(), 0u) << ahead;
  }
}

TEST_F(TunnelWatchTest, TheStepThatSufficesIsNotWarnedOfAndALittleMoreIs) {
  (void)add_plate();
  const BodyId bullet = add_bullet(0.0);
  for (const double factor : {1.0, 1.01}) {
    const double h = factor * kSuffices;
    int found = 0;
    for (int k = 0; k < 100; ++k) {
      domain_.bodies.rigid.center[at(domain_.body_ref(bullet).slot)].x =
          -0.5 * kThickness + (0.01 * k - 0.5) * h * kSpeed;
      found += static_cast<int>(risks(h).size());
    }
    EXPECT_EQ(found > 0, factor > 1.0) << factor;
  }
}

// Galilei: a fast plate and a thin one count as a fast and a thin bullet do.
TEST_F(TunnelWatchTest, OnlyRelativeMotionAndTheThinnerBodyCount) {
  const BodyId plate = add_plate(BodyKind::rigid);
  const BodyId bullet = add_bullet(0.05, BodyKind::rigid, kSpeed + 300.0);
  domain_.set_rigid_velocity(plate, {300.0, 0, 0}, {});
  const std::vector<TunnelRisk> found = risks(0.02);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NEAR(found[0].step, kSuffices, 1e-10);
  domain_.set_rigid_velocity(bullet, {300.0, 0, 0}, {});
  EXPECT_EQ(risks(0.02).size(), 0u);
  domain_.set_rigid_velocity(bullet, {0, 0, 0}, {});
  domain_.set_rigid_velocity(plate, {-kSpeed, 0, 0}, {});
  const std::vector<TunnelRisk> turned = risks(0.02);
  ASSERT_EQ(turned.size(), 1u);
  EXPECT_EQ(turned[0].faster, plate);
  EXPECT_FALSE(turned[0].faster_is_thinner);
  EXPECT_NEAR(turned[0].step, kSuffices, kTol);
}

TEST_F(TunnelWatchTest, SlidingPassingByLeavingAndObstaclesAreNoRisk) {
  (void)add_plate();
  const BodyId bullet = add_bullet(0.001);
  domain_.set_rigid_velocity(bullet, {0, 100.0, 0}, {});  // along the face
  EXPECT_EQ(risks(0.02).size(), 0u);
  domain_.set_rigid_velocity(bullet, {-kSpeed, 0, 0}, {});
  EXPECT_EQ(risks(0.02).size(), 0u);
  domain_.set_rigid_velocity(bullet, {kSpeed, 0, 0}, {});
  domain_.bodies.rigid.center[at(domain_.body_ref(bullet).slot)] = {-0.1, 1.3, 0};  // beside it
  EXPECT_EQ(risks(0.05).size(), 0u);
  domain_.remove_body(bullet);
  (void)add_bullet(0.05, BodyKind::obstacle);
  EXPECT_EQ(risks(0.02).size(), 0u);
}

TEST_F(TunnelWatchTest, ExcludedAndToldPairsAreLeftOut) {
  const BodyId plate = add_plate();
  const BodyId bullet = add_bullet(0.05);
  TunnelWatch watch;
  PairWarnings told;
  std::vector<std::string> lines;
  watch.warn(domain_, 0.02, told, lines);
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0],
            "t=0 s: body 'bullet' (created at test.py:1) comes nearer to body 'plate' (created at "
            "test.py:1) by 0.2 m in one step, more than half the thickness 0.1 m of the first: it "
            "may pass through it unseen; a step of 0.005 s suffices");
  watch.warn(domain_, 0.02, told, lines);
  EXPECT_EQ(lines.size(), 1u);
  domain_.exclude_contact(plate, bullet);
  EXPECT_EQ(risks(0.02).size(), 0u);
}

TEST_F(TunnelWatchTest, BallsAgainstBallsFollowTheLineOfTheirCentres) {
  // radii 0.1 and 0.3, centres 0.45 apart, 0.2 of it across: normal (sqrt(0.45² - 0.2²), 0.2) / d
  (void)add(BodyKind::obstacle, ball_shape({0, 0, 0}, 0.3));
  const BodyId ball = add(BodyKind::rigid, ball_shape({-1.0, 0.2, 0}, 0.1));
  const double h = 0.02;
  const double back = std::sqrt(0.45 * 0.45 - 0.2 * 0.2);
  domain_.set_rigid_velocity(ball, {kSpeed, 0, 0}, {});
  domain_.bodies.rigid.center[0] = {-back + 0.5 * h * kSpeed, 0.2, 0};
  const std::vector<TunnelRisk> found = risks(h);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NEAR(found[0].approach, h * kSpeed * back / 0.45, 1e-10);
  EXPECT_NEAR(found[0].thickness, 0.2, kTol);
}

TEST_F(TunnelWatchTest, DoesNotAllocateAfterItsFirstSteps) {
  (void)add_plate();
  for (int k = 0; k < 40; ++k) (void)add_bullet(0.05 + 0.2 * k);
  TunnelWatch watch;
  for (int k = 0; k < 3; ++k) (void)watch.find(domain_, 0.02, {});
  const PairWarnings none;
  const auto before = allocation_count();
  EXPECT_EQ(watch.find(domain_, 0.02, none).size(), 1u);
  EXPECT_EQ(allocation_count(), before);
}

TEST(LeastExtent, OfATurnedPlateIsItsThickness) {
  const double angle = 0.4;
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i) {
    const Vec3 p{(i & 1) != 0 ? 1.0 : 0.0, (i & 2) != 0 ? 2.0 : 0.0, (i & 4) != 0 ? 0.05 : 0.0};
    corners.push_back({p.x, std::cos(angle) * p.y - std::sin(angle) * p.z,
                       std::sin(angle) * p.y + std::cos(angle) * p.z});
  }
  Shape shape;
  shape.convices.push_back(make_convex_hull(corners, 1, 1));
  EXPECT_NEAR(least_extent(make_shape_pieces(shape, 1e-4)), 0.05, kTol);
  EXPECT_NEAR(least_extent(make_shape_pieces(ball_shape({1, 2, 3}, 0.5), 1e-4)), 1.0, kTol);
}

}  // namespace
}  // namespace solfec

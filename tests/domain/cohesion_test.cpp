#include <cmath>

#include "domain/bonds/bond_anchors.h"
#include "domain/domain_fixture.h"
#include "math/rotation.h"

namespace solfec {
namespace {

constexpr double kGravity = 10.0;
constexpr double kMass = 1000.0;  // of the unit cube
constexpr double kWeight = kMass * kGravity;
constexpr double kStep = 1e-3;
constexpr double kStrength = 1e5;  // N, of 1 m^2 that sticks to the floor

/// Box of 2 x 2 x 1 hulls, so that a face rests on four points.
Shape block(Vec3 lo) {
  Shape shape;
  for (const double x : {0.0, 0.5}) {
    for (const double y : {0.0, 0.5}) {
      const Vec3 corner = lo + Vec3{x, y, 0};
      shape.convices.push_back(box_shape(corner, corner + Vec3{0.5, 0.5, 1}).convices[0]);
    }
  }
  return shape;
}

class CohesionTest : public DomainFixture {
 protected:
  /// @param cohesion  Strength of all contacts of a unit face, N.
  void glue(double cohesion, double friction = 0.5) {
    SurfaceMaterial material;
    material.cohesion = cohesion;  // over 1 m^2
    material.friction = friction;
    domain_.surface_materials.define(material);
    domain_.loads.gravity[2].constant = -kGravity;
  }

  /// Begins anew with a floor on which unit faces stick by springs of kStrength.
  void make_sticky_floor(ContactPoints rule, double young) {
    domain_ = Domain(Analysis::dynamic, 1e-4);
    material_ =
        domain_.define_bulk_material({"stone", BulkModel::kirchhoff, young, 0.2, 1000.0}).first;
    domain_.contact_params.points = rule;
    SurfaceMaterial material;
    material.model = SurfaceModel::spring_dashpot;
    material.spring = 1e9;
    material.dashpot = 1e6;
    material.cohesion = kStrength;
    material.friction = 0.5;
    domain_.surface_materials.define(material);
    add(BodyKind::obstacle, box_shape({-10, -10, -1}, {10, 10, 0}));
  }

  BodyId hang(double cohesion) {
    glue(cohesion);
    add(BodyKind::obstacle, box_shape({-2, -2, 0}, {2, 2, 1}));
    return add(BodyKind::rigid, block({-0.5, -0.5, -1}));
  }

  [[nodiscard]] double height(BodyId body) const { return point(body, {0, 0, -0.5}).z + 0.5; }

  [[nodiscard]] int bonds() const {
    int count = 0;
    for (const ContactPoint& contact : domain_.contact_points()) count += contact.state.bonded;
    return count;
  }

  [[nodiscard]] double pull() const {
    double sum = 0.0;
    for (const ContactPoint& contact : domain_.contact_points()) sum -= contact.state.R.z;
    return sum;
  }

  void push(BodyId body, Vec3 force) {
    domain_.loads.forces.assign(
        1, {body, LoadFrame::spatial, point(body, {0, 0, -0.5}), normalized(force), {}});
    domain_.loads.forces[0].point = {0, 0, -0.5};
    domain_.loads.forces[0].value.constant = norm(force);
  }
};

TEST_F(CohesionTest, BlockHangsBelowACeilingWhileTheBondsAreStrongEnough) {
  const BodyId body = hang(kWeight / 0.99);
  for (int k = 0; k < 1000; ++k) {
    run(1, kStep);
    ASSERT_NEAR(pull(), kWeight, 1e-6 * kWeight);
  }
  EXPECT_EQ(bonds(), 4);
  EXPECT_LE(std::fabs(height(body)), 1e-9);
}

TEST_F(CohesionTest, BlockFallsWhenTheBondsAreTooWeak) {
  const BodyId body = hang(kWeight / 1.01);
  run(200, kStep);
  EXPECT_EQ(bonds(), 0);
  // the bonds held for the first step
  const double t = 0.2 - kStep;
  EXPECT_NEAR(height(body), -0.5 * kGravity * t * t, kGravity * t * kStep);
}

TEST_F(CohesionTest, BrokenBondDoesNotComeBackWhenThePairMeetsAgain) {
  const BodyId body = hang(kWeight / 1.01);
  run(100, kStep);
  EXPECT_EQ(domain_.contact_count(), 0);
  push(body, {0, 0, 3.0 * kWeight});
  run(200, kStep);
  EXPECT_EQ(domain_.contact_count(), 4);
  EXPECT_EQ(bonds(), 0);
  EXPECT_NEAR(pull(), -2.0 * kWeight, 1e-6 * kWeight);
  domain_.loads.forces.clear();
  const double before = height(body);
  run(100, kStep);
  EXPECT_NEAR(height(body) - before, -0.5 * kGravity * 0.01, 1e-6);
}

TEST_F(CohesionTest, ContactsAfterTimeZeroAreNotBonded) {
  glue(1e9);
  add(BodyKind::obstacle, box_shape({-2, -2, -1}, {2, 2, 0}));
  const BodyId body = add(BodyKind::rigid, block({-0.5, -0.5, 0.01}));
  run(200, kStep);
  EXPECT_EQ(domain_.contact_count(), 4);
  EXPECT_EQ(bonds(), 0);
  push(body, {0, 0, 1.5 * kWeight});
  run(100, kStep);
  EXPECT_NEAR(point(body, {0, 0, 0.01}).z, 0.25 * kGravity * 0.01, 2e-4);
}

TEST_F(CohesionTest, StrongBondOutlivesAGapOfAnySize) {
  for (const double speed : {0.01, 1.0, 10.0}) {  // gaps of 5e-6, 5e-4 and 5e-3 m
    domain_ = Domain(Analysis::dynamic, 1e-4);
    material_ =
        domain_.define_bulk_material({"stone", BulkModel::kirchhoff, 1e9, 0.2, 1000.0}).first;
    const BodyId body = hang(1e9);
    domain_.set_rigid_velocity(body, {0, 0, -speed}, {});
    run(100, kStep);
    EXPECT_EQ(bonds(), 4);
    EXPECT_NEAR(pull(), kWeight, 1e-6 * kWeight);
    EXPECT_NEAR(height(body), -0.5 * kStep * speed, 1e-9);
  }
}

TEST_F(CohesionTest, SlipBreaksTheBondForGood) {
  constexpr double kFriction = 0.5;
  constexpr double kBond = 2000.0;
  glue(kBond, kFriction);
  add(BodyKind::obstacle, box_shape({-2, -2, -2}, {2, 2, -1}));
  const BodyId body = add(BodyKind::rigid, block({-0.5, -0.5, -1}));
  const double limit = kFriction * (kWeight + kBond);
  // at the foot, so that the block does not tilt
  const auto drag = [&](double force) {
    push(body, {force, 0, 0});
    domain_.loads.forces[0].point = {0, 0, -1};
  };
  drag(0.99 * limit);
  run(500, kStep);
  EXPECT_EQ(bonds(), 4);
  EXPECT_LE(std::fabs(point(body, {}).x), 1e-9);
  drag(1.01 * limit);
  run(10, kStep);
  EXPECT_EQ(bonds(), 0);
  drag(0.99 * limit);  // more than friction alone can hold
  const double before = speed(body, {}).x;
  run(100, kStep);
  const double acceleration = (0.99 * limit - kFriction * kWeight) / kMass;
  EXPECT_NEAR(speed(body, {}).x - before, acceleration * 0.1, 1e-6);
}

TEST_F(CohesionTest, BondsOfMovedAndTurnedBodiesHoldToo) {
  // ceiling and block turn together about a far axis: the obstacle drags the bonded block along
  glue(1e9);
  domain_.loads.gravity[2].constant = 0.0;
  const BodyId ceiling = add(BodyKind::obstacle, box_shape({-2, -2, 0}, {2, 2, 1}));
  const BodyId body = add(BodyKind::rigid, block({-0.5, -0.5, -1}));
  domain_.set_rigid_velocity(ceiling, {0, 0, 0}, {0, 1.0, 0});
  const Vec3 arm = Vec3{0, 0, -1};  // between the centres
  domain_.set_rigid_velocity(body, cross({0, 1.0, 0}, arm), {0, 1.0, 0});
  run(500, kStep);
  EXPECT_EQ(bonds(), 4);
  const Vec3 expected = Vec3{0, 0, 0.5} + exponential_map({0, 0.5, 0}) * arm;
  EXPECT_LE(norm(point(body, {0, 0, -0.5}) - expected), 1e-3);
}

TEST_F(CohesionTest, QuasiStaticBlockHangsToo) {
  domain_ = Domain(Analysis::quasi_static, 1e-4);
  material_ = domain_.define_bulk_material({"stone", BulkModel::kirchhoff, 1e9, 0.2, 1000.0}).first;
  const BodyId body = hang(kWeight / 0.99);
  run(10, 0.1);
  EXPECT_EQ(bonds(), 4);
  EXPECT_NEAR(pull(), kWeight, 1e-6 * kWeight);
  EXPECT_LE(std::fabs(height(body)), 1e-9);
}

/// A unit cube that springs glue to the floor is pulled by a growing force: the bonds hold its
/// resultant up to their strength, whatever points it acts at, and break together.
TEST_F(CohesionTest, BondsOfSpringsHoldTheResultantOfTheirPatch) {
  constexpr double kRate = 2e6;  // N/s
  const auto break_load = [&](ContactPoints rule, double height, double arm, Vec3 direction) {
    make_sticky_floor(rule, 1e9);
    const BodyId body =
        add(BodyKind::rigid, box_shape({-0.5, -0.5, height}, {0.5, 0.5, 1.0 + height}));
    domain_.loads.forces.assign(1, {body, LoadFrame::spatial, {arm, 0, height}, direction, {}});
    PenaltySolver solver(PenaltyVariant::implicit_force);
    double held = 0.0;
    for (int k = 1; k <= 1000; ++k) {
      domain_.loads.forces[0].value.constant = kRate * 1e-4 * k;
      (void)domain_.step(solver, 1e-4);
      if (bonds() == 0) return held;
      held = kRate * 1e-4 * k;
    }
    return held;
  };
  for (const double height : {0.0, -1e-5}) {
    EXPECT_NEAR(break_load(ContactPoints::patch, height, 0.0, {0, 0, 1}), kStrength,
                0.03 * kStrength);
    EXPECT_NEAR(break_load(ContactPoints::patch, height, 0.4, {0, 0, 1}), kStrength,
                0.03 * kStrength);
    EXPECT_NEAR(break_load(ContactPoints::centroid, height, 0.0, {0, 0, 1}), kStrength,
                0.03 * kStrength);
  }
  // along the floor at the foot: friction of the strength
  EXPECT_NEAR(break_load(ContactPoints::centroid, 0.0, 0.0, {1, 0, 0}), 0.5 * kStrength,
              0.05 * kStrength);
}

/// A cube of four pieces, each with a contact at its centroid, is glued to the floor by springs: a
/// growing force breaks the bonds when it reaches what all of them hold, c A along the normal and
/// mu c A along the floor. A pull at a quarter of the edge from the middle pulls twice as hard at
/// the pieces on its side: σ = F / A + F (a / 4) (a / 4) / (A (a / 4)²).
TEST_F(CohesionTest, BondsOfOnePlaneOfABodyOfSeveralPiecesHoldTogether) {
  constexpr double kRate = 2e6;  // N/s
  const auto break_load = [&](BodyKind kind, Vec3 point, Vec3 direction) {
    make_sticky_floor(ContactPoints::centroid, 1e11);
    const BodyId body = add(kind, block({-0.5, -0.5, 0}));
    if (kind == BodyKind::pseudo_rigid)
      domain_.bodies.set_scheme(domain_.body_ref(body), Scheme::def_lim);
    domain_.loads.forces.assign(1, {body, LoadFrame::spatial, point, direction, {}});
    PenaltySolver solver(PenaltyVariant::implicit_force);
    double held = 0.0;
    for (int k = 1; k <= 1000; ++k) {
      domain_.loads.forces[0].value.constant = kRate * 1e-4 * k;
      (void)domain_.step(solver, 1e-4);
      if (bonds() < 4) return held;
      held = kRate * 1e-4 * k;
    }
    return held;
  };
  for (const BodyKind kind : {BodyKind::rigid, BodyKind::pseudo_rigid}) {
    EXPECT_NEAR(break_load(kind, {0, 0, 0.5}, {0, 0, 1}), kStrength, 0.02 * kStrength);
    EXPECT_NEAR(break_load(kind, {0, 0, 0}, {1, 0, 0}), 0.5 * kStrength, 0.02 * kStrength);
    EXPECT_NEAR(break_load(kind, {0.25, 0, 0.5}, {0, 0, 1}), 0.5 * kStrength, 0.02 * kStrength);
  }
}

}  // namespace
}  // namespace solfec

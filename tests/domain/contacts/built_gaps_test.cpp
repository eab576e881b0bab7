#include "domain/contacts/built_gaps.h"

#include <cmath>
#include <vector>

#include "domain/domain_fixture.h"
#include "domain/state_archive.h"
#include "solver/penalty.h"

namespace solfec {
namespace {

constexpr double kEpsilon = 1e-4;  // m, of the domain
constexpr double kTimeStep = 1e-3;
constexpr double kDepth = 3e-3;  // m

class BuiltGapsTest : public DomainFixture {
 protected:
  BuiltGapsTest() { prepare(domain_); }

  static void prepare(Domain& domain) {
    domain.contact_params.points = ContactPoints::patch;
    domain.contact_params.projection = true;
    domain.keeps_built_overlaps = true;
    domain.loads.gravity[2].constant = -9.81;
    SurfaceMaterial rough;
    rough.friction = 0.7;
    domain.surface_materials.define(rough);
  }
  BodyId add_floor() { return add(BodyKind::obstacle, box_shape({-2, -2, -1}, {3, 3, 0})); }
  BodyId add_cube(double low, BodyKind kind = BodyKind::rigid) {
    return add(kind, box_shape({0, 0, low}, {1, 1, 1 + low}));
  }
  [[nodiscard]] double lowest_gap() const {
    double lowest = 1.0;
    for (const ContactPoint& contact : domain_.contact_points()) {
      lowest = std::min(lowest, contact.gap);
    }
    return lowest;
  }
};

TEST_F(BuiltGapsTest, ACubeThatIsMadeInAFloorStaysThere) {
  add_floor();
  const BodyId cube = add_cube(-kDepth);
  for (int k = 0; k < 100; ++k) {
    run(1, kTimeStep);
    EXPECT_NEAR(point(cube, {0, 0, -kDepth}).z, -kDepth, 1e-12);
    EXPECT_NEAR(lowest_gap(), 0.0, 1e-12);
  }
  EXPECT_EQ(domain_.built_overlaps().size(), 1U);
  EXPECT_TRUE(domain_.contact_projection().deep().empty());
}

TEST_F(BuiltGapsTest, OneThatMovesWhenItIsMadeHasTheDepthOfThatTime) {
  // the half step to where contacts are found is no part of it
  add_floor();
  const BodyId cube = add_cube(-kDepth);
  domain_.set_rigid_velocity(cube, {0, 0, -1.0}, {});
  run(1, kTimeStep);
  EXPECT_NEAR(domain_.built_overlaps()[0].deepest, kDepth, 1e-12);
}

TEST_F(BuiltGapsTest, ACubeThatRocksHundredTimesComesBackToItsPlace) {
  // thrown up at one edge by 1/5 of the ten tolerances, again and again
  add_floor();
  const BodyId cube = add_cube(-kDepth);
  double highest = -1.0;
  for (int cycle = 0; cycle < 100; ++cycle) {
    const Vec3 lift{0.0, cycle % 2 == 0 ? 0.04 : -0.04, 0.0};
    const double arm = cycle % 2 == 0 ? -0.5 : 0.5;
    domain_.set_rigid_velocity(cube, {0, 0, std::fabs(lift.y * arm)}, lift);
    for (int k = 0; k < 30; ++k) {
      run(1, kTimeStep);
      highest = std::max({highest, point(cube, {0, 0, -kDepth}).z, point(cube, {1, 0, -kDepth}).z});
    }
  }
  EXPECT_GT(highest + kDepth, 0.5 * kEpsilon);
  EXPECT_LT(highest + kDepth, 10.0 * kEpsilon);
  for (const double x : {0.0, 1.0}) {
    EXPECT_NEAR(point(cube, {x, 0, -kDepth}).z, -kDepth, 1e-2 * kEpsilon);
  }
  EXPECT_NEAR(domain_.built_overlaps()[0].deepest, kDepth, 1e-12);
}

TEST_F(BuiltGapsTest, WhatAStepLetsInIsTakenAwayDownToTheBuiltDepth) {
  add_floor();
  const BodyId cube = add_cube(-kDepth);
  run(1, kTimeStep);
  domain_.bodies.rigid.center[static_cast<std::size_t>(domain_.body_ref(cube).slot)].z -= 1e-3;
  run(100, kTimeStep);
  EXPECT_NEAR(point(cube, {0, 0, -kDepth}).z, -kDepth - kEpsilon, 1e-2 * kEpsilon);
}

TEST_F(BuiltGapsTest, BodiesThatMeetLaterHaveNone) {
  add_floor();
  const BodyId cube = add_cube(0.1);
  run(1, kTimeStep);
  domain_.bodies.rigid.center[static_cast<std::size_t>(domain_.body_ref(cube).slot)].z -= 0.101;
  run(100, kTimeStep);
  EXPECT_TRUE(domain_.built_overlaps().empty());
  EXPECT_NEAR(point(cube, {0, 0, 0.1}).z, -kEpsilon, 1e-2 * kEpsilon);
}

TEST_F(BuiltGapsTest, ABodyThatIsMadeLaterHasItsOwn) {
  add_floor();
  run(5, kTimeStep);
  const BodyId cube = add_cube(-kDepth);
  run(50, kTimeStep);
  EXPECT_EQ(domain_.built_overlaps().size(), 1U);
  EXPECT_NEAR(point(cube, {0, 0, -kDepth}).z, -kDepth, 1e-12);
  domain_.remove_body(cube);
  EXPECT_TRUE(domain_.built_overlaps().empty());
}

TEST_F(BuiltGapsTest, DeformableBodiesAndSpringsHaveNone) {
  add_floor();
  (void)add_cube(-kDepth, BodyKind::pseudo_rigid);
  run(1, kTimeStep);
  EXPECT_TRUE(domain_.built_overlaps().empty());
}

TEST_F(BuiltGapsTest, SpringsSeeTheWholeOverlap) {
  for (const bool penalty : {false, true}) {
    domain_ = Domain(Analysis::dynamic, kEpsilon);
    (void)domain_.define_bulk_material({"stone", BulkModel::kirchhoff, 1e9, 0.2, 1000.0});
    prepare(domain_);
    SurfaceMaterial soft;
    soft.model = penalty ? SurfaceModel::signorini_coulomb : SurfaceModel::spring_dashpot;
    soft.spring = 1e3;
    domain_.surface_materials.define(soft);
    add_floor();
    (void)add_cube(-kDepth);
    PenaltySolver springs(PenaltyVariant{});
    ConstraintSolver& solver = penalty ? static_cast<ConstraintSolver&>(springs) : solver_;
    (void)domain_.step(solver, kTimeStep);
    EXPECT_NEAR(lowest_gap(), -kDepth, 1e-5) << penalty;
  }
}

TEST_F(BuiltGapsTest, ARestartGoesOnWithTheSameBits) {
  const auto make = [&](Domain& domain) {
    (void)domain.define_bulk_material({"stone", BulkModel::kirchhoff, 1e9, 0.2, 1000.0});
    prepare(domain);
    add_to(domain, BodyKind::obstacle, box_shape({-2, -2, -1}, {3, 3, 0}));
    return add_to(domain, BodyKind::rigid, box_shape({0, 0, -kDepth}, {1, 1, 1 - kDepth}));
  };
  Domain whole(Analysis::dynamic, kEpsilon);
  const BodyId cube = make(whole);
  whole.set_rigid_velocity(cube, {0.1, 0, 0.02}, {0.0, 0.04, 0.01});
  GaussSeidelSolver solver{tight_params()};
  for (int k = 0; k < 20; ++k) (void)whole.step(solver, kTimeStep);

  Domain second(Analysis::dynamic, kEpsilon);
  make(second);
  const ModelStates states = own_states(whole);
  for (std::size_t i = 0; i < states.bodies.bodies.size(); ++i) {
    set_body_state(states.bodies, i, states.bodies.bodies[i].id, second);
  }
  RestoredState state = restored_state(states.constraints, {});
  state.found_with = whole.contact_params;
  state.time = whole.time();
  state.next_body = whole.next_body_id();
  state.next_constraint = whole.next_constraint_id();
  state.records = whole.constraints();
  second.restore(std::move(state));
  ASSERT_EQ(second.built_overlaps().size(), 1U);
  for (int k = 0; k < 50; ++k) {
    (void)whole.step(solver, kTimeStep);
    (void)second.step(solver, kTimeStep);
  }
  std::vector<double> one(18);
  std::vector<double> other(18);
  whole.bodies.get_state(whole.body_ref(cube), one);
  second.bodies.get_state(second.body_ref(cube), other);
  EXPECT_EQ(one, other);
}

}  // namespace
}  // namespace solfec

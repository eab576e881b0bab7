#include "integrator/static_excursion.h"

#include <memory>

#include <gtest/gtest.h>

#include "body/finite_element_fixture.h"
#include "geometry/shape/shape_pieces.h"
#include "integrator/quasi_static.h"
#include "integrator/static_repeat.h"
#include "support/block_mesh.h"

namespace solfec {
namespace {

using State = StaticExcursion::State;

constexpr double kWanted = 1e-3;

TEST(StaticExcursion, PaysWherePassesLikeTheLastOneWouldNotArrive) {
  const StaticExcursion excursion;
  // 0.4 left by a pass that has halved it: nine more halve it to 7.8e-4, eight to 1.6e-3
  EXPECT_FALSE(excursion.pays(0.4, 0.8, kWanted, 9));
  EXPECT_TRUE(excursion.pays(0.4, 0.8, kWanted, 8));
  EXPECT_TRUE(excursion.pays(0.4, 0.41, kWanted, 40));
  EXPECT_FALSE(excursion.pays(0.4, 0.4, kWanted, 40));      // it does not creep but stands
  EXPECT_FALSE(excursion.pays(0.4, 0.3, kWanted, 40));      // it grows
  EXPECT_FALSE(excursion.pays(1e-3, 1.01e-3, kWanted, 0));  // it has arrived
  EXPECT_FALSE(excursion.pays(1.0, 1.01, kWanted, 1));      // nothing holds the body
}

TEST(StaticExcursion, MarksTheBestPassAndIsLostAfterTenThatLeadNoFurther) {
  StaticExcursion excursion;
  EXPECT_FALSE(excursion.is_on());
  for (int failed = 0; failed < 2; ++failed) {
    ASSERT_TRUE(excursion.pays(0.4, 0.41, kWanted, 9));
    excursion.mark({{}, 0.4, 0.4, 0.4, 1.0, 2.0});
    EXPECT_EQ(excursion.state(), State::marked);
    EXPECT_FALSE(excursion.pays(0.4, 0.41, kWanted, 9));  // it is on
    for (int pass = 1; pass < 10; ++pass) EXPECT_EQ(excursion.judge(0.9, true), State::ahead);
    EXPECT_EQ(excursion.judge(0.36, true), State::marked);  // 0.9 of it is further
    excursion.mark({{}, 0.36, 0.36, 0.36, 3.0, 4.0});
    for (int pass = 1; pass < 10; ++pass) EXPECT_EQ(excursion.judge(0.325, true), State::ahead);
    EXPECT_TRUE(excursion.is_on());
    EXPECT_EQ(excursion.judge(0.325, true), State::lost);
    EXPECT_FALSE(excursion.is_on());
    EXPECT_EQ(excursion.marked().time, 3.0);
    EXPECT_EQ(excursion.state(), State::lost);
    excursion.settle();
    EXPECT_EQ(excursion.state(), State::none);
  }
  EXPECT_FALSE(excursion.pays(0.4, 0.41, kWanted, 9));  // two of a step are enough
  excursion.clear();
  EXPECT_TRUE(excursion.pays(0.4, 0.41, kWanted, 9));
}

TEST(StaticExcursion, APassThatTheSolverMissesLosesIt) {
  StaticExcursion excursion;
  excursion.mark({{}, 0.4, 0.4, 0.4, 1.0, 2.0});
  EXPECT_EQ(excursion.judge(0.1, false), State::lost);
  excursion.mark({{}, 0.4, 0.4, 0.4, 1.0, 2.0});
  EXPECT_EQ(excursion.judge(0.5, false), State::lost);
}

/// A mesh at the start of a step in which its weight comes.
Bodies heavy_mesh() {
  Bodies bodies;
  auto shape = std::make_shared<Shape>();
  shape->meshes.push_back(test::hexahedra_block({1.0, 1.0, 1.0}, {2, 2, 2}));
  (void)bodies.add_finite_element(1, mass_properties(*shape), shape,
                                  make_shape_pieces(*shape, 1e-6), test::unit_material(),
                                  FiniteElementForm::total_lagrangian);
  begin_static_step(bodies);
  bodies.finite_element.add_gravity({0.0, 0.0, -1e-3});
  return bodies;
}

PassResult solved(double deformable) {
  PassResult result;
  result.solved = true;
  result.deformable = deformable;
  return result;
}

/// Creeping passes, until an excursion begins.
void creep(StaticRepeat& repeat, Bodies& bodies, double left) {
  for (int pass = 0; pass < 6 && repeat.excursion() != State::marked; ++pass) {
    ASSERT_EQ(repeat.repeat(bodies, solved(left)), PassVerdict::again);
    left *= 0.98;
  }
  ASSERT_EQ(repeat.excursion(), State::marked);
}

TEST(StaticExcursion, StepLeavesItsLongestPseudoTimeAndReturnsWhereThatLeadsNowhere) {
  Bodies bodies = heavy_mesh();
  StaticRepeat repeat;
  const StaticScales scales = static_scales(bodies);
  repeat.begin(bodies, 1.0, kWanted, scales);
  creep(repeat, bodies, 0.5);
  const double longest = 1e8 / scales.stiffest;  // p², which is p²/h here
  EXPECT_GT(repeat.push(), 1e3 * longest);
  const FiniteElementBody& mesh = bodies.finite_element[0];
  const std::vector<Vec3> before = mesh.velocity;
  for (int pass = 1; pass < StaticExcursion::kMostAhead; ++pass) {
    ASSERT_EQ(repeat.repeat(bodies, solved(0.9)), PassVerdict::again);
    EXPECT_EQ(repeat.excursion(), State::ahead);
    EXPECT_TRUE(repeat.keeps_reactions());
  }
  ASSERT_EQ(repeat.repeat(bodies, solved(0.9)), PassVerdict::again);
  EXPECT_EQ(repeat.excursion(), State::lost);
  EXPECT_FALSE(repeat.keeps_reactions());
  EXPECT_NEAR(repeat.push(), longest, 1e-9 * longest);
  ASSERT_EQ(repeat.repeat(bodies, solved(0.4)), PassVerdict::again);
  EXPECT_NE(repeat.excursion(), State::lost);
}

TEST(StaticExcursion, StepThatArrivesEndsThere) {
  Bodies bodies = heavy_mesh();
  StaticRepeat repeat;
  repeat.begin(bodies, 1.0, kWanted, static_scales(bodies));
  creep(repeat, bodies, 0.5);
  EXPECT_EQ(repeat.repeat(bodies, solved(0.999)), PassVerdict::again);
  EXPECT_EQ(repeat.repeat(bodies, solved(0.1)), PassVerdict::again);
  EXPECT_EQ(repeat.excursion(), State::marked);
  EXPECT_EQ(repeat.repeat(bodies, solved(1e-4)), PassVerdict::done);
  repeat.begin(bodies, 1.0, kWanted, static_scales(bodies));
  EXPECT_EQ(repeat.excursion(), State::none);
}

TEST(StaticExcursion, ResultantsThatCreepAloneBeginOne) {
  Bodies bodies = heavy_mesh();
  StaticRepeat repeat;
  repeat.begin(bodies, 1.0, kWanted, static_scales(bodies));
  PassResult result = solved(1e-4);
  for (const double resultant : {0.5, 0.49, 0.48, 0.47}) {
    result.resultant = resultant;
    if (repeat.excursion() == State::marked) break;
    ASSERT_EQ(repeat.repeat(bodies, result), PassVerdict::again);
  }
  EXPECT_EQ(repeat.excursion(), State::marked);
  result.resultant = 0.99;
  for (int pass = 1; pass < 8; ++pass) {  // more than the four that polish
    EXPECT_EQ(repeat.repeat(bodies, result), PassVerdict::again) << pass;
  }
  result.resultant = 9e-4;
  EXPECT_EQ(repeat.repeat(bodies, result), PassVerdict::done);
}

TEST(StaticExcursion, OnlyMeshesHaveOne) {
  Bodies bodies;
  bodies.add(1, BodyKind::pseudo_rigid, {1.0, {}, (1.0 / 12.0) * identity()}, BulkMaterial{});
  begin_static_step(bodies);
  bodies.pseudo_rigid.force[0] = {1.0, 0.0, 0.0};
  StaticRepeat repeat;
  repeat.begin(bodies, 1.0, kWanted, static_scales(bodies));
  double left = 0.5;
  for (int pass = 0; pass < 10; ++pass) {
    ASSERT_EQ(repeat.repeat(bodies, solved(left)), PassVerdict::again);
    EXPECT_EQ(repeat.excursion(), State::none);
    left *= 0.98;
  }
}

}  // namespace
}  // namespace solfec

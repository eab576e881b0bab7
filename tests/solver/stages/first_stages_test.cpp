#include "solver/stages/first_stages.h"

#include <vector>

#include <gtest/gtest.h>

#include "solver/newton/body_space_newton.h"
#include "solver/priced_direction.h"
#include "solver/scene.h"

namespace solfec {
namespace {

constexpr double kBorder = AugmentedSettings{}.border;

Criteria accurate() {
  Criteria criteria;
  criteria.accuracy = 1e-5;
  return criteria;
}

TEST(FirstStages, ReactionsAreAtABorderWhereOneIsAtItsBoundOrNothing) {
  Scene scene = cube_on_slope(0.1, 0.5, 1e-3);
  const LocalDynamics& problem = scene.problem();
  const auto at_border = [&](Vec3 last) {
    std::vector<Vec3> R(4, {0.1, 0.0, 1.0});
    R[3] = last;
    return is_at_border(problem, R, kBorder);
  };
  EXPECT_FALSE(at_border({0.3, 0.3, 1.0}));
  EXPECT_FALSE(at_border({0.5 * (1.0 - 2.0 * kBorder), 0.0, 1.0}));
  EXPECT_TRUE(at_border({0.0, 0.5 * (1.0 - 0.5 * kBorder), 1.0}));
  EXPECT_TRUE(at_border({}));
  EXPECT_FALSE(is_at_border(problem, std::vector<Vec3>(4), kBorder));  // nothing is known
}

TEST(FirstStages, OpenContactsAreAtNoBorder) {
  Scene scene = cube_on_slope(0.1, 0.5, 1e-3);
  scene.problem().law[3].open = true;
  std::vector<Vec3> R(4, {0.1, 0.0, 1.0});
  R[3] = {};
  EXPECT_FALSE(is_at_border(scene.problem(), R, kBorder));
}

TEST(FirstStages, TheAugmentedLagrangianTakesWallsWhoseFactorsCostLittle) {
  Scene scene = brick_wall(10, 10, 0.5);
  const SolverSettings settings;
  const Criteria criteria = accurate();
  const auto takes = [&](double cost, int most_sweeps, bool complete = true) {
    PricedDirection direction(cost, complete);
    return takes_augmented({{scene.problem(), nullptr, criteria}, settings, most_sweeps},
                           direction);
  };
  EXPECT_TRUE(takes(299.0, 1000));
  EXPECT_FALSE(takes(301.0, 1000));
  EXPECT_FALSE(takes(299.0, 298));
  EXPECT_TRUE(takes(299.0, 300));
  EXPECT_FALSE(takes(1.0, 1000, false));
  scene.problem().quasi_static = true;
  EXPECT_FALSE(takes(1.0, 1000));
}

/// A stack has two components of reactions for each of velocities, a wall more than three.
TEST(FirstStages, TheAugmentedLagrangianTakesNoStacksAndNoStoredProblems) {
  PricedDirection direction(1.0);
  SolverSettings settings;
  Criteria criteria = accurate();
  Scene stack = cube_stack(5, 1000.0, 0.5, 1e-3);
  Scene wall = brick_wall(10, 10, 0.5);
  const auto takes = [&](Scene& scene, bool standing_only = false) {
    return takes_augmented({{scene.problem(), nullptr, criteria}, settings, 1000, standing_only},
                           direction);
  };
  EXPECT_FALSE(takes(stack));
  EXPECT_TRUE(takes(wall));
  EXPECT_FALSE(takes(wall, true));
  settings.augmented.redundant = 1.9;
  EXPECT_TRUE(takes(stack));
  criteria.velocities = 1e-4;
  EXPECT_FALSE(takes(stack));
}

/// A closed contact beside a bond that softens is enough, however few there are.
TEST(FirstStages, TheAugmentedLagrangianTakesStacksBesideBonds) {
  Scene stack = cube_stack(5, 1000.0, 0.5, 1e-3);
  SolverSettings settings;
  const Criteria criteria = accurate();
  const auto takes = [&](double cost, int most_sweeps) {
    PricedDirection direction(cost);
    return takes_augmented({{stack.problem(), nullptr, criteria}, settings, most_sweeps},
                           direction);
  };
  EXPECT_FALSE(takes(1.0, 1000));
  RowLaw& law = stack.problem().law[3];
  law.kind = ConstraintKind::cohesive_zone;
  EXPECT_TRUE(takes(1.0, 1000));
  EXPECT_TRUE(takes(299.0, 150));  // its factorisations may cost twice the sweeps
  EXPECT_FALSE(takes(299.0, 149));
  law.open = true;
  EXPECT_FALSE(takes(1.0, 1000));
}

struct Found {
  FirstStagesResult result;
  std::vector<StageRecord> records;
};

Found find(const LocalDynamics& problem, std::vector<Vec3>& R) {
  BodyFactor factor;
  BodySpaceNewton direction(problem, factor);
  SweepWorkspace work;
  SolverSettings settings;
  settings.augmented.solution.most_error = 1e9;  // however far the reactions are
  const Criteria criteria = accurate();
  R.resize(problem.law.size());
  Found found;
  found.result = solve_first_stages({{problem, nullptr, criteria}, settings, 10000}, direction,
                                    work, R, found.records);
  return found;
}

/// A wall from nothing may stand, so that is looked at first; it does, and that is all.
TEST(FirstStages, StandingBodiesComeFirstWhereNothingIsAtABorder) {
  Scene scene = brick_wall(4, 3, 0.5);
  std::vector<Vec3> R;
  const Found found = find(scene.problem(), R);
  ASSERT_TRUE(found.result.found);
  ASSERT_EQ(found.records.size(), 1U);
  EXPECT_EQ(found.records[0].stage, Stage::standing);
  EXPECT_EQ(found.records[0].end, StageEnd::stands);
  EXPECT_EQ(found.records[0].factorisations, found.result.factorisations);
}

/// The last brick is pulled off its bed: bodies no longer stand.
TEST(FirstStages, TheAugmentedLagrangianComesWhereBodiesDoNotStand) {
  Scene scene = brick_wall(10, 10, 0.5);  // bricks of 2 kg: 9.81 N move one
  std::vector<Vec3> R;
  for (const double pull : {9.75, 10.4}) {
    scene.set_force(94, {0.0, pull, 0.0});
    scene.finish();
    const Found found = find(scene.problem(), R);
    EXPECT_TRUE(found.result.found);
    const bool moves = pull > 9.81;
    ASSERT_EQ(found.records.size(), moves ? 2U : 1U);
    EXPECT_EQ(found.records[0].stage, Stage::standing);
    if (!moves) continue;
    EXPECT_EQ(found.records[1].stage, Stage::augmented_lagrangian);
    EXPECT_EQ(found.records[1].end, StageEnd::solved);
    EXPECT_LE(found.records[1].after, 1.0);
    EXPECT_EQ(found.records[0].factorisations + found.records[1].factorisations,
              found.result.factorisations);
  }
}

/// With a reaction at a border of its cone standing bodies are not looked for.
TEST(FirstStages, TheAugmentedLagrangianComesAtOnceWhereAReactionIsAtABorder) {
  Scene scene = brick_wall(10, 10, 0.5);
  std::vector<Vec3> R;
  ASSERT_TRUE(find(scene.problem(), R).result.found);
  R.back() = {};
  const Found found = find(scene.problem(), R);
  EXPECT_TRUE(found.result.found);
  ASSERT_EQ(found.records.size(), 1U);
  EXPECT_EQ(found.records[0].stage, Stage::augmented_lagrangian);
}

}  // namespace
}  // namespace solfec

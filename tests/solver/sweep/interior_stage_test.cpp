#include "solver/sweep/interior_stage.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "local_dynamics/body_velocities.h"
#include "solver/measure/merit.h"
#include "solver/newton/body_space_newton.h"
#include "solver/priced_direction.h"
#include "solver/row/sweep.h"
#include "solver/scene.h"

namespace solfec {
namespace {

/// A cube of 1 m and 1000 kg on the ground, pressed and pushed, with so many points of contact.
Scene cube_on_ground(int points) {
  Scene scene(1e-3, {0.0, 0.0, -10.0});
  const int cube = scene.add_box(1000.0, {1.0, 1.0, 1.0}, {0.0, 0.0, 0.5});
  scene.set_force(cube, {2000.0, 0.0, 0.0});
  for (int k = 0; k < points; ++k) {
    const double x = k % 2 == 0 ? -0.5 : 0.5;
    const double y = k / 2 % 2 == 0 ? -0.5 : 0.5;
    scene.add_contact(cube, kGround, {x, y, 0.0}, {0.0, 0.0, 1.0}, 0.5);
  }
  scene.finish();
  return scene;
}

Criteria accuracy(double speed) {
  Criteria criteria;
  criteria.accuracy = speed;
  return criteria;
}

TEST(InteriorStage, IsTriedAfterSoManySweepsWhereContactsAreRedundant) {
  InteriorStageSettings settings;
  PricedDirection direction(1.0, true);
  // 3 n components of reactions, 6 of the velocity: redundant from 4 points on
  for (const int points : {3, 4}) {
    Scene scene = cube_on_ground(points);
    const int first = points < 4 ? settings.first_of_few : settings.first;
    InteriorStage stage(settings, 1000);
    EXPECT_FALSE(stage.is_due(scene.problem(), &direction, first - 1));
    EXPECT_TRUE(stage.is_due(scene.problem(), &direction, first));
  }
}

TEST(InteriorStage, NeedsACompleteDirectionAndWorkThatPays) {
  Scene scene = cube_on_ground(4);
  LocalDynamics& problem = scene.problem();
  InteriorStageSettings settings;
  InteriorStage stage(settings, 1000);
  PricedDirection good(1.0, true);
  PricedDirection part(1.0, false);
  EXPECT_TRUE(stage.is_due(problem, &good, 500));
  EXPECT_FALSE(stage.is_due(problem, nullptr, 500));
  EXPECT_FALSE(stage.is_due(problem, &part, 500));
  // 20 iterations in the time of 20 x 1000 sweeps
  PricedDirection just(20000.0 / 20.0, true);
  PricedDirection dear(20000.0 / 19.9, true);
  EXPECT_TRUE(stage.is_due(problem, &just, 500));
  EXPECT_FALSE(InteriorStage(settings, 999).is_due(problem, &just, 500));
  EXPECT_FALSE(stage.is_due(problem, &dear, 500));
}

/// A block that is pushed by a fifth of its weight sticks; the exact push is borne.
TEST(InteriorStage, SolvesAndWaitsAndEndsAfterSoManyTries) {
  Scene scene = cube_on_ground(8);  // each corner twice
  LocalDynamics& problem = scene.problem();
  InteriorStageSettings settings;
  settings.most_tries = 2;
  InteriorStage stage(settings, 1000);
  BodyFactor factor;
  BodySpaceNewton direction(problem, factor);
  std::vector<Vec3> R(problem.law.size());
  ASSERT_TRUE(stage.is_due(problem, &direction, 40));
  EXPECT_EQ(stage.sweeps_before_next(40), 0);  // no number between two tries delays the first
  const Criteria criteria = accuracy(1e-9);
  const FinishingSweeps finish = [&](std::span<Vec3> reactions, int /*sweeps*/) {
    BodyVelocities velocities(problem.body_space);
    std::vector<Vec3> U(reactions.size());
    update_velocities(problem, velocities, reactions, U);
    const NaturalViolation map = natural_violation(problem, reactions, U);
    return FinishedSweeps{criteria.missed(0.0, map, 0.0) == Miss::nothing, 0};
  };
  const InteriorPointResult found =
      stage.run({problem, nullptr, criteria}, direction, finish, 40, R);
  EXPECT_TRUE(found.met);
  Vec3 push;
  for (const Vec3 r : R) {
    const Vec3 force = problem.body_space.rows()[0].frame * r;
    push += force;
    EXPECT_LE(std::hypot(r.x, r.y), 0.5 * r.z * (1.0 + 1e-9));
  }
  EXPECT_NEAR(push.x, -2000.0, 1e-2);
  EXPECT_NEAR(push.z, 10000.0, 1e-2);
  EXPECT_FALSE(stage.is_due(problem, &direction, 239));
  EXPECT_EQ(stage.sweeps_before_next(40), settings.between);
  EXPECT_EQ(stage.sweeps_before_next(239), 1);
  EXPECT_EQ(stage.sweeps_before_next(240), 0);
  EXPECT_EQ(stage.sweeps_before_next(900), 0);
  EXPECT_TRUE(stage.is_due(problem, &direction, 240));
  EXPECT_FALSE(stage.begins_at_start());
  stage.run({problem, nullptr, criteria}, direction, finish, 240, R);
  EXPECT_TRUE(stage.begins_at_start());
  EXPECT_FALSE(stage.is_due(problem, &direction, 900));
  EXPECT_EQ(stage.sweeps_before_next(250), 0);  // there is no other try
}

/// A cube that is pushed over the ground, on 8 points: 24 components of reactions for 6 of the
/// velocity. Nothing meets the criteria, so that rounds with the derivative of s come if they may.
TEST(InteriorStage, KeepsToPlainRoundsWhereManyContactsCarryABody) {
  Scene scene = cube_on_ground(8);
  scene.set_force(0, {9000.0, 0.0, 0.0});
  LocalDynamics& problem = scene.finish();
  const FinishingSweeps finish = [](std::span<Vec3> /*R*/, int /*sweeps*/) {
    return FinishedSweeps{};
  };
  const auto iterations = [&](double many, int slow_rounds) {
    InteriorStageSettings settings;
    settings.many = many;
    settings.rounds.exact_iterations = 0;
    settings.rounds.gain = 0.0;
    settings.rounds.slow_rounds = slow_rounds;
    InteriorStage stage(settings, 1000);
    BodyFactor factor;
    BodySpaceNewton direction(problem, factor);
    std::vector<Vec3> R(problem.law.size());
    const Criteria criteria = accuracy(1e-300);
    return stage.run({problem, nullptr, criteria}, direction, finish, 40, R).iterations;
  };
  EXPECT_NE(iterations(4.1, 1), iterations(4.1, 0));
  EXPECT_EQ(iterations(4.0, 1), iterations(4.0, 0));
  EXPECT_GT(iterations(4.0, 0), iterations(4.1, 0));  // no round is vain
}

/// An accuracy has early tries, the residual of a stored problem late ones, other criteria none.
TEST(InteriorStage, HasSettingsForWhatIsToBeMet) {
  Scene scene = cube_on_ground(8);
  LocalDynamics& problem = scene.problem();
  PricedDirection direction(1.0, true);
  const auto first_try = [&](const Criteria& criteria) {
    const InteriorStage stage(interior_stage_settings(criteria), 1000);
    int sweeps = 0;
    while (sweeps < 1000 && !stage.is_due(problem, &direction, sweeps)) ++sweeps;
    return sweeps;
  };
  EXPECT_EQ(first_try(accuracy(1e-5)), 40);
  EXPECT_EQ(first_try(residual_criteria(1e-8)), 300);
  Criteria others;
  others.merit = 1e-8;
  others.change = 1e-6;
  others.residual = 1e-6;
  EXPECT_EQ(first_try(others), 1000);
}

/// Rows of joints alone are linear: sweeps and Newton steps solve them.
TEST(InteriorStage, NeedsContacts) {
  Scene scene(1e-3, {0.0, 0.0, -10.0});
  const int box = scene.add_box(1000.0, {1.0, 1.0, 1.0}, {0.0, 0.0, 0.5});
  for (const double x : {-0.5, 0.0, 0.5, 0.4}) {
    scene.add_row(ConstraintKind::fixed_point, box, kGround, {x, 0, 0}, {1, 0, 0});
  }
  scene.finish();
  PricedDirection direction(1.0, true);
  EXPECT_FALSE(InteriorStage({}, 1000).is_due(scene.problem(), &direction, 500));
  scene.add_contact(box, kGround, {0.0, 0.0, 0.0}, {0.0, 0.0, 1.0}, 0.5);
  scene.finish();
  EXPECT_TRUE(InteriorStage({}, 1000).is_due(scene.problem(), &direction, 500));
}

/// The work of a try, its sweeps included, is taken off that of the next ones.
TEST(InteriorStage, SpendsTheWorkOfItsTries) {
  Scene scene = cube_on_ground(8);
  LocalDynamics& problem = scene.problem();
  BodyFactor factor;
  BodySpaceNewton direction(problem, factor);
  const Criteria criteria = accuracy(1e-9);
  int spent = 0;
  const FinishingSweeps finish = [&](std::span<Vec3> /*R*/, int sweeps) {
    spent += sweeps;
    return FinishedSweeps{false, sweeps};
  };
  InteriorStageSettings settings;
  settings.work = 1e6;
  std::vector<Vec3> R(problem.law.size());
  const int iterations = InteriorStage(settings, 1000)
                             .run({problem, nullptr, criteria}, direction, finish, 40, R)
                             .iterations;
  ASSERT_GT(spent, 0);
  const double work = spent + iterations * direction.cost_in_sweeps();
  for (const double more : {19.0, 21.0}) {  // iterations that are left for a second try
    settings.work = (work + more * direction.cost_in_sweeps()) / 1000.0;
    settings.most_iterations = iterations;
    settings.least_iterations = std::min(20, iterations);
    InteriorStage stage(settings, 1000);
    std::vector<Vec3> again(problem.law.size());
    ASSERT_TRUE(stage.is_due(problem, &direction, 40));
    stage.run({problem, nullptr, criteria}, direction, finish, 40, again);
    EXPECT_EQ(stage.is_due(problem, &direction, 240), more > 20.0);
  }
  settings.work = 0.5;  // of 1000 sweeps: a round asks for 1000
  settings.least_iterations = 1;
  spent = 0;
  InteriorStage(settings, 1000).run({problem, nullptr, criteria}, direction, finish, 40, R);
  EXPECT_EQ(spent, 500);
}

}  // namespace
}  // namespace solfec

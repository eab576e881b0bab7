#include "solver/sweep/interior_stage.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "local_dynamics/body_velocities.h"
#include "solver/measure/merit.h"
#include "solver/newton/body_space_newton.h"
#include "solver/scene.h"
#include "solver/sweep/row_reaction.h"

namespace solfec {
namespace {

/// A direction of a given cost that is never followed.
class Priced final : public NewtonDirection {
 public:
  Priced(double cost, bool complete) : cost_(cost), complete_(complete) {}
  bool compute(std::span<const Vec3> /*R*/, std::span<const Vec3> /*U*/,
               std::span<Vec3> /*dR*/) override {
    return false;
  }
  bool step(std::span<const RowLinearisation> /*rows*/, std::span<Vec3> /*dR*/) override {
    return false;
  }
  bool is_complete() override { return complete_; }
  double cost_in_sweeps() override { return cost_; }

 private:
  double cost_;
  bool complete_;
};

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
  Priced direction(1.0, true);
  // 3 n components of reactions, 6 of the velocity: redundant from 4 points on
  for (const int points : {3, 4}) {
    Scene scene = cube_on_ground(points);
    const int first = points < 4 ? settings.first_of_few : settings.first;
    InteriorStage stage(settings, 1000);
    EXPECT_FALSE(stage.is_due(scene.problem(), accuracy(1e-5), &direction, first - 1));
    EXPECT_TRUE(stage.is_due(scene.problem(), accuracy(1e-5), &direction, first));
  }
}

TEST(InteriorStage, NeedsAnAccuracyACompleteDirectionAndWorkThatPays) {
  Scene scene = cube_on_ground(4);
  LocalDynamics& problem = scene.problem();
  InteriorStageSettings settings;
  InteriorStage stage(settings, 1000);
  Priced good(1.0, true);
  Priced part(1.0, false);
  EXPECT_FALSE(stage.is_due(problem, Criteria{}, &good, 500));
  EXPECT_FALSE(stage.is_due(problem, accuracy(1e-5), nullptr, 500));
  EXPECT_FALSE(stage.is_due(problem, accuracy(1e-5), &part, 500));
  // 20 iterations in the time of 4 x 1000 sweeps
  Priced just(4000.0 / 20.0, true);
  Priced dear(4000.0 / 19.9, true);
  EXPECT_TRUE(stage.is_due(problem, accuracy(1e-5), &just, 500));
  EXPECT_FALSE(InteriorStage(settings, 999).is_due(problem, accuracy(1e-5), &just, 500));
  EXPECT_FALSE(stage.is_due(problem, accuracy(1e-5), &dear, 500));
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
  ASSERT_TRUE(stage.is_due(problem, accuracy(1e-9), &direction, 40));
  const InteriorPointResult found = stage.run(problem, nullptr, direction, accuracy(1e-9), 40, R);
  EXPECT_TRUE(found.met);
  Vec3 push;
  for (const Vec3 r : R) {
    const Vec3 force = problem.body_space.rows()[0].frame * r;
    push += force;
    EXPECT_LE(std::hypot(r.x, r.y), 0.5 * r.z * (1.0 + 1e-9));
  }
  EXPECT_NEAR(push.x, -2000.0, 1e-2);
  EXPECT_NEAR(push.z, 10000.0, 1e-2);
  EXPECT_FALSE(stage.is_due(problem, accuracy(1e-9), &direction, 239));
  EXPECT_TRUE(stage.is_due(problem, accuracy(1e-9), &direction, 240));
  EXPECT_FALSE(stage.begins_at_start());
  stage.run(problem, nullptr, direction, accuracy(1e-9), 240, R);
  EXPECT_TRUE(stage.begins_at_start());
  EXPECT_FALSE(stage.is_due(problem, accuracy(1e-9), &direction, 900));
}

}  // namespace
}  // namespace solfec

#include "solver/augmented/augmented_lagrangian.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "solver/law/cohesive_contact.h"
#include "solver/newton/body_space_newton.h"
#include "solver/one_solution.h"
#include "solver/row/sweep.h"
#include "solver/scene.h"
#include "solver/settings/gauss_seidel_params.h"

namespace solfec {
namespace {

constexpr double kAccuracy = 1e-5;  // m/s, 1e-3 |g| h
constexpr double kStep = 1e-3;      // s
constexpr double kWeight = 1e4;     // N, of a cube
constexpr double kMass = 1e3;       // kg
constexpr double kGoal = AugmentedSettings{}.goal;

Criteria accurate() {
  Criteria criteria;
  criteria.accuracy = kAccuracy;
  return criteria;
}

/// Cube of 1 m and 1000 kg (weight 10 kN) on four corners on the ground, with a force and a
/// velocity.
Scene cube(Vec3 force, Vec3 velocity, double friction) {
  Scene scene(kStep, {0.0, 0.0, -10.0});
  const int body = scene.add_box(kMass, {1.0, 1.0, 1.0}, {0.0, 0.0, 0.5});
  scene.set_force(body, force);
  scene.set_velocity(body, velocity);
  for (const double x : {-0.5, 0.5}) {
    for (const double y : {-0.5, 0.5}) {
      scene.add_contact(body, kGround, {x, y, 0.0}, {0.0, 0.0, 1.0}, friction);
    }
  }
  scene.finish();
  return scene;
}

std::vector<Vec3> weight_on_corners() { return std::vector<Vec3>(4, {0.0, 0.0, 0.25 * kWeight}); }

AugmentedResult solve(const LocalDynamics& problem, std::vector<Vec3>& R,
                      const AugmentedSettings& settings = {}, int most = 40) {
  BodyFactor factor;
  BodySpaceNewton direction(problem, factor);
  AugmentedWorkspace work;
  R.resize(problem.law.size());
  const Criteria criteria = accurate();
  return solve_augmented({problem, nullptr, criteria}, direction, settings, most, work, R);
}

/// A solution is tried whatever the excess of the start is.
AugmentedSettings from_anything() {
  AugmentedSettings settings;
  settings.most_error = 1e9;
  return settings;
}

/// A solution is tried from anything and goes to 1e-12 m/s.
AugmentedSettings precise() {
  AugmentedSettings settings = from_anything();
  settings.goal = 1e-7;
  return settings;
}

/// Friction changes the velocity of a sliding cube by (F - μ m g) h / m, its corners keep to the
/// ground, and each is at the bound of its friction.
TEST(AugmentedLagrangian, SlidesByTheLawOfCoulomb) {
  const double mu = 0.5;
  const Vec3 push{6000.0, 0.0, 0.0};
  for (const double speed : {0.0, 1e-3, 2.0}) {
    Scene scene = cube(push, {speed, 0.0, 0.0}, mu);
    std::vector<Vec3> R = weight_on_corners();
    const AugmentedResult result = solve(scene.problem(), R, from_anything());
    ASSERT_TRUE(result.met) << speed;
    EXPECT_LE(result.after, kGoal);
    const Vec3 velocity = scene.linear_velocity(0, R);
    const double expected = speed + kStep * (push.x - mu * kWeight) / kMass;
    EXPECT_NEAR(velocity.x, expected, 2.0 * kGoal * kAccuracy) << speed;
    EXPECT_NEAR(velocity.z, 0.0, 2.0 * kGoal * kAccuracy);
    for (const Vec3 r : R) EXPECT_NEAR(std::hypot(r.x, r.y), mu * r.z, 1e-6 * kWeight);
  }
}

/// A cube that a force at its centre pushes sideways by more than half of its weight and that
/// cannot slide turns about two of its corners, which carry all. About the edge the angular
/// acceleration is (F l/2 - m g l/2) / (2/3 m l²).
TEST(AugmentedLagrangian, RocksAboutAnEdge) {
  Scene scene = cube({12000.0, 0.0, 0.0}, {}, 2.0);
  const Mat3& frame = scene.problem().body_space.rows()[2].frame;
  const Vec3 edge = transposed_times(frame, {-5620.0, 0.0, 5370.0});
  std::vector<Vec3> R{{}, {}, edge, edge};  // as in a step with a smaller push
  const AugmentedResult result = solve(scene.problem(), R, from_anything());
  ASSERT_TRUE(result.met);
  const double torque = 0.5 * (12000.0 - kWeight);
  const double spin = kStep * torque / (2.0 / 3.0 * kMass);
  EXPECT_NEAR(scene.angular_velocity(0, R).y, spin, 1e-2 * kAccuracy);
  EXPECT_NEAR(scene.linear_velocity(0, R).z, 0.5 * spin, 1e-2 * kAccuracy);
  EXPECT_EQ(R[0], Vec3{});
  EXPECT_EQ(R[1], Vec3{});
}

/// Wall of bricks of 2 kg (20 N), which more than half of its weight pulls across: it rocks.
Scene wall(double friction, double share = 1.0) {
  Scene scene = brick_wall(4, 3, friction);
  for (int brick = 0; brick < 10; ++brick) {
    scene.set_force(brick, {0.3 * (brick % 2), share * (11.5 + 0.1 * (brick % 3)), 0.0});
  }
  scene.finish();
  return scene;
}

/// A step of the wall after one with a slightly smaller pull: reactions and velocities of contacts
/// are those that sweeps have found there.
struct NextStep {
  Scene scene;
  std::vector<Vec3> R;

  explicit NextStep(double friction = 0.9) : scene(wall(friction)) {
    Scene last = wall(friction, 0.998);
    GaussSeidelParams params;
    params.accuracy.speed = kGoal * kAccuracy;
    params.max_sweeps = 20000;
    params.acceleration = Acceleration::off;
    R.resize(last.problem().law.size());
    std::vector<Vec3> U(R.size());
    SolveReport report;
    solve_gauss_seidel(last.problem(), params, R, U, report);
    EXPECT_EQ(report.status, SolveStatus::ok);
    scene.problem().V = U;
  }
};

/// Without friction velocities are unique: those of sweeps, to 1e-10 m/s.
TEST(AugmentedLagrangian, FindsTheVelocitiesOfSweeps) {
  NextStep next(0.0);
  const LocalDynamics& problem = next.scene.problem();
  std::vector<Vec3>& R = next.R;
  ASSERT_TRUE(solve(problem, R, precise()).met);
  GaussSeidelParams params;
  params.accuracy.speed = 1e-13;
  params.max_sweeps = 200000;
  params.acceleration = Acceleration::off;
  std::vector<Vec3> swept(R.size());
  std::vector<Vec3> U(R.size());
  SolveReport report;
  solve_gauss_seidel(problem, params, swept, U, report);
  ASSERT_EQ(report.status, SolveStatus::ok);
  for (int brick = 0; brick < 10; ++brick) {
    const Vec3 off =
        next.scene.linear_velocity(brick, R) - next.scene.linear_velocity(brick, swept);
    EXPECT_LE(norm(off), 1e-10) << brick;
  }
}

/// Each contact obeys Signorini's and Coulomb's laws as they are written down.
TEST(AugmentedLagrangian, ObeysTheLawsInAWall) {
  NextStep next;
  const LocalDynamics& problem = next.scene.problem();
  std::vector<Vec3>& R = next.R;
  ASSERT_TRUE(solve(problem, R, precise()).met);
  std::vector<Vec3> U(R.size());
  BodyVelocities velocities(problem.body_space);
  update_velocities(problem, velocities, R, U);
  int sticking = 0;
  constexpr double kTiny = 1e-6;
  for (std::size_t i = 0; i < R.size(); ++i) {
    const double slip = std::hypot(U[i].x, U[i].y);
    const double friction = std::hypot(R[i].x, R[i].y);
    const double bound = 0.9 * R[i].z;
    EXPECT_GE(U[i].z, -kTiny);
    EXPECT_GE(R[i].z, 0.0);
    EXPECT_LE(friction, bound * (1.0 + 1e-9) + 1e-12);
    if (U[i].z > kTiny) {
      EXPECT_EQ(R[i], Vec3{});
    } else if (slip > 10.0 * kTiny && R[i].z > 1e-3) {
      EXPECT_NEAR(friction, bound, 1e-2 * bound);
      EXPECT_NEAR((R[i].x * U[i].x + R[i].y * U[i].y) / (slip * bound), -1.0, 2e-2);
    } else if (R[i].z > 0.0 && friction < 0.99 * bound) {
      EXPECT_LE(slip, kTiny);
      ++sticking;
    }
  }
  EXPECT_GT(sticking, 0);
}

/// The wall goes on as before: few factorisations suffice.
TEST(AugmentedLagrangian, FollowsAWallThatMoves) {
  NextStep next;
  const AugmentedResult result = solve(next.scene.problem(), next.R);
  ASSERT_TRUE(result.met);
  EXPECT_LE(result.after, kGoal);
  EXPECT_GT(result.before, 1.0);
  EXPECT_LE(result.factorisations, 8);
}

TEST(AugmentedLagrangian, LeavesReactionsThatAreRight) {
  Scene scene = cube({}, {}, 0.5);
  std::vector<Vec3> R = weight_on_corners();
  const AugmentedResult result = solve(scene.problem(), R);
  EXPECT_EQ(result.factorisations, 0);
  EXPECT_FALSE(result.met);  // nothing was tried
  EXPECT_EQ(R, weight_on_corners());
}

/// A part of the weight is missing on all corners: that part of g h is an error.
TEST(AugmentedLagrangian, IsNotTriedFarFromASolution) {
  for (const double missing : {0.29, 0.31}) {
    Scene scene = cube({}, {}, 0.5);
    std::vector<Vec3> R(4, {0.0, 0.0, 0.25 * kWeight * (1.0 - missing)});
    const AugmentedResult result = solve(scene.problem(), R);
    EXPECT_EQ(result.met, missing < 0.3);
    EXPECT_EQ(result.factorisations > 0, missing < 0.3);
  }
}

/// The change of velocity counts, not the velocity: of a cube that slides fast more than 0.3 of g h
/// is missing, too.
TEST(AugmentedLagrangian, IsNotTriedFarFromASolutionWhereBodiesAreFast) {
  Scene scene = cube({}, {2.0, 0.0, 0.0}, 0.0);
  std::vector<Vec3> R(4, {0.0, 0.0, 0.25 * kWeight * 0.69});
  EXPECT_EQ(solve(scene.problem(), R).factorisations, 0);
}

/// Softer contacts leave more after one round; reactions are returned where that meets the
/// criteria, and only there.
TEST(AugmentedLagrangian, ReturnsWhatMeetsTheCriteria) {
  AugmentedSettings settings = from_anything();
  settings.most_rounds = 1;
  int just_missed = 0;
  for (const double compliance : {1e-4, 3e-4, 1e-3, 1.5e-3, 2e-3, 3e-3, 4e-3, 6e-3, 1e-2}) {
    settings.compliance = compliance;
    Scene scene = cube({}, {}, 0.5);
    std::vector<Vec3> R(4);
    const AugmentedResult result = solve(scene.problem(), R, settings);
    EXPECT_EQ(result.met, result.after <= 1.0) << compliance;
    EXPECT_EQ(R[0].z > 0.0, result.met) << compliance;
    if (result.after > 1.0 && result.after < 2.0) ++just_missed;
  }
  EXPECT_GT(just_missed, 0);
}

/// Bricks of 2 kg that are pulled from rest by more than half of their weight: from no reactions
/// Newton's method leads nowhere. It is given up when steps gain nothing, or after as many as may
/// be taken at all; one step goes before them.
TEST(AugmentedLagrangian, GivesUpWhereStepsDoNotLeadOn) {
  Scene scene = brick_wall(4, 3, 0.6);
  for (int brick = 0; brick < 10; ++brick) {
    scene.set_force(brick, {0.3 * (brick % 2), 11.5, 0.0});
  }
  scene.finish();
  AugmentedSettings settings = from_anything();
  const auto factorisations = [&] {
    std::vector<Vec3> R;
    const AugmentedResult result = solve(scene.problem(), R, settings);
    EXPECT_FALSE(result.met);
    return result.factorisations;
  };
  EXPECT_LT(factorisations(), settings.most_steps);
  settings.idle_steps = 100;
  settings.most_steps = 2;
  EXPECT_EQ(factorisations(), 1 + settings.most_steps);
}

/// A brick that is lifted off a wall, from no reactions: whole steps overshoot for ever, shortened
/// ones lead to the solution.
TEST(AugmentedLagrangian, ShortensStepsThatOvershoot) {
  Scene scene = brick_wall(4, 3, 0.6);
  for (int brick = 0; brick < 10; ++brick) {
    scene.set_force(brick, {0.3 * (brick % 2), 0.0, brick == 4 ? 25.0 : 0.0});
  }
  scene.finish();
  AugmentedSettings settings = from_anything();
  settings.idle_steps = settings.most_steps = 40;
  std::vector<Vec3> R;
  const AugmentedResult result = solve(scene.problem(), R, settings);
  ASSERT_TRUE(result.met);
  EXPECT_LE(result.after, kGoal);
  EXPECT_LT(result.factorisations, 16);
  settings.overshoot = 1e9;
  std::vector<Vec3> whole;
  EXPECT_FALSE(solve(scene.problem(), whole, settings).met);
}

TEST(AugmentedLagrangian, KeepsReactionsThatItCannotBetterByItsFactorisations) {
  Scene scene = wall(0.9);
  std::vector<Vec3> R(scene.problem().law.size(), {0.0, 0.0, 1.0});
  const std::vector<Vec3> before = R;
  const AugmentedResult result = solve(scene.problem(), R, from_anything(), 1);
  EXPECT_EQ(result.factorisations, 1);
  EXPECT_FALSE(result.met);
  EXPECT_EQ(R, before);
}

/// A bond of 2 kN at each corner: its reactions pull a cube that is lifted by 15 kN.
TEST(AugmentedLagrangian, PullsAtBonds) {
  Scene scene = cube({0.0, 0.0, 15000.0}, {}, 0.5);
  for (RowLaw& law : scene.problem().law) {
    law.bonded = true;
    law.cohesion = 2000.0;
  }
  std::vector<Vec3> R = weight_on_corners();
  ASSERT_TRUE(solve(scene.problem(), R, from_anything()).met);
  EXPECT_NEAR(norm(scene.linear_velocity(0, R)), 0.0, 10.0 * kGoal * kAccuracy);
  double pull = 0.0;
  for (const Vec3 r : R) pull += r.z;
  EXPECT_NEAR(pull, -5000.0, 1.0);
}

/// Gives the contacts of a scene bonds of 1 m² that begin whole and at rest: elastic up to a
/// strength, 50 times as stiff as the inertia of a cube in the step.
void add_zones(LocalDynamics& problem, double strength) {
  CohesiveRow row;
  row.zone = {.normal_stiffness = 4e10,
              .tangential_stiffness = 2e10,
              .tension = strength,
              .cohesion = strength,
              .friction = 0.5,
              .normal_energy = 1.0,
              .tangential_energy = 2.0};
  row.area = 1.0;
  row.reach = 0.5 * kStep;
  problem.cohesive.assign(problem.law.size(), row);
  for (RowLaw& law : problem.law) {
    law.kind = ConstraintKind::cohesive_zone;
    law.bonded = true;
  }
}

/// Elastic bonds hold a cube that is lifted by F beyond its weight: the separation at the end is
/// h/2 U, the mean force of four bonds 4 k A h/4 U, so U = h F / (m + h² k A).
TEST(AugmentedLagrangian, PullsAtElasticBonds) {
  Scene scene = cube({0.0, 0.0, kWeight + 5000.0}, {}, 0.5);
  add_zones(scene.problem(), 1e6);
  std::vector<Vec3> R = weight_on_corners();
  AugmentedSettings settings = bonded_settings();
  settings.goal = 1e-8;
  ASSERT_TRUE(solve(scene.problem(), R, settings).met);
  const double exact = kStep * 5000.0 / (kMass + kStep * kStep * 4e10);
  EXPECT_NEAR(scene.linear_velocity(0, R).z, exact, 1e-9 * exact);
  for (const Vec3 r : R) EXPECT_NEAR(r.z, -kStep * 1e10 * exact, 1e-3);
}

/// Friction acts beside elastic bonds: U = h (F - μ m g) / (m + h² k A) along the push.
TEST(AugmentedLagrangian, SlidesBesideElasticBonds) {
  Scene scene = cube({6000.0, 0.0, 0.0}, {}, 0.5);
  add_zones(scene.problem(), 1e6);
  std::vector<Vec3> R = weight_on_corners();
  AugmentedSettings settings = bonded_settings();
  settings.goal = 1e-8;
  ASSERT_TRUE(solve(scene.problem(), R, settings).met);
  const double exact = kStep * 1000.0 / (kMass + kStep * kStep * 2e10);
  EXPECT_NEAR(scene.linear_velocity(0, R).x, exact, 1e-8 * exact);
}

/// A wall whose bonds stay elastic, or are stretched over their strength: velocities are those of
/// sweeps, which solve each row by its law. Bonds that soften hold bodies less, so what both leave
/// of the laws moves them further.
TEST(AugmentedLagrangian, FindsTheVelocitiesOfSweepsBesideBonds) {
  for (const double strength : {1e6, 0.3}) {
    Scene scene = wall(0.0);
    add_zones(scene.problem(), strength);
    for (CohesiveRow& row : scene.problem().cohesive) {
      row.zone.normal_stiffness = 2e7;
      row.zone.tangential_stiffness = 1e7;
    }
    const LocalDynamics& problem = scene.problem();
    std::vector<Vec3> R;
    AugmentedSettings settings = bonded_settings();
    settings.goal = 1e-7;
    ASSERT_TRUE(solve(problem, R, settings).met) << strength;
    GaussSeidelParams params;
    params.accuracy.speed = 1e-12;
    params.max_sweeps = 200000;
    params.acceleration = Acceleration::off;
    std::vector<Vec3> swept(R.size());
    std::vector<Vec3> U(R.size());
    SolveReport report;
    solve_gauss_seidel(problem, params, swept, U, report);
    ASSERT_EQ(report.status, SolveStatus::ok);
    int damaged = 0;
    for (std::size_t i = 0; i < U.size(); ++i) {
      damaged += damage_after(problem.cohesive[i], U[i]) > 0.0 ? 1 : 0;
    }
    EXPECT_EQ(damaged > 0, strength < 1.0);
    for (int brick = 0; brick < 10; ++brick) {
      const Vec3 off = scene.linear_velocity(brick, R) - scene.linear_velocity(brick, swept);
      EXPECT_LE(norm(off), damaged > 0 ? 1e-6 : 1e-9) << strength << " " << brick;
    }
  }
}

/// A bond whose contact is open acts alone: U = h F / (m + h² k A) under a pull, as above.
TEST(AugmentedLagrangian, OpenContactsLeaveTheirBonds) {
  Scene scene = cube({0.0, 0.0, kWeight + 5000.0}, {}, 0.5);
  add_zones(scene.problem(), 1e6);
  scene.problem().law[0].open = true;
  scene.problem().law[3].open = true;
  std::vector<Vec3> R = weight_on_corners();
  AugmentedSettings settings = bonded_settings();
  settings.goal = 1e-8;
  ASSERT_TRUE(solve(scene.problem(), R, settings).met);
  const double exact = kStep * 5000.0 / (kMass + kStep * kStep * 4e10);
  EXPECT_NEAR(scene.linear_velocity(0, R).z, exact, 1e-9 * exact);
}

/// A ball joint at the centre holds a cube that would slide.
TEST(AugmentedLagrangian, MindsRowsOfOtherLaws) {
  Scene scene(kStep, {0.0, 0.0, -10.0});
  const int body = scene.add_box(kMass, {1.0, 1.0, 1.0}, {0.0, 0.0, 0.5});
  scene.set_force(body, {2.0 * kWeight, 0.0, 0.0});
  for (const double x : {-0.5, 0.5}) {
    for (const double y : {-0.5, 0.5}) {
      scene.add_contact(body, kGround, {x, y, 0.0}, {0.0, 0.0, 1.0}, 0.5);
    }
  }
  scene.add_row(ConstraintKind::fixed_point, body, kGround, {0.0, 0.0, 0.5}, {0.0, 0.0, 1.0});
  scene.finish();
  std::vector<Vec3> R;
  ASSERT_TRUE(solve(scene.problem(), R, from_anything()).met);
  EXPECT_NEAR(norm(scene.linear_velocity(0, R)), 0.0, 10.0 * kGoal * kAccuracy);
}

/// Velocities that a direction does not give come from W.
TEST(AugmentedLagrangian, NeedsNoVelocitiesOfTheDirection) {
  class Silent final : public NewtonDirection {
   public:
    explicit Silent(BodySpaceNewton& direction) : direction_(direction) {}
    bool compute(std::span<const Vec3> R, std::span<const Vec3> U, std::span<Vec3> dR) override {
      return direction_.compute(R, U, dR);
    }
    bool step(std::span<const RowLinearisation> rows, std::span<Vec3> dR) override {
      return direction_.step(rows, dR);
    }
    bool is_complete() override { return true; }
    double cost_in_sweeps() override { return 1.0; }

   private:
    BodySpaceNewton& direction_;
  };
  NextStep next;
  const Scene& scene = next.scene;
  const LocalDynamics& problem = next.scene.problem();
  std::vector<Vec3> R = next.R;
  std::vector<Vec3> expected = next.R;
  const AugmentedResult known = solve(problem, expected);
  BodyFactor factor;
  BodySpaceNewton direction(problem, factor);
  Silent silent(direction);
  AugmentedWorkspace work;
  const Criteria criteria = accurate();
  const AugmentedResult result =
      solve_augmented({problem, nullptr, criteria}, silent, {}, 40, work, R);
  ASSERT_TRUE(result.met);
  EXPECT_EQ(result.factorisations, known.factorisations);
  for (int brick = 0; brick < 10; ++brick) {
    const Vec3 off = scene.linear_velocity(brick, R) - scene.linear_velocity(brick, expected);
    EXPECT_LE(norm(off), 10.0 * kGoal * kAccuracy) << brick;
  }
}

}  // namespace
}  // namespace solfec

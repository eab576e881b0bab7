#include "integrator/static_repeat.h"

#include <cmath>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "integrator/quasi_static.h"
#include "integrator/static_balance.h"

namespace solfec {
namespace {

/// Cube of side 1 at the origin, E = 1e6, nu = 0.25, density 1e3.
Bodies unit_cube(BodyKind kind) {
  Bodies bodies;
  bodies.add(1, kind, {1.0, {}, (1.0 / 12.0) * identity()}, BulkMaterial{});
  return bodies;
}

/// The cube at the start of a step in which 100 N pull it along x.
Bodies pulled_cube(BodyKind kind) {
  Bodies bodies = unit_cube(kind);
  begin_static_step(bodies);
  (kind == BodyKind::rigid ? bodies.rigid.force : bodies.pseudo_rigid.force)[0] = {100.0, 0.0, 0.0};
  return bodies;
}

/// So many rigid cubes at the start of a step.
Bodies cubes(int count) {
  Bodies bodies;
  for (BodyId id = 1; id <= count; ++id) {
    bodies.add(id, BodyKind::rigid, {1.0, {}, (1.0 / 12.0) * identity()}, BulkMaterial{});
  }
  begin_static_step(bodies);
  return bodies;
}

/// A step of 0.1 s to a residual of 1e-3, before its first pass.
StaticRepeat begun(Bodies& bodies) {
  StaticRepeat repeat;
  repeat.begin(bodies, 0.1, 1e-3, static_scales(bodies));
  return repeat;
}

/// @param prescribed  Resultant of prescribed motions on each body, N.
std::vector<BodyBalance> balance_of(Bodies& bodies, double step, double push,
                                    Vec3 prescribed = {}) {
  std::vector<BodyBalance> all;
  const PrescribedForces forces{std::vector<Vec3>(bodies.rigid.id.size(), prescribed),
                                std::vector<Vec3>(bodies.pseudo_rigid.id.size(), prescribed)};
  const std::vector<ReachedLoad> none(static_cast<std::size_t>(bodies.rigid.size()));
  find_balance(bodies, step, push, forces, none, all);
  set_residuals(largest_load(all), all);
  return all;
}

Equilibrium equilibrium_of(Bodies& bodies, double step, double push, Vec3 prescribed = {}) {
  return worst_balance(balance_of(bodies, step, push, prescribed));
}

struct Repeated {
  double residual{};
  int repeats{};
  PassVerdict verdict{};
};

/// Passes of a step under loads that are in the bodies, until it ends.
/// @param failures  So many first passes miss the criteria of the solver.
Repeated end_step(Bodies& bodies, double step, double tolerance, int failures = 0) {
  StaticRepeat repeat;
  repeat.begin(bodies, step, tolerance, static_scales(bodies));
  Repeated found;
  do {
    const std::vector<BodyBalance> all = balance_of(bodies, step, repeat.push());
    PassResult result;
    result.balance = all;
    result.solved = failures-- <= 0;
    found.residual = 0.0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const bool is_rigid = i < bodies.rigid.id.size();
      found.residual = std::fmax(found.residual, all[i].residual);
      if (!is_rigid) result.deformable = std::fmax(result.deformable, all[i].residual);
      if (is_rigid && !repeat.inertia().moves(static_cast<int>(i))) {
        result.rigid = std::fmax(result.rigid, all[i].residual);
      }
    }
    const auto of_rigid = std::span(all).first(bodies.rigid.id.size());
    result.free = repeat.inertia().any_free(bodies.rigid, of_rigid, {repeat.wanted(), 0.0});
    result.moved = repeat.deformable_way(bodies);
    found.verdict = repeat.repeat(bodies, result);
  } while (found.verdict == PassVerdict::again);
  found.repeats = repeat.repeats();
  if (found.verdict == PassVerdict::done) finish_static_step(bodies, step, repeat.push());
  return found;
}

/// One step of a pseudo-rigid cube under a couple.
Repeated one_step(Bodies& bodies, const Mat3& couple, double step, double tolerance,
                  int failures = 0) {
  begin_static_step(bodies);
  bodies.pseudo_rigid.couple[0] = couple;
  return end_step(bodies, step, tolerance, failures);
}

double distance(const Mat3& a, const Mat3& b) {
  const Mat3 difference = a - b;
  return std::sqrt(double_dot(difference, difference));
}

// A couple that has no moment and pulls, since one that pushes turns the cube over; F by many plain
// steps.
const Mat3 kCouple{{2e5, 1e4, 0, 1e4, 1e5, 2e4, 0, 2e4, 5e4}};

Mat3 settled() {
  Bodies bodies = unit_cube(BodyKind::pseudo_rigid);
  for (int n = 0; n < 200; ++n) one_step(bodies, kCouple, 0.1, 0.0);
  return bodies.pseudo_rigid.gradient[0];
}

TEST(StaticRepeat, OneStepOfAnyLengthEndsWhereManyPlainStepsDo) {
  const Mat3 expected = settled();
  EXPECT_GT(distance(expected, identity()), 0.1);  // far from linear
  for (const double step : {1e-4, 1e-2, 0.1}) {
    Bodies bodies = unit_cube(BodyKind::pseudo_rigid);
    const Repeated found = one_step(bodies, kCouple, step, 1e-9);
    EXPECT_LE(found.residual, 1e-9) << step;
    EXPECT_GT(found.repeats, 0);
    EXPECT_LE(distance(bodies.pseudo_rigid.gradient[0], expected), 1e-7) << step;
  }
}

TEST(StaticRepeat, PlainStepsAreNotRepeated) {
  Bodies bodies = unit_cube(BodyKind::pseudo_rigid);
  const Repeated found = one_step(bodies, kCouple, 1e-3, 0.0);
  EXPECT_EQ(found.repeats, 0);
  EXPECT_GT(found.residual, 0.1);
}

TEST(StaticRepeat, AfterASolverThatFailedTheStepIsMadeAnewByShorterPseudoTimes) {
  Bodies bodies = unit_cube(BodyKind::pseudo_rigid);
  const Repeated found = one_step(bodies, kCouple, 0.1, 0.0, 2);
  EXPECT_GE(found.repeats, 3);
  EXPECT_LE(found.residual, StaticRepeat::kPlainTolerance);
  EXPECT_LE(distance(bodies.pseudo_rigid.gradient[0], settled()), 1e-2);
}

TEST(StaticRepeat, StepThatNoPassSolvesFails) {
  for (const BodyKind kind : {BodyKind::rigid, BodyKind::pseudo_rigid}) {
    Bodies bodies = unit_cube(kind);
    begin_static_step(bodies);
    bodies.rigid.force.assign(bodies.rigid.id.size(), {1.0, 0.0, 0.0});
    EXPECT_EQ(end_step(bodies, 0.1, 1e-3, 1000).verdict, PassVerdict::failed);
  }
}

TEST(StaticRepeat, RoughPassCountsWhereShorterPseudoTimesHaveNotHelped) {
  for (const bool newton : {false, true}) {
    Bodies bodies = pulled_cube(BodyKind::pseudo_rigid);
    StaticRepeat repeat = begun(bodies);
    PassResult rough;
    rough.newton = newton;
    rough.solved = rough.rough = true;
    const double first = repeat.push();
    int tries = 1;
    while (repeat.repeat(bodies, rough) == PassVerdict::again) ++tries;
    EXPECT_EQ(tries,
              newton ? 4 : 3);  // shorter pseudo-times; before them sweeps, where they are others
    EXPECT_EQ(repeat.takes_sweeps(), newton);
    EXPECT_NEAR(repeat.push(), 1e-4 * first, 1e-9 * first);
    rough.solved = false;
    repeat.begin(bodies, 0.1, 1e-3, static_scales(bodies));
    while (repeat.repeat(bodies, rough) == PassVerdict::again) ++tries;
    EXPECT_GT(tries, 8);
    rough.solved = true;
    repeat.begin(bodies, 0.1, 0.0, static_scales(bodies));
    EXPECT_EQ(repeat.repeat(bodies, rough), PassVerdict::done);  // one pass is asked for
  }
}

TEST(StaticRepeat, StepThatIsOutOfBalanceAfterACriterionIsMissedFails) {
  for (const bool missed : {false, true}) {
    Bodies bodies = pulled_cube(BodyKind::pseudo_rigid);
    StaticRepeat repeat = begun(bodies);
    PassResult result;
    result.solved = true;
    result.missed = result.rough = missed;
    result.deformable = 0.05;  // nothing brings it down
    PassVerdict verdict = PassVerdict::again;
    while (verdict == PassVerdict::again) verdict = repeat.repeat(bodies, result);
    EXPECT_EQ(verdict, missed ? PassVerdict::failed : PassVerdict::done);
    repeat = begun(bodies);
    result.deformable = 1e-3;
    while ((verdict = repeat.repeat(bodies, result)) == PassVerdict::again) {
    }
    EXPECT_EQ(verdict, PassVerdict::done);
  }
}

TEST(StaticRepeat, LoadsThatBodiesHaveNotHandedOnGetASecondSeriesWithTheLongestPseudoTime) {
  constexpr double kStep = 1e-6;
  Bodies bodies = pulled_cube(BodyKind::pseudo_rigid);
  StaticScales scales = static_scales(bodies);
  EXPECT_EQ(scales.bodies, 1);
  scales.stiffest = 1e4;  // a mesh: p of 100 s at most
  scales.fall = 10.0;     // at first 1 s
  int jumps = 0;          // to 1 s
  const auto passes = [&](double left, bool solved, int count) {
    scales.bodies = count;
    StaticRepeat repeat;
    repeat.begin(bodies, kStep, 1e-3, scales);
    EXPECT_NEAR(repeat.push(), kStep, 1e-18);
    PassResult result;
    result.solved = solved;
    result.deformable = left;
    int number = 1;
    jumps = 0;
    for (; repeat.repeat(bodies, result) == PassVerdict::again; ++number) {
      if (std::fabs(std::sqrt(kStep * repeat.push()) - 1.0) < 1e-9) ++jumps;
    }
    return number;
  };
  for (const bool solved : {false, true}) {
    const int once = passes(0.2, solved, 1);
    EXPECT_EQ(jumps, 0);
    EXPECT_GT(passes(0.2, solved, 2), once);
    EXPECT_GE(jumps, 1);
  }
  EXPECT_EQ(passes(0.09, true, 2), passes(0.09, true, 1));  // little is left
  scales.springs = true;                                    // the solver takes contacts for springs
  EXPECT_EQ(passes(0.2, true, 2), passes(0.2, true, 1));
}

TEST(StaticRepeat, LastPassWhoseInertiaHidesTheLoadFails) {
  for (const double left : {50.0, 200.0}) {
    Bodies bodies = pulled_cube(BodyKind::pseudo_rigid);
    StaticRepeat repeat = begun(bodies);
    PassResult result;
    result.solved = true;
    result.deformable = left;  // nothing brings it down
    PassVerdict verdict = PassVerdict::again;
    while (verdict == PassVerdict::again) verdict = repeat.repeat(bodies, result);
    EXPECT_EQ(verdict, left < 100.0 ? PassVerdict::done : PassVerdict::failed);
  }
}

TEST(StaticRepeat, SweepsRelieveNewtonsMethodOnceFromTheReactionsOfTheLastPassThatCounts) {
  Bodies bodies = pulled_cube(BodyKind::rigid);
  StaticRepeat repeat = begun(bodies);
  PassResult missed;
  const std::vector<BodyBalance> all{{1, 50.0, 100.0, 0.5}};
  missed.balance = all;
  missed.rigid = 0.5;
  missed.error = 1.0;
  missed.newton = true;
  EXPECT_EQ(repeat.repeat(bodies, missed), PassVerdict::again);  // another attempt
  EXPECT_TRUE(repeat.keeps_reactions());
  int attempts = 1;
  while (!repeat.takes_sweeps()) {
    ASSERT_EQ(repeat.repeat(bodies, missed), PassVerdict::again);
    ++attempts;
  }
  EXPECT_EQ(attempts, 4);  // three in a row that gain nothing
  EXPECT_FALSE(repeat.keeps_reactions());
  missed.error = 0.1;
  EXPECT_EQ(repeat.repeat(bodies, missed), PassVerdict::again);
  EXPECT_TRUE(repeat.keeps_reactions());
  repeat.begin(bodies, 0.1, 1e-3, static_scales(bodies));
  EXPECT_FALSE(repeat.takes_sweeps());
}

TEST(StaticRepeat, AFewMorePassesFollowWhereResultantsAloneAreOutOfBalance) {
  Bodies bodies = pulled_cube(BodyKind::pseudo_rigid);
  PassResult result;
  result.solved = true;
  result.deformable = result.resultant = 1e-3;
  StaticRepeat repeat = begun(bodies);
  EXPECT_EQ(repeat.repeat(bodies, result), PassVerdict::done);  // the tolerance itself is enough
  result.resultant = 1.001e-3;
  for (int step = 0; step < 2; ++step) {
    repeat = begun(bodies);
    for (int pass = 0; pass < 4; ++pass) {
      EXPECT_EQ(repeat.repeat(bodies, result), PassVerdict::again) << pass;
    }
    EXPECT_EQ(repeat.repeat(bodies, result), PassVerdict::done);
    EXPECT_EQ(repeat.repeats(), 4);
  }
  repeat.begin(bodies, 0.1, 1e-3, static_scales(bodies));
  EXPECT_EQ(repeat.repeat(bodies, result), PassVerdict::again);  // counted anew
  repeat.begin(bodies, 0.1, 0.0, static_scales(bodies));
  EXPECT_EQ(repeat.repeat(bodies, result), PassVerdict::done);  // one pass is asked for
  result.springs = true;
  repeat.begin(bodies, 0.1, 1e-3, static_scales(bodies));
  EXPECT_EQ(repeat.repeat(bodies, result), PassVerdict::done);
}

TEST(StaticRepeat, AttemptsEndWhereRowsAreSure) {
  Bodies bodies = pulled_cube(BodyKind::rigid);
  StaticRepeat repeat = begun(bodies);
  PassResult result;
  const std::vector<BodyBalance> all{{1, 50.0, 100.0, 0.5}};
  result.balance = all;
  result.rigid = 0.5;
  result.solved = result.unsure = true;
  const double first = bodies.rigid.static_push[0];
  EXPECT_EQ(repeat.repeat(bodies, result), PassVerdict::again);
  EXPECT_EQ(bodies.rigid.static_push[0], first);  // the same pass
  result.unsure = false;
  EXPECT_EQ(repeat.repeat(bodies, result), PassVerdict::again);
  EXPECT_GT(bodies.rigid.static_push[0], 10.0 * first);
}

TEST(StaticRepeat, DeformableBodyThatNothingHoldsMovesAsThePlainStepTakesIt) {
  // passes go nowhere and only move it, so the step ends with h² F/m
  Bodies bodies = pulled_cube(BodyKind::pseudo_rigid);
  const Repeated found = end_step(bodies, 0.1, 1e-3);
  EXPECT_EQ(found.verdict, PassVerdict::done);
  EXPECT_NEAR(bodies.pseudo_rigid.center[0].x, 0.01 * 100.0 / bodies.pseudo_rigid.mass[0], 1e-14);
}

TEST(StaticRepeat, BodyThatNothingHoldsMovesByTheSquareOfTheStepOverItsMass) {
  // h² F/m = 1e-3 m, less than a hundredth of the mean distance 0.5 m
  Bodies bodies = pulled_cube(BodyKind::rigid);
  const Repeated found = end_step(bodies, 0.1, 1e-6);
  EXPECT_EQ(found.verdict, PassVerdict::done);
  EXPECT_NEAR(found.residual, 1.0, 1e-12);
  EXPECT_LT(found.repeats, StaticRepeat::kMostPasses);
  EXPECT_NEAR(bodies.rigid.center[0].x, 1e-3, 1e-15);
}

TEST(StaticRepeat, BodyThatNothingHoldsMovesByAHundredthOfItsSizeInALongStep) {
  Bodies bodies = pulled_cube(BodyKind::rigid);
  end_step(bodies, 100.0, 1e-3);
  EXPECT_NEAR(bodies.rigid.center[0].x, 0.01 * 0.5, 1e-15);
}

TEST(PseudoInertia, FirstPassMovesABodyThatNothingHoldsByAPartOfItsSize) {
  // cubes of side 1: the mean distance of the mass from the centre is 1/2 m
  for (const double step : {1e-3, 10.0}) {
    Bodies bodies = cubes(3);
    RigidSet& set = bodies.rigid;
    set.force[0] = {0.0, 0.0, -3000.0};
    set.torque[0] = {0.0, 2000.0, 0.0};  // 4000 N at 1/2 m, so a load of 5000 N
    set.force[1] = {0.0, 100.0, 0.0};    // counts as a tenth of that
    PseudoInertia inertia;
    inertia.begin(set, step, largest_applied_load(bodies));
    const double mass = set.mass[0];
    EXPECT_NEAR(set.static_push[0] * step * 5000.0 / mass, 0.5e-7, 1e-19) << step;
    EXPECT_NEAR(set.static_push[1] * step * 500.0 / mass, 0.5e-7, 1e-19) << step;
    EXPECT_EQ(set.static_push[2], set.static_push[1]);
    EXPECT_EQ(least_push(set), set.static_push[0]);
  }
}

TEST(PseudoInertia, BodiesThatYieldMayMoveFurtherAndAreNeverUnsure) {
  Bodies bodies = cubes(2);
  RigidSet& set = bodies.rigid;
  set.force[0] = set.force[1] = {0.0, 0.0, -100.0};
  PseudoInertia inertia;
  inertia.begin(set, 2.0, 100.0);
  const double first = set.static_push[0];
  const std::vector<char> second_yields{0, 1};
  inertia.yield(set, second_yields);
  EXPECT_EQ(set.static_push[0], first);
  // p² F/m = 1e-4 of the size 1/2 m
  EXPECT_NEAR(set.static_push[1] * 2.0 * 100.0 / set.mass[1], 0.5e-4, 1e-16);
  const std::vector<BodyBalance> free{{1, 100.0, 100.0, 1.0}, {2, 100.0, 100.0, 1.0}};
  const double explains = 0.1 * first / set.mass[0];  // 1e3 m E/push is 100 N, all of it
  EXPECT_TRUE(inertia.any_unsure(set, free, {1e-3, 1.01 * explains}));
  EXPECT_FALSE(inertia.any_unsure(set, free, {1e-3, 0.99 * explains}));
  inertia.lengthen(set, free, {1e-3, 1.01 * explains});
  EXPECT_EQ(set.static_push[0], first);
  EXPECT_GT(set.static_push[1] * 2.0 * 100.0 / set.mass[1], 0.4e-1);
  for (int pass = 0; pass < 4; ++pass) inertia.lengthen(set, free, {1e-3, 1.01 * explains});
  EXPECT_NEAR(set.static_push[1] * 2.0 * 100.0 / set.mass[1], 0.5, 1e-12);  // its size
}

TEST(PseudoInertia, ErrorsThatAreSureExplainAsMuchAsIsWanted) {
  Bodies bodies = cubes(2);
  RigidSet& set = bodies.rigid;
  set.force[0] = set.force[1] = {0.0, 0.0, -100.0};
  PseudoInertia inertia;
  inertia.begin(set, 2.0, 100.0);
  const double speed = set.static_push[0] * 100.0 / set.mass[0];
  EXPECT_NEAR(inertia.sure_error(set, 1e-3, false), 1e-3 / 1e3 * speed, 1e-12 * speed);
  EXPECT_NEAR(inertia.sure_error(set, 1e-9, false), 1e-7 * speed, 1e-12 * speed);
  const std::vector<char> all{1, 1};
  inertia.yield(set, all);
  EXPECT_NEAR(inertia.sure_error(set, 1e-3, false), 1e-3 / 10.0 * 1e3 * speed, 1e-9 * speed);
  EXPECT_FALSE(std::isfinite(inertia.sure_error(set, 1e-3, true)));
}

TEST(PseudoInertia, SpringsThatAreSolvedAloneBoundThePseudoTime) {
  Bodies bodies = pulled_cube(BodyKind::rigid);
  RigidSet& set = bodies.rigid;
  PseudoInertia inertia;
  constexpr double kStep = 2.0;
  inertia.begin(set, kStep, 100.0);
  const std::vector<double> stiffness{1e5};
  inertia.bound(set, stiffness);
  const std::vector<BodyBalance> free{{1, 100.0, 100.0, 1.0}};
  for (int pass = 0; pass < 5; ++pass) inertia.lengthen(set, free, {1e-3, 0.0});
  // p² k/m = 1/4
  EXPECT_NEAR(set.static_push[0] * kStep * stiffness[0] / set.mass[0], 0.25, 1e-12);
}

/// p² F/m ends at the size of a body, 1/2 m, or at four times the way of what carries it.
TEST(PseudoInertia, BodiesMayGoAsFarAsObstaclesCarryThem) {
  for (const double drive : {0.0, 0.01, 3.0}) {
    Bodies bodies = cubes(1);
    RigidSet& set = bodies.rigid;
    set.force[0] = {0.0, 0.0, -100.0};
    PseudoInertia inertia;
    constexpr double kStep = 2.0;
    inertia.begin(set, kStep, 100.0, drive);
    const std::vector<BodyBalance> free{{1, 100.0, 100.0, 1.0}};
    for (int pass = 0; pass < 5; ++pass) inertia.lengthen(set, free, {1e-3, 0.0});
    const double way = set.static_push[0] * kStep * 100.0 / set.mass[0];
    EXPECT_NEAR(way, std::fmax(0.5, 4.0 * drive * kStep), 1e-12) << drive;
  }
}

TEST(StaticScales, TheDriveIsThatOfAnObstacleWhereABodyIs) {
  Bodies bodies = cubes(1);
  bodies.rigid.center[0] = {3.0, 0.0, 0.0};
  EXPECT_EQ(static_scales(bodies).drive, 0.0);
  ObstacleSet& obstacles = bodies.obstacles;
  obstacles.center.push_back({1.0, 0.0, 0.0});
  obstacles.linear.push_back({0.0, 0.5, 0.0});
  obstacles.angular.push_back({0.0, 0.0, 2.0});
  EXPECT_NEAR(static_scales(bodies).drive, 4.5, 1e-15);
}

TEST(PseudoInertia, PendulumsMoveToTheirEquilibriumInOnePass) {
  Bodies bodies = cubes(2);
  RigidSet& set = bodies.rigid;
  set.force[0] = set.force[1] = {0.0, 0.0, -100.0};
  PseudoInertia inertia;
  constexpr double kStep = 2.0;
  inertia.begin(set, kStep, 100.0);
  std::vector<ReachedLoad> reached(2);
  reached[0].line = 5.0;  // N/m
  inertia.hold(set, reached);
  const std::vector<BodyBalance> free{{1, 100.0, 100.0, 1.0}, {2, 100.0, 100.0, 1.0}};
  for (int pass = 0; pass < 5; ++pass) inertia.lengthen(set, free, {1e-3, 0.0});
  EXPECT_NEAR(set.static_push[0] * kStep * 5.0 / set.mass[0], 1.0, 1e-12);    // p² k/m
  EXPECT_NEAR(set.static_push[1] * kStep * 100.0 / set.mass[1], 0.5, 1e-12);  // of its size
  inertia.begin(set, kStep, 100.0);  // the next step begins without
  for (int pass = 0; pass < 5; ++pass) inertia.lengthen(set, free, {1e-3, 0.0});
  EXPECT_NEAR(set.static_push[0] * kStep * 100.0 / set.mass[0], 0.5, 1e-12);
}

TEST(PseudoInertia, PseudoTimesGrowByWhatAPassHasGained) {
  const auto grown = [](double before, double after) {
    Bodies bodies = pulled_cube(BodyKind::rigid);
    RigidSet& set = bodies.rigid;
    PseudoInertia inertia;
    inertia.begin(set, 1.0, 100.0);
    const double first = set.static_push[0];
    for (const double residual : {before, after}) {
      const std::vector<BodyBalance> free{{1, 100.0 * residual, 100.0, residual}};
      inertia.lengthen(set, free, {1e-3, 0.0});
    }
    return set.static_push[0] / first;
  };
  // 1e3 without a rate; then a rate r wants r/(1 - r)/1e-3, for a thousandth in the next pass
  EXPECT_NEAR(grown(0.5, 0.1), 1e3 * 0.2 / 0.8 / 1e-3, 1e-4);
  EXPECT_NEAR(grown(1.0, 0.75), 1e3 * 0.75 / 0.25 / 1e-3, 1e-3);
  EXPECT_NEAR(grown(0.5, 0.6), 1e7, 1.0);  // a pass that loses: up to the size of the body
}

TEST(PseudoInertia, ErrorsThatAreSureOfDeformableBodiesFollowTheirLoad) {
  const Bodies bodies = pulled_cube(BodyKind::pseudo_rigid);
  const double mass = bodies.pseudo_rigid.mass[0];
  EXPECT_NEAR(sure_error(bodies, 0.5, 100.0, 1e-3), 1e-3 / 10.0 * 0.5 * 100.0 / mass, 1e-15);
  // at least a tenth of the largest load counts
  EXPECT_NEAR(sure_error(bodies, 0.5, 4000.0, 1e-3), 1e-3 / 10.0 * 0.5 * 400.0 / mass, 1e-15);
  EXPECT_FALSE(std::isfinite(sure_error(pulled_cube(BodyKind::rigid), 0.5, 100.0, 1e-3)));
  EXPECT_FALSE(std::isfinite(sure_error(unit_cube(BodyKind::pseudo_rigid), 0.5, 0.0, 1e-3)));
}

TEST(PseudoInertia, WithoutAnyLoadABodyThatYieldsHasItsMassToo) {
  Bodies bodies = unit_cube(BodyKind::rigid);
  begin_static_step(bodies);
  PseudoInertia inertia;
  inertia.begin(bodies.rigid, 0.25, 0.0);
  const std::vector<char> yields{1};
  inertia.yield(bodies.rigid, yields);
  EXPECT_EQ(bodies.rigid.static_push[0], 0.25);
}

TEST(PseudoInertia, WithoutAnyLoadTheInertiaIsTheMass) {
  Bodies bodies = unit_cube(BodyKind::rigid);
  begin_static_step(bodies);
  PseudoInertia inertia;
  inertia.begin(bodies.rigid, 0.25, 0.0);
  EXPECT_EQ(bodies.rigid.static_push[0], 0.25);
}

TEST(PseudoInertia, PseudoTimesOfUnbalancedBodiesGrowUpToTheSizeOfTheBody) {
  Bodies bodies = pulled_cube(BodyKind::rigid);
  RigidSet& set = bodies.rigid;
  PseudoInertia inertia;
  inertia.begin(set, 1.0, 100.0);
  const double first = set.static_push[0];
  const std::vector<BodyBalance> balanced{{1, 0.01, 100.0, 1e-4}};
  const std::vector<BodyBalance> free{{1, 100.0, 100.0, 1.0}};
  inertia.lengthen(set, balanced, {1e-3, 0.0});
  EXPECT_EQ(set.static_push[0], first);
  // an error E of the solver explains 1e3 m E/push: 200 N of the 100 N
  inertia.lengthen(set, free, {1e-3, 0.2 * first / set.mass[0]});
  EXPECT_EQ(set.static_push[0], first);
  for (int pass = 0; pass < 4; ++pass) inertia.lengthen(set, free, {1e-3, 0.0});
  EXPECT_NEAR(set.static_push[0] * 100.0 / set.mass[0], 0.5, 1e-12);
  for (int pass = 0; pass < 4; ++pass) inertia.shorten(set);
  EXPECT_EQ(set.static_push[0], first);
}

TEST(StaticBalance, IsWhatLoadsAndReactionsLeaveOverTheLoad) {
  // 1000 kg: 500 N and reactions of 400 N leave 100 N; moments at the mean distance 1/2 m of the
  // mass from the centre.
  Bodies bodies = unit_cube(BodyKind::rigid);
  begin_static_step(bodies);
  RigidSet& set = bodies.rigid;
  set.static_push[0] = 0.02;
  set.force[0] = {500.0, 0.0, 0.0};
  set.linear_change[0] = {-400.0 * set.static_push[0] / set.mass[0], 0.0, 0.0};
  EXPECT_NEAR(equilibrium_of(bodies, 0.1, 1.0).residual, 100.0 / 500.0, 1e-12);
  set.torque[0] = {0.0, 30.0, 0.0};
  constexpr double kDistance = 0.5;
  const double moment = 30.0 / kDistance;
  EXPECT_NEAR(equilibrium_of(bodies, 0.1, 1.0).residual,
              std::hypot(100.0, moment) / std::hypot(500.0, moment), 1e-12);
  // driven by 4000 N, which counts as load
  EXPECT_NEAR(equilibrium_of(bodies, 0.1, 1.0, {0.0, 4000.0, 0.0}).residual,
              std::hypot(100.0, moment) / 4000.0, 1e-12);
  EXPECT_EQ(equilibrium_of(bodies, 0.1, 1.0).body, 1);
}

TEST(StaticBalance, CouplesOfPseudoRigidBodiesCountAtTheMeanDistanceOfTheMass) {
  // a box 1 x 2 x 3: mean square distance (1 + 4 + 9)/12 m²
  Bodies bodies;
  bodies.add(1, BodyKind::pseudo_rigid,
             {6.0, {}, 6.0 * diagonal(1.0 / 12.0, 4.0 / 12.0, 9.0 / 12.0)}, BulkMaterial{});
  begin_static_step(bodies);
  PseudoRigidSet& set = bodies.pseudo_rigid;
  EXPECT_NEAR(mean_distance(set, 0), std::sqrt(14.0 / 12.0), 1e-12);
  set.couple[0] = diagonal(30.0, 0.0, 40.0);
  set.force[0] = {0.0, 20.0, 0.0};
  const double couple = 50.0 / std::sqrt(14.0 / 12.0);
  EXPECT_NEAR(balance_of(bodies, 0.1, 0.1)[0].load, std::hypot(20.0, couple), 1e-11);
}

TEST(StaticBalance, BodiesWithoutLoadAreMeasuredWithTheLargestOne) {
  std::vector<BodyBalance> all{{1, 1e-10, 1e-10}, {2, 1.0, 1e5}, {3, 2.0, 4.0}};
  set_residuals(1e5, all);
  EXPECT_NEAR(all[0].residual, 1e-15, 1e-24);  // 1e-10 N beside 1e5 N is rounding
  EXPECT_EQ(all[2].residual, 0.5);
  EXPECT_EQ(worst_balance(all).body, 3);
  std::vector<BodyBalance> none{{1, 0.0, 0.0}, {2, 0.0, 0.0}};
  set_residuals(0.0, none);
  EXPECT_EQ(worst_balance(none).residual, 0.0);
}

}  // namespace
}  // namespace solfec

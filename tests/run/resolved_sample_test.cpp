#include "run/watch/resolved_sample.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "domain/domain_fixture.h"
#include "run/report/decade_median.h"

namespace solfec {
namespace {

constexpr double kStep = 1e-3;  // s
constexpr int kBalls = 8;

/// Columns of balls on a floor: plain sweeps carry weight from ball to ball, so a step that starts
/// from zero reactions needs many of them.
class ResolvedSampleTest : public DomainFixture {
 protected:
  static GaussSeidelParams plain(int sweeps, double tolerance) {
    GaussSeidelParams params;
    params.acceleration = Acceleration::off;
    params.relative_tolerance = tolerance;
    params.merit_tolerance = 1e10;
    params.max_sweeps = sweeps;
    return params;
  }

  [[nodiscard]] std::unique_ptr<Domain> column() const {
    auto domain = std::make_unique<Domain>(Analysis::dynamic, 1e-4);
    domain->define_bulk_material({"stone", BulkModel::kirchhoff, 1e9, 0.2, 1000.0});
    domain->loads.gravity[2].constant = -10.0;
    add_to(*domain, BodyKind::obstacle, box_shape({-1, -1, -1}, {1, 1, 0}));
    for (int k = 0; k < kBalls; ++k) {
      add_to(*domain, BodyKind::rigid, ball_shape({0, 0, 0.5 + k - 1e-6 * (k + 1)}, 0.5));
    }
    return domain;
  }

  static void step(Domain& domain, ConstraintSolver& solver, ResolvedSample& sample, int steps) {
    domain.solution_watch = &sample;
    for (int k = 0; k < steps; ++k) {
      sample.begin_step(k, steps, domain.time() + kStep);
      (void)domain.step(solver, kStep);
      sample.end_step();
    }
    domain.solution_watch = nullptr;
  }

  /// Whether a first step with these sweeps meets its criteria.
  [[nodiscard]] bool suffices(int sweeps, double tolerance) const {
    const auto domain = column();
    GaussSeidelSolver solver(plain(sweeps, tolerance));
    (void)domain->step(solver, kStep);
    return solver.report().status == SolveStatus::ok;
  }

  static Vec3 center_speed(const Domain& domain, int ball) {
    const BodyRef ref = domain.body_ref(ball + 2);
    return domain.bodies.motion(ref).linear;
  }
};

/// The oracle is a first step of the scene anew with that many sweeps, and with half of them.
TEST_F(ResolvedSampleTest, TheToldLimitOfSweepsSufficesAndHalfOfItDoesNot) {
  constexpr double kTolerance = 1e-6;
  const auto domain = column();
  GaussSeidelSolver solver(plain(4, kTolerance));
  ResolvedSample sample({.steps = 0, .doublings = 8});
  step(*domain, solver, sample, 1);
  int told = 4;
  while (!suffices(told, kTolerance)) told *= 2;
  ASSERT_GT(told, 8);
  EXPECT_EQ(sample.advice(),
            cat("1 missed step was solved again: maxiter ", told, " would have sufficed"));
  EXPECT_EQ(sample.motion_text(*domain), "");
}

TEST_F(ResolvedSampleTest, NothingIsToldOfStepsThatMeetTheirCriteria) {
  const auto domain = column();
  ResolvedSample sample({.steps = 0});
  step(*domain, solver_, sample, 3);
  EXPECT_EQ(sample.advice(), "");
  EXPECT_EQ(sample.spent(), 0.0);
}

TEST_F(ResolvedSampleTest, WhereNoNumberOfSweepsSufficesTheAdviceIsAnother) {
  constexpr double kTolerance = 1e-12;
  ASSERT_FALSE(suffices(12, kTolerance));
  const auto domain = column();
  GaussSeidelSolver solver(plain(3, kTolerance));
  ResolvedSample sample({.steps = 0, .doublings = 2, .usual_sweeps = 12});
  step(*domain, solver, sample, 1);
  EXPECT_EQ(sample.advice(),
            "1 missed step was solved again: maxiter 12 did not suffice: loosen the criteria of "
            "the solver or take a shorter step");
}

/// Reactions that are right to rounding meet every accuracy: the interior point finds them.
TEST_F(ResolvedSampleTest, TheInteriorPointIsNamedWhereItSolvesTheStep) {
  constexpr double kAccuracy = 1e-300;  // m/s
  InteriorParams interior;
  interior.accuracy.speed = kAccuracy;
  InteriorPointSolver oracle(interior);
  (void)column()->step(oracle, kStep);
  ASSERT_EQ(oracle.report().status, SolveStatus::ok);
  const auto domain = column();
  GaussSeidelParams params;
  params.accuracy.speed = kAccuracy;
  params.max_sweeps = 3;
  GaussSeidelSolver solver(params);
  ResolvedSample sample({.steps = 0, .doublings = 2, .usual_sweeps = 12});
  step(*domain, solver, sample, 1);
  EXPECT_EQ(sample.advice(),
            "1 missed step was solved again: maxiter 12 did not suffice, INTERIOR_POINT_SOLVER "
            "did");
}

/// The first step may try 3, 6 and 12 sweeps; the work of the second one ends before 12.
TEST_F(ResolvedSampleTest, TriesThatWouldEndTooEarlyDoNotBegin) {
  const auto domain = column();
  GaussSeidelSolver solver(plain(3, 1e-14));
  ResolvedSample sample({.steps = 0,
                         .doublings = 2,
                         .usual_sweeps = 12,
                         .missed_share = 0.0,
                         .missed_start = 30.0 * kBalls});
  step(*domain, solver, sample, 4);
  EXPECT_EQ(sample.advice(),
            "1 missed step was solved again: maxiter 12 did not suffice: loosen the criteria of "
            "the solver or take a shorter step");
}

TEST_F(ResolvedSampleTest, WorkAndStepsStayWithinTheSettings) {
  const auto domain = column();
  GaussSeidelSolver solver(plain(2, 1e-14));
  ResolvedSample none({.steps = 0, .missed_share = 0.0, .missed_start = 1.0});
  step(*domain, solver, none, 5);
  EXPECT_EQ(none.advice(), "");
  EXPECT_EQ(none.spent(), 0.0);
  ResolvedSample three({.steps = 0, .missed_steps = 3});
  step(*domain, solver, three, 5);
  EXPECT_EQ(three.advice().find("3 missed steps were solved again: "), 0U) << three.advice();
  ResolvedSample few({.steps = 0, .missed_steps = 3, .doublings = 1, .usual_sweeps = 4});
  step(*domain, solver, few, 5);
  EXPECT_EQ(few.advice(),
            "3 missed steps were solved again: maxiter 4 did not suffice for any of 3: loosen the "
            "criteria of the solver or take a shorter step");
}

/// The oracle is the difference of two runs of one step. Balls turn about their centres, where
/// |Δv| h is all that moves.
TEST_F(ResolvedSampleTest, MotionIsThatAgainstAStepSolvedTighter) {
  constexpr double kLoose = 1e-2;
  const auto loose = column();
  GaussSeidelSolver solver(plain(1000, kLoose));
  ResolvedSample sample({.steps = 1, .tighter = 1e-4, .start = 1e9});
  sample.begin_step(1, 1, kStep);
  loose->solution_watch = &sample;
  (void)loose->step(solver, kStep);
  sample.end_step();
  const auto tight = column();
  GaussSeidelSolver other(plain(1000, 1e-4 * kLoose));
  (void)tight->step(other, kStep);
  double off = 0.0;
  for (int k = 0; k < kBalls; ++k) {
    off = std::max(off, kStep * norm(center_speed(*loose, k) - center_speed(*tight, k)));
  }
  ASSERT_GT(off, 0.0);
  const std::string expected =
      cat("against a sample of 1 step solved 10000 times tighter bodies were off by at most ",
          short_number(to_two_digits(off)), " m in a step, body ");
  EXPECT_EQ(sample.motion_text(*loose).find(expected), 0U) << sample.motion_text(*loose);
}

TEST_F(ResolvedSampleTest, StepsThatCannotBeSolvedTighterAreCounted) {
  const auto domain = column();
  GaussSeidelSolver solver(plain(1000, 1e-6));
  ASSERT_FALSE(suffices(12, 1e-12));
  ResolvedSample sample(
      {.steps = 1, .tighter = 1e-6, .share = 0.0, .start = 12.0 * kBalls, .least_sweeps = 12});
  sample.begin_step(1, 1, kStep);
  domain->solution_watch = &sample;
  (void)domain->step(solver, kStep);
  sample.end_step();
  EXPECT_EQ(sample.motion_text(*domain),
            "1 step of the sample could not be solved 1e+06 times tighter within the work that is "
            "spent on it");
}

/// A Newton iteration costs many products: what the second solution may spend is work, whatever the
/// solver calls an iteration.
TEST_F(ResolvedSampleTest, ATighterSolutionByNewtonKeepsToItsWork) {
  const auto domain = column();
  NewtonParams params;
  params.merit_tolerance = 1e-2;
  NewtonSolver solver(params);
  constexpr double kWork = 200.0;  // sweeps
  ResolvedSample sample(
      {.steps = 1, .tighter = 1e-12, .share = 0.0, .start = kWork * kBalls, .least_sweeps = 12});
  sample.begin_step(1, 1, kStep);
  domain->solution_watch = &sample;
  (void)domain->step(solver, kStep);
  sample.end_step();
  EXPECT_GT(sample.spent(), 0.0);
  EXPECT_LT(sample.spent(), 2.0 * kWork * kBalls);
}

/// Every step is solved again in both ways, and each number of the state keeps its bits.
TEST_F(ResolvedSampleTest, SecondSolutionsLeaveNoTraceInTheBits) {
  const auto plain_run = column();
  const auto watched = column();
  GaussSeidelParams params;
  params.accuracy.share_of_weight = 1e-6;
  params.max_sweeps = 5;
  GaussSeidelSolver first(params);
  GaussSeidelSolver second(params);
  constexpr int kSteps = 40;
  for (int k = 0; k < kSteps; ++k) (void)plain_run->step(first, kStep);
  ResolvedSample sample({.steps = kSteps, .start = 1e9, .missed_steps = kSteps});
  step(*watched, second, sample, kSteps);
  EXPECT_GT(sample.spent(), 0.0);
  EXPECT_NE(sample.advice(), "");
  EXPECT_NE(sample.motion_text(*watched), "");
  const auto state_of = [](const Domain& domain, BodyId id) {
    const BodyRef ref = domain.body_ref(id);
    const BodyMotion motion = domain.bodies.motion(ref);
    return std::array<double, 6>{motion.center.x, motion.center.y, motion.center.z,
                                 motion.linear.x, motion.linear.y, motion.linear.z};
  };
  for (BodyId id = 2; id < kBalls + 2; ++id) {
    EXPECT_EQ(state_of(*plain_run, id), state_of(*watched, id)) << id;
  }
  ASSERT_EQ(plain_run->constraints().size(), watched->constraints().size());
  for (std::size_t i = 0; i < watched->constraints().size(); ++i) {
    EXPECT_EQ(plain_run->constraints()[i].R, watched->constraints()[i].R) << i;
  }
  EXPECT_EQ(first.report().iterations, second.report().iterations);
  EXPECT_EQ(first.report().merit, second.report().merit);
}

}  // namespace
}  // namespace solfec

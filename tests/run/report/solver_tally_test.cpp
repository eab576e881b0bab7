#include "run/report/solver_tally.h"

#include "domain/domain_fixture.h"

namespace solfec {
namespace {

/// A ball that lies on a floor, and the report of a step of it.
class SolverTallyTest : public DomainFixture {
 protected:
  SolverTallyTest() {
    add(BodyKind::obstacle, box_shape({-1, -1, -1}, {1, 1, 0}), "floor");
    add(BodyKind::rigid, ball_shape({0, 0, 0.4999}, 0.5), "ball");
    domain_.loads.gravity[2].constant = -10.0;
    run(1, 0.001);
  }

  static SolveReport report_of(int iterations, double residual, bool converged = true) {
    SolveReport report;
    report.iterations = iterations;
    report.residual = residual;
    report.merit = residual;
    report.worst_row = 0;
    report.status = converged ? SolveStatus::ok : SolveStatus::diverged;
    return report;
  }

  SolverTally tally_;
};

TEST_F(SolverTallyTest, NothingToSayWithoutConstraints) {
  const Domain empty(Analysis::dynamic, 1e-4);
  tally_.add(0.1, report_of(1, 0.0), empty);
  EXPECT_EQ(tally_.summary(empty), "");
}

TEST_F(SolverTallyTest, SummaryGivesTheMeanAndTheWorstContact) {
  tally_.add(0.1, report_of(10, 1e-6), domain_);
  tally_.add(0.2, report_of(20, 3e-5), domain_);
  tally_.add(0.3, report_of(30, 1e-7), domain_);
  EXPECT_EQ(tally_.failures(), 0);
  const std::string text = tally_.summary(domain_);
  EXPECT_EQ(text.find("solver: 20 iterations per step; largest residual 3e-05 at t=0.2 s, body "),
            0U)
      << text;
  EXPECT_NE(text.find("body 'ball' (created at test.py:1)"), std::string::npos) << text;
  EXPECT_NE(text.find("body 'floor' (created at test.py:1)"), std::string::npos) << text;
}

TEST_F(SolverTallyTest, SummaryTellsStepsThatDidNotConverge) {
  const auto add = [&](double time, double residual, double merit, Miss missed) {
    SolveReport report = report_of(100, residual, missed == Miss::nothing);
    report.merit = merit;
    report.missed = missed;
    report.criteria.residual = 1e-4;
    report.criteria.merit = 1e-3;
    tally_.add(time, report, domain_);
  };
  add(0.1, 1e-3, 0.0, Miss::residual);
  add(0.2, 2e-3, 0.0, Miss::residual);
  add(0.3, 1e-9, 0.0, Miss::nothing);
  add(0.4, 1e-9, 7e-3, Miss::merit);
  EXPECT_EQ(tally_.failures(), 3);
  EXPECT_NE(tally_.summary(domain_).find(
                "; 3 of 4 steps did not reach the criteria (residual 2: 10 times the bound in the "
                "median, 20 times at most at t=0.2 s; merit 1: 7 times the bound in the median, 7 "
                "times at most at t=0.4 s); largest residual 0.002 at t=0.2 s"),
            std::string::npos)
      << tally_.summary(domain_);
}

TEST_F(SolverTallyTest, StepsWhoseNumbersFailedAreCountedWithoutAFactor) {
  tally_.add(0.1, report_of(100, 1e-3, false), domain_);
  EXPECT_NE(tally_.summary(domain_).find("; 1 of 1 steps did not reach the criteria; largest"),
            std::string::npos)
      << tally_.summary(domain_);
}

/// Judged is the mean of the bodies, or a tenth of the largest row where that is more.
TEST_F(SolverTallyTest, ErrorsOfVelocityStandBesideTheirBound) {
  const auto add = [&](double time, double mean, double worst) {
    SolveReport report = report_of(100, 1e-3, worst < 1e-3);
    report.mean_error = mean;
    report.worst_error = worst;
    report.criteria.accuracy = 4e-5;
    if (worst >= 1e-3) report.missed = Miss::accuracy;
    tally_.add(time, report, domain_);
  };
  add(0.1, 2e-5, 8e-5);
  add(0.2, 3e-5, 9e-5);
  add(0.3, 1e-5, 7e-5);
  EXPECT_EQ(tally_.error_summary(domain_).find(
                "errors of velocity: 2e-05 m/s in the median of the steps, 3e-05 m/s at most at "
                "t=0.2 s; the criteria allow 4e-05 m/s; largest of a single row 9e-05 m/s at "
                "t=0.2 s, body '"),
            0U)
      << tally_.error_summary(domain_);
  add(0.4, 2e-5, 2e-3);
  EXPECT_NE(tally_.summary(domain_).find("(error of velocity 1: 5 times the bound in the median, "
                                         "5 times at most at t=0.4 s)"),
            std::string::npos)
      << tally_.summary(domain_);
  EXPECT_NE(tally_.error_summary(domain_).find(" 0.0002 m/s at most at t=0.4 s"), std::string::npos)
      << tally_.error_summary(domain_);
}

TEST_F(SolverTallyTest, StepsWithoutErrorsNameNoSteps) {
  tally_.add(0.1, report_of(10, 0.0), domain_);
  EXPECT_EQ(tally_.error_summary(domain_), "errors of velocity: none above rounding in any step");
}

TEST_F(SolverTallyTest, CriteriaWithoutASpeedAreToldAsSuch) {
  SolveReport unbounded = report_of(10, 1e-6);
  unbounded.worst_error = unbounded.mean_error = 1e-6;
  tally_.add(0.1, unbounded, domain_);
  EXPECT_NE(tally_.error_summary(domain_).find("the criteria of the solver name no bound in m/s"),
            std::string::npos);
  SolveReport report = report_of(10, 1e-6);
  report.criteria.accuracy = 1e-5;
  tally_.add(0.2, report, domain_);
  EXPECT_NE(tally_.error_summary(domain_).find(
                "the criteria allow 1e-05 m/s or more, in some steps they name no bound"),
            std::string::npos);
}

TEST_F(SolverTallyTest, BodiesThatVanishedAreNamedByNumber) {
  tally_.add(0.1, report_of(10, 1e-6), domain_);
  domain_.remove_body(2);
  EXPECT_NE(tally_.summary(domain_).find("body 2 (deleted)"), std::string::npos);
}

TEST_F(SolverTallyTest, ImpossibleConstraintsAreToldOncePerPair) {
  SolveReport report = report_of(1000, 0.1, false);
  EXPECT_EQ(tally_.no_solution(0.1, report, domain_), "");
  report.no_solution = true;
  const std::string text = tally_.no_solution(0.1, report, domain_);
  EXPECT_EQ(text.find("t=0.1 s: the constraints seem to have no solution"), 0U) << text;
  EXPECT_NE(text.find("body 'ball' (created at test.py:1)"), std::string::npos) << text;
  EXPECT_EQ(tally_.no_solution(0.2, report, domain_), "");
}

TEST_F(SolverTallyTest, PairsThatAreWorstInTurnAreToldOnceEachAndFiveAtMost) {
  for (int k = 0; k < 7; ++k) add(BodyKind::rigid, ball_shape({5.0 + 2.0 * k, 0, 0}, 0.5));
  for (int k = 0; k < 7; ++k) {
    domain_.add_constraint(make_fixed_point(3 + k, {5.0 + 2.0 * k, 0, 0.5}));
  }
  run(1, 0.001);
  SolveReport report = report_of(1000, 0.1, false);
  report.no_solution = true;
  int told = 0;
  for (int turn = 0; turn < 3; ++turn) {
    for (report.worst_row = 0; report.worst_row < 7; ++report.worst_row) {
      if (!tally_.no_solution(0.1, report, domain_).empty()) ++told;
    }
  }
  EXPECT_EQ(told, 5);
}

TEST_F(SolverTallyTest, PlaceOfARowIsThatOfItsConstraint) {
  add(BodyKind::rigid, ball_shape({5, 0, 0}, 0.5));
  const ConstraintId fixed = domain_.add_constraint(make_fixed_point(3, {5, 0, 0.5}));
  EXPECT_EQ(domain_.row_place(0).id, 0);  // rows are those of the last step
  run(1, 0.001);
  ASSERT_EQ(domain_.constraints().size(), 2U);
  for (int row = 0; row < 2; ++row) {
    const ConstraintRecord& record = domain_.constraints()[static_cast<std::size_t>(row)];
    const RowPlace place = domain_.row_place(row);
    EXPECT_EQ(place.id, record.id);
    EXPECT_EQ(place.master, record.master);
    EXPECT_EQ(place.slave, record.slave);
    EXPECT_EQ(place.point, record.point);
  }
  EXPECT_EQ(domain_.row_place(0).id, fixed);
  EXPECT_EQ(domain_.row_place(2).id, 0);
  EXPECT_EQ(domain_.row_place(-1).id, 0);
}

}  // namespace
}  // namespace solfec

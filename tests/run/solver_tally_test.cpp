#include "run/solver_tally.h"

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
  tally_.add(0.1, report_of(100, 1e-3, false), domain_);
  tally_.add(0.2, report_of(100, 2e-3, false), domain_);
  tally_.add(0.3, report_of(10, 1e-9), domain_);
  EXPECT_EQ(tally_.failures(), 2);
  EXPECT_NE(tally_.summary(domain_).find("; 2 of 3 steps did not reach the criteria, worst merit "
                                         "0.002 at t=0.2 s; largest residual 0.002"),
            std::string::npos)
      << tally_.summary(domain_);
}

/// The summary tells the errors of velocity of the worst step and the accuracy that all steps keep:
/// the mean of the bodies, or a tenth of the largest row where that is more.
TEST_F(SolverTallyTest, SummaryTellsErrorsOfVelocity) {
  const auto add = [&](double time, double mean, double worst, bool met) {
    SolveReport report = report_of(100, 1e-3, met);
    report.mean_error = mean;
    report.worst_error = worst;
    if (!met) report.missed = Miss::accuracy;
    tally_.add(time, report, domain_);
  };
  add(0.1, 2e-5, 8e-5, false);
  add(0.2, 3e-5, 9e-5, false);
  add(0.3, 2e-5, 7e-5, false);
  EXPECT_NE(tally_.summary(domain_).find(
                "; 3 of 3 steps did not reach the criteria (error of velocity 3), errors of "
                "velocity up to 9e-05 m/s at t=0.2 s; all steps keep an accuracy of 3e-05 m/s"),
            std::string::npos)
      << tally_.summary(domain_);
  add(0.4, 2e-5, 5e-4, false);
  EXPECT_NE(tally_.summary(domain_).find("up to 0.0005 m/s at t=0.4 s; all steps keep an accuracy "
                                         "of 5e-05 m/s"),
            std::string::npos)
      << tally_.summary(domain_);
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

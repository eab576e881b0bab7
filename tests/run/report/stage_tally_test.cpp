#include "run/report/stage_tally.h"

#include <gtest/gtest.h>

namespace solfec {
namespace {

SolveReport report_of(std::vector<StageRecord> stages, bool converged = true) {
  SolveReport report;
  report.stages = std::move(stages);
  report.criteria.accuracy = 9.81e-6;
  report.worst_error = 4e-6;
  report.mean_error = 1e-6;
  if (converged) return report;
  report.status = SolveStatus::diverged;
  report.missed = Miss::accuracy;
  return report;
}

const StageRecord kPlain{Stage::plain_sweeps, StageEnd::slow, 10, 0, 0, 10.0, 500.0, 50.0};
const StageRecord kMet{Stage::momentum, StageEnd::met, 20, 0, 0, 20.0, 50.0, 0.5};
const StageRecord kInterior{Stage::interior_point, StageEnd::met, 80, 7, 7, 170.0, 50.0, 0.5};

TEST(StageTally, NothingIsToldOfAStepWithoutStages) {
  EXPECT_EQ(stage_text(0.1, 3, {}), "");
  StageTally tally;
  tally.add({});
  EXPECT_EQ(tally.summary(), "stages of the solver: none (no step had rows, or PENALTY_SOLVER)\n");
}

TEST(StageTally, ABlockHasALineForTheStepAndOneForEachStage) {
  EXPECT_EQ(
      stage_text(0.124, 908, report_of({kPlain, kInterior})),
      "t=0.124 s  908 rows  asked: accuracy 9.81e-06 m/s  errors: row 4e-06, mean 1e-06 m/s  OK\n"
      "  plain sweeps         10 sweeps    0 steps    0 factorisations  work      10.0  "
      "excess    5e+02 ->       50  the residual falls too slowly to meet the criteria within this "
      "stage\n"
      "  interior point       80 sweeps    7 steps    7 factorisations  work     170.0  "
      "excess       50 ->      0.5  the criteria are met\n");
  EXPECT_NE(stage_text(1.0, 1, report_of({kPlain}, false)).find(" 1 row "), std::string::npos);
  EXPECT_NE(stage_text(1.0, 1, report_of({kPlain}, false)).find("DIVERGED (error of velocity)\n"),
            std::string::npos);
  SolveReport merit = report_of({kPlain});
  merit.criteria = {};
  merit.criteria.change = 1e-6;
  merit.criteria.merit = 1e-3;
  EXPECT_NE(stage_text(1.0, 2, merit).find("asked: change 1e-06, merit 0.001  "),
            std::string::npos);
}

TEST(StageTally, TheSummaryHasRunsEndsAndSharesOfTheWork) {
  StageTally tally;
  tally.add(report_of({kPlain, kMet}));
  tally.add(report_of({kPlain, kInterior}));
  tally.add(report_of({kPlain}, false));
  EXPECT_EQ(tally.summary(),
            "stages of the solver in 3 steps with rows:\n"
            "  plain sweeps     ran       3 times, ended       0 steps,  13.6 % of the work\n"
            "  momentum         ran       1 times, ended       1 steps,   9.1 % of the work\n"
            "  interior point   ran       1 times, ended       1 steps,  77.3 % of the work\n"
            "  no stage ended 1 steps\n");
}

TEST(StageTally, AStepIsEndedByTheStageThatMetTheCriteriaNotByItsRefinement) {
  StageTally tally;
  const StageRecord refined{Stage::refinement, StageEnd::little_gain, 400, 7, 7, 600.0, 0.5, 0.5};
  tally.add(report_of({kPlain, kMet, refined}));
  EXPECT_NE(tally.summary().find("momentum         ran       1 times, ended       1 steps"),
            std::string::npos);
  EXPECT_NE(tally.summary().find("refinement       ran       1 times, ended       0 steps"),
            std::string::npos);
}

}  // namespace
}  // namespace solfec

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "solver/newton/body_space_newton.h"
#include "solver/one_solution.h"
#include "solver/scene.h"
#include "solver/settings/newton_params.h"
#include "solver/settings/solver_settings.h"
#include "solver/stages/stages.h"

namespace solfec {
namespace {

/// Settings by which each stage hands over as soon as it may.
SolverSettings impatient() {
  SolverSettings settings;
  settings.standing.most_cost = 0.0;  // none is tried
  settings.plain.sweeps = 2;
  settings.momentum.first = 3;
  settings.momentum.block = 4;
  settings.interior.most_tries = 0;
  settings.newton_steps.least_sweeps = 0.0;
  settings.newton_steps.least_steps = 0.0;
  return settings;
}

/// Report of a wall of bricks, which takes more than nine sweeps: news of its weight climbs one
/// course in a sweep.
/// @param[in,out] R  Warm start; empty: zero reactions.
SolveReport report_of(const SolverSettings& settings, GaussSeidelParams params,
                      std::vector<Vec3>& R) {
  Scene scene = brick_wall(12, 4, 0.6);
  const LocalDynamics& problem = scene.finish();
  R.resize(problem.law.size());
  std::vector<Vec3> U(problem.law.size());
  SolveReport report;
  params.settings = &settings;
  solve_gauss_seidel(problem, params, R, U, report);
  return report;
}

std::vector<StageRecord> stages_of(const SolverSettings& settings, GaussSeidelParams params) {
  std::vector<Vec3> R;
  params.accuracy.speed = 1e-9;
  const SolveReport report = report_of(settings, params, R);
  EXPECT_EQ(report.status, SolveStatus::ok);
  return report.stages;
}

int count_of(const std::vector<StageRecord>& stages, Stage stage) {
  return static_cast<int>(
      std::count_if(stages.begin(), stages.end(),
                    [&](const StageRecord& record) { return record.stage == stage; }));
}

TEST(StageOrder, PlainSweepsHandOverToMomentumAfterTheirNumber) {
  const std::vector<StageRecord> stages = stages_of(impatient(), {});
  ASSERT_GE(stages.size(), 2U);
  EXPECT_EQ(stages[0].stage, Stage::plain_sweeps);
  EXPECT_EQ(stages[0].end, StageEnd::first_done);
  EXPECT_EQ(stages[0].sweeps, 2);
  EXPECT_EQ(stages[1].stage, Stage::momentum);
}

// The wall stands, so that the stage before all others leaves nothing to them but one sweep.
TEST(StageOrder, StandingBodiesComeFirst) {
  SolverSettings settings = impatient();
  settings.standing.most_cost = SolverSettings{}.standing.most_cost;
  const std::vector<StageRecord> stages = stages_of(settings, {});
  ASSERT_EQ(stages.size(), 2U);
  EXPECT_EQ(stages[0].stage, Stage::standing);
  EXPECT_EQ(stages[0].end, StageEnd::stands);
  EXPECT_GT(stages[0].factorisations, 0);
  EXPECT_GT(stages[0].before, 1.0);
  EXPECT_LE(stages[0].after, 1.0);
  EXPECT_EQ(stages[1].stage, Stage::plain_sweeps);
  EXPECT_EQ(stages[1].end, StageEnd::met);
}

// The factorisations cost no more than the sweeps that the user allows.
TEST(StageOrder, StandingBodiesTakeTheWorkOfTheSweepsAtMost) {
  SolverSettings settings = impatient();
  settings.standing.most_cost = SolverSettings{}.standing.most_cost;
  std::vector<Vec3> R;
  GaussSeidelParams params;
  params.accuracy.speed = 1e-9;
  for (const int sweeps : {1, 200}) {
    params.max_sweeps = sweeps;
    R.clear();
    const SolveReport report = report_of(settings, params, R);
    const bool tried = report.stages.front().stage == Stage::standing;
    EXPECT_EQ(tried, sweeps > 1);
    if (tried) {
      EXPECT_LE(report.stages.front().work, sweeps);
    }
  }
}

TEST(StageOrder, AnInteriorPointComesAfterItsFirstSweeps) {
  SolverSettings settings = impatient();
  settings.interior.most_tries = 1;
  settings.interior.first = 9;  // 2 plain ones, 3 first ones with momentum and a block of 4
  const std::vector<StageRecord> stages = stages_of(settings, {});
  ASSERT_EQ(stages.size(), 3U);
  EXPECT_EQ(stages[1].sweeps, 7);
  EXPECT_EQ(stages[1].end, StageEnd::interior_due);
  EXPECT_EQ(stages[2].stage, Stage::interior_point);
  EXPECT_EQ(stages[2].end, StageEnd::met);
  EXPECT_GT(stages[2].factorisations, 0);

  settings.interior.first = 10;
  const std::vector<StageRecord> later = stages_of(settings, {});
  ASSERT_GE(later.size(), 2U);
  EXPECT_GE(later[0].sweeps + later[1].sweeps, 10);
}

TEST(StageOrder, NewtonStepsComeWhereTheyAreAffordable) {
  SolverSettings settings = impatient();
  const std::vector<StageRecord> stages = stages_of(settings, {});
  EXPECT_GT(count_of(stages, Stage::newton_steps), 0);
  EXPECT_EQ(count_of(stages, Stage::interior_point), 0);
  settings.newton_steps.affordable = 0.0;
  GaussSeidelParams params;
  params.max_sweeps = 100000;
  const std::vector<StageRecord> without = stages_of(settings, params);
  EXPECT_EQ(count_of(without, Stage::newton_steps), 0);
  EXPECT_EQ(without.size(), 2U);
}

// Rounding lets nothing reach 1e-300 m/s.
TEST(StageOrder, ASeriesFromZeroReactionsComesOnce) {
  SolverSettings settings = impatient();
  settings.series.sweeps = 20;
  GaussSeidelParams params;
  params.accuracy.speed = 1e-300;
  std::vector<Vec3> R;
  const SolveReport cold = report_of(settings, params, R);
  EXPECT_EQ(count_of(cold.stages, Stage::cold_series), 1);
  EXPECT_GT(count_of(cold.stages, Stage::newton_steps), 0);
}

TEST(StageOrder, AWarmSolutionTriesASeriesFromZeroReactionsLast) {
  SolverSettings settings = impatient();
  settings.series.sweeps = 60;
  GaussSeidelParams params;
  params.accuracy.speed = 1e-300;
  std::vector<Vec3> start;
  report_of(settings, params, start);
  settings.newton_steps.steps = 1;  // other Newton steps overshoot by less than 28 sweeps
  settings.newton_steps.smoothing = 2;
  settings.series.steps = 5.0;
  for (const int most : {400, 150, 149}) {
    params.max_sweeps = most;
    std::vector<Vec3> R = start;
    const SolveReport warm = report_of(settings, params, R);
    EXPECT_EQ(count_of(warm.stages, Stage::cold_series), most >= 150 ? 1 : 0) << most;
    EXPECT_LE(warm.iterations, most);
    int before = 0;
    for (const StageRecord& record : warm.stages) {
      if (record.stage == Stage::cold_series) break;
      before += record.sweeps;
    }
    EXPECT_GE(before, most >= 150 ? most - 90 : most);
    EXPECT_LE(before, most >= 150 ? most - 62 : most);
  }
}

/// Its factorisations, 20 at most, may cost what the sweeps do that the user allows.
TEST(StageOrder, ALastSeriesComesWhereItsWorkIsBounded) {
  SolverSettings settings = impatient();
  settings.series.sweeps = 60;
  settings.newton_steps.steps = 1;
  settings.newton_steps.smoothing = 2;
  GaussSeidelParams params;
  params.accuracy.speed = 1e-300;
  params.max_sweeps = 400;
  std::vector<Vec3> start;
  report_of(settings, params, start);
  Scene scene = brick_wall(12, 4, 0.6);
  BodyFactor factor;
  const double cost = BodySpaceNewton(scene.finish(), factor).cost_in_sweeps();
  for (const bool pays : {true, false}) {
    settings.series.steps = (pays ? 399.0 : 401.0) / cost;
    std::vector<Vec3> R = start;
    const SolveReport warm = report_of(settings, params, R);
    EXPECT_EQ(count_of(warm.stages, Stage::cold_series), pays ? 1 : 0);
  }
}

TEST(StageOrder, OtherAccelerationsHaveOneStage) {
  GaussSeidelParams params;
  params.max_sweeps = 100000;
  params.acceleration = Acceleration::nncg;
  std::vector<StageRecord> stages = stages_of(impatient(), params);
  ASSERT_EQ(stages.size(), 1U);
  EXPECT_EQ(stages[0].stage, Stage::momentum);
  params.acceleration = Acceleration::off;
  stages = stages_of(impatient(), params);
  ASSERT_EQ(stages.size(), 1U);
  EXPECT_EQ(stages[0].stage, Stage::plain_sweeps);
}

TEST(StageOrder, DefaultsAreOneObject) {
  EXPECT_EQ(GaussSeidelParams{}.settings, &kDefaultSettings);
  EXPECT_EQ(NewtonParams{}.settings, &kDefaultSettings);
}

}  // namespace
}  // namespace solfec

#include "solver/measure/stage_log.h"

#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/enum_names.h"
#include "solver/constraint_solver.h"
#include "solver/mesh_problem.h"
#include "solver/scene.h"

namespace solfec {
namespace {

SolveReport solve(ConstraintSolver& solver, const LocalDynamics& problem) {
  LocalSolution solution;
  solution.R.resize(problem.law.size());
  solution.U.resize(problem.law.size());
  solver.solve(problem, solution);
  return solver.report();
}

SolveReport solve(const LocalDynamics& problem, const GaussSeidelParams& params) {
  GaussSeidelSolver solver(params);
  return solve(solver, problem);
}

/// Sweeps until the natural residual is reached.
GaussSeidelParams until(double residual, int max_sweeps) {
  GaussSeidelParams params;
  params.residual_tolerance = residual;
  params.max_sweeps = max_sweeps;
  return params;
}

TEST(StageLog, EachReasonHasASentenceOfItsOwn) {
  std::set<std::string_view> sentences;
  for (const std::string_view sentence : all_names<StageEnd>()) {
    EXPECT_GT(sentence.size(), 10U);
    sentences.insert(sentence);
  }
  EXPECT_EQ(sentences.size(), item_count<StageEnd>());
  const auto stages = all_names<Stage>();
  EXPECT_EQ(std::set<std::string_view>(stages.begin(), stages.end()).size(), item_count<Stage>());
}

// One visit solves the problem of one row to more digits than are asked for.
TEST(StageLog, OneContactEndsInOnePlainSweep) {
  Scene scene(0.01, {0, 0, -10});
  const int ball = scene.add_sphere(1000.0, 0.5, {0, 0, 0.5});
  scene.set_velocity(ball, {1, 0.5, -2});
  scene.add_contact(ball, kGround, {0, 0, 0}, {0, 0, 1}, 0.4);
  const SolveReport report = solve(scene.finish(), until(1e-8, 1000));
  ASSERT_EQ(report.stages.size(), 1U);
  const StageRecord& record = report.stages.front();
  EXPECT_EQ(record.stage, Stage::plain_sweeps);
  EXPECT_EQ(record.end, StageEnd::met);
  EXPECT_EQ(record.sweeps, 1);
  EXPECT_EQ(record.factorisations, 0);
  EXPECT_EQ(record.work, 1.0);
  EXPECT_LE(record.after, 1.0);
}

// News of the ground climbs one cube of a stack in a sweep, so that 3 sweeps do not hold 20 cubes.
TEST(StageLog, SweepsEndAtTheLimitOfTheUser) {
  for (const Acceleration acceleration :
       {Acceleration::off, Acceleration::nncg, Acceleration::automatic}) {
    Scene scene = cube_stack(20, 1000.0, 0.5, 1e-3);
    GaussSeidelParams params = until(1e-10, 3);
    params.acceleration = acceleration;
    const SolveReport report = solve(scene.finish(), params);
    ASSERT_EQ(report.stages.size(), 1U);
    const StageRecord& record = report.stages.front();
    const bool plain = acceleration != Acceleration::nncg;
    EXPECT_EQ(record.stage, plain ? Stage::plain_sweeps : Stage::momentum);
    EXPECT_EQ(record.end, StageEnd::limit);
    EXPECT_EQ(record.sweeps, 3);
    EXPECT_GT(record.after, 1.0);
  }
}

TEST(StageLog, RecordsAddUpToTheReportAndFollowEachOther) {
  for (const int courses : {4, 12, 20}) {
    Scene scene = brick_wall(courses, 6, 0.6);
    const SolveReport report = solve(scene.finish(), until(1e-10, 5000));
    ASSERT_EQ(report.status, SolveStatus::ok);
    int sweeps = 0;
    int factorisations = 0;
    for (std::size_t k = 0; k < report.stages.size(); ++k) {
      const StageRecord& record = report.stages[k];
      if (record.stage != Stage::interior_point) sweeps += record.sweeps;
      factorisations += record.factorisations;
      EXPECT_GE(record.work, record.sweeps + record.factorisations);
      if (record.stage == Stage::standing) continue;
      const bool last = k + 1 == report.stages.size();
      EXPECT_EQ(record.end == StageEnd::met, last);
      EXPECT_EQ(record.after <= 1.0, last) << record.after;
    }
    EXPECT_EQ(sweeps, report.iterations);
    EXPECT_EQ(factorisations, report.newton_steps);
  }
}

TEST(StageLog, AreThoseOfTheLastSolution) {
  Scene scene = brick_wall(4, 6, 0.6);
  const LocalDynamics& problem = scene.finish();
  GaussSeidelSolver solver(until(1e-10, 5000));
  const std::size_t first = solve(solver, problem).stages.size();
  EXPECT_EQ(solve(solver, problem).stages.size(), first);
}

TEST(StageLog, NewtonsMethodIsOneStageWithItsFactorisations) {
  Scene scene = brick_wall(4, 6, 0.6);
  NewtonParams params;
  params.residual_tolerance = 1e-10;
  params.max_iterations = 100;
  params.variant = NewtonVariant::body_space;
  NewtonSolver solver(params);
  const SolveReport report = solve(solver, scene.finish());
  ASSERT_EQ(report.status, SolveStatus::ok);
  ASSERT_EQ(report.stages.size(), 1U);
  const StageRecord& record = report.stages.front();
  EXPECT_EQ(record.stage, Stage::newton);
  EXPECT_EQ(record.end, StageEnd::met);
  EXPECT_EQ(record.steps, report.iterations);
  EXPECT_EQ(record.factorisations, report.iterations);
}

TEST(StageLog, FirstSweepsStandBeforeNewtonsMethod) {
  const std::vector<SpringMesh> meshes{{12, 5}, {17, 6}};
  const LocalDynamics problem = with_meshes(meshes, 24, 3);
  NewtonParams params;
  params.residual_tolerance = 1e-300;  // which rounding does not let anything reach
  params.max_iterations = 2;
  ASSERT_TRUE(takes_first_sweeps(problem, params));
  NewtonSolver solver(params);
  const SolveReport report = solve(solver, problem);
  ASSERT_GE(report.stages.size(), 2U);
  EXPECT_EQ(report.stages.front().stage, Stage::plain_sweeps);
  EXPECT_EQ(report.stages.back().stage, Stage::newton);
  EXPECT_EQ(report.stages.back().end, StageEnd::limit);
  EXPECT_EQ(report.stages.back().steps, 2);
}

TEST(StageLog, AnInteriorPointBeginsWithStandingBodiesAndKeepsTheirReactions) {
  Scene scene = brick_wall(4, 5, 0.6);
  InteriorParams params;
  params.accuracy.speed = 1e-8;
  InteriorPointSolver solver(params);
  const LocalDynamics problem = scene.finish();
  LocalSolution solution;
  solution.R.resize(problem.law.size());
  solution.U.resize(problem.law.size());
  solver.solve(problem, solution);
  ASSERT_EQ(solver.report().status, SolveStatus::ok);
  ASSERT_EQ(solver.report().stages.size(), 1U);
  EXPECT_EQ(solver.report().stages.front().end, StageEnd::stands);
  EXPECT_LE(solver.report().worst_error, 1e-11);  // a thousandth of the accuracy
  const std::vector<Vec3> first = solution.R;
  solver.solve(problem, solution);  // the next step has these reactions
  EXPECT_EQ(solver.report().status, SolveStatus::ok);
  ASSERT_EQ(solver.report().stages.size(), 1U);
  EXPECT_EQ(solver.report().stages.front().end, StageEnd::met);
  EXPECT_EQ(solver.report().stages.front().factorisations, 0);
  EXPECT_EQ(solution.R, first);
}

TEST(StageLog, AnInteriorPointIsOneStageOfBothLaws) {
  for (const FrictionLaw law : {FrictionLaw::exact, FrictionLaw::convex}) {
    Scene scene = brick_wall(4, 5, 0.6);
    InteriorParams params;
    params.accuracy.speed = 1e-8;
    params.friction = law;
    InteriorPointSolver solver(params);
    LocalDynamics problem = scene.finish();
    for (Vec3& V : problem.V) V = {1.0, 0.0, 0.0};  // bodies that move do not stand
    const SolveReport report = solve(solver, problem);
    ASSERT_EQ(report.status, SolveStatus::ok);
    ASSERT_EQ(report.stages.size(), 1U);
    const StageRecord& record = report.stages.front();
    EXPECT_EQ(record.stage, Stage::interior_point);
    EXPECT_EQ(record.end, StageEnd::met);
    EXPECT_EQ(record.factorisations, report.iterations);
    EXPECT_LE(record.after, 1.0);
    EXPECT_GT(record.work, record.sweeps + record.factorisations);
  }
}

}  // namespace
}  // namespace solfec

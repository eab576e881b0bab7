#include "run/run_session.h"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "run/run_errors.h"
#include "run/simulation_fixture.h"

namespace solfec {
namespace {

/// A ball that falls onto another one and rolls off, so that there are reactions.
class RunSessionTest : public SimulationTest {
 protected:
  std::unique_ptr<Simulation> make_pair_of_balls(const std::string& name) {
    auto simulation = make(name, 1e-3);
    BodyDefinition below;
    below.kind = BodyKind::obstacle;
    below.shape.spheres.push_back({{0.1, 0.05, -1.0}, 0.5, 1, 1});
    simulation->domain.add_body(std::move(below));
    simulation->set_output(0.01, false);
    return simulation;
  }

  /// Numbers of all frames but for what a clock has measured, and the bodies as they stand.
  static std::vector<double> states(Simulation& simulation) {
    std::vector<double> all;
    ResultReader& reader = *simulation.results();
    for (int i = 0; i < reader.frame_count(); ++i) {
      Frame frame;
      reader.load(i, frame);
      all.push_back(frame.time);
      all.push_back(static_cast<double>(frame.run.run));
      all.push_back(static_cast<double>(frame.run.kind));
      all.push_back(frame.summary.residual);
      const std::vector<double>& numbers = frame.bodies.numbers;
      all.insert(all.end(), numbers.begin(), numbers.end());
      for (const ConstraintRecord& one : frame.constraints) {
        all.insert(all.end(), {one.R.x, one.R.y, one.R.z, one.point.x, one.point.y, one.point.z});
      }
    }
    const RigidSet& rigid = simulation.domain.bodies.rigid;
    for (const Vec3 v : {rigid.center[0], rigid.linear[0], rigid.angular[0]}) {
      all.insert(all.end(), {v.x, v.y, v.z});
    }
    return all;
  }

  static bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
  }

  std::string state_file(const std::string& name) {
    std::ifstream file(path(name) + "/STATE");
    return {std::istreambuf_iterator<char>(file), {}};
  }

  GaussSeidelSolver solver_{{}};
};

TEST_F(RunSessionTest, SteppedRunGivesTheBitsOfRun) {
  const auto whole = make_pair_of_balls("whole");
  EXPECT_EQ(whole->run(solver_, 0.3, go_on()), RunEnd::finished);

  GaussSeidelSolver solver({});
  const auto stepped = make_pair_of_balls("stepped");
  RunSession& session = stepped->begin_run(solver, 0.3, go_on());
  EXPECT_EQ(session.phase(), RunPhase::running);
  int steps = 0;
  while (session.advance()) {
    ++steps;
    EXPECT_NEAR(stepped->domain.time(), steps * 1e-3, 1e-12);
    (void)stepped->results();  // a look at what is there changes nothing
  }
  EXPECT_EQ(steps, 300);
  EXPECT_EQ(session.phase(), RunPhase::ended);
  EXPECT_EQ(session.end(), RunEnd::finished);
  EXPECT_GT(stepped->domain.contact_count(), 0);
  EXPECT_TRUE(same_bits(states(*whole), states(*stepped)));
  EXPECT_FALSE(session.advance());  // nothing more
  EXPECT_NEAR(stepped->domain.time(), 0.3, 1e-12);
}

TEST_F(RunSessionTest, AnyMixtureOfWaysToAdvanceGivesTheSameBits) {
  const auto whole = make_pair_of_balls("whole");
  whole->run(solver_, 0.3, go_on());

  GaussSeidelSolver solver({});
  const auto mixed = make_pair_of_balls("mixed");
  RunSession& session = mixed->begin_run(solver, 0.3, go_on());
  session.advance();
  session.advance_until(0.1234);
  EXPECT_NEAR(mixed->domain.time(), 0.124, 1e-12);  // the first step that has got there
  session.advance_until(0.2);
  EXPECT_NEAR(mixed->domain.time(), 0.2, 1e-12);  // not one more for the rounding of the time
  session.advance_until(1e9);
  EXPECT_EQ(session.end(), RunEnd::finished);
  EXPECT_TRUE(same_bits(states(*whole), states(*mixed)));
}

TEST_F(RunSessionTest, PartsOfStepsGiveTheBitsOfRun) {
  const auto whole = make_pair_of_balls("whole");
  whole->run(solver_, 0.3, go_on());

  GaussSeidelSolver solver({});
  const auto parts = make_pair_of_balls("parts");
  RunSession& session = parts->begin_run(solver, 0.3, go_on());
  session.note_script();
  while (session.begin_step()) {
    EXPECT_EQ(session.part(), StepPart::begun);
    session.predict();
    EXPECT_EQ(session.part(), StepPart::predicted);
    session.detect();
    session.form_rows();
    session.solve();
    EXPECT_EQ(session.part(), StepPart::solved);
    session.finish();
  }
  EXPECT_EQ(session.end(), RunEnd::finished);
  EXPECT_TRUE(same_bits(states(*whole), states(*parts)));
}

TEST_F(RunSessionTest, ReactionsOfAnotherSolutionGiveTheMotionOfRun) {
  const auto whole = make_pair_of_balls("whole");
  whole->run(solver_, 0.3, go_on());

  GaussSeidelSolver solver({});
  GaussSeidelSolver other({});
  const auto given = make_pair_of_balls("given");
  RunSession& session = given->begin_run(solver, 0.3, go_on());
  while (session.begin_step()) {
    session.predict();
    session.detect();
    session.form_rows();
    session.solve([&](const LocalDynamics& problem, std::span<Vec3> R) {
      LocalSolution solution;
      solution.R.assign(R.begin(), R.end());
      solution.U.resize(R.size());
      other.solve(problem, solution);
      std::copy(solution.R.begin(), solution.R.end(), R.begin());
    });
    EXPECT_EQ(solver.report().status, SolveStatus::ok);
    EXPECT_EQ(solver.report().residual, other.report().residual);
    session.finish();
  }
  // sweeps add to velocities, given reactions make them from scratch: they differ by rounding
  const std::vector<double> expected = states(*whole);
  const std::vector<double> found = states(*given);
  ASSERT_EQ(expected.size(), found.size());
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-9);
}

TEST_F(RunSessionTest, AStepThatIsGivenUpIsTakenBack) {
  const auto simulation = make_pair_of_balls("a");
  RunSession& session = simulation->begin_run(solver_, 0.3, go_on());
  session.note_script();
  session.advance_until(0.15);
  const RigidSet& rigid = simulation->domain.bodies.rigid;
  const Vec3 center = rigid.center[0];
  const Vec3 linear = rigid.linear[0];
  session.begin_step();
  session.predict();
  session.detect();
  EXPECT_NE(rigid.center[0], center);
  session.give_up("no more");
  EXPECT_EQ(session.phase(), RunPhase::ended);
  EXPECT_EQ(rigid.center[0], center);
  EXPECT_EQ(rigid.linear[0], linear);
  EXPECT_NEAR(simulation->domain.time(), 0.15, 1e-12);
  EXPECT_NE(state_file("a").find("no more"), std::string::npos);
  EXPECT_EQ(simulation->results()->frame_count(), 16);
}

TEST_F(RunSessionTest, TwoRunsAfterEachOther) {
  const auto simulation = make_pair_of_balls("a");
  EXPECT_EQ(simulation->run(solver_, 0.1, go_on()), RunEnd::finished);
  RunSession& session = simulation->begin_run(solver_, 0.05, go_on());
  EXPECT_EQ(session.phase(), RunPhase::running);
  while (session.advance()) {
  }
  EXPECT_EQ(session.end(), RunEnd::finished);
  EXPECT_NEAR(simulation->domain.time(), 0.15, 1e-12);
  ResultReader& reader = *simulation->results();
  ASSERT_EQ(reader.frame_count(), 16);
  Frame frame;
  reader.load(10, frame);
  EXPECT_EQ(frame.run.run, 1);
  reader.load(11, frame);
  EXPECT_EQ(frame.run.run, 2);
}

TEST_F(RunSessionTest, RunWithinARunIsRefusedAndDisturbsNothing) {
  const auto simulation = make_pair_of_balls("a");
  RunSession& session = simulation->begin_run(solver_, 0.1, go_on());
  session.advance();
  EXPECT_THROW(simulation->begin_run(solver_, 0.1, go_on()), InputError);
  EXPECT_EQ(session.phase(), RunPhase::running);
  while (session.advance()) {
  }
  EXPECT_NEAR(simulation->domain.time(), 0.1, 1e-12);
}

TEST_F(RunSessionTest, EndBeforeItsTimeWritesTheFrameOfThatTime) {
  const auto simulation = make_pair_of_balls("a");
  RunSession& session = simulation->begin_run(solver_, 1.0, go_on());
  session.advance_until(0.055);
  EXPECT_EQ(session.end(), RunEnd::caller);
  EXPECT_EQ(session.phase(), RunPhase::ended);
  EXPECT_NEAR(simulation->results()->time(6), 0.055, 1e-12);
  EXPECT_NE(state_file("a").find("ended before its end time"), std::string::npos);
  EXPECT_EQ(simulation->run(solver_, 0.01, go_on()), RunEnd::finished);  // and the next one
}

/// A stepped run that its caller ended is done as far as -c is concerned.
TEST_F(RunSessionTest, ContinuedRunEndsWhereItsCallerEndedIt) {
  const auto stepped = [&] {
    const auto simulation = make_pair_of_balls("a");
    RunSession& session = simulation->begin_run(solver_, 1.0, go_on());
    session.advance_until(0.055);
    session.end();
    return simulation->domain.bodies.rigid.center[0];
  };
  const Vec3 first = stepped();
  context_.folders.forget_written();  // as in another run of the program
  settings().go_on = true;
  const auto again = make_pair_of_balls("a");
  RunSession& session = again->begin_run(solver_, 1.0, go_on());
  EXPECT_EQ(session.phase(), RunPhase::ended);
  EXPECT_EQ(again->domain.bodies.rigid.center[0], first);
  EXPECT_NEAR(again->domain.time(), 0.055, 1e-12);
}

TEST_F(RunSessionTest, ErrorEndsTheRunAndTheNextOneBegins) {
  const auto simulation = make("a", 0.01);
  bool bad = true;
  simulation->domain.loads.callbacks.push_back(
      {1, [&](const ForceCallbackInput& input, std::span<double> /*load*/) {
         if (bad && input.time > 0.05) throw std::runtime_error("no force");
       }});
  RunSession& session = simulation->begin_run(solver_, 1.0, go_on());
  EXPECT_THROW(session.advance_until(1.0), std::runtime_error);
  EXPECT_EQ(session.phase(), RunPhase::ended);
  EXPECT_FALSE(session.advance());
  EXPECT_NE(state_file("a").find("no force"), std::string::npos);
  bad = false;
  const double before = simulation->domain.time();
  EXPECT_EQ(simulation->run(solver_, 0.1, go_on()), RunEnd::finished);
  EXPECT_NEAR(simulation->domain.time(), before + 0.1, 1e-12);
}

TEST_F(RunSessionTest, SignalBetweenTwoStepsEndsTheRunAfterTheNext) {
  struct sigaction before {};
  sigaction(SIGTERM, nullptr, &before);
  const auto simulation = make("a", 0.01);
  RunSession& session = simulation->begin_run(solver_, 1.0, go_on());
  session.advance_until(0.03);
  std::raise(SIGTERM);
  EXPECT_TRUE(session.advance());
  EXPECT_EQ(session.end(), RunEnd::terminated);
  EXPECT_NEAR(simulation->domain.time(), 0.04, 1e-12);
  struct sigaction after {};
  sigaction(SIGTERM, nullptr, &after);
  EXPECT_EQ(after.sa_handler, before.sa_handler);
}

TEST_F(RunSessionTest, WallTimeEndsTheRunAfterAStep) {
  settings().max_walltime = 1e-9;
  const auto simulation = make("a", 0.01);
  EXPECT_EQ(simulation->run(solver_, 1.0, go_on()), RunEnd::wall_time);
  EXPECT_NEAR(simulation->domain.time(), 0.01, 1e-12);
}

TEST_F(RunSessionTest, AfterTheFileStopLaterRunsDoNothing) {
  const auto simulation = make("a", 0.01);
  RunSession& session = simulation->begin_run(solver_, 1.0, go_on());
  session.advance_until(0.02);
  std::ofstream(path("a") + "/STOP") << "now\n";
  session.advance_until(1.0);
  EXPECT_EQ(session.end(), RunEnd::stop_file);
  EXPECT_NEAR(simulation->domain.time(), 0.03, 1e-12);
  EXPECT_EQ(simulation->run(solver_, 1.0, go_on()), RunEnd::stop_file);
  EXPECT_NEAR(simulation->domain.time(), 0.03, 1e-12);
}

/// A solver that fails in every step stops at the first one, or never, as the hook says.
TEST_F(RunSessionTest, FailurePolicyDecidesAfterAFrame) {
  GaussSeidelParams weak;
  weak.max_sweeps = 1;
  weak.relative_tolerance = 1e-300;
  weak.merit_tolerance = 1e-300;
  GaussSeidelSolver solver(weak);
  const auto simulation = make_pair_of_balls("a");
  simulation->set_output(100.0, false);
  int asked = 0;
  const FailureHook third = [&](const SolveReport&) { return ++asked < 3; };
  EXPECT_THROW(simulation->run(solver, 1.0, third), SolverStop);
  EXPECT_EQ(asked, 3);
  Frame frame;
  ResultReader& reader = *simulation->results();
  reader.load(reader.frame_count() - 1, frame);
  EXPECT_EQ(frame.run.kind, FrameKind::failed);
  EXPECT_EQ(frame.time, simulation->domain.time());
}

TEST_F(RunSessionTest, ReadModeShowsTheEndAndHasNothingToAdvance) {
  {
    const auto written = make_pair_of_balls("a");
    written->run(solver_, 0.1, go_on());
  }
  const auto reading = make_pair_of_balls("a");
  ASSERT_EQ(reading->mode(), Mode::read);
  RunSession& session = reading->begin_run(solver_, 0.1, go_on());
  EXPECT_EQ(session.phase(), RunPhase::ended);
  EXPECT_FALSE(session.advance());
  EXPECT_EQ(session.end(), RunEnd::finished);
  EXPECT_NEAR(reading->domain.time(), 0.1, 1e-12);
}

TEST_F(RunSessionTest, NothingIsOnBeforeTheFirstRunOrAfterOneThatIsRefused) {
  const auto simulation = make("a");
  EXPECT_THROW(simulation->begin_run(solver_, -1.0, go_on()), InputError);
  EXPECT_THROW(simulation->begin_run(solver_, 1e-5, go_on()), InputError);  // no whole step
  EXPECT_FALSE(fs::exists(path("a")));
  EXPECT_EQ(simulation->run(solver_, 0.05, go_on()), RunEnd::finished);
}

}  // namespace
}  // namespace solfec

#include "run/simulation.h"

#include <cmath>
#include <fstream>
#include <vector>

#include <gtest/gtest.h>

#include "run/run_errors.h"
#include "run/simulation_fixture.h"

namespace solfec {
namespace {

TEST_F(SimulationTest, TimeIsAWholeNumberOfStepsWithoutAccumulatedRounding) {
  const auto simulation = make("a", 1e-3);
  EXPECT_EQ(run(*simulation, 1.0), RunEnd::finished);
  EXPECT_EQ(simulation->domain.time(), 1000 * 1e-3);
  EXPECT_EQ(run(*simulation, 0.5), RunEnd::finished);
  EXPECT_EQ(simulation->domain.time(), 1.0 + 500 * 1e-3);
  EXPECT_EQ(simulation->results()->frame_count(), 1501);
}

TEST_F(SimulationTest, FramesComeAtTheStartAndAtEachInterval) {
  const auto simulation = make("a");
  simulation->set_output(0.1, false);
  run(*simulation, 1.0);
  ResultReader& reader = *simulation->results();
  ASSERT_EQ(reader.frame_count(), 11);
  for (int i = 0; i < 11; ++i) EXPECT_NEAR(reader.time(i), 0.1 * i, 1e-12);
}

TEST_F(SimulationTest, SecondObjectOnTheSameFolderReads) {
  run(*make("a"), 0.1);
  const auto reading = make("a");
  EXPECT_EQ(reading->mode(), Mode::read);
  run(*reading, 0.1);
  reading->show_frame(10);
  const double fallen = reading->bodies().rigid.center[0].z;
  EXPECT_NEAR(fallen, -0.5 * 10.0 * 0.1 * 0.1, 1e-12);
  EXPECT_EQ(reading->time(), reading->results()->time(10));
  EXPECT_EQ(reading->domain.bodies.rigid.center[0].z, 0.0);  // the model of the script stays
}

TEST_F(SimulationTest, WritingAnewKeepsTheOldResultsAsBackup) {
  run(*make("a"), 0.1);
  context_.folders.forget_written();  // as in another run of the program
  settings().write_anew = true;
  const auto again = make("a");
  EXPECT_EQ(again->mode(), Mode::write);
  EXPECT_FALSE(fs::exists(path("a.bak-1")));  // nothing moves before RUN
  run(*again, 0.2);
  EXPECT_EQ(ResultReader(path("a.bak-1")).frame_count(), 11);
  EXPECT_EQ(ResultReader(path("a")).frame_count(), 21);
}

TEST_F(SimulationTest, WhatThisProcessHasWrittenIsReadUnderEveryOption) {
  for (const bool under_root : {false, true}) {
    RunSettings& settings = this->settings();
    settings = {};
    settings.quiet = true;
    settings.write_anew = true;
    settings.subfolder = under_root ? "sub" : "";
    const std::string name = under_root ? "deep" : "flat";
    run(*make(name), 0.1);
    settings.go_on = under_root;
    settings.write_anew = !under_root;
    const auto again = make(name + "/../" + name + "/");
    EXPECT_EQ(again->mode(), Mode::read);
    EXPECT_EQ(again->results()->frame_count(), 11);
    EXPECT_FALSE(fs::exists(path(name + ".bak-1")));
  }
}

TEST_F(SimulationTest, NoFolderIsMadeBeforeTheFirstRun) {
  { const auto simulation = make("a"); }
  EXPECT_FALSE(fs::exists(path("a")));
}

TEST_F(SimulationTest, StopFileEndsTheRunAfterTheStep) {
  const auto simulation = make("a");
  RunCallback stop;
  stop.call = [&] {
    std::ofstream(path("a") + "/STOP") << "now\n";
    return true;
  };
  simulation->set_callback(0.05, stop);
  EXPECT_EQ(run(*simulation, 1.0), RunEnd::stop_file);
  EXPECT_NEAR(simulation->domain.time(), 0.05, 1e-12);
  EXPECT_FALSE(fs::exists(path("a") + "/STOP"));  // a later run is not stopped by it
}

TEST_F(SimulationTest, CallbackComesAfterOneIntervalAndStopsTheRun) {
  const auto simulation = make("a");
  std::vector<double> times;
  RunCallback note;
  note.call = [&] {
    times.push_back(simulation->domain.time());
    return times.size() < 3;
  };
  simulation->set_callback(0.02, note);
  EXPECT_EQ(run(*simulation, 1.0), RunEnd::callback);
  ASSERT_EQ(times.size(), 3U);
  EXPECT_NEAR(times[0], 0.02, 1e-12);
  EXPECT_NEAR(times[2], 0.06, 1e-12);
}

TEST_F(SimulationTest, CutOffTailLeavesTheFramesBefore) {
  run(*make("a"), 0.1);
  const fs::path file = fs::path(path("a")) / "frames.0.xdr";
  fs::resize_file(file, fs::file_size(file) - 7);
  const auto reading = make("a");
  EXPECT_EQ(reading->mode(), Mode::read);
  EXPECT_EQ(reading->results()->frame_count(), 10);
  EXPECT_GT(reading->results()->damaged_bytes(), 0);
}

TEST_F(SimulationTest, BodiesOutsideOfTheExtentsAreDeleted) {
  const auto simulation = make("a");
  simulation->set_extents({{-1, -1, -1}, {1, 1, 1}});
  run(*simulation, 1.0);
  // the box of the ball has left when z + 0.5 < -1: t > sqrt(2 * 1.5 / 10) = 0.548
  EXPECT_EQ(simulation->domain.bodies.count(), 0);
  ResultReader& reader = *simulation->results();
  Frame frame;
  reader.load(54, frame);
  EXPECT_EQ(frame.bodies.bodies.size(), 1U);
  reader.load(56, frame);
  EXPECT_EQ(frame.bodies.bodies.size(), 0U);
}

TEST_F(SimulationTest, VelocityThatIsNotFiniteNamesTheBodyAndTheLastFrame) {
  const auto simulation = make("a");
  Domain& domain = simulation->domain;
  domain.loads.callbacks.push_back({1, [](const ForceCallbackInput& input, std::span<double> load) {
                                      if (input.time > 0.05) load[0] = std::nan("");
                                    }});
  try {
    run(*simulation, 1.0);
    FAIL() << "no error";
  } catch (const NumericalError& error) {
    EXPECT_STREQ(error.what(),
                 "t=0.06 s: body 1: velocity is not finite; the last good frame is t=0.05 s");
  }
  EXPECT_EQ(simulation->results()->frame_count(), 6);
}

TEST_F(SimulationTest, StepIsReducedForAnExplicitDeformableBody) {
  const auto simulation = make("a");
  simulation->domain.update_bulk_material(0, {"m", BulkModel::kirchhoff, 4e6, 0.25, 1000.0});
  BodyDefinition cube;
  cube.kind = BodyKind::pseudo_rigid;
  const std::vector<Vec3> v = {{0, 0, 5}, {1, 0, 5}, {1, 1, 5}, {0, 1, 5},
                               {0, 0, 6}, {1, 0, 6}, {1, 1, 6}, {0, 1, 6}};
  cube.shape.convices.push_back(
      {v,
       {0, 4, 8, 12, 16, 20, 24},
       {0, 3, 2, 1, 1, 2, 6, 5, 2, 3, 7, 6, 3, 0, 4, 7, 0, 1, 5, 4, 4, 5, 6, 7},
       {1, 1, 1, 1, 1, 1},
       1});
  simulation->domain.add_body(std::move(cube));
  run(*simulation, 0.01);
  // breathing mode: omega^2 = 12 (3 lambda + 2 mu) / (rho a^2) with E = 4e6, nu = 0.25, rho = 1000
  const double omega = std::sqrt(12.0 * (3.0 * 16e5 + 2.0 * 16e5) / 1000.0);
  EXPECT_NEAR(simulation->current_step(), 0.9 * 2.0 / omega, 1e-9);
  EXPECT_EQ(simulation->step_bound(), 0.01);
}

TEST_F(SimulationTest, OutputOptionTakesOneObjectAsItIsAndSeveralByName) {
  settings().output = path("root");
  const auto first = make("one");
  run(*first, 0.1);
  EXPECT_TRUE(ResultReader::has_results(path("root")));
  const auto second = make("two");
  run(*second, 0.1);
  EXPECT_FALSE(ResultReader::has_results(path("root")));
  EXPECT_TRUE(ResultReader::has_results(path("root/one")));
  EXPECT_TRUE(ResultReader::has_results(path("root/two")));
  run(*first, 0.1);  // goes on writing where its files went
  EXPECT_EQ(first->results()->frame_count(), 21);
}

TEST_F(SimulationTest, CheckBuildsTheModelAndLeavesResultsAlone) {
  run(*make("a"), 0.1);
  context_.folders.forget_written();  // as in another run of the program
  settings().check_only = true;
  const auto checked = make("a");
  EXPECT_EQ(checked->mode(), Mode::write);
  EXPECT_EQ(run(*checked, 1.0), RunEnd::finished);
  EXPECT_EQ(checked->domain.time(), 0.0);
  EXPECT_EQ(checked->results(), nullptr);
  EXPECT_EQ(ResultReader(path("a")).frame_count(), 11);
}

TEST_F(SimulationTest, BadStepAndDurationAreRefused) {
  EXPECT_THROW(make("a", 0.0), InputError);
  EXPECT_THROW(make("a", std::nan("")), InputError);
  const auto simulation = make("a");
  EXPECT_THROW(run(*simulation, -1.0), InputError);
}

TEST_F(SimulationTest, UnphysicalPenetrationStopsTheRunAfterAFrame) {
  const auto simulation = make("out");
  BodyDefinition floor;
  floor.kind = BodyKind::obstacle;
  floor.shape.spheres.push_back({{0, 0, -10.0}, 9.0, 1, 1});
  floor.label = "floor";
  simulation->domain.add_body(std::move(floor));
  simulation->domain.set_rigid_velocity(1, {0, 0, -60.0}, {});
  simulation->set_output(100.0, false);
  simulation->set_penetration_bound(0.05);
  try {
    run(*simulation, 1.0);
    FAIL() << "nothing was thrown";
  } catch (const SolverStop& stop) {
    const std::string text = stop.what();
    // 0.5 m at 60 m/s: mid-steps at 0.3 and 0.9 m
    EXPECT_EQ(text.find("t=0.01 s"), std::string::npos) << text;
    EXPECT_NE(text.find("t=0.02 s: Unphysical interpenetration has occurred: body 1 and body "
                        "'floor' have the gap -0.40"),
              std::string::npos)
        << text;
    EXPECT_NE(text.find("below -0.05 m"), std::string::npos) << text;
  }
  EXPECT_NEAR(simulation->results()->time(simulation->results()->frame_count() - 1), 0.02, 1e-12);
}

}  // namespace
}  // namespace solfec

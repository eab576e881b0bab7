// Models of the viewer: a script that computes, its results, a folder that grows.

#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "body/common/pressed_surface.h"
#include "geometry/shape/convex_hull.h"
#include "output/load_forces.h"
#include "run/simulation_fixture.h"
#include "viewer/session/folder_model.h"
#include "viewer/session/inspector.h"
#include "viewer/session/simulation_model.h"

namespace solfec {
namespace {

constexpr double kSmall = 1e-12;

class ViewerModels : public SimulationTest {
 protected:
  ViewerModels() { settings().viewer = true; }

  PlannedRun plan(double duration) { return {&solver_, duration, go_on(), nullptr}; }

  GaussSeidelSolver solver_{GaussSeidelParams{}};
};

// A ball falls with 10 m/s^2 and the step 0.01 s.
TEST_F(ViewerModels, TheNextRunBeginsWhereTheOneBeforeHasEnded) {
  const std::shared_ptr<Simulation> simulation = make("two");
  simulation->planned.add(plan(0.03));
  simulation->planned.add(plan(0.02));
  SimulationModel model(simulation);
  EXPECT_TRUE(model.computes());
  EXPECT_EQ(model.frame_count(), 0);
  for (int i = 1; i <= 5; ++i) {
    EXPECT_TRUE(model.step().made);
    EXPECT_NEAR(model.snapshot()->time, 0.01 * i, kSmall);
  }
  const ModelStep last = model.step();
  EXPECT_FALSE(last.made);
  EXPECT_EQ(last.message, "the RUN has ended at t = 0.05 s");
  EXPECT_EQ(model.step().message, "all RUNs of the script have ended");
  EXPECT_NEAR(model.snapshot()->time, 0.05, kSmall);
}

TEST_F(ViewerModels, WhatARunHasWrittenIsLookedAtWhenItHasEnded) {
  const std::shared_ptr<Simulation> simulation = make("back");
  simulation->planned.add(plan(0.05));
  SimulationModel model(simulation);
  while (model.step().made) {
  }
  EXPECT_FALSE(model.computes());
  ASSERT_EQ(model.frame_count(), 6);
  EXPECT_EQ(model.frame(), 5);
  EXPECT_NEAR(model.snapshot()->time, 0.05, kSmall);
  model.show(2);
  EXPECT_EQ(model.frame(), 2);
  EXPECT_NEAR(model.snapshot()->time, 0.02, kSmall);
  EXPECT_NEAR(model.sample(1)->time, 0.01, kSmall);
  EXPECT_NEAR(model.snapshot()->time, 0.02, kSmall);  // it stays
  EXPECT_EQ(nearest_frame_of(model, 0.041), 4);
  EXPECT_EQ(simulation->mode(), Mode::write);
}

TEST_F(ViewerModels, ARunByStepsWritesTheSameBytesAsRun) {
  const std::shared_ptr<Simulation> simulation = make("steps");
  simulation->planned.add(plan(0.05));
  SimulationModel model(simulation);
  while (model.step().made) {
  }
  settings().viewer = false;
  const auto other = make("whole");
  run(*other, 0.05);
  const auto bytes = [&](const char* name) {
    std::ifstream file(path(name) + "/frames.0.xdr", std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  EXPECT_FALSE(bytes("steps").empty());
  EXPECT_TRUE(bytes("steps") == bytes("whole"));
}

TEST_F(ViewerModels, WithoutARunThePenaltySolverSteps) {
  const std::shared_ptr<Simulation> simulation = make("bare");
  SimulationModel model(simulation);
  const ModelStep first = model.step();
  EXPECT_TRUE(first.made);
  EXPECT_EQ(first.message, "the script has no RUN: steps by the implicit penalty solver");
  EXPECT_TRUE(model.step().message.empty());
  model.finish();
  EXPECT_TRUE(ResultReader::has_results(path("bare")));
}

TEST_F(ViewerModels, ThePanelReadsWhatTheRunHasWritten) {
  const std::shared_ptr<Simulation> simulation = make("curve");
  simulation->planned.add(plan(0.05));
  SimulationModel model(simulation);
  for (int i = 0; i < 4; ++i) (void)model.step();
  Inspector inspector;
  inspector.pick_body(1);
  inspector.note(*model.snapshot());
  EXPECT_EQ(inspector.curve().size(), 1U);
  EXPECT_TRUE(inspector.read_some(model, 1.0));
  ASSERT_EQ(inspector.curve().size(), 5U);
  for (std::size_t i = 0; i <= 4; ++i) {
    EXPECT_NEAR(inspector.curve()[i][1], 0.1 * static_cast<double>(i), kSmall);  // g t, m/s
  }
  EXPECT_EQ(model.facts(1).material, "m");
}

TEST_F(ViewerModels, ResultsAreReadByTheScriptAndWithoutIt) {
  settings().viewer = false;
  {
    const auto simulation = make("stored");
    run(*simulation, 0.05);
  }
  settings().viewer = true;
  const std::shared_ptr<Simulation> simulation = make("stored");
  SimulationModel by_script(simulation);
  FolderModel by_folder(path("stored"));
  EXPECT_FALSE(by_script.computes());
  EXPECT_FALSE(by_script.step().made);
  for (ViewedModel* const model : std::initializer_list<ViewedModel*>{&by_script, &by_folder}) {
    EXPECT_EQ(model->frame_count(), 6);
    model->show(nearest_frame_of(*model, 0.032));
    EXPECT_NEAR(model->snapshot()->time, 0.03, kSmall);
    EXPECT_NEAR(model->sample(5)->time, 0.05, kSmall);
    EXPECT_NEAR(model->snapshot()->time, 0.03, kSmall);
    EXPECT_EQ(model->facts(1).material, "m");
    EXPECT_TRUE(model->facts(77).material.empty());
  }
}

TEST_F(ViewerModels, ArrowsOfAPressureStandOnItsFacesWhereTheyAre) {
  const std::shared_ptr<Simulation> simulation = make("pressed");
  BodyDefinition definition;
  definition.kind = BodyKind::rigid;
  definition.material = 0;
  definition.shape.convices.push_back(
      make_convex_hull(std::vector<Vec3>{{10, 0, 0}, {11, 0, 0}, {10, 1, 0}, {10, 0, 1}}, 1, 3));
  const PressedSurface surface = pressed_surface(definition.shape, 3);
  const BodyId id = simulation->domain.add_body(std::move(definition));
  simulation->domain.loads.pressures.push_back({id, surface, {2.0, nullptr}, false});
  simulation->planned.add(plan(0.05));
  SimulationModel model(simulation);
  ASSERT_TRUE(model.step().made);
  const std::vector<LoadForce> arrows = load_forces(*model.snapshot());
  ASSERT_EQ(arrows.size(), 4U);
  const BodyRef place = simulation->domain.body_ref(id);
  const Vec3 center =
      simulation->domain.bodies.current_point(place, {10.0 + 1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0});
  Vec3 sum;
  bool slanted = false;
  for (const LoadForce& arrow : arrows) {
    sum += arrow.force;
    if (norm(arrow.point - center) > kSmall) continue;
    slanted = true;
    EXPECT_LE(norm(arrow.force - Vec3{1.0, 1.0, 1.0}), kSmall);
  }
  EXPECT_TRUE(slanted);
  EXPECT_LE(norm(sum), kSmall);
}

TEST_F(ViewerModels, AFolderGrowsWhileItIsLookedAt) {
  const std::shared_ptr<Simulation> simulation = make("grows");
  simulation->planned.add(plan(0.05));
  SimulationModel writer(simulation);
  (void)writer.step();
  FolderModel folder(path("grows"));
  EXPECT_EQ(folder.frame_count(), 2);
  EXPECT_FALSE(folder.refresh());
  (void)writer.step();
  (void)writer.step();
  EXPECT_TRUE(folder.refresh());
  EXPECT_EQ(folder.frame_count(), 4);
  EXPECT_EQ(folder.frame(), 0);
}

TEST_F(ViewerModels, RunsWithoutAnEndAreRefused) {
  PlannedRuns runs;
  for (int i = 0; i < PlannedRuns::kMost; ++i) runs.add(plan(1.0));
  EXPECT_THROW(runs.add(plan(1.0)), InputError);
}

}  // namespace
}  // namespace solfec

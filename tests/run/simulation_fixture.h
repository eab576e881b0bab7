#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <unistd.h>

#include <gtest/gtest.h>

#include "run/run_context.h"
#include "run/simulation.h"
#include "solver/constraint_solver.h"

namespace solfec {

namespace fs = std::filesystem;

inline FailureHook go_on() {
  return [](const SolveReport&) { return true; };
}

/// A ball in free fall, results in a scratch folder.
class SimulationTest : public ::testing::Test {
 protected:
  SimulationTest() {
    root_ = fs::temp_directory_path() / ("solfec-run-test-" + std::to_string(getpid()));
    fs::remove_all(root_);
    fs::create_directories(root_);
    settings().quiet = true;
  }
  ~SimulationTest() override {
    std::error_code ignored;
    fs::remove_all(root_, ignored);
  }

  [[nodiscard]] std::string path(const std::string& name) const { return (root_ / name).string(); }

  std::unique_ptr<Simulation> make(const std::string& name, double step = 0.01) {
    auto simulation =
        std::make_unique<Simulation>(context_, Analysis::dynamic, step, path(name), 1e-4);
    Domain& domain = simulation->domain;
    const int material =
        domain.define_bulk_material({"m", BulkModel::kirchhoff, 1e6, 0.25, 1000.0}).first;
    BodyDefinition ball;
    ball.kind = BodyKind::rigid;
    ball.shape.spheres.push_back({{0, 0, 0}, 0.5, 1, 1});
    ball.material = material;
    domain.add_body(std::move(ball));
    domain.loads.gravity[2].constant = -10.0;
    return simulation;
  }

  static RunEnd run(Simulation& simulation, double duration) {
    GaussSeidelSolver solver({});
    return simulation.run(solver, duration, go_on());
  }

  RunSettings& settings() { return context_.settings; }

  fs::path root_;
  RunContext context_;
};

}  // namespace solfec

#include "viewer/session/simulation_model.h"

#include <algorithm>
#include <csignal>
#include <utility>

#include "base/cat.h"
#include "base/count.h"

namespace solfec {

namespace {

/// Steps that a RUN of a script without one could make.
constexpr double kManySteps = 1e6;

/// Exit code of a program whose RUN was ended from outside, -1: it goes on.
int exit_code_of(RunEnd end) {
  constexpr int kSignalled = 128;
  if (end == RunEnd::interrupted) return kSignalled + SIGINT;
  if (end == RunEnd::terminated) return kSignalled + SIGTERM;
  if (end == RunEnd::hung_up) return kSignalled + SIGHUP;
  return -1;
}

}  // namespace

SimulationModel::SimulationModel(std::shared_ptr<Simulation> simulation)
    : simulation_(std::move(simulation)),
      penalty_(PenaltyVariant::implicit_force),
      without_solver_(simulation_->planned.empty()) {
  if (!SimulationModel::computes()) simulation_->show_frame(0);
}

SimulationModel::~SimulationModel() { simulation_->planned.clear(); }

std::shared_ptr<const Snapshot> SimulationModel::snapshot() {
  if (ended_) return sample_;
  if (!computes()) return simulation_->shown();
  return take_snapshot(simulation_->domain, simulation_->summary());
}

/// @return False when there is nothing left to run.
bool SimulationModel::begin(ModelStep& result) {
  if (without_solver_) {
    result.message = "the script has no RUN: steps by the implicit penalty solver";
    run_ = {&penalty_, kManySteps * simulation_->step_bound(),
            [](const SolveReport& /*report*/) { return true; }, nullptr};
  } else {
    if (simulation_->planned.empty()) {
      result.message = "all RUNs of the script have ended";
      return false;
    }
    run_ = simulation_->planned.take();
  }
  session_ = &simulation_->begin_run(*run_.solver, run_.duration, run_.on_failure);
  return true;
}

/// A RUN that has no step left is followed by the next one.
ModelStep SimulationModel::step() {
  ModelStep result;
  if (ended_) result.message = "all RUNs of the script have ended";
  const auto is_on = [&] { return session_ != nullptr && session_->phase() == RunPhase::running; };
  while (computes() && !result.made) {
    if (!is_on() && !begin(result)) return result;
    result.made = session_->advance();
    if (is_on()) continue;
    const RunEnd end = session_->end();
    session_ = nullptr;
    result.exit_code = exit_code_of(end);
    if (end != RunEnd::finished) {
      result.message = run_end_text(end);
    } else if (simulation_->planned.empty()) {
      result.message = cat("the RUN has ended at t = ", short_number(simulation_->time()), " s");
      look_back();
    } else {
      continue;
    }
    result.made = false;
    return result;
  }
  return result;
}

/// From now on the frames of the run are shown, the last one first.
void SimulationModel::look_back() {
  ResultReader* const results = simulation_->results();
  if (results == nullptr || results->frame_count() == 0) return;
  ended_ = true;
  show(results->frame_count() - 1);
}

void SimulationModel::show(int frame) {
  if (!ended_) return simulation_->show_frame(frame);
  sample_ = simulation_->results()->snapshot(frame);
  frame_ = frame;
}

void SimulationModel::finish() {
  if (session_ != nullptr) (void)session_->end();
  session_ = nullptr;
}

int SimulationModel::frame_count() const {
  return computes() ? 0 : simulation_->results()->frame_count();
}

double SimulationModel::time_of(int frame) const { return simulation_->results()->time(frame); }

int SimulationModel::stored_count() {
  ResultReader* const results = simulation_->results();
  return results == nullptr ? 0 : results->frame_count();
}

/// Returns a snapshot of a frame that does not become the present state: in a run that writes, of
/// its own frames, in which ids are those of the model; else of the results that are read.
std::shared_ptr<const Snapshot> SimulationModel::sample(int frame) {
  if (simulation_->mode() == Mode::write) return simulation_->results()->snapshot(frame);
  simulation_->results()->show(frame, simulation_->domain, sample_);
  return sample_;
}

BodyFacts SimulationModel::facts(BodyId id) const {
  const BodyRecord* const record = simulation_->domain.find_body(id);
  if (record == nullptr) return {};
  return {record->label, simulation_->domain.bulk_materials()[at(record->material)].label,
          record->origin};
}

double SimulationModel::friction(int material) const {
  const auto& all = simulation_->domain.surface_materials;
  return material >= 0 && material < all.size() ? sliding_friction(all[material]) : 0.0;
}

}  // namespace solfec

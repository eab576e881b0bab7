#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "run/simulation.h"
#include "viewer/session/viewed_model.h"

namespace solfec {

/// The model of a script: computed by the RUNs that the script has left for the viewer or, without
/// any, by the implicit penalty solver; in READ mode its results.
class SimulationModel : public ViewedModel {
 public:
  explicit SimulationModel(std::shared_ptr<Simulation> simulation);
  ~SimulationModel() override;

  [[nodiscard]] std::string name() const override { return simulation_->folder(); }
  [[nodiscard]] bool computes() const override {
    return simulation_->mode() == Mode::write && !ended_;
  }
  std::shared_ptr<const Snapshot> snapshot() override;
  ModelStep step() override;
  void finish() override;
  [[nodiscard]] int frame_count() const override;
  [[nodiscard]] double time_of(int frame) const override;
  [[nodiscard]] int frame() const override { return ended_ ? frame_ : simulation_->shown_frame(); }
  void show(int frame) override;
  [[nodiscard]] int stored_count() override;
  std::shared_ptr<const Snapshot> sample(int frame) override;
  bool refresh() override { return false; }
  [[nodiscard]] BodyFacts facts(BodyId id) const override;
  [[nodiscard]] double friction(int material) const override;
  [[nodiscard]] ModelView view() const override { return simulation_->view; }

 private:
  bool begin(ModelStep& result);
  void look_back();

  std::shared_ptr<Simulation> simulation_;
  PlannedRun run_;         // that is on
  PenaltySolver penalty_;  // of scripts without a RUN
  bool without_solver_;
  RunSession* session_ = nullptr;  // of the RUN that is on
  bool ended_ = false;  // all RUNs that the script planned: what they have written is looked at
  int frame_ = 0;       // that is shown then
  std::shared_ptr<const Snapshot> sample_;
};

}  // namespace solfec

#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "run/simulation.h"
#include "viewer/session/viewed_model.h"

namespace solfec {

/// The model of a script. It is computed by the RUNs of the script, which are left to the viewer,
/// or by the implicit penalty solver when there are none. In READ mode it shows the results.
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
  PlannedRun run_;         // present RUN
  PenaltySolver penalty_;  // for scripts without a RUN
  bool without_solver_;
  RunSession* session_ = nullptr;  // of the present RUN
  bool ended_ = false;             // true: all RUNs have ended, and the viewer shows their frames
  int frame_ = 0;                  // frame that is shown then
  std::shared_ptr<const Snapshot> sample_;
};

}  // namespace solfec

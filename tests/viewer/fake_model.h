#pragma once

#include <memory>
#include <string>
#include <vector>

#include "viewer/session/canvas.h"
#include "viewer/session/scene_ray.h"
#include "viewer/session/viewed_model.h"
#include "viewer/session/viewer.h"
#include "viewer/view_scene.h"

namespace solfec::test {

/// Three bodies, a floor (1), a box (2, at x = 0) and a ball (3, at x = 3) with a contact each;
/// eleven frames, in frame i of which t = 0.1 i and the box moves with i m/s; or steps to compute.
class FakeModel : public ViewedModel {
 public:
  explicit FakeModel(bool computes = false, std::string name = "out/fake");

  [[nodiscard]] std::string name() const override { return name_; }
  [[nodiscard]] bool computes() const override { return computes_; }
  std::shared_ptr<const Snapshot> snapshot() override { return sample(frame_); }
  ModelStep step() override;
  void finish() override { ++finished; }
  [[nodiscard]] int frame_count() const override { return computes_ ? 0 : frames; }
  [[nodiscard]] double time_of(int frame) const override { return 0.1 * frame; }
  [[nodiscard]] int frame() const override { return frame_; }
  void show(int frame) override { frame_ = frame; }
  [[nodiscard]] int stored_count() override { return frame_count(); }
  std::shared_ptr<const Snapshot> sample(int frame) override;
  bool refresh() override;
  [[nodiscard]] BodyFacts facts(BodyId id) const override;
  [[nodiscard]] double friction(int /*material*/) const override { return 0.5; }
  [[nodiscard]] ModelView view() const override;

  int frames = 11;
  int grows_to = 11;
  int finished = 0;
  int steps_left = 20;
  std::string step_error;  // thrown by a step

 private:
  bool computes_;
  std::string name_;
  ViewModel model_;
  int frame_ = 0;
};

/// Takes down what it is asked for; sees by rays.
class FakeCanvas : public Canvas {
 public:
  std::vector<BodyId> bodies_in(const ViewerPicture& picture, const PixelBox& box) override;
  void save(const ViewerPicture& /*picture*/, const std::string& path) override {
    saved.push_back(path);
  }
  void begin_film(const ViewerPicture& /*picture*/, const std::string& path) override {
    film = path;
  }
  void add_to_film(const ViewerPicture& /*picture*/) override { ++pictures; }
  void end_film() override { ++films; }

  std::vector<std::string> saved;
  std::string film;
  int pictures = 0;
  int films = 0;
};

/// A viewer of fake models in a window of 400 x 300 pixels.
struct FakeSession {
  explicit FakeSession(bool computes = false, int models = 1);

  FakeModel& fake() { return static_cast<FakeModel&>(viewer.model()); }
  /// The middle of a body, in pixels.
  std::array<int, 2> pixel(BodyId body);
  /// A click of the left button.
  void click(std::array<int, 2> pixel);
  void drag(std::array<int, 2> from, std::array<int, 2> to, const MouseKeys& held = {});
  /// Words and a RETURN into the question that is open.
  void answer(const std::string& text);
  /// Opens the menu, points at the submenus and clicks at the entry of an action.
  /// @return False when it is not there.
  bool choose(const ViewerAction& action);

  FakeCanvas canvas;
  std::vector<std::string> python;  // scripts that were run
  Viewer viewer;
};

}  // namespace solfec::test

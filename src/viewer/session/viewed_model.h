#pragma once

#include <memory>
#include <string>
#include <vector>

#include "output/snapshot.h"
#include "run/folder/model_view.h"

namespace solfec {

/// Facts about a body beside its state.
struct BodyFacts {
  std::string label;     // '' when the user gave none
  std::string material;  // label of its bulk material
  std::string origin;    // script line that made it, '' when unknown
};

/// Outcome of a step of a model.
struct ModelStep {
  bool made = false;    // false: no step is left
  std::string message;  // for the user, may be empty
  int exit_code = -1;   // when a signal ends the program; -1: the program goes on
};

/// A model that the viewer shows: a running computation, or results. It has one present state.
class ViewedModel {
 public:
  virtual ~ViewedModel() = default;

  [[nodiscard]] virtual std::string name() const = 0;
  /// True when there are steps to compute; false when there are frames to show.
  [[nodiscard]] virtual bool computes() const = 0;
  /// The present state. @throws ArchiveError for a damaged frame, here and below.
  virtual std::shared_ptr<const Snapshot> snapshot() = 0;

  /// Computes one step. @throws the exceptions of RUN, which has then ended.
  virtual ModelStep step() = 0;
  /// Ends the present RUN and writes its last frame.
  virtual void finish() = 0;

  // ---- results -------------------------------------------------------------------------------
  /// Number of frames that can be shown; 0 while the model is computed.
  [[nodiscard]] virtual int frame_count() const = 0;
  [[nodiscard]] virtual double time_of(int frame) const = 0;
  [[nodiscard]] virtual int frame() const = 0;
  /// Makes a frame the present state. @pre 0 <= frame < frame_count(), here and below
  virtual void show(int frame) = 0;
  /// Number of frames that `sample` can read, including those of a run that is not complete.
  [[nodiscard]] virtual int stored_count() = 0;
  /// Reads a frame without making it the present state.
  virtual std::shared_ptr<const Snapshot> sample(int frame) = 0;
  /// Looks for new frames. @return True when there are some.
  virtual bool refresh() = 0;

  [[nodiscard]] virtual BodyFacts facts(BodyId id) const = 0;
  /// Friction coefficient of a surface material.
  [[nodiscard]] virtual double friction(int material) const = 0;
  /// Returns the bodies and points that the script chooses for pictures (RENDER, DISPLAY_POINT).
  [[nodiscard]] virtual ModelView view() const = 0;
};

/// The frame nearest to a time.
int nearest_frame_of(const ViewedModel& model, double time);

}  // namespace solfec

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

/// How a step of a model went.
struct ModelStep {
  bool made = false;    // false: there is none left
  std::string message;  // for the user, may be empty
  int exit_code = -1;   // of a program that a signal ends; -1: it goes on
};

/// A model that the viewer shows: one that is computed, or results. It has one present state.
class ViewedModel {
 public:
  virtual ~ViewedModel() = default;

  [[nodiscard]] virtual std::string name() const = 0;
  /// Whether there are steps to compute; else there are frames to look at.
  [[nodiscard]] virtual bool computes() const = 0;
  /// The present state. @throws ArchiveError for a damaged frame, here and below.
  virtual std::shared_ptr<const Snapshot> snapshot() = 0;

  /// Computes one step. @throws what RUN does; the RUN has ended then.
  virtual ModelStep step() = 0;
  /// Ends a RUN that is on, with its last frame.
  virtual void finish() = 0;

  // ---- results -------------------------------------------------------------------------------
  /// 0 while computing.
  [[nodiscard]] virtual int frame_count() const = 0;
  [[nodiscard]] virtual double time_of(int frame) const = 0;
  [[nodiscard]] virtual int frame() const = 0;
  /// Makes a frame the present state. @pre 0 <= frame < frame_count(), here and below
  virtual void show(int frame) = 0;
  /// Frames that `sample` reads: also those that a run has written so far.
  [[nodiscard]] virtual int stored_count() = 0;
  /// One of them, which does not become the present state.
  virtual std::shared_ptr<const Snapshot> sample(int frame) = 0;
  /// Looks for new frames. @return Whether there are some.
  virtual bool refresh() = 0;

  [[nodiscard]] virtual BodyFacts facts(BodyId id) const = 0;
  /// Coefficient of a surface material.
  [[nodiscard]] virtual double friction(int material) const = 0;
  /// Returns what the script says about pictures.
  [[nodiscard]] virtual ModelView view() const = 0;
};

/// The frame nearest to a time.
int nearest_frame_of(const ViewedModel& model, double time);

}  // namespace solfec

#pragma once

#include <array>
#include <string>
#include <vector>

#include "viewer/session/viewed_model.h"

namespace solfec {

/// Panel of the body or the constraint that the user has picked: its data, and a curve of one of
/// its numbers over the time.
class Inspector {
 public:
  using CurvePoint = std::array<double, 2>;  // time in s, value

  void pick_body(BodyId id) { pick(id, 0); }
  void pick_constraint(ConstraintId id) { pick(0, id); }
  void close() { pick(0, 0); }
  [[nodiscard]] bool is_open() const { return body_ != 0 || constraint_ != 0; }
  [[nodiscard]] BodyId body() const { return body_; }
  [[nodiscard]] ConstraintId constraint() const { return constraint_; }

  /// Label, material, line of the script, place, velocity and energies of a body; kind, bodies,
  /// reaction, gap and status of a constraint.
  [[nodiscard]] std::vector<std::string> lines(const Snapshot& snapshot,
                                               const ViewedModel& model) const;

  /// Chooses the next number for the curve.
  void next_quantity();
  /// "speed (m/s)"
  [[nodiscard]] std::string quantity() const;
  /// Points of the curve of the number over the time.
  [[nodiscard]] const std::vector<CurvePoint>& curve() const { return curve_; }
  /// Appends the value of the present state of a running model to the curve.
  void note(const Snapshot& snapshot);
  /// Reads stored frames for the curve, for at most `seconds`.
  /// @return True when the curve has got longer.
  bool read_some(ViewedModel& model, double seconds);
  /// Clears the curve because the frames have changed.
  void forget_curve();

 private:
  void pick(BodyId body, ConstraintId constraint);
  void insert(const CurvePoint& point);
  [[nodiscard]] bool value_of(const Snapshot& snapshot, double& value) const;

  BodyId body_ = 0;
  ConstraintId constraint_ = 0;
  std::size_t quantity_ = 0;
  std::vector<CurvePoint> curve_;
  int next_frame_ = 0;  // first frame that the curve does not have
};

}  // namespace solfec

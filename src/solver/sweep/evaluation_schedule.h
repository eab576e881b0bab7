#pragma once

namespace solfec {

/// Says after which sweep an evaluation of the residual is worth its cost, about that of a sweep.
/// In between the residual is taken to fall as the relative change of the reactions by a sweep.
class EvaluationSchedule {
 public:
  /// Notes an evaluation.
  /// @param change  Relative change by the sweep before, 0 when unknown: nothing is predicted.
  /// @param excess  Largest ratio of a measure that is linear in the error (for the merit: its
  ///                root) and its tolerance.
  void set_evaluated(double change, double excess) {
    change_ = change;
    excess_ = excess;
    sweeps_ = 0;
  }

  /// Since the last evaluation.
  [[nodiscard]] int sweeps() const { return sweeps_; }

  /// Counts a sweep.
  /// @param small    The change meets its own tolerance.
  /// @param longest  Most sweeps without an evaluation.
  /// @return Whether to evaluate now.
  bool is_due(double change, bool small, int longest) {
    ++sweeps_;
    if (sweeps_ >= longest) return true;
    const bool predicted = change_ > 0.0 && excess_ * change <= change_;
    return small && (predicted || change_ == 0.0);
  }

 private:
  double change_ = 0.0;
  double excess_ = 0.0;
  int sweeps_ = 0;
};

}  // namespace solfec

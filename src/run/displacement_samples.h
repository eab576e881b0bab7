#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "domain/domain.h"
#include "output/result_reader.h"
#include "run/schedule.h"

namespace solfec {

/// Times at which a sample is wanted: given ones, each at the first step that reaches it, or those
/// of a schedule.
class SampleTimes {
 public:
  /// @param times  s, increasing.
  explicit SampleTimes(std::vector<double> times) : times_(std::move(times)) {}
  explicit SampleTimes(const Schedule& schedule) : schedule_(schedule) {}

  [[nodiscard]] bool due(double time, double step) const;
  /// Moves on past a time.
  void advance(double time, double step);
  /// The next time, s; none after the last one and where each step is wanted.
  [[nodiscard]] std::optional<double> next() const;

 private:
  std::vector<double> times_;
  std::size_t taken_ = 0;  // of times_
  std::optional<Schedule> schedule_;
};

/// Displacements of bodies of finite elements in their frames, which RUN hands over at given times
/// (COROTATED_DISPLACEMENTS): d of corotation.h, for each body three numbers for each node.
class DisplacementSamples {
 public:
  using Sink = std::function<void(std::span<const double>)>;

  /// @param bodies  Of finite elements; those that are deleted later are left out.
  /// @param sink    Called with d of each body at each time.
  void add(std::vector<BodyId> bodies, SampleTimes times, Sink sink);
  [[nodiscard]] bool any() const { return !samples_.empty(); }
  /// Hands over what is due after a step. @note Collective where bodies are on several ranks.
  void take(Domain& domain, double step);
  /// Hands over what frames of results hold after `from` up to the time `to`, s: those at the first
  /// step from a wanted time on. @return How many wanted times had no frame.
  int take_from_frames(ResultReader& reader, const Domain& domain, double from, double to,
                       double step);

 private:
  struct Sample {
    std::vector<BodyId> bodies;
    SampleTimes times;
    Sink sink;
  };
  std::vector<Sample> samples_;
};

}  // namespace solfec

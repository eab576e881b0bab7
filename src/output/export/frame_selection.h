#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "output/result_reader.h"

namespace solfec {

/// Selection of times: single times, a range, or all.
struct TimeSelection {
  std::vector<double> times;                       // s
  std::optional<std::pair<double, double>> range;  // s, both ends included
};

/// Parses "T" or "T0:T1", s. @throws InputError with the reason.
TimeSelection parse_times(const std::string& text);

/// Returns the frames of a selection, increasing, each once: those nearest to its times, those of
/// its range (both ends with a tolerance of 1e-9 of its length), or all.
/// @throws InputError for a time outside of the results, and for a range without frames; the
/// message
///         tells the times of the frames.
std::vector<int> frames_of(const ResultReader& reader, const TimeSelection& selection);

}  // namespace solfec

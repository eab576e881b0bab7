#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "output/result_reader.h"

namespace solfec {

/// Which times somebody asks for: single ones, a range, or all.
struct TimeSelection {
  std::vector<double> times;                       // s
  std::optional<std::pair<double, double>> range;  // s, both ends included
};

/// "T" or "T0:T1", s. @throws InputError saying what is wrong.
TimeSelection parse_times(const std::string& text);

/// The frames of a selection, increasing, each once: the nearest to each time, those of the range
/// (its ends count within 1e-9 of its length), or all.
/// @throws InputError for a time outside of the results, and a range without frames; it says which
///         frames there are.
std::vector<int> frames_of(const ResultReader& reader, const TimeSelection& selection);

}  // namespace solfec

#include "output/export/frame_selection.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "base/cat.h"
#include "base/check.h"

namespace solfec {

namespace {

double number_of(const std::string& word, const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(word.c_str(), &end);
  if (word.empty() || *end != '\0' || !std::isfinite(value)) {
    throw InputError(cat("a time must be T or T0:T1 in seconds, got '", text, "'"));
  }
  return value;
}

/// "5 frames from t = 0 to 2 s".
std::string extent_of(const ResultReader& reader) {
  const int frames = reader.frame_count();
  return cat("there ", frames == 1 ? "is 1 frame" : cat("are ", frames, " frames"),
             " from t = ", reader.time(0), " to ", reader.time(frames - 1), " s");
}

int frame_at(const ResultReader& reader, double time) {
  const double first = reader.time(0);
  const double last = reader.time(reader.frame_count() - 1);
  const double slack = 1e-9 * std::max(last - first, std::max(std::fabs(first), std::fabs(last)));
  if (!(first - slack <= time && time <= last + slack)) {
    throw InputError(cat("time ", time, " s is outside of the results: ", extent_of(reader)));
  }
  return reader.nearest(time);
}

}  // namespace

TimeSelection parse_times(const std::string& text) {
  TimeSelection selection;
  const std::size_t colon = text.find(':');
  const double first = number_of(text.substr(0, colon), text);
  if (colon == std::string::npos) {
    selection.times.push_back(first);
    return selection;
  }
  const double last = number_of(text.substr(colon + 1), text);
  if (first > last) {
    throw InputError(cat("a range of times T0:T1 needs T0 <= T1, got '", text, "'"));
  }
  selection.range = {first, last};
  return selection;
}

std::vector<int> frames_of(const ResultReader& reader, const TimeSelection& selection) {
  std::vector<int> frames;
  for (const double time : selection.times) frames.push_back(frame_at(reader, time));
  std::sort(frames.begin(), frames.end());
  frames.erase(std::unique(frames.begin(), frames.end()), frames.end());
  if (!selection.times.empty()) return frames;
  const bool all = !selection.range;
  const auto [t0, t1] = selection.range.value_or(std::pair{0.0, 0.0});
  const double slack = 1e-9 * std::max(t1 - t0, std::max(std::fabs(t0), std::fabs(t1)));
  for (int i = 0; i < reader.frame_count(); ++i) {
    const double time = reader.time(i);
    if (all || (t0 - slack <= time && time <= t1 + slack)) frames.push_back(i);
  }
  if (frames.empty()) {
    throw InputError(cat("no frame lies between ", t0, " and ", t1, " s: ", extent_of(reader)));
  }
  return frames;
}

}  // namespace solfec

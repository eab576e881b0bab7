#include "output/history.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/cat.h"
#include "base/check.h"
#include "base/count.h"

namespace solfec {
namespace {

constexpr double kTimeTolerance = 1e-9;  // of the span t1 - t0
constexpr double kTimeRounding = 1e-12;  // of the times themselves

/// Frames to sample, in order.
std::vector<int> sampled_frames(const ResultReader& reader, const HistoryRequest& request) {
  const double tolerance =
      std::max(kTimeTolerance * (request.t1 - request.t0),
               kTimeRounding * std::max(std::fabs(request.t0), std::fabs(request.t1)));
  std::vector<int> frames;
  int inside = 0;
  for (int i = 0; i < reader.frame_count(); ++i) {
    const double t = reader.time(i);
    if (t < request.t0 - tolerance || t > request.t1 + tolerance) continue;
    if (inside++ % request.skip == 0) frames.push_back(i);
  }
  return frames;
}

/// "11 frames, t = 0 .. 1 s".
std::string frames_of(const ResultReader& reader) {
  const int count = reader.frame_count();
  return cat(count, count == 1 ? " frame" : " frames", ", t = ", reader.time(0), " .. ",
             reader.time(count - 1), " s");
}

/// One item, resolved.
struct Sampled {
  HistorySampler value;
  std::vector<BodyId> bodies;             // ids in the results, empty: never absent
  std::vector<ConstraintId> constraints;  // of the script, in place of bodies
  bool of_contacts = false;
  int absent_frames = 0;
  int without_contacts = 0;

  double in(int frame, const Frame& content) {
    if (of_contacts && content.left_out > 0) {
      ++without_contacts;
      return std::numeric_limits<double>::quiet_NaN();
    }
    if (is_there(content)) return value(frame, content);
    ++absent_frames;
    return std::numeric_limits<double>::quiet_NaN();
  }

  [[nodiscard]] bool is_there(const Frame& content) const {
    if (!constraints.empty()) {
      return std::any_of(
          content.constraints.begin(), content.constraints.end(), [&](const ConstraintRecord& row) {
            return std::binary_search(constraints.begin(), constraints.end(), row.id);
          });
    }
    return bodies.empty() || std::any_of(bodies.begin(), bodies.end(),
                                         [&](BodyId id) { return content.bodies.holds(id); });
  }

  [[nodiscard]] ItemGap gap() const {
    if (constraints.empty()) return {bodies.front(), 0, count(bodies), absent_frames};
    return {0, constraints.front(), count(constraints), absent_frames};
  }
};

}  // namespace

History read_history(ResultReader& reader, const Domain& domain, const HistoryRequest& request) {
  if (request.skip < 1) throw InputError(cat("skip must be at least 1, got ", request.skip));
  if (!std::isfinite(request.t0) || !std::isfinite(request.t1)) {
    throw InputError(cat("t0 and t1 must be finite, got ", request.t0, " s, ", request.t1, " s"));
  }
  std::vector<Sampled> samplers;
  FrameParts parts = FrameParts::bodies;
  for (const HistoryItem& item : request.items) {
    validate(item);
    samplers.push_back({make_sampler(item, reader, domain), stored_bodies_of(item, reader, domain),
                        lasting_constraints_of(item), needs_contacts(item)});
    if (needs_constraints(item)) parts = FrameParts::all;
  }

  const std::vector<int> frames = sampled_frames(reader, request);
  if (frames.empty()) {
    throw InputError(cat("no frame lies in t = ", request.t0, " .. ", request.t1,
                         " s; the results hold ", frames_of(reader)));
  }
  History history;
  history.values.resize(samplers.size());
  Frame content;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    reader.load(frames[i], content, parts);
    history.times.push_back(content.time);
    for (std::size_t k = 0; k < samplers.size(); ++k) {
      history.values[k].push_back(samplers[k].in(frames[i], content));
    }
    if (request.progress) {
      request.progress(static_cast<double>(i + 1) / static_cast<double>(frames.size()));
    }
  }
  for (const Sampled& one : samplers) {
    history.without_contacts = std::max(history.without_contacts, one.without_contacts);
    if (one.absent_frames > 0) history.absent.push_back(one.gap());
  }
  return history;
}

}  // namespace solfec

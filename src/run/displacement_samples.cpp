#include "run/displacement_samples.h"

#include <memory>
#include <utility>

#include "base/count.h"
#include "body/finite_element/corotation.h"

namespace solfec {
namespace {

constexpr double kOnTime = 1e-6;  // of a step, as Schedule

/// d of the nodes, one number after another. Bodies of form 'TL' have no frame of their own; that
/// of form 'BC' is found for them.
std::vector<double> displacements_in_frame(const FiniteElementBody& body) {
  const Mat3 rotation =
      corotation(body.elements, body.surface, body.displacement, body.rotation).rotation;
  std::vector<Vec3> d(body.displacement.size());
  corotated_displacements(body.elements, rotation, body.displacement, d);
  std::vector<double> numbers;
  numbers.reserve(3 * d.size());
  for (const Vec3 one : d) numbers.insert(numbers.end(), {one.x, one.y, one.z});
  return numbers;
}

}  // namespace

bool SampleTimes::due(double time, double step) const {
  if (schedule_) return schedule_->due(time, step);
  return taken_ < times_.size() && time >= times_[taken_] - kOnTime * step;
}

void SampleTimes::advance(double time, double step) {
  if (schedule_) schedule_->advance(time, step);
  while (!schedule_ && due(time, step)) ++taken_;
}

std::optional<double> SampleTimes::next() const {
  if (!schedule_) return taken_ < times_.size() ? std::optional(times_[taken_]) : std::nullopt;
  const ScheduleState& state = schedule_->state();
  if (state.interval == 0.0) return std::nullopt;
  return state.base + state.interval * (state.served + 1.0);
}

void DisplacementSamples::add(std::vector<BodyId> bodies, SampleTimes times, Sink sink) {
  samples_.push_back({std::move(bodies), std::move(times), std::move(sink)});
}

void DisplacementSamples::take(Domain& domain, double step) {
  const double time = domain.time();
  for (Sample& sample : samples_) {
    if (!sample.times.due(time, step)) continue;
    sample.times.advance(time, step);
    domain.make_whole();
    for (const BodyId id : sample.bodies) {
      if (domain.bodies.find(id) < 0) continue;
      sample.sink(displacements_in_frame(domain.bodies.finite_element[domain.body_ref(id).slot]));
    }
  }
}

int DisplacementSamples::take_from_frames(ResultReader& reader, const Domain& domain, double from,
                                          double to, double step) {
  int missing = 0;
  for (int frame = 0; any() && frame < reader.frame_count(); ++frame) {
    const double time = reader.time(frame);
    if (time <= from + kOnTime * step || time > to + kOnTime * step) continue;
    std::shared_ptr<const Snapshot> snapshot;
    for (Sample& sample : samples_) {
      // a frame that a later step has written stands for no earlier time
      while (sample.times.due(time, step)) {
        const std::optional<double> wanted = sample.times.next();
        if (!wanted || time < *wanted + (1.0 - kOnTime) * step) break;
        ++missing;
        sample.times.advance(*wanted, step);
      }
      if (!sample.times.due(time, step)) continue;
      sample.times.advance(time, step);
      if (snapshot == nullptr) snapshot = reader.snapshot(frame);
      for (const BodyId id : sample.bodies) {
        const int stored = reader.find_stored(id, domain);
        if (stored < 0) continue;
        const SnapshotBody* const body = snapshot->find(reader.bodies()[at(stored)].id);
        if (body == nullptr) continue;
        sample.sink(displacements_in_frame(snapshot->bodies.finite_element[body->place.slot]));
      }
    }
  }
  return missing;
}

}  // namespace solfec

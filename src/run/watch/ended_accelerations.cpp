#include "run/watch/ended_accelerations.h"

#include <algorithm>
#include <span>
#include <vector>

#include "base/cat.h"
#include "parallel/gather_lists.h"
#include "run/report/body_text.h"

namespace solfec {

namespace {

struct EndedSeries {
  ConstraintId id{};
  BodyId body{};
  double time{};   // of the last point, s
  double value{};  // there, m/s^2
};

std::vector<EndedSeries> ended_series(const Domain& domain, double begin, double end) {
  std::vector<EndedSeries> ended;
  for (const UserConstraint& one : domain.user_constraints()) {
    const PrescribedMotion& motion = one.motion;
    if (motion.kind != MotionKind::acceleration || !motion.series) continue;
    const double time = motion.series->times().back();
    const double value = motion.series->values().back();
    if (value != 0.0 && begin < time && time < end)
      ended.push_back({one.id, one.master, time, value});
  }
  return ended;
}

}  // namespace

std::string ended_accelerations(const Domain& domain, double begin, double end) {
  std::vector<EndedSeries> all = ended_series(domain, begin, end);
  if (!domain.is_whole()) {
    const auto lists = gather_lists(domain.comm(), std::span<const EndedSeries>(all));
    all.clear();
    for (const auto& list : lists) all.insert(all.end(), list.begin(), list.end());
  }
  if (all.empty()) return {};
  const auto earlier = [](const EndedSeries& a, const EndedSeries& b) { return a.id < b.id; };
  const EndedSeries first = *std::min_element(all.begin(), all.end(), earlier);
  const std::string more = all.size() == 1 ? "" : cat(" (so do ", all.size(), " series in all)");
  return cat("the acceleration prescribed for ", body_text(domain, first.body),
             " ends at t=", short_number(first.time), " s with ", short_number(first.value),
             " m/s^2", more, ": from there on it is zero and the velocity is kept");
}

}  // namespace solfec

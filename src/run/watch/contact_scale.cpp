#include "run/watch/contact_scale.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "base/cat.h"
#include "run/watch/body_extent.h"

namespace solfec {

namespace {

constexpr double kOfExtent = 1e-3;  // tolerance over the least extent of the smallest body
constexpr double kRounding = 1e-6;  // of extents: 0.0999999999 m is no reason to leave 1e-4 m
constexpr double kFewest = 100.0;   // tolerances in an extent; fewer get a warning
constexpr int kMostWarnings = 10;   // of one analysis

/// The smallest moving body of all ranks among those with ids above `last`, and how many are below
/// a limit.
struct Smallest {
  const BodyRecord* body = nullptr;  // null: there is none
  double extent{};                   // m
  int below = 0;                     // bodies
};

Smallest find_smallest(const Domain& domain, BodyId last, double limit) {
  Smallest smallest;
  std::vector<const BodyRecord*> records;  // by id, so that all ranks find the same one
  domain.for_each_record([&](const BodyRecord& record) {
    if (has_inertia(record.kind) && record.id > last) records.push_back(&record);
  });
  std::sort(records.begin(), records.end(),
            [](const BodyRecord* a, const BodyRecord* b) { return a->id < b->id; });
  for (const BodyRecord* const record : records) {
    const double extent = least_extent(*record->pieces);
    if (extent < (1.0 - kRounding) * limit) ++smallest.below;
    const bool is_smaller = extent < (1.0 - kRounding) * smallest.extent;  // the first of equals
    if (smallest.body != nullptr && !is_smaller) continue;
    smallest.body = record;
    smallest.extent = extent;
  }
  return smallest;
}

/// "extents 0.001 x 0.001 x 0.002 m", and the least one where it is along none of the axes.
std::string extents_text(const Smallest& smallest) {
  const Box box = reference_box(*smallest.body->pieces);
  const Vec3 side = box.hi - box.lo;
  const double least = std::min({side.x, side.y, side.z});
  const bool is_side = smallest.extent > (1.0 - kRounding) * least;
  return cat("extents ", short_number(side.x), " x ", short_number(side.y), " x ",
             short_number(side.z), " m",
             is_side ? "" : cat(", least thickness ", short_number(smallest.extent), " m"));
}

}  // namespace

std::string ContactScale::choose_tolerance(Domain& domain) {
  if (chosen_) return "";
  chosen_ = true;
  if (!domain.contact_params.automatic_tolerance) return "";
  const Smallest smallest = find_smallest(domain, 0, 0.0);
  if (smallest.body == nullptr) return "";
  // extents may be so small that a thousandth of them is no number of full precision
  const double tolerance =
      std::max(kOfExtent * smallest.extent, std::numeric_limits<double>::min());
  if (!(tolerance < (1.0 - kRounding) * kDefaultTolerance)) return "";
  set_tolerance(tolerance, domain.contact_params);
  return cat("GEOMETRIC_EPSILON is ", short_number(tolerance),
             " m, a thousandth of the least extent of ", describe(*smallest.body));
}

std::string ContactScale::warning(const Domain& domain, const std::string& line) {
  const double tolerance = domain.contact_params.tolerance;
  if (tolerance != tolerance_) last_ = 0;
  tolerance_ = tolerance;
  const BodyId newest = domain.next_body_id() - 1;
  if (newest <= last_) return "";
  const Smallest smallest = find_smallest(domain, last_, kFewest * tolerance);
  last_ = newest;
  if (smallest.below == 0 || warnings_ == kMostWarnings) return "";
  ++warnings_;
  return cat(describe(*smallest.body), ": ", extents_text(smallest),
             " are below 100 GEOMETRIC_EPSILON (", short_number(tolerance), " m",
             line.empty() ? "" : cat(", ", line),
             "), which is too coarse for its contacts: at most ",
             short_number(kOfExtent * smallest.extent), " m fits it",
             smallest.below == 1 ? "" : cat("; so it is for ", smallest.below, " bodies in all"));
}

}  // namespace solfec

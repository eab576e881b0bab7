#include "run/watch/penetration_watch.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <tuple>

#include "assembly/press_fit.h"
#include "base/cat.h"
#include "parallel/gather_lists.h"
#include "run/report/body_text.h"

namespace solfec {

namespace {

constexpr double kRoundedTolerance = 1e-8;    // of GEOMETRIC_EPSILON: no penetration
constexpr double kRoundedCoordinate = 1e-13;  // of a coordinate: likewise
constexpr double kDeepTolerances = 10.0;

double largest_coordinate(Vec3 p) {
  return std::max({std::fabs(p.x), std::fabs(p.y), std::fabs(p.z)});
}

bool by_pair_and_depth(const PairOverlap& a, const PairOverlap& b) {
  return std::tie(a.first, a.second, b.depth) < std::tie(b.first, b.second, a.depth);
}

bool same_pair(const PairOverlap& a, const PairOverlap& b) {
  return a.first == b.first && a.second == b.second;
}

std::string pair_text(const Domain& domain, const PairOverlap& one) {
  const std::string first = body_text(domain, one.first);
  if (one.first == one.second) return first + " overlaps itself";
  return cat(first, " and ", body_text(domain, one.second), " overlap");
}

/// Springs overlap by design, press fits until they are pressed apart.
bool may_overlap(const Domain& domain, const ContactPoint& contact) {
  const SurfaceMaterialTable& materials = domain.surface_materials;
  const int material = materials.find(contact.master_surface, contact.slave_surface);
  return materials[material].model == SurfaceModel::spring_dashpot ||
         is_press_fit(domain.bodies, contact, materials[material]);
}

/// Returns the deepest overlap of all ranks; of equally deep ones that of the smaller body ids, as
/// ranks may have them in any order.
PairOverlap deepest_of_ranks(Comm& comm, const PairOverlap& own) {
  PairOverlap deepest;
  for (const PairOverlap& one : comm.all_gather(own)) {
    const bool before = std::tie(one.first, one.second) < std::tie(deepest.first, deepest.second);
    if (one.depth > deepest.depth || (one.depth == deepest.depth && before)) deepest = one;
  }
  return deepest;
}

}  // namespace

void PenetrationWatch::look(const Domain& domain) {
  last_ = {};
  const ContactPoint* deepest = nullptr;
  double gap = -kRoundedTolerance * domain.contact_params.tolerance;
  for (const ContactPoint& contact : domain.contact_points()) {
    if (!(contact.gap < gap)) continue;
    if (-contact.gap <= kRoundedCoordinate * largest_coordinate(contact.point)) continue;
    gap = contact.gap;
    deepest = &contact;
  }
  if (deepest != nullptr) {
    last_ = {-gap, domain.time(), deepest->key.first_body, deepest->key.second_body};
  }
  if (domain.ranks()) last_ = deepest_of_ranks(domain.comm(), last_);
  if (last_.depth > largest_.depth) largest_ = last_;
}

std::string PenetrationWatch::summary(const Domain& domain) const {
  if (largest_.depth == 0.0) return "";
  return cat("deepest penetration: ", short_number(largest_.depth),
             " m at t=", short_number(largest_.time), " s, ", body_text(domain, largest_.first),
             " and ", body_text(domain, largest_.second));
}

void PenetrationWatch::warn(const Domain& domain, PairWarnings& told,
                            std::vector<std::string>& lines) {
  const double limit = kDeepTolerances * domain.contact_params.tolerance;
  if (!(last_.depth > limit)) return;
  deep_.clear();
  for (const ContactPoint& contact : domain.contact_points()) {
    if (!(contact.gap < -limit)) continue;
    if (told.was_told(contact.key.first_body, contact.key.second_body)) continue;
    if (may_overlap(domain, contact)) continue;
    deep_.push_back({-contact.gap, domain.time(), contact.key.first_body, contact.key.second_body});
  }
  if (domain.ranks()) {
    const auto all = gather_lists(domain.comm(), std::span<const PairOverlap>(deep_));
    deep_.clear();
    for (const auto& list : all) deep_.insert(deep_.end(), list.begin(), list.end());
  }
  std::sort(deep_.begin(), deep_.end(), by_pair_and_depth);
  deep_.erase(std::unique(deep_.begin(), deep_.end(), same_pair), deep_.end());
  for (const PairOverlap& one : deep_) {
    if (!told.take(one.first, one.second)) continue;
    lines.push_back(cat("t=", short_number(one.time), " s: ", pair_text(domain, one), " by ",
                        short_number(one.depth), " m, more than 10 GEOMETRIC_EPSILON (",
                        short_number(limit), " m)"));
  }
}

}  // namespace solfec

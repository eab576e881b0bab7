#include "contact/search/examination_results.h"

#include <atomic>

#include "base/count.h"
#include "base/parallel_for.h"
#include "contact/near/parallel_sizes.h"
#include "contact/pair/pair_points.h"
#include "contact/search/feature_match.h"

namespace solfec {

ContactChange compare(const ExaminationResults& found, std::span<const ContactPoint> points) {
  if (found.spheres.changed()) return ContactChange::other_contacts;
  const auto note = [](std::atomic<bool>& noted) {  // threads mostly read it
    if (!noted.load(std::memory_order_relaxed)) noted = true;
  };
  std::atomic<bool> other = false;
  std::atomic<bool> examined = !found.spheres.pairs().empty();
  parallel_for(count(found.queries), kParallelTests, [&](int k) {
    const PairQuery& query = found.queries[k];
    if (query.previous < 0 && !found.contacts.any(k)) return;  // most pairs
    if (found.bodies.is_resting(query)) return;
    match_features(
        query, found.contacts.of(k), points,
        [&](int /*c*/, const PairContact& /*contact*/) { note(examined); },
        [&](int c) { note(points[c].state.bonded ? examined : other); },
        [&](const PairContact& /*contact*/) { note(other); });
  });
  if (other) return ContactChange::other_contacts;
  return examined ? ContactChange::same_contacts : ContactChange::nothing_new;
}

void update_points(const ExaminationResults& found, std::span<ContactPoint> points) {
  parallel_for(count(found.queries), kParallelTests, [&](int k) {
    const PairQuery& query = found.queries[k];
    if (query.previous < 0 || found.bodies.is_resting(query)) return;
    match_features(
        query, found.contacts.of(k), points,
        [&](int c, const PairContact& contact) { update_point(contact, points[c]); },
        [&](int c) { part(points[c]); }, [](const PairContact& /*contact*/) {});
  });
}

}  // namespace solfec

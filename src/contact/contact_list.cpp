#include "contact/contact_list.h"

#include <algorithm>

#include "base/check.h"
#include "base/count.h"
#include "base/parallel_for.h"
#include "contact/near/parallel_sizes.h"
#include "contact/pair/pair_points.h"
#include "contact/search/feature_match.h"

namespace solfec {

// A step that has no new contact and lost none only lists the old ones (list_old). Otherwise
// list_all goes through queries and pairs of spheres as a merge in order of their pieces;
// `source` tells where a listed contact stands, in `points` or in `added`. move_points then moves
// those only that are not where they were.

void ContactList::set_origins(std::span<const PairQuery> queries, const SpherePairList& spheres,
                              std::size_t contacts) {
  origin_.resize(contacts);
  for (int k = 0; k < count(queries); ++k) {
    for (int c = queries[k].previous; c < queries[k].previous_end(); ++c) origin_[c] = k;
  }
  const auto pairs = spheres.pairs();
  for (int k = 0; k < count(pairs); ++k) {
    if (pairs[k].previous >= 0) origin_[pairs[k].previous] = -1 - k;
  }
}

void ContactList::list_old(const ExaminationResults& found, std::span<const ContactPoint> points) {
  source_.resize(points.size());
  fresh_.resize(points.size());
  added_.clear();
  for (int c = 0; c < count(points); ++c) {
    source_[c] = c;
    const bool examined = origin_[c] >= 0 && !found.bodies.is_resting(found.queries[origin_[c]]);
    fresh_[c] = examined ? 1 : 0;
  }
}

void ContactList::list_all(const ExaminationResults& found, std::span<const ContactPoint> points) {
  source_.clear();
  origin_.clear();
  fresh_.clear();
  added_.clear();
  const auto spheres = found.spheres.pairs();
  int s = 0;
  for (int k = 0; k < count(found.queries); ++k) {
    while (s < count(spheres) && spheres[s].pair < found.queries[k].pair) list_spheres(found, s++);
    list_query(found, k, points);
  }
  while (s < count(spheres)) list_spheres(found, s++);
}

void ContactList::list_query(const ExaminationResults& found, int k,
                             std::span<const ContactPoint> points) {
  const PairQuery& query = found.queries[k];
  if (query.previous < 0 && !found.contacts.any(k)) return;  // most pairs
  if (!found.bodies.is_resting(query)) {
    list_examined(found, k, points);
    return;
  }
  for (int c = query.previous; c < query.previous_end(); ++c) append(c, k, false);
}

void ContactList::list_examined(const ExaminationResults& found, int k,
                                std::span<const ContactPoint> points) {
  const PairQuery& query = found.queries[k];
  const std::size_t first_added = added_.size();
  ended_.clear();
  match_features(
      query, found.contacts.of(k), points,
      [&](int c, const PairContact& /*contact*/) { append(c, k, true); },
      [&](int c) {
        if (points[c].state.bonded) {
          append(c, k, true);
        } else {
          ended_.push_back(c);
        }
      },
      [&](const PairContact& contact) {
        SOLFEC_ASSERT(query.previous < 0 || contact.first_is_slave == query.first_is_slave);
        added_.push_back(make_point(found.pieces, query.pair, contact));
        append(-count(added_), k, true);
      });
  warm_start_.hand_over(points, ended_, std::span(added_).subspan(first_added));
}

void ContactList::list_spheres(const ExaminationResults& found, int k) {
  const SpherePair& spheres = found.spheres.pairs()[k];
  if (!spheres.found) return;
  if (spheres.previous >= 0) {
    append(spheres.previous, -1 - k, false);
  } else {
    added_.push_back(found.spheres.make_contact(found.pieces, found.params, k));
    append(-count(added_), -1 - k, false);
  }
}

void ContactList::append(int source, int origin, bool fresh) {
  source_.push_back(source);
  origin_.push_back(origin);
  fresh_.push_back(fresh ? 1 : 0);
}

int ContactList::sparsify(const ExaminationResults& found, bool same,
                          std::span<const ContactPoint> points) {
  found.bodies.start_count();
  listed_.resize(source_.size());
  for (std::size_t c = 0; c < source_.size(); ++c) {
    listed_[c] = source_[c] >= 0 ? &points[source_[c]] : &added_[-1 - source_[c]];
  }
  int kept = 0;
  int removed = 0;
  const auto marks = sparsifier_.mark(found.pieces, found.params, listed_, fresh_, same);
  for (int c = 0; c < count(source_); ++c) {
    const int pair = body_pair_of(found, c);
    const bool bonded = listed_[c]->state.bonded;
    if (marks[c] != Sparsifier::Mark::stays && !bonded) {
      if (pair < 0) {
        ++removed;
      } else {
        found.bodies.count_removed(pair, marks[c] == Sparsifier::Mark::for_other_bodies);
      }
      continue;
    }
    if (pair >= 0) found.bodies.count_staying(pair, bonded);
    source_[kept] = source_[c];
    origin_[kept] = origin_[c];
    fresh_[kept] = fresh_[c];
    ++kept;
  }
  source_.resize(kept);
  origin_.resize(kept);
  fresh_.resize(kept);
  return removed;
}

/// Memories of contacts that are not listed any more; notes whether some are new.
void ContactList::forget_memories(std::span<ContactPoint> points, ContactMemories& memories) {
  int next = 0;
  has_added_ = false;
  for (const int source : source_) {
    has_added_ = has_added_ || source < 0;
    if (source < 0) continue;
    while (next < source) memories.forget(points[next++].state.memory);
    ++next;
  }
  while (next < count(points)) memories.forget(points[next++].state.memory);
}

/// In place: old contacts keep their order, so one that moves down meets no later one that does,
/// and one that moves up no earlier one.
void ContactList::move_points(const ExaminationResults& found, std::vector<ContactPoint>& points,
                              ContactMemories& memories) {
  forget_memories(points, memories);
  const int n = count(source_);
  const int old = count(points);
  if (!has_added_ && n == old) return;

  points.resize(static_cast<std::size_t>(std::max(n, old)));
  for (int c = 0; c < n; ++c) {
    if (source_[c] > c) points[c] = points[source_[c]];
  }
  for (int c = n - 1; c >= 0; --c) {
    if (source_[c] >= 0 && source_[c] < c) points[c] = points[source_[c]];
  }
  for (int c = 0; c < n; ++c) {
    if (source_[c] < 0) points[c] = added_[-1 - source_[c]];
  }
  points.resize(n);
  link(found, points);
}

/// Tells the pairs which contacts they have.
void ContactList::link(const ExaminationResults& found,
                       std::span<const ContactPoint> points) const {
  for (PairQuery& query : found.queries) {
    query.previous = -1;
    query.previous_count = 0;
  }
  found.spheres.unlink();
  for (int c = 0; c < count(points); ++c) {
    const int origin = origin_[c];
    if (origin < 0) {
      found.spheres.link(-1 - origin, c);
    } else {
      PairQuery& query = found.queries[origin];
      if (query.previous < 0) query.previous = c;
      ++query.previous_count;
      query.first_is_slave = points[c].state.first_is_slave;
    }
  }
}

void ContactList::leave_references(const ExaminationResults& found, std::span<ContactPoint> points,
                                   ContactMemories& memories) const {
  for (int c = 0; c < count(points); ++c) {  // memories are made one by one
    const int pair = fresh_[c] != 0 ? body_pair_of(found, c) : -1;
    if (pair >= 0 && found.bodies[pair].referenced) memories.of(points[c].state.memory);
  }
  parallel_for(count(points), kParallelContacts, [&](int c) {
    const int number = body_pair_of(found, c);
    if (number < 0) return;
    const BodyPair& pair = found.bodies[number];
    ContactState& state = points[c].state;
    if (!pair.referenced) {
      state.referenced = false;
    } else if (fresh_[c] != 0) {
      const std::uint64_t feature = points[c].key.feature;
      const double measured = point_with(found.contacts.of(origin_[c]), feature).measured;
      memories[state.memory].reference = contact_reference(found.pieces, pair, measured, points[c]);
      state.referenced = true;
    }
  });
}

}  // namespace solfec

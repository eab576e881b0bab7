#include "contact/search/examination.h"

#include <algorithm>

#include "base/check.h"
#include "base/count.h"
#include "base/parallel_for.h"
#include "contact/near/parallel_sizes.h"
#include "contact/pair/polyhedra_contact.h"
#include "contact/pair/sphere_shadow.h"
#include "contact/piece/approach.h"

namespace solfec {

namespace {

// Queries go through three sieves before geometry is asked: bodies at rest, whose contacts are
// carried on; clearances; boxes with what they sweep in the step (needs_pieces). What is left is
// sorted into lists by kinds, so that each function of the pair table works on many pairs in turn.

constexpr PieceKind kind_at(int index) { return static_cast<PieceKind>(index); }

/// Carries the contacts of two bodies at rest on, if they have any.
void carry_on_resting(const ExaminationStep& step, const PairQuery& query,
                      std::span<ContactPoint> points) {
  for (int c = query.previous; c < query.previous_end(); ++c) {
    const ContactReference& reference = step.memories[points[c].state.memory].reference;
    carry_on(step.pieces, step.params, reference, points[c]);
  }
}

/// Whether the pieces of a query have to be looked at: an old contact, or boxes that meet. Boxes
/// that do not, with what they sweep in the step, leave their distance.
bool needs_pieces(const ExaminationStep& step, PairQuery& query) {
  query.clearance.distance = 0.0;
  const Box& first = step.pieces.box[query.pair.first];
  const Box& second = step.pieces.box[query.pair.second];
  if (is_empty(first) || is_empty(second)) return false;
  if (query.previous >= 0 || overlap(swept_box(step.pieces, query.pair.first, first),
                                     swept_box(step.pieces, query.pair.second, second))) {
    return true;
  }
  query.clearance.distance = box_distance(first, second) + 2.0 * box_margin(step.params);
  step.clearances.note(step.pieces, query);
  return false;
}

void drop_excluded(const ContactExclusions& excluded, int query, PairContacts& contacts) {
  if (excluded.surfaces.empty()) return;
  contacts.erase_if(query, [&](const PairContact& contact) {
    return is_excluded(excluded, contact.first_surface, contact.second_surface);
  });
}

}  // namespace

void Examination::prepare(const PieceSet& pieces, std::span<const PairQuery> queries,
                          ContactPoints rule, bool started_anew) {
  one_round_ = std::any_of(queries.begin(), queries.end(), [&](const PairQuery& query) {
    return is_round(pieces.kind[query.pair.first]) != is_round(pieces.kind[query.pair.second]);
  });
  contacts_.resize(count(queries), kChunks);
  if (rule == ContactPoints::patch) {
    merging_.prepare(pieces, queries);
    interfaces_.prepare(pieces, queries);
  }
  const std::size_t share = queries.size() / kChunks + 1;
  for (Chunk& chunk : chunks_) {
    for (auto& list : chunk.list) {
      if (list.capacity() < share) list.reserve(std::max(share, 2 * list.capacity()));
    }
  }
  if (!started_anew) return;
  const LargestPiece largest = largest_piece(pieces);
  for (Chunk& chunk : chunks_) reserve_scratch(chunk.scratch, largest);
}

void Examination::examine_chunk(const ExaminationStep& step, int c,
                                std::span<ContactPoint> points) {
  bool any_listed = false;
  contacts_.clear_chunk(c);
  const EvenShare share(0, count(step.queries), c, kChunks);
  for (int k = share.first; k < share.last; ++k) {
    PairQuery& query = step.queries[k];
    if (step.bodies.is_resting(query)) {
      carry_on_resting(step, query, points);
      continue;
    }
    if (query.apart || !needs_pieces(step, query)) continue;
    const auto [first, second] = query.pair;
    chunks_[c].list[kinds_index(step.pieces.kind[first], step.pieces.kind[second])].push_back(k);
    any_listed = true;
  }
  if (any_listed) ask_pair_table(step, points, chunks_[c]);
}

/// Gives each list to its function, and empties it.
void Examination::ask_pair_table(const ExaminationStep& step, std::span<const ContactPoint> points,
                                 Chunk& chunk) {
  const PairWork work{step.pieces,  step.params, step.queries, points,
                      step.covered, contacts_,   step.trace};
  for (int first = 0; first < kPieceKinds; ++first) {
    for (int second = 0; second < kPieceKinds; ++second) {
      std::vector<int>& list = chunk.list[kinds_index(kind_at(first), kind_at(second))];
      if (list.empty()) continue;
      pair_function(kind_at(first), kind_at(second))(work, list, chunk.scratch);
      for (const int k : list) {
        if (step.excluded != nullptr) drop_excluded(*step.excluded, k, contacts_);
        contacts_.sort(k);
        step.clearances.note(step.pieces, step.queries[k]);
      }
      list.clear();
    }
  }
}

void Examination::run(const ExaminationStep& step, std::span<ContactPoint> points) {
  SOLFEC_ASSERT(contacts_.pair_count() == count(step.queries));
  const bool much = step.active >= kParallelExaminations || count(points) >= kParallelContacts;
  parallel_for(kChunks, much ? 2 : kChunks + 1, [&](int c) { examine_chunk(step, c, points); });
  if (step.params.points == ContactPoints::patch) {
    merging_.run(step.pieces, step.params, contacts_);
    interfaces_.run(step.pieces, step.params, step.queries, points, contacts_);
  }
  if (!one_round_) return;
  drop_shadowed_round_contacts(step.pieces, step.params.tolerance, step.queries, step.covered,
                               contacts_);
}

}  // namespace solfec

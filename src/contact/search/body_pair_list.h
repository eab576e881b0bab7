#pragma once

#include <span>
#include <vector>

#include "contact/near/body_pair.h"
#include "contact/pair/pair_query.h"
#include "contact/pair/queries_by_bodies.h"
#include "contact/piece/contact_point.h"
#include "contact/piece/piece_set.h"

namespace solfec {

/// Pairs of rigid bodies with polyhedra that are near each other, with the pairs at relative rest.
///
/// Most contacts of a pile hardly change from step to step, so contacts of two bodies at relative
/// rest move with the bodies and are not examined (contact/near/body_pair.h). At the start of a
/// step the list finds the pairs that rest. At its end it decides which pairs have a reference for
/// rest: those none of whose contacts was changed after the examination. References are part of the
/// state of a simulation; the rest of the list follows from the queries.
class BodyPairList {
 public:
  void set_references(std::span<const PairReference> references);
  [[nodiscard]] std::vector<PairReference> references() const;
  /// Drops the reference of two bodies; below, all references of some bodies (sorted).
  void drop_references(BodyId first, BodyId second);
  void drop_references(std::span<const BodyId> sorted);
  void drop_all_references();

  /// Finds the pairs of rigid bodies among the queries of two polyhedra, and numbers the queries.
  void group(const PieceSet& pieces, std::span<PairQuery> queries);
  /// Finds the pairs that are at relative rest in this step.
  /// @param tolerance  Geometric tolerance, m.
  /// @param points     Old contacts: a pair with a bond or a contact without reference never rests.
  void find_resting(const PieceSet& pieces, double tolerance, std::span<const PairQuery> queries,
                    std::span<const ContactPoint> points);
  [[nodiscard]] bool is_resting(const PairQuery& query) const {
    return query.body_pair >= 0 && pairs_[query.body_pair].resting;
  }

  /// Sets the counts of contacts of each pair, kept and removed by sparsification, to zero.
  void start_count();
  void count_removed(int pair, bool for_other_bodies);
  void count_staying(int pair, bool bonded);
  /// Number of contacts that were removed at the last examinations, over all pairs.
  [[nodiscard]] int removed() const;
  /// Decides by the counts which pairs have a reference; examined pairs get a new one.
  void leave_references(const PieceSet& pieces);

  [[nodiscard]] const BodyPair& operator[](int pair) const { return pairs_[pair]; }

 private:
  void take_over_references();

  std::vector<BodyPair> pairs_;  // sorted
  std::vector<BodyPair> previous_;
  QueriesByBodies queries_;
};

}  // namespace solfec

#pragma once

#include <span>
#include <vector>

#include "contact/near/body_pair.h"
#include "contact/pair/pair_query.h"
#include "contact/pair/queries_by_bodies.h"
#include "contact/piece/contact_point.h"
#include "contact/piece/piece_set.h"

namespace solfec {

/// Pairs of rigid bodies with polyhedra that are near each other, and which of them rest.
///
/// Problem: most contacts of a pile are the same from step to step; those of two bodies at relative
/// rest are carried on instead of examined (contact/near/body_pair.h). The list says in each step
/// which pairs rest, and after it which have a reference to rest on: pairs all of whose contacts
/// are left as they were found. References belong to the state of a simulation; the rest of the
/// list follows from the queries.
class BodyPairList {
 public:
  void set_references(std::span<const PairReference> references);
  [[nodiscard]] std::vector<PairReference> references() const;
  /// Takes the references of two bodies away, or all of some bodies (sorted).
  void drop_references(BodyId first, BodyId second);
  void drop_references(std::span<const BodyId> sorted);
  void drop_all_references();

  /// Finds the pairs of rigid bodies among the queries of two polyhedra, and numbers the queries.
  void group(const PieceSet& pieces, std::span<PairQuery> queries);
  /// @param tolerance  Geometric tolerance, m.
  /// @param points     Old contacts: a pair with a bond or a contact without reference never rests.
  void find_resting(const PieceSet& pieces, double tolerance, std::span<const PairQuery> queries,
                    std::span<const ContactPoint> points);
  [[nodiscard]] bool is_resting(const PairQuery& query) const {
    return query.body_pair >= 0 && pairs_[query.body_pair].resting;
  }

  /// Counts what sparsification does with the contacts of each pair, from nothing.
  void start_count();
  void count_removed(int pair, bool for_other_bodies);
  void count_staying(int pair, bool bonded);
  /// Contacts that the last examination of each pair removed, of all pairs.
  [[nodiscard]] int removed() const;
  /// Decides, by the counts, which pairs have a reference; those examined get a new one.
  void leave_references(const PieceSet& pieces);

  [[nodiscard]] const BodyPair& operator[](int pair) const { return pairs_[pair]; }

 private:
  void take_over_references();

  std::vector<BodyPair> pairs_;  // sorted
  std::vector<BodyPair> previous_;
  QueriesByBodies queries_;
};

}  // namespace solfec

#pragma once

#include <span>
#include <vector>

#include "contact/pair/pair_contacts.h"
#include "contact/pair/pair_query.h"
#include "contact/pair/sphere_contact.h"
#include "contact/piece/contact_params.h"
#include "contact/piece/contact_point.h"
#include "contact/piece/piece_set.h"

namespace solfec {

/// Pair of two spheres, with its old contact.
struct SpherePair {
  PiecePair pair;
  int previous = -1;  // index of the old contact
  bool found{};
};

/// Pairs of two spheres to examine in each step, and their examination.
///
/// Spheres do not use the queries and the pair table of contact/pair/narrow_phase.h. A test of two
/// spheres takes a few nanoseconds, less time than to write and read a query (some 130 bytes, with
/// an axis and a clearance that spheres do not need) and a PairContact (some 100 bytes). So a pair
/// has 16 bytes, centres and radii stand side by side, and an old contact is updated in place. Only
/// a pair that has just come into contact takes its first point from the table.
class SpherePairList {
 public:
  void clear() { pairs_.clear(); }
  /// Adds a pair. @pre pairs are added in order of their pieces.
  void add(PiecePair pair, int previous) { pairs_.push_back({pair, previous, false}); }

  [[nodiscard]] std::span<const SpherePair> pairs() const { return pairs_; }

  /// Finds the pairs that are in contact, and updates the old contacts among `points`.
  /// @pre the spheres are placed.
  void examine(const PieceSet& pieces, const ContactParams& params,
               std::vector<ContactPoint>& points);
  /// True when the last examination found that contacts came or went.
  [[nodiscard]] bool changed() const;
  /// Makes the contact of pair k. @pre the pair has just come into contact.
  ContactPoint make_contact(const PieceSet& pieces, const ContactParams& params, int k);

  /// Tells which contacts the pairs have now.
  void unlink();
  void link(int k, int contact) { pairs_[k].previous = contact; }

 private:
  void place_balls(const PieceSet& pieces);

  std::vector<SpherePair> pairs_;
  std::vector<Ball> balls_;  // per piece, of spheres
  PairContacts new_contact_;
};

}  // namespace solfec

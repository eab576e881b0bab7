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

/// Two spheres, and the contact that they had.
struct SpherePair {
  PiecePair pair;
  int previous = -1;  // index of the old contact
  bool found{};
};

/// Pairs of two spheres that are looked at in each step, and their examination.
///
/// They do not go through the queries and the pair table of contact/pair/narrow_phase.h: a test of
/// two spheres takes a few nanoseconds, less than to write a query (some 130 bytes, with an axis
/// and a clearance that spheres do not need) and a PairContact (some 100 bytes) and to read them
/// again. So a pair is 16 bytes, centres and radii stand side by side, and an old contact is
/// updated in place. Only pairs that have just come into contact ask the table, for their first
/// point.
class SpherePairList {
 public:
  void clear() { pairs_.clear(); }
  /// Pairs come in order of their pieces.
  void add(PiecePair pair, int previous) { pairs_.push_back({pair, previous, false}); }

  [[nodiscard]] std::span<const SpherePair> pairs() const { return pairs_; }

  /// Notes which pairs are in contact, and updates the old contacts among `points`.
  /// @pre the spheres are placed.
  void examine(const PieceSet& pieces, const ContactParams& params,
               std::vector<ContactPoint>& points);
  /// Whether, by the last examination, contacts came or went.
  [[nodiscard]] bool changed() const;
  /// New contact of pair k. @pre the pair is in contact and was not before.
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

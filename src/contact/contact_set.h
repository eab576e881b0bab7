#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "contact/bare_pair.h"
#include "contact/cover/covered_faces.h"
#include "contact/interface/node_spread.h"
#include "contact/piece/contact_memory.h"
#include "contact/piece/contact_params.h"
#include "contact/piece/contact_point.h"
#include "contact/piece/exclusions.h"
#include "contact/piece/piece_set.h"

namespace solfec {

class Detection;
struct PairTrace;

/// Contacts of the current step, kept sorted by key.
///
/// Once per step `detect` examines every pair of pieces that are near each other or have a contact.
/// A new contact is made when the pieces are closer than the tolerance. An old one lives while they
/// are closer than ten tolerances, or bonded. Then sparsification removes superfluous points, but
/// no bonded ones. Two rigid bodies at relative rest are not examined; their contacts move with
/// them (contact/near/body_pair.h).
class ContactSet {
 public:
  ContactSet();
  ~ContactSet();
  ContactSet(ContactSet&&) noexcept;
  ContactSet& operator=(ContactSet&&) noexcept;

  /// Detects the contacts of the current placement; states of pairs that still exist are kept.
  /// No allocation once the buffers have grown to the size of the problem. The result does not
  /// depend on the number of threads. Contacts of bodies that are no longer in `pieces` vanish.
  /// @param pieces   Bodies that are not rigid are refreshed with a margin of at least half the
  ///                 tolerance; rigid ones have their rotation and pivot and are placed on demand.
  /// @param next_id  First unused constraint id; advanced by the number of new contacts.
  void detect(PieceSet& pieces, const ContactParams& params, ConstraintId& next_id);

  /// Records in `trace` how the next detection finds the contacts of a pair of bodies. @pre There
  /// is one thread.
  void explain(PairTrace& trace);

  [[nodiscard]] std::span<const ContactPoint> points() const { return points_; }
  /// The contact points. The step writes their `state` (reaction, bond).
  [[nodiscard]] std::span<ContactPoint> points() { return points_; }
  /// Nodes that some of the points spread their forces over, by ContactPoint::spread.
  [[nodiscard]] std::span<const NodeSpread> spreads() const { return spreads_; }
  /// Number of points that sparsification removed in the last detection.
  [[nodiscard]] int sparsified() const { return sparsified_; }

  /// Pair of bodies that overlap without a contact, because the areas of all contacts were too
  /// small.
  [[nodiscard]] const BarePair& bare_pair() const;

  /// Number of times that the pairs of pieces to examine were listed anew.
  [[nodiscard]] std::int64_t pair_listings() const;

  /// Additional data of bonded and of resting contacts.
  [[nodiscard]] const ContactMemories& memories() const { return memories_; }
  [[nodiscard]] ContactMemories& memories() { return memories_; }

  /// Replaces all contacts, e.g. from a stored frame; sorts them by key.
  /// @param memories  Memories to which the contacts refer.
  /// @param params    Parameters with which the contacts of the references were found.
  void assign(std::vector<ContactPoint> points, const std::vector<PairReference>& references = {},
              ContactMemories memories = {}, const ContactParams& params = {});
  /// Faces that are covered by others: part of the state under the rule of patches, else empty.
  [[nodiscard]] std::span<const CoveredPair> covered() const;
  void set_covered(std::span<const CoveredPair> covered);
  /// Pairs of bodies whose contacts have references.
  [[nodiscard]] std::vector<PairReference> references() const;
  /// Removes all contacts of some bodies; below, one contact until the next detection.
  void remove_bodies(std::span<const BodyId> sorted);
  void remove_body(BodyId id) { remove_bodies({&id, 1}); }
  bool remove(ConstraintId id);
  /// Forgets all data about the pieces of a body, before these get other numbers.
  /// @return True when the body had contacts.
  bool forget_pieces(BodyId id);
  /// Excludes all contacts between two bodies, from the next detection on; a == b excludes the
  /// self-contact of a body.
  void exclude_bodies(BodyId a, BodyId b);
  /// Excludes the contact between two pieces, in any order. @pre they differ.
  void exclude_pieces(BodyId a, int a_piece, BodyId b, int b_piece);
  /// Excludes contacts between faces with two surface ids, in any order; existing ones end at once.
  void exclude_surfaces(SurfaceId a, SurfaceId b);
  [[nodiscard]] const ContactExclusions& exclusions() const { return excluded_; }
  /// Replaces all exclusions, e.g. from a stored frame; sorts them.
  void set_exclusions(ContactExclusions exclusions);

 private:
  std::vector<ContactPoint> points_;
  std::vector<NodeSpread> spreads_;
  ContactMemories memories_;
  ContactExclusions excluded_;
  int sparsified_ = 0;
  std::unique_ptr<Detection> detection_;
};

}  // namespace solfec

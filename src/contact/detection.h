#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "contact/contact_list.h"
#include "contact/cover/covered_faces.h"
#include "contact/near/broad_phase.h"
#include "contact/piece/contact_memory.h"
#include "contact/piece/contact_params.h"
#include "contact/piece/contact_point.h"
#include "contact/piece/exclusions.h"
#include "contact/piece/piece_set.h"
#include "contact/search/body_pair_list.h"
#include "contact/search/clearances.h"
#include "contact/search/examination.h"
#include "contact/search/query_list.h"
#include "contact/search/rigid_placement.h"
#include "contact/search/sphere_pair_list.h"

namespace solfec {

/// Contact detection, with a cache from step to step: the pairs of pieces that are near each other,
/// their separating axes, and the pairs of bodies at relative rest. The references of the latter
/// are part of the state; all other cached data only save work.
///
/// The parts are modules, here in the order of `run`:
///   BroadPhase               pairs of pieces that are near each other
///   QueryList                these pairs and those of old contacts, which are to be examined
///   BodyPairList             pairs of bodies at relative rest, whose contacts are carried on
///   Clearances               pairs that cannot have come into contact since they were measured
///   CoveredFaces             faces that are no obstacle, since another piece covers them
///   RigidPlacement           vertices, planes and boxes of the bodies to examine
///   Examination              contacts of all pairs but those of two spheres
///   SpherePairList           contacts of spheres
///   ExaminationResults       comparison with the old contacts
///   ContactList              sparsification; the new contacts
class Detection {
 public:
  /// Invalidates the cache, after bodies, contacts or exclusions have changed.
  void forget() { stale_ = true; }
  /// Sets the references of pairs of bodies at relative rest.
  /// @param params  Parameters with which the contacts of these pairs were found.
  void set_references(std::span<const PairReference> references, const ContactParams& params);
  [[nodiscard]] std::vector<PairReference> references() const { return bodies_.references(); }
  /// Records in `trace` how the next run finds the contacts of a pair of bodies; that run examines
  /// all of its pieces anew. @pre There is one thread.
  void explain(PairTrace& trace);
  /// Faces that are covered by others, as the last run found.
  [[nodiscard]] std::span<const CoveredPair> covered() const { return covered_.state(); }
  void set_covered(std::span<const CoveredPair> covered) { covered_.set_state(covered); }
  /// Drops the reference of two bodies; below, all references of some bodies (sorted).
  void drop_references(BodyId first, BodyId second);
  void drop_references(std::span<const BodyId> sorted);

  /// Replaces the contacts by those of the present placement, without ids for new ones.
  /// @return Number of contacts that sparsification has removed, in this run or in an earlier one
  /// of a
  ///         pair at rest.
  int run(PieceSet& pieces, const ContactParams& params, const ContactExclusions& excluded,
          std::vector<ContactPoint>& points, ContactMemories& memories);

  /// Returns the spread over nodes of a contact point that the last run wrote, by the number of the
  /// point.
  [[nodiscard]] const NodeSpread& spread(int number) const {
    return examination_.interfaces().spread(number);
  }
  /// Number of times that the pairs to examine were listed anew.
  [[nodiscard]] std::int64_t listings() const { return listings_; }
  /// Pair of bodies all of whose contacts the last run has removed for their small areas.
  [[nodiscard]] const BarePair& bare_pair() const { return list_.bare_pair(); }
  /// True when the last run made contacts; they have no ids yet.
  [[nodiscard]] bool has_new_contacts() const { return has_new_contacts_; }

 private:
  bool collect(PieceSet& pieces, const ContactParams& params, const ContactExclusions& excluded,
               std::vector<ContactPoint>& points);
  ExaminationResults examine(PieceSet& pieces, const ContactParams& params,
                             const ContactExclusions& excluded, const ContactMemories& memories,
                             std::vector<ContactPoint>& points);

  ContactParams last_params_;  // of the last run
  BroadPhase broad_phase_;
  QueryList queries_;
  SpherePairList spheres_;
  BodyPairList bodies_;
  Clearances clearances_;
  CoveredFaces covered_;
  RigidPlacement rigid_placement_;
  Examination examination_;
  ContactList list_;
  int other_removed_ = 0;  // contacts that were removed, without those of pairs of bodies
  std::int64_t listings_ = 0;
  bool has_new_contacts_ = false;
  bool stale_ = true;
  PairTrace* trace_ = nullptr;  // of the next run
};

}  // namespace solfec

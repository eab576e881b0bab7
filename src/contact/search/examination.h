#pragma once

#include <array>
#include <span>
#include <vector>

#include "contact/cover/covered_faces.h"
#include "contact/interface/interface_nodes.h"
#include "contact/pair/narrow_phase.h"
#include "contact/pair/pair_contacts.h"
#include "contact/pair/pair_query.h"
#include "contact/pair/patch_merging.h"
#include "contact/piece/contact_memory.h"
#include "contact/piece/contact_params.h"
#include "contact/piece/contact_point.h"
#include "contact/piece/exclusions.h"
#include "contact/piece/piece_set.h"
#include "contact/search/body_pair_list.h"
#include "contact/search/clearances.h"
#include "geometry/collision/convex_overlap.h"

namespace solfec {

/// Input of an examination; it also updates the caches and clearances of the queries.
struct ExaminationStep {
  const PieceSet& pieces;  // bodies to examine are placed
  const ContactParams& params;
  std::span<PairQuery> queries;
  int active;  // number of queries to examine
  const BodyPairList& bodies;
  const Clearances& clearances;
  const ContactMemories& memories;
  const CoveredFaces* covered;                  // of this step; null with the rule of the centroid
  PairTrace* trace = nullptr;                   // record for the option --why
  const ContactExclusions* excluded = nullptr;  // excluded pairs of surfaces; null: none
};

/// Examines the queries of a step in equal parts, which threads share.
///
/// Contacts of bodies at relative rest are moved with these in place. Queries whose boxes or
/// clearances show that they are apart need no more work. The other queries of a part are listed by
/// pair of kinds, and each list goes to its function of the pair table. Results do not depend on
/// the number of threads: queries are independent of each other, and so are the parts of the number
/// of threads. Nothing is allocated between two calls of `prepare` once each part has room for its
/// contacts.
class Examination {
 public:
  /// Prepares for new queries; must be called when the queries or the rule of contact points have
  /// changed. @param started_anew  True when the bodies have changed, too.
  void prepare(const PieceSet& pieces, std::span<const PairQuery> queries, ContactPoints rule,
               bool started_anew);
  /// Finds the contacts of all queries, except those of bodies at rest.
  /// @param[in,out] points  Old contacts; contacts of bodies at rest are moved with these.
  void run(const ExaminationStep& step, std::span<ContactPoint> points);

  [[nodiscard]] const PairContacts& contacts() const { return contacts_; }
  [[nodiscard]] const InterfaceNodes& interfaces() const { return interfaces_; }

 private:
  static constexpr int kChunks = 128;  // parts of the queries, independent of the thread count

  struct Chunk {
    std::array<std::vector<int>, kPairsOfKinds> list;  // of queries; empty between runs
    NarrowScratch scratch;
  };

  void examine_chunk(const ExaminationStep& step, int c, std::span<ContactPoint> points);
  void ask_pair_table(const ExaminationStep& step, std::span<const ContactPoint> points,
                      Chunk& chunk);

  std::array<Chunk, kChunks> chunks_;
  PairContacts contacts_;  // one entry per query, chunks of the same parts
  PatchMerging merging_;
  InterfaceNodes interfaces_;
  bool one_round_ = false;  // some query joins a round piece and a polyhedron
};

}  // namespace solfec

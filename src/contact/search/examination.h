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

/// Input of an examination; of the queries it writes caches and clearances.
struct ExaminationStep {
  const PieceSet& pieces;  // bodies that are looked at are placed
  const ContactParams& params;
  std::span<PairQuery> queries;
  int active;  // number of queries that are looked at
  const BodyPairList& bodies;
  const Clearances& clearances;
  const ContactMemories& memories;
  const CoveredFaces* covered;                  // of this step; none with the rule of the centroid
  PairTrace* trace = nullptr;                   // for who asks why
  const ContactExclusions* excluded = nullptr;  // pairs of surfaces; none: there are no such pairs
};

/// Examines the queries of a step in equal parts, which threads share.
///
/// Contacts of bodies at relative rest are carried on in place. Of the other queries of a part,
/// those that boxes or clearances show to be apart are done; the rest is listed by pair of kinds,
/// and each list goes to its function of the pair table as a whole. Results do not depend on the
/// number of threads: queries do not see each other, and parts do not depend on it. No allocation
/// between two calls of `prepare`, once a part has met as many contacts as it has room for.
class Examination {
 public:
  /// To be called when the queries or the rule of contact points are others.
  /// @param started_anew  So are the bodies.
  void prepare(const PieceSet& pieces, std::span<const PairQuery> queries, ContactPoints rule,
               bool started_anew);
  /// Finds the contacts of all queries; those of bodies at rest have none here.
  /// @param[in,out] points  Old contacts; those of bodies at rest are carried on.
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

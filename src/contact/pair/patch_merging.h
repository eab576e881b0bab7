#pragma once

#include <array>
#include <span>
#include <vector>

#include "contact/pair/pair_contacts.h"
#include "contact/pair/pair_query.h"
#include "contact/pair/queries_by_bodies.h"
#include "contact/piece/contact_params.h"
#include "contact/piece/piece_set.h"
#include "geometry/collision/patch_polygon.h"

namespace solfec {

/// Makes one patch of those that lie in one plane between two bodies.
///
/// Bodies that keep planes plane touch on pairs of face groups (geometry/shape/face_groups.h),
/// however many pieces these are made of. The points of all pairs of pieces of such a pair of
/// groups are one patch: those inside the hull of the others carry nothing that the others cannot,
/// so they are left out (`reduce_points`), and the shares of the whole area are set anew. The
/// points keep the pairs of pieces that they came from, so their keys stay.
class PatchMerging {
 public:
  /// To be called when the queries are others.
  void prepare(const PieceSet& pieces, std::span<const PairQuery> queries);
  /// @param[in,out] contacts  Of the queries, as examined.
  void run(const PieceSet& pieces, const ContactParams& params, PairContacts& contacts);

 private:
  static constexpr int kChunks = 64;  // parts of the pairs of bodies

  /// Point of a patch in its pair of pieces.
  struct Entry {
    int first_group{};
    int second_group{};
    int query{};
    int point{};  // of the query
  };
  struct Corner {
    double u{};  // place in the plane of the patch, m
    double v{};
    int entry{};  // whose point it is
  };
  struct Scratch {
    std::vector<Entry> entry;    // points of one pair of bodies, by face groups
    std::vector<Corner> corner;  // of one patch, sorted along u
    std::vector<Corner> hull;
    std::vector<PatchFeature> previous;
    PatchScratch patch;
  };

  void merge_bodies(const PieceSet& pieces, const ContactParams& params,
                    std::span<const BodyQuery> members, PairContacts& contacts,
                    Scratch& scratch) const;
  static void merge(const ContactParams& params, std::span<const Entry> entries,
                    PairContacts& contacts, Scratch& scratch);
  static void list_hull(std::span<const Entry> entries, const PairContacts& contacts,
                        Scratch& scratch);

  QueriesByBodies queries_;
  std::array<Scratch, kChunks> scratch_;
};

}  // namespace solfec

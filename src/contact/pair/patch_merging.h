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

/// Joins the patches between two bodies that lie in one plane into one patch.
///
/// Bodies whose planes stay plane touch on pairs of face groups (geometry/shape/face_groups.h),
/// which may consist of many pieces. The points of all pairs of pieces of a pair of groups form one
/// patch. Points inside the hull of the others are superfluous, since the others can carry any load
/// that they carry: they are removed (`reduce_points`), and the shares of the area are computed
/// anew. Points keep their pairs of pieces, so their keys stay.
class PatchMerging {
 public:
  /// Prepares for new queries; must be called when the queries have changed.
  void prepare(const PieceSet& pieces, std::span<const PairQuery> queries);
  /// Joins the patches. @param[in,out] contacts  Contacts of the queries, as examined.
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
    int entry{};  // entry of the point
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

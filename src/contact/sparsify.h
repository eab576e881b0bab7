#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "contact/bare_pair.h"
#include "contact/piece/contact_params.h"
#include "contact/piece/contact_point.h"
#include "contact/piece/piece_set.h"
#include "math/vec3.h"

namespace solfec {

/// Removes superfluous contact points; keeps its buffers between calls.
///
/// Rules for a contact c, applied to the contacts of all steps, old and new:
///   1. its area is less than `minimal_area`;
///   2. another contact c' of the same two bodies is much larger, area(c) < threshold area(c'), and
///      touches the same or adjacent pieces on both bodies, but not both the same; threshold 0
///      switches the rule off;
///   3. the point of another contact c' that shares a body with c is closer than 2 minimal_distance
///      in the maximum norm; of the two the one with the smaller area goes, of equal ones that
///      with the larger key. The body pairs may differ.
/// Rules 1 and 2 look at all contacts. Rule 3 looks at the remaining ones, from the largest contact
/// down, so that no contact is removed in favour of one that is itself removed.
///
/// Rules 1 and 2 ignore open contacts (gap > 0 without area), which have no overlap to measure.
/// Rule 2 ignores contacts of spheres and ellipsoids, whose area 1 is a convention.
///
/// In rules 1 and 2 a patch counts as one contact with its whole area. Rule 1 removes all of its
/// points or none. Rule 2 removes all of its points when it holds for one of them, with
/// `patch_threshold`: two patches that are not in one plane carry moments together, however small
/// one of them is, so the rule needs a threshold of the user. Rule 3 is applied to the points of a
/// patch when the patch is made (contact/pair/patch_merging.h).
///
/// Bonded contacts are never removed.
///
/// The work is near linear: rule 2 looks only at neighbours of the contact's pieces, found by
/// binary search in the sorted keys; rule 3 compares the contacts of each body, and those of bodies
/// with many contacts after sorting them into cells of edge 2 minimal_distance.
class Sparsifier {
 public:
  enum class Mark : std::uint8_t {
    stays,
    removed,          // by rule 1 or 2, or by 3 in favour of a contact of the same two bodies
    for_other_bodies  // by rule 3, in favour of contacts of other pairs of bodies only
  };

  /// Addresses of contacts, sorted by key.
  using Points = std::span<const ContactPoint* const>;

  /// Applies the rules, but leaves the contacts alone; marks of bonded ones have no meaning.
  /// @param fresh  Per contact: 0 where rule 2 is not needed: for spheres, and for contacts that
  /// have
  ///               passed it before while no contact of their two bodies has changed since.
  /// @param same   True when the contacts join the bodies of the last call in the same order.
  std::span<const Mark> mark(const PieceSet& pieces, const ContactParams& params, Points points,
                             std::span<const std::uint8_t> fresh, bool same);
  /// The pair that rule 1 left without a contact in the last call of `mark`; of several pairs the
  /// one with the deepest overlap.
  [[nodiscard]] const BarePair& bare() const { return bare_; }
  /// @param[in,out] points  Contacts sorted by key, with body indices of `pieces`; order is kept.
  /// @return Number of contacts removed.
  int run(const PieceSet& pieces, const ContactParams& params, std::vector<ContactPoint>& points);

 private:
  static constexpr int kChunks = 64;  // parts of the comparison, independent of the thread count

  /// Two contacts at one place; the winner stays.
  struct Coincidence {
    int winner{};
    int loser{};
  };
  struct Place {
    Vec3 point;  // m
    int master{};
    int slave{};
  };
  struct Cell {
    double x{};
    double y{};
    double z{};
    int contact{};
  };

  void mark_small(const ContactParams& params, Points points);
  void find_bare(Points points);
  void mark_overshadowed(const PieceSet& pieces, const ContactParams& params, Points points,
                         std::span<const std::uint8_t> fresh);
  void mark_whole_patches(Points points, int begin, int end);
  void list_by_body(int bodies);
  void compare_of_body(int body, double distance, Points points,
                       std::vector<Coincidence>& found) const;
  void compare_of_bodies(double distance, Points points);
  void compare(int a, int b, double distance, Points points, std::vector<Coincidence>& found) const;
  void sort_into_cells(double edge);
  void compare_in_cells(double distance, Points points);
  void mark_coincident(Points points);

  std::vector<Mark> mark_;
  BarePair bare_;
  std::vector<int> patches_;         // a point of each removed one, sorted by patch
  std::vector<std::uint8_t> every_;  // for run
  std::vector<const ContactPoint*> listed_points_;
  std::vector<Place> place_;     // per contact
  std::vector<int> body_start_;  // contacts of body b: body_contact_[body_start_[b] ..]
  std::vector<int> body_contact_;
  std::vector<Cell> cells_;
  std::array<std::vector<Coincidence>, kChunks> found_;
  bool listed_ = false;  // the lists hold all contacts
  std::vector<Coincidence> coincidences_;
};

}  // namespace solfec

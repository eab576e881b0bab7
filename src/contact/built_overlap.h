#pragma once

#include <functional>
#include <span>
#include <vector>

#include "contact/piece/contact_point.h"
#include "contact/piece/piece_set.h"
#include "math/vec3.h"

namespace solfec {

/// Depth by which two pieces of rigid bodies overlap as they were built. Gaps count from it.
///
/// The depth is a linear function over the patch, so a patch of two faces that are not parallel has
/// the gap zero at each of its points. The function moves with one of the bodies; of an obstacle
/// and another body, with the latter.
struct BuiltOverlap {
  ContactKey pieces;  // feature 0
  bool merged{};      // the patch is that of several pairs of pieces in one plane
  bool of_second{};   // the plane moves with the second body
  Vec3
      first_point;  // where the depth is `depth`, in the frame of the first body about its pivot, m
  Vec3 second_point;  // the same place in the frame of the second body, m
  Vec3 normal;        // unit, out of the first body, in its frame
  Vec3 slope;         // gradient of the depth, in the frame of the body of the plane
  double depth{};     // m
  double deepest{};   // largest depth, m
  double width{};     // least width of the patch, m

  friend bool operator<(const BuiltOverlap& a, const BuiltOverlap& b) {
    return a.pieces < b.pieces;
  }
  friend bool operator==(const BuiltOverlap&, const BuiltOverlap&) = default;
};

/// Overlaps of rigid bodies that existed in the first step of one of the two, sorted by pieces.
///
/// The depth of a patch is constant while the patch lives, so a joint that rocks comes back to its
/// place. When the patch has parted by kParted tolerances or slid by its own width, the smaller of
/// the old depth and the present overlap becomes the depth; without overlap the entry ends. Patches
/// of faces that are one plane in both bodies share a depth (contact/pair/patch_merging.h), also
/// when further pieces of that plane meet later.
class BuiltOverlaps {
 public:
  static constexpr double kParted = 10.0;  // tolerances
  static constexpr double kLeast = 1e-3;   // tolerances: less is no overlap

  /// Replacement of an entry, or its end.
  struct Change {
    BuiltOverlap entry;
    bool ends{};
    bool seen{};  // found by contacts; false: by the placement of the bodies alone
  };

  /// Finds the overlaps among contacts with gaps as measured.
  /// @param counts  True for two bodies that have made no step together and may keep overlaps.
  [[nodiscard]] static std::vector<BuiltOverlap> find(
      const PieceSet& pieces, std::span<const ContactPoint> contacts, double tolerance,
      const std::function<bool(const ContactPoint&)>& counts);
  /// Adds entries; an entry replaces an earlier one of its pieces.
  void add(std::span<const BuiltOverlap> entries);

  /// Lists the entries whose patches have parted or slid in the present placement. Gaps of the
  /// contacts must be as measured, not shifted. Each rank lists the pairs whose contacts it holds.
  [[nodiscard]] std::vector<Change> changes(const PieceSet& pieces,
                                            std::span<const ContactPoint> contacts,
                                            double tolerance) const;
  void apply(std::span<const Change> changes);

  /// Adds the depths to the gaps of contacts.
  /// @param counts  True for a contact whose gap counts from a depth.
  void shift_gaps(const PieceSet& pieces, std::span<ContactPoint> contacts,
                  const std::function<bool(const ContactPoint&)>& counts) const;

  void remove_bodies(std::span<const BodyId> sorted);
  void assign(std::vector<BuiltOverlap> entries);
  void clear() { entries_.clear(); }
  [[nodiscard]] bool empty() const { return entries_.empty(); }
  [[nodiscard]] std::span<const BuiltOverlap> entries() const { return entries_; }

 private:
  [[nodiscard]] const BuiltOverlap* entry_of(const PieceSet& pieces,
                                             const ContactPoint& contact) const;

  std::vector<BuiltOverlap> entries_;
};

}  // namespace solfec

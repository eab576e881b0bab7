#pragma once

#include <functional>
#include <span>
#include <vector>

#include "contact/piece/contact_point.h"
#include "contact/piece/piece_set.h"
#include "math/vec3.h"

namespace solfec {

/// Depth by which two pieces of rigid bodies overlap as they were built: the zero of their gap.
///
/// It is a plane over the patch that stands in the frame of one of the bodies, of an obstacle and
/// another one in that of the other one, so a patch of two faces that are not parallel has no gap
/// at any of its points.
struct BuiltOverlap {
  ContactKey pieces;  // feature 0
  bool merged{};      // the patch is that of several pairs of pieces in one plane
  bool of_second{};   // the plane stands in the second body
  Vec3
      first_point;  // where the depth is `depth`, in the frame of the first body about its pivot, m
  Vec3 second_point;  // the same place in the frame of the second body, m
  Vec3 normal;        // unit, out of the first body, in its frame
  Vec3 slope;         // of the depth over places, in the frame of the body of the plane
  double depth{};     // m
  double deepest{};   // largest depth, m
  double width{};     // least width of the patch, m

  friend bool operator<(const BuiltOverlap& a, const BuiltOverlap& b) {
    return a.pieces < b.pieces;
  }
  friend bool operator==(const BuiltOverlap&, const BuiltOverlap&) = default;
};

/// Overlaps of rigid bodies that were there in the first step of one of the two, sorted by pieces.
///
/// The depth of a patch is constant while the patch lives, so a joint that rocks comes back to its
/// place. When it has parted by kParted tolerances or slid by its own width, it becomes the least
/// of what it was and what the overlap then is; without overlap the entry ends. Patches of faces
/// that are one plane in both bodies share a depth (contact/pair/patch_merging.h), also where
/// pieces of that plane meet later.
class BuiltOverlaps {
 public:
  static constexpr double kParted = 10.0;  // tolerances
  static constexpr double kLeast = 1e-3;   // tolerances: less is no overlap

  /// Replacement of an entry, or its end.
  struct Change {
    BuiltOverlap entry;
    bool ends{};
    bool seen{};  // by contacts; else by the places of the bodies alone
  };

  /// Overlaps among contacts as they are measured.
  /// @param counts  Whether two bodies have not been through a step together, and keep overlaps.
  [[nodiscard]] static std::vector<BuiltOverlap> find(
      const PieceSet& pieces, std::span<const ContactPoint> contacts, double tolerance,
      const std::function<bool(const ContactPoint&)>& counts);
  /// Adds entries; those of the same pieces are replaced.
  void add(std::span<const BuiltOverlap> entries);

  /// Lists the entries that have parted or slid in the present placement. Gaps of the contacts are
  /// as measured, not shifted. On several ranks each lists those whose contacts it has or would
  /// have.
  [[nodiscard]] std::vector<Change> changes(const PieceSet& pieces,
                                            std::span<const ContactPoint> contacts,
                                            double tolerance) const;
  void apply(std::span<const Change> changes);

  /// Adds the depths to the gaps of contacts.
  /// @param counts  Whether a contact has a zero of its own.
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

#pragma once

#include <span>
#include <vector>

#include "contact/piece/contact_point.h"

namespace solfec {

/// Which contact points are one patch, and how a uniform pressure on it is shared out among them,
/// as their parts say (contact/pair/patch_merging.h). A patch counts as the one contact of the 2010
/// manual, whose critical damping it has.
///
/// Points of two pieces whose parts sum up to one are a patch. Others come from a patch of several
/// pieces: those of the same bodies, surfaces and normal are taken together, nodes of meshes up to
/// 45 degrees. Two such patches that are parallel (steps of a stair, each of several pieces) count
/// as one.
class ContactPatches {
 public:
  struct Point {
    int contact{};
    double share{};  // of the force; those of a patch sum up to one, or are zero
  };

  /// @param contacts  Sorted by key.
  void find(std::span<const ContactPoint> contacts);
  /// Patches; each contact is in one of them.
  [[nodiscard]] int size() const { return static_cast<int>(start_.size()) - 1; }
  [[nodiscard]] std::span<const Point> operator[](int patch) const {
    const auto first = static_cast<std::size_t>(start_[static_cast<std::size_t>(patch)]);
    const auto end = static_cast<std::size_t>(start_[static_cast<std::size_t>(patch) + 1]);
    return std::span(points_).subspan(first, end - first);
  }

 private:
  void add(std::span<const ContactPoint> contacts, int contact);
  void close();
  void join_pieces(std::span<const ContactPoint> contacts, std::span<int> of_pair);

  std::vector<Point> points_;  // patch by patch
  std::vector<int> start_{0};
  std::vector<int> left_;  // contacts of patches of several pieces, sorted by their bodies
};

}  // namespace solfec

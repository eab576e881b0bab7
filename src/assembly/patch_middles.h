#pragma once

#include <span>
#include <vector>

#include "contact/contact_point.h"
#include "math/vec3.h"

namespace solfec {

/// Centroids of the patches that contact points belong to: where the resultant of a uniform
/// pressure acts, as the parts of the points say (contact/pair/patch_merging.h). A patch counts
/// there as the one contact of the 2010 manual, whose critical damping it has.
///
/// Points of two pieces whose parts sum up to one are a patch. Others come from a patch of several
/// pieces: those of the same bodies, surfaces and normal are taken together. Two such patches that
/// are parallel (steps of a stair, each of several pieces) count as one.
class PatchMiddles {
 public:
  /// @param contacts  Sorted by key.
  void find(std::span<const ContactPoint> contacts);
  /// Centroid of the patch of a contact, m; the point itself when it is the only one.
  [[nodiscard]] Vec3 of(int contact) const { return middle_[static_cast<std::size_t>(contact)]; }

 private:
  void join_pieces(std::span<const ContactPoint> contacts, std::span<const int> of_pair);

  std::vector<Vec3> middle_;
  std::vector<int> left_;  // contacts of patches of several pieces, sorted by their bodies
};

}  // namespace solfec

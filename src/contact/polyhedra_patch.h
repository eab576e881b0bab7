#pragma once

#include "contact/pair_function.h"

namespace solfec {

/// Whether the contacts of a pair of polyhedra are the points of a patch: by the rule that is set,
/// of bodies that keep planes plane.
bool is_patch_pair(const PairWork& work, int k);

/// Adds the points of the patch of query k (geometry/convex_patch.h) to its contacts: each with its
/// own gap, its share of the area and the feature that tells which it was in the last step.
/// @pre is_patch_pair(work, k).
void examine_patch(const PairWork& work, int k, NarrowScratch& scratch);

}  // namespace solfec

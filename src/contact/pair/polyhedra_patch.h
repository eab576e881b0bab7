#pragma once

#include "contact/pair/pair_function.h"

namespace solfec {

/// Adds the points of the patch of query k (geometry/collision/convex_patch.h) to its contacts:
/// each with its own gap, its share of the area and the feature that tells which it was in the last
/// step.
/// @pre the rule is that of patches.
void examine_patch(const PairWork& work, int k, NarrowScratch& scratch);

}  // namespace solfec

#pragma once

#include "contact/pair/pair_function.h"

namespace solfec {

/// Adds the points of the patch of query k (geometry/collision/convex_patch.h) to its contacts:
/// each with its own gap, its share of the area and the feature that tells which it was in the last
/// step.
///
/// Which patch that is follows from the motion of the coming step (contact/pair/patch_ahead.h):
///   pieces that are apart and may meet    the patch of the place where they first meet; none when
///                                         they pass each other
///   all others                            the patch of now
///   bodies that turn by more than the     beside it the patch of the end of the step, whose points
///   tolerance                             have no share of the area
/// Of finite elements only the mean motion is known: they have the patch of now where none is found
/// ahead. Points of a pair with a bond are never chosen anew.
/// @pre the rule is that of patches.
void examine_patch(const PairWork& work, int k, NarrowScratch& scratch);

}  // namespace solfec

#pragma once

#include "contact/pair/pair_function.h"

namespace solfec {

/// Adds the points of the patch of query k (geometry/collision/convex_patch.h) to its contacts.
/// Each point has its own gap, its share of the area, and a feature by which it is recognised in
/// the next step.
///
/// The motion of the coming step decides on the patch (contact/pair/patch_ahead.h):
///   pieces that are apart and may meet    the patch of the place where they first meet; none when
///                                         they pass each other
///   all others                            the patch of now
///   bodies that turn by more than the     beside it the patch of the end of the step, whose points
///   tolerance                             have no share of the area
/// Only the mean motion of finite elements is known, so they have the patch of now when no patch is
/// found ahead. The points of a pair with a bond never change.
/// @pre the rule is that of patches.
void examine_patch(const PairWork& work, int k, NarrowScratch& scratch);

}  // namespace solfec

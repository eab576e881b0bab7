#pragma once

#include "parallel/bisection.h"

namespace solfec {

/// Recursive coordinate bisection (Berger and Bokhari (1987), IEEE Trans. Comput. C-36, 570-580) on
/// any Comm. Each part is cut across the longest edge of the box of its points, at the median of
/// the weights in proportion to the ranks on both sides; the plane lies in the middle between the
/// next points. Points in one plane stay together, so cells of grids differ by layers. All parts of
/// a level are cut at once, which takes some 70 reductions of one number per part.
///
/// Rank r gets the r-th cell from below, wherever its items have been.
class MedianBisection final : public Bisection {
 public:
  CutTree cut(Comm& comm, const WeightedPoints& items, const CutAxes& axes) override;
};

/// Moves the cuts of a tree of as many ranks: the cuts go across the same axes and the cells keep
/// their ranks; only the places of the cuts are new.
/// @note Collective.
CutTree move_cuts(Comm& comm, const WeightedPoints& items, const CutTree& former);

}  // namespace solfec

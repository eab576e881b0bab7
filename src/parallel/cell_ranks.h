#pragma once

#include "parallel/bisection.h"
#include "parallel/comm.h"
#include "parallel/cut_tree.h"

namespace solfec {

/// Gives new cells the numbers of ranks that had most of their items in the former cells, so that
/// few bodies change hands: the pair of a former and a new cell with the largest weight in common
/// first, of equal ones that of the lowest ranks.
///
/// The numbers follow from the items and both trees alone. Where the items lie on the ranks does
/// not matter, so a continued run gets the cells of one that was not stopped.
/// @param items  Those of this rank. @param former  Without cuts: `cells` is returned as it is.
/// @note Collective.
CutTree with_former_ranks(Comm& comm, const WeightedPoints& items, const CutTree& former,
                          const CutTree& cells);

}  // namespace solfec

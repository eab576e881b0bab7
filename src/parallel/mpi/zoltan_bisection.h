#pragma once

#include <mpi.h>

#include "parallel/bisection.h"

namespace solfec {

/// Recursive coordinate bisection of Zoltan (Devine et al. (2002), Computing in Science and
/// Engineering 4(2), 90-97). Points in one plane stay together (RCB_RECTILINEAR_BLOCKS) and planes
/// lie in the middle between the next points (AVERAGE_CUTS), so that the cells own the points as
/// Zoltan has partitioned them, and rounding moves none across. Cells are numbered in the order of
/// the cuts: Zoltan's own choice of ranks (REMAP) follows from where the items lie, which a
/// continued run does not know (parallel/cell_ranks.h).
///
/// Where a rank would get no items Zoltan's cells have no meaning: MedianBisection does it then.
///
/// Zoltan starts anew each time: cuts of the time before (RCB_REUSE) would be a state that results
/// cannot keep, and the loads come out the same.
class ZoltanBisection final : public Bisection {
 public:
  /// @param comm  Of the ranks that `cut` is called with. Zoltan_Initialize has been called.
  explicit ZoltanBisection(MPI_Comm comm) : comm_(comm) {}

  /// @throws std::runtime_error when Zoltan fails.
  CutTree cut(Comm& comm, const WeightedPoints& items, const CutAxes& axes) override;

 private:
  MPI_Comm comm_;
};

}  // namespace solfec

#pragma once

#include <span>
#include <vector>

#include "local_dynamics/local_dynamics.h"
#include "parallel/comm.h"

namespace solfec {

/// The part of a problem that one rank has.
struct ProblemPart {
  LocalDynamics problem;  // without `shared.comm`
  std::vector<int> row;   // of the whole, per row
  std::vector<int> slot;  // of the whole, per slot
};

/// Deals the rows of a problem out to ranks. Rows between the same two slots stay together.
/// @param rank_of_row  One rank per row, of which that of the first row between two slots counts.
/// @pre no slots of meshes.
std::vector<ProblemPart> split_problem(const LocalDynamics& problem,
                                       std::span<const int> rank_of_row, int ranks);

}  // namespace solfec

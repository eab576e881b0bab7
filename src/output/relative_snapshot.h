#pragma once

#include <memory>

#include "output/snapshot.h"

namespace solfec {

/// Returns a copy of a snapshot in the frame of a body. The body stands in its reference placement,
/// and all places and velocities are relative to it: x' = X̄ + Rᵀ (x - x̄) and
/// v' = Rᵀ (v - v̄ - ω × (x - x̄)), where x̄, R, v̄ and ω belong to the body. Stresses and frames
/// of constraints are turned; energies are unchanged.
/// @param body  A body of the snapshot. @pre The body is rigid or an obstacle.
std::shared_ptr<const Snapshot> relative_snapshot(const Snapshot& snapshot,
                                                  const SnapshotBody& body);

}  // namespace solfec

#pragma once

#include <memory>

#include "output/snapshot.h"

namespace solfec {

/// A copy of a snapshot as it is seen from a body: the body stands as it was made, and all places
/// and velocities are those against it, x' = X̄ + Rᵀ (x - x̄) and v' = Rᵀ (v - v̄ - ω × (x - x̄)),
/// with its centre, rotation and velocities. Stresses and frames of constraints turn with it,
/// energies stay as they are.
/// @param body  One of the snapshot. @pre It is rigid or an obstacle.
std::shared_ptr<const Snapshot> relative_snapshot(const Snapshot& snapshot,
                                                  const SnapshotBody& body);

}  // namespace solfec

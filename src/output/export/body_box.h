#pragma once

#include "math/box.h"
#include "output/snapshot.h"

namespace solfec {

/// Smallest box along the axes around a body where it is in a snapshot: its vertices and nodes, and
/// its spheres and ellipsoids as they are drawn.
Box current_box(const Snapshot& snapshot, const SnapshotBody& body);

}  // namespace solfec

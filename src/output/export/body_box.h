#pragma once

#include "math/box.h"
#include "output/snapshot.h"

namespace solfec {

/// Smallest box along the axes around a body in a snapshot: around its vertices and nodes, and
/// around its spheres and ellipsoids as they are drawn.
Box current_box(const Snapshot& snapshot, const SnapshotBody& body);

}  // namespace solfec

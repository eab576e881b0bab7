#pragma once

#include <vector>

#include "output/snapshot.h"

namespace solfec {

/// Sum of the reactions on each body of a snapshot, N, in the order of its members.
std::vector<Vec3> forces_on(const Snapshot& snapshot);

}  // namespace solfec

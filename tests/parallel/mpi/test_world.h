#pragma once

#include "parallel/world.h"

namespace solfec::test {

/// The ranks that mpirun has started.
World& world();

}  // namespace solfec::test

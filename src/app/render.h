#pragma once

#include "app/options.h"

namespace solfec {

class World;

/// --render: draws pictures of a folder of results, or of the models of a script that is run for
/// it. @return The exit code of the program.
int render(World& world, const Options& options);

}  // namespace solfec

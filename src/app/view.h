#pragma once

#include "app/options.h"

namespace solfec {

class World;

/// -v and --watch: opens the window of the viewer on a folder of results, or on the models of a
/// script after the script has ended. @return The exit code of the program.
int view(World& world, const Options& options);

}  // namespace solfec

// Compiled for x86-64-v3 where the compiler knows it (CMakeLists.txt).
#include "local_dynamics/place_push_loops.h"

namespace solfec {

namespace {
struct Wide {};
}  // namespace

const PlacePush& place_push_wide() { return PlacePushLoops<Wide>::kTable; }

}  // namespace solfec

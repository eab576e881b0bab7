// Compiled for x86-64-v3 where the compiler knows it (CMakeLists.txt).
#include "math/block6_loops.h"

namespace solfec {

namespace {
struct Wide {};
}  // namespace

const Block6Kernels& block6_kernels_wide() { return Block6Loops<Wide>::kTable; }

}  // namespace solfec

// Compiled for x86-64-v3 where the compiler knows it (CMakeLists.txt).
#include "solver/sweep/packed_kernel_loops.h"

namespace solfec {

namespace {
struct Wide {};
}  // namespace

const PackedKernels& packed_kernels_wide() { return lanes::Loops<Wide>::kTable; }

}  // namespace solfec

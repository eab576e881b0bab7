// Compiled for x86-64-v3 where the compiler knows it (CMakeLists.txt).
#include "math/block_rows_loops.h"

namespace solfec {

namespace {
struct Wide {};
}  // namespace

const BlockRowKernels& block_row_kernels_wide() { return BlockRowLoops<Wide>::kTable; }

}  // namespace solfec

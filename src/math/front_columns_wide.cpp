// Compiled for x86-64-v3 where the compiler knows it (CMakeLists.txt).
#include "math/front_columns_loops.h"

namespace solfec {

namespace {
struct Wide {};
}  // namespace

const FrontColumnKernels& front_column_kernels_wide() { return FrontColumnLoops<Wide>::kTable; }

}  // namespace solfec

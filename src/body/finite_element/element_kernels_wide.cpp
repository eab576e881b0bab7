// Compiled for x86-64-v3 where the compiler knows it (CMakeLists.txt).
#include "body/finite_element/element_strain_loop.h"

namespace solfec {

namespace {
struct Wide {};
}  // namespace

const ElementKernels& element_kernels_wide() { return element_lanes::StrainLoop<Wide>::kTable; }

}  // namespace solfec

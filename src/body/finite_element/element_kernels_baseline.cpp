#include "body/finite_element/element_kernel_loops.h"

namespace solfec {

namespace {
struct Baseline {};
}  // namespace

const ElementKernels& element_kernels_baseline() { return element_lanes::Loops<Baseline>::kTable; }

}  // namespace solfec

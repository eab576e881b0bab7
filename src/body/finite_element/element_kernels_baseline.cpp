#include "body/finite_element/element_strain_loop.h"

namespace solfec {

namespace {
struct Baseline {};
}  // namespace

const ElementKernels& element_kernels_baseline() {
  return element_lanes::StrainLoop<Baseline>::kTable;
}

}  // namespace solfec

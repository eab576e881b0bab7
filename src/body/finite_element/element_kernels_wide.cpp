// Compiled for x86-64-v3 where the compiler knows it (CMakeLists.txt).
#include "body/finite_element/element_strain_loop.h"
#include "body/finite_element/formulation_loops.h"

namespace solfec {

namespace {
struct Wide {};
}  // namespace

const ElementKernels& element_kernels_wide(ElementFormulation formulation) {
  if (formulation == ElementFormulation::bending) {
    return element_lanes::BendingLoops<Wide>::kTable;
  }
  if (formulation == ElementFormulation::mixed) return element_lanes::MixedLoops<Wide>::kTable;
  return element_lanes::StrainLoop<Wide>::kTable;
}

}  // namespace solfec

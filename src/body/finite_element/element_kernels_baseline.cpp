#include "body/finite_element/element_strain_loop.h"
#include "body/finite_element/formulation_loops.h"

namespace solfec {

namespace {
struct Baseline {};
}  // namespace

const ElementKernels& element_kernels_baseline(ElementFormulation formulation) {
  if (formulation == ElementFormulation::bending) {
    return element_lanes::BendingLoops<Baseline>::kTable;
  }
  if (formulation == ElementFormulation::mixed) return element_lanes::MixedLoops<Baseline>::kTable;
  return element_lanes::StrainLoop<Baseline>::kTable;
}

}  // namespace solfec

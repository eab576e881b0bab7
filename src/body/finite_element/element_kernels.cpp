#include "body/finite_element/element_kernels.h"

#include "base/wide_vectors.h"
#include "material/bulk_law.h"

namespace solfec {

ElementPacks element_packs(const ElementGroup& group) {
  return {group.node_count,
          group.point_start.data(),
          group.node.data(),
          group.gradient.data(),
          group.weight.data(),
          group.lambda.data(),
          group.mu.data(),
          group.projection.data(),
          group.yield.empty() ? nullptr : group.yield.data(),
          group.state.data(),
          group.formulation == ElementFormulation::mixed,
          false,
          group.gradient_bound.data(),
          law_of(group.model).state_size};
}

const ElementKernels& element_kernels(ElementFormulation formulation) {
  return has_wide_vectors() ? element_kernels_wide(formulation)
                            : element_kernels_baseline(formulation);
}

}  // namespace solfec

#include "body/finite_element/element_kernels.h"

namespace solfec {

ElementPacks element_packs(const ElementGroup& group) {
  return {group.node_count,    group.point_start.data(), group.node.data(), group.gradient.data(),
          group.weight.data(), group.lambda.data(),      group.mu.data()};
}

const ElementKernels& element_kernels() {
#if defined(__x86_64__)
  static const bool wide = __builtin_cpu_supports("avx2") != 0;
  return wide ? element_kernels_wide() : element_kernels_baseline();
#else
  return element_kernels_baseline();
#endif
}

}  // namespace solfec

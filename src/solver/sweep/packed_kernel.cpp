#include "solver/sweep/packed_kernel.h"

namespace solfec {

const PackedKernels& packed_kernels() {
#if defined(__x86_64__)
  static const bool wide = __builtin_cpu_supports("avx2") != 0;
  return wide ? packed_kernels_wide() : packed_kernels_baseline();
#else
  return packed_kernels_baseline();
#endif
}

}  // namespace solfec

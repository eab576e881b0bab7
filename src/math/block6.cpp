#include "math/block6.h"

namespace solfec {

const Block6Kernels& block6_kernels() {
#if defined(__x86_64__)
  static const bool wide = __builtin_cpu_supports("avx2") != 0;
  return wide ? block6_kernels_wide() : block6_kernels_baseline();
#else
  return block6_kernels_baseline();
#endif
}

}  // namespace solfec

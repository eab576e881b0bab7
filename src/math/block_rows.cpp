#include "math/block_rows.h"

namespace solfec {

const BlockRowKernels& block_row_kernels() {
#if defined(__x86_64__)
  static const bool wide = __builtin_cpu_supports("avx2") != 0;
  return wide ? block_row_kernels_wide() : block_row_kernels_baseline();
#else
  return block_row_kernels_baseline();
#endif
}

}  // namespace solfec

#include "math/front_columns.h"

namespace solfec {

const FrontColumnKernels& front_column_kernels() {
#if defined(__x86_64__)
  static const bool wide = __builtin_cpu_supports("avx2") != 0;
  return wide ? front_column_kernels_wide() : front_column_kernels_baseline();
#else
  return front_column_kernels_baseline();
#endif
}

}  // namespace solfec

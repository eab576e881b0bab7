#include "math/front_columns.h"

#include "base/wide_vectors.h"

namespace solfec {

const FrontColumnKernels& front_column_kernels() {
  return has_wide_vectors() ? front_column_kernels_wide() : front_column_kernels_baseline();
}

}  // namespace solfec

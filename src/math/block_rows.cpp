#include "math/block_rows.h"

#include "base/wide_vectors.h"

namespace solfec {

const BlockRowKernels& block_row_kernels() {
  return has_wide_vectors() ? block_row_kernels_wide() : block_row_kernels_baseline();
}

}  // namespace solfec

#include "solver/sweep/packed_kernel.h"

#include "base/wide_vectors.h"

namespace solfec {

const PackedKernels& packed_kernels() {
  return has_wide_vectors() ? packed_kernels_wide() : packed_kernels_baseline();
}

}  // namespace solfec

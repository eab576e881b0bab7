#include "math/block6.h"

#include "base/wide_vectors.h"

namespace solfec {

const Block6Kernels& block6_kernels() {
  return has_wide_vectors() ? block6_kernels_wide() : block6_kernels_baseline();
}

}  // namespace solfec

#include "math/front_columns_loops.h"

namespace solfec {

namespace {
struct Baseline {};
}  // namespace

const FrontColumnKernels& front_column_kernels_baseline() {
  return FrontColumnLoops<Baseline>::kTable;
}

}  // namespace solfec

#include "math/block_rows_loops.h"

namespace solfec {

namespace {
struct Baseline {};
}  // namespace

const BlockRowKernels& block_row_kernels_baseline() { return BlockRowLoops<Baseline>::kTable; }

}  // namespace solfec

#include "solver/sweep/packed_kernel_loops.h"

namespace solfec {

namespace {
struct Baseline {};
}  // namespace

const PackedKernels& packed_kernels_baseline() { return lanes::Loops<Baseline>::kTable; }

}  // namespace solfec

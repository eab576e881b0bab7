#include "math/block6_loops.h"

namespace solfec {

namespace {
struct Baseline {};
}  // namespace

const Block6Kernels& block6_kernels_baseline() { return Block6Loops<Baseline>::kTable; }

}  // namespace solfec

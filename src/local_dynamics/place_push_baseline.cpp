#include "local_dynamics/place_push_loops.h"

namespace solfec {

namespace {
struct Baseline {};
}  // namespace

const PlacePush& place_push_baseline() { return PlacePushLoops<Baseline>::kTable; }

}  // namespace solfec

#include "local_dynamics/place_push.h"

namespace solfec {

const PlacePush& place_push() {
#if defined(__x86_64__)
  static const bool wide = __builtin_cpu_supports("avx2") != 0;
  return wide ? place_push_wide() : place_push_baseline();
#else
  return place_push_baseline();
#endif
}

}  // namespace solfec

#include "local_dynamics/place_push.h"

#include "base/wide_vectors.h"

namespace solfec {

const PlacePush& place_push() {
  return has_wide_vectors() ? place_push_wide() : place_push_baseline();
}

}  // namespace solfec

#include "local_dynamics/local_dynamics.h"

namespace solfec {

void LocalDynamics::clear() {
  law.clear();
  V.clear();
  B.clear();
  W_diagonal.clear();
  body_space.clear();
  sweep.rows.clear();
}

}  // namespace solfec

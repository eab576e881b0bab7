#include "local_dynamics/local_dynamics.h"

namespace solfec {

void LocalDynamics::clear() {
  key.clear();
  law.clear();
  bond_patch.clear();
  bond_plane.clear();
  bond_point.clear();
  rolling.clear();
  V.clear();
  B.clear();
  rounding.clear();
  W_diagonal.clear();
  body_space.clear();
}

void LocalDynamics::resize(int rows) {
  const auto n = static_cast<std::size_t>(rows);
  key.resize(n);
  law.resize(n);
  bond_patch.clear();
  bond_plane.clear();
  bond_point.clear();
  V.resize(n);
  B.resize(n);
  rounding.resize(n);
  W_diagonal.resize(n);
  body_space.resize_rows(n);
}

}  // namespace solfec

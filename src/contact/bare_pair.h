#pragma once

#include "base/ids.h"

namespace solfec {

/// Two bodies that overlap and have no contact left, since each has a smaller area than
/// ContactParams::minimal_area.
struct BarePair {
  BodyId first{};  // 0: there is no such pair
  BodyId second{};
  double area{};   // m², the largest one of a contact or patch
  double depth{};  // m, the largest one
};

}  // namespace solfec

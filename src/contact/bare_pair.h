#pragma once

#include "base/ids.h"

namespace solfec {

/// Two bodies that overlap without a contact, because the area of each of their contacts is below
/// ContactParams::minimal_area.
struct BarePair {
  BodyId first{};  // 0: there is no such pair
  BodyId second{};
  double area{};   // largest area of a removed contact or patch, m²
  double depth{};  // largest depth, m
};

}  // namespace solfec

#pragma once

#include <cstdint>

#include "contact/near/broad_phase.h"
#include "geometry/collision/gjk.h"
#include "math/vec3.h"

namespace solfec {

/// Distance of two pieces of rigid bodies that were apart in the last examination. While it shows
/// that they still are, they need not be looked at.
struct Clearance {
  double distance{};  // lower bound of the distance, m; 0: unknown
  Vec3 between;       // from the pivot of the first body to that of the second, m
  double turned{};    // how far turns had moved points of the two bodies by then, m
};

/// Pair of pieces to look at. Its old contacts are [previous, previous + previous_count), in order
/// of their features; as long as there is one, all contacts of the pair have the same roles.
struct PairQuery {
  PiecePair pair;
  int previous = -1;               // index of the first old contact, -1 for a new pair
  bool first_is_slave = true;      // role of old contacts; chosen by the examination of a new pair
  GjkCache cache;                  // separating axis, carried from step to step
  int body_pair = -1;              // index of the BodyPair, -1 when there is none
  bool apart = false;              // in this step, by the clearance
  std::uint16_t previous_count{};  // number of old contacts
  Clearance clearance{};

  [[nodiscard]] int previous_end() const { return previous + previous_count; }
};

}  // namespace solfec

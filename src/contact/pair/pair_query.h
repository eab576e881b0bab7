#pragma once

#include <cstdint>

#include "contact/near/broad_phase.h"
#include "geometry/collision/gjk.h"
#include "math/vec3.h"

namespace solfec {

/// Distance of two pieces of rigid bodies that were apart in the last examination. They need no new
/// examination while their motion since then cannot have used up this distance.
struct Clearance {
  double distance{};  // lower bound of the distance, m; 0: unknown
  Vec3 between;       // from the pivot of the first body to that of the second, m
  double turned{};    // sum of BodyTurns of the two bodies at that time, m
};

/// Pair of pieces to examine. Its old contacts are [previous, previous + previous_count), in order
/// of their features. While the pair has a contact, all of its contacts have the same roles.
struct PairQuery {
  PiecePair pair;
  int previous = -1;               // index of the first old contact, -1 for a new pair
  bool first_is_slave = true;      // role of old contacts; chosen by the examination of a new pair
  GjkCache cache;                  // separating axis, carried from step to step
  int body_pair = -1;              // index of the BodyPair, -1 when there is none
  bool apart = false;              // true: the clearance shows that the pieces are apart
  std::uint16_t previous_count{};  // number of old contacts
  Clearance clearance{};

  [[nodiscard]] int previous_end() const { return previous + previous_count; }
};

}  // namespace solfec

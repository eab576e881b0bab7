#pragma once

#include <string_view>
#include <vector>

#include "base/ids.h"
#include "contact/near/broad_phase.h"
#include "contact/piece/piece_set.h"
#include "geometry/collision/patch_trace.h"

namespace solfec {

/// Record of what was found for two pieces, and why.
struct PieceTrace {
  int first_piece{};  // of the shape of the body with the smaller id
  int second_piece{};
  double distance{};  // m, 0: they overlap; a lower bound where they are out of reach
  double limit{};     // m, the distance up to which they are looked at
  std::string_view outcome;
  std::vector<PatchTrace> patches;  // of two polyhedra
};

/// Record of the contacts of two bodies in one detection, for who asks why. Detection fills it on
/// one thread.
struct PairTrace {
  BodyId first{};  // the smaller id
  BodyId second{};
  std::vector<PieceTrace> pieces;

  /// Begins the record of two pieces. @return null when they belong to other bodies.
  PieceTrace* begin(const PieceSet& set, PiecePair pair);
};

}  // namespace solfec

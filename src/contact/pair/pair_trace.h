#pragma once

#include <string_view>
#include <vector>

#include "base/ids.h"
#include "contact/near/broad_phase.h"
#include "contact/piece/piece_set.h"
#include "geometry/collision/patch_trace.h"

namespace solfec {

/// Record of the examination of two pieces, with reasons.
struct PieceTrace {
  int first_piece{};  // of the shape of the body with the smaller id
  int second_piece{};
  double distance{};  // m; 0: they overlap; a lower bound when they are out of reach
  double limit{};     // m; distance up to which pieces are examined
  std::string_view outcome;
  std::vector<PatchTrace> patches;  // of two polyhedra
};

/// Record of how one detection finds the contacts of two bodies, for the option --why. Detection
/// fills it on one thread.
struct PairTrace {
  BodyId first{};  // the smaller id
  BodyId second{};
  std::vector<PieceTrace> pieces;

  /// Begins the record of two pieces. @return null when they belong to other bodies.
  PieceTrace* begin(const PieceSet& set, PiecePair pair);
};

}  // namespace solfec

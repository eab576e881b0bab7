#pragma once

#include <cstddef>

#include "contact/pair/pair_function.h"
#include "geometry/shape/piece_arrays.h"

namespace solfec {

/// The pair table: the function of the kinds of the first and of the second piece of a query, each
/// in a file of its own. Detection asks for two spheres only when they have just come into contact,
/// see contact/search/sphere_pair_list.h.
PairFunction pair_function(PieceKind first, PieceKind second);

/// Number of pairs of kinds, and the place of one in a list of all.
inline constexpr std::size_t kPairsOfKinds = std::size_t{kPieceKinds} * kPieceKinds;
/// Row and column of the pair table in one number, in [0, kPairsOfKinds).
constexpr int kinds_index(PieceKind first, PieceKind second) {
  return static_cast<int>(first) * kPieceKinds + static_cast<int>(second);
}

}  // namespace solfec

#pragma once

#include "contact/pair_function.h"
#include "geometry/piece_arrays.h"

namespace solfec {

/// The pair table: the function of the kinds of the first and of the second piece of a query.
///
/// polyhedron, polyhedron  contact/polyhedra_contact.h
/// polyhedron, sphere      contact/polyhedron_sphere_contact.h, and swapped
/// sphere, sphere          contact/sphere_contact.h; detection asks it only for pairs that have
///                         just come into contact, see contact/sphere_pair_list.h
PairFunction pair_function(PieceKind first, PieceKind second);

/// Place of a pair of kinds in a list of all kPieceKinds^2 of them.
inline int kinds_index(PieceKind first, PieceKind second) {
  return static_cast<int>(first) * kPieceKinds + static_cast<int>(second);
}

}  // namespace solfec

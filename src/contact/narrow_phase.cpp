#include "contact/narrow_phase.h"

#include <array>

#include "contact/polyhedra_contact.h"
#include "contact/polyhedron_sphere_contact.h"
#include "contact/sphere_contact.h"

namespace solfec {

namespace {

// By kinds_index: rows are kinds of the first piece, columns those of the second.
constexpr std::array<PairFunction, kPairsOfKinds> kPairTable = {
    // polyhedron, sphere
    examine_polyhedra, examine_polyhedron_sphere,  // polyhedron
    examine_sphere_polyhedron, examine_spheres,    // sphere
};

constexpr bool is_complete() {
  for (const PairFunction function : kPairTable) {
    if (function == nullptr) return false;
  }
  return true;
}
static_assert(is_complete(), "a new kind of piece needs a row and a column");

}  // namespace

PairFunction pair_function(PieceKind first, PieceKind second) {
  return kPairTable[kinds_index(first, second)];
}

}  // namespace solfec

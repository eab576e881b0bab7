#include "contact/pair/narrow_phase.h"

#include <array>

#include "contact/pair/ellipsoid_contact.h"
#include "contact/pair/polyhedra_contact.h"
#include "contact/pair/polyhedron_sphere_contact.h"
#include "contact/pair/sphere_contact.h"

namespace solfec {

namespace {

// By kinds_index: rows are kinds of the first piece, columns those of the second.
constexpr auto kPairTable = std::to_array<PairFunction>({
    // polyhedron, sphere, ellipsoid
    examine_polyhedra, examine_polyhedron_sphere, examine_polyhedron_ellipsoid,  // polyhedron
    examine_sphere_polyhedron, examine_spheres, examine_sphere_ellipsoid,        // sphere
    examine_ellipsoid_polyhedron, examine_ellipsoid_sphere, examine_ellipsoids,  // ellipsoid
});
static_assert(kPairTable.size() == kPairsOfKinds, "a new kind of piece needs a row and a column");

}  // namespace

PairFunction pair_function(PieceKind first, PieceKind second) {
  return kPairTable[kinds_index(first, second)];
}

}  // namespace solfec

#include "contact/pair/narrow_phase.h"

#include <array>

#include "contact/pair/bore_contact.h"
#include "contact/pair/ellipsoid_contact.h"
#include "contact/pair/polyhedra_contact.h"
#include "contact/pair/polyhedron_sphere_contact.h"
#include "contact/pair/rod_contact.h"
#include "contact/pair/sphere_contact.h"

namespace solfec {

namespace {

// By kinds_index: rows are kinds of the first piece, columns those of the second.
constexpr auto kPairTable = std::to_array<PairFunction>({
    // each row in the order of PieceKind
    examine_polyhedra,
    examine_polyhedron_sphere,
    examine_polyhedron_ellipsoid,
    examine_polyhedron_rod,
    examine_polyhedron_bore,  // polyhedron
    examine_sphere_polyhedron,
    examine_spheres,
    examine_sphere_ellipsoid,
    examine_sphere_rod,
    examine_sphere_bore,  // sphere
    examine_ellipsoid_polyhedron,
    examine_ellipsoid_sphere,
    examine_ellipsoids,
    examine_ellipsoid_rod,
    examine_ellipsoid_bore,  // ellipsoid
    examine_rod_polyhedron,
    examine_rod_sphere,
    examine_rod_ellipsoid,
    examine_rods,
    examine_rod_bore,  // rod
    examine_bore_polyhedron,
    examine_bore_sphere,
    examine_bore_ellipsoid,
    examine_bore_rod,
    examine_bores,  // bore
});
static_assert(kPairTable.size() == kPairsOfKinds, "a new kind of piece needs a row and a column");

}  // namespace

PairFunction pair_function(PieceKind first, PieceKind second) {
  return kPairTable[kinds_index(first, second)];
}

}  // namespace solfec

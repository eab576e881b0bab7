#pragma once

#include <array>
#include <tuple>

#include "material/bulk_material.h"
#include "material/kirchhoff.h"
#include "material/modulus_bound.h"
#include "material/neo_hooke.h"
#include "material/plasticity.h"
#include "math/mat3.h"

namespace solfec {

/// Laws of bulk materials. A law is a type in a file of its own and an entry of this list, in the
/// order of BulkModel; loops over elements (body/finite_element/law_loops.h) and the table below
/// are made of the list. The type has
///
///   kStateSize                            numbers of its internal state at a point
///   energy(H, parameters, state)          elastic energy per reference volume, J/m^3
///   stress(H, parameters, state)          first Piola-Kirchhoff stress P, Pa
///   tangent(H, parameters, state, elastic, to)  P and ∂P/∂F
///   modulus_bound(range, parameters)      of an element (modulus_bound.h); not of 'KIRCHHOFF'
///   advance(H, parameters, state)         takes the state to that of the deformation H
///   plastic_work(parameters, state)       that the state has cost, J/m^3; with a state only
///   kPlasticStrain                        number of α in the state; with a state only
///
/// as static functions of H = F - 1, which keeps the digits of small strains. `state` are
/// kStateSize numbers, all 0 before any load; all functions but `advance` leave it as it is and
/// answer for a motion from it straight to F. With `elastic` the tangent is that of unloading.
using BulkLaws = std::tuple<KirchhoffLaw, NeoHooke, VonMisesPlasticity>;

/// Functions of one law, for code that is not made once for each.
struct BulkLaw {
  int state_size;
  double (*energy)(const Mat3& H, const BulkParameters& parameters, const double* state);
  Mat3 (*stress)(const Mat3& H, const BulkParameters& parameters, const double* state);
  void (*tangent)(const Mat3& H, const BulkParameters& parameters, const double* state,
                  bool elastic, LawTangent& to);
  void (*advance)(const Mat3& H, const BulkParameters& parameters, double* state);
  /// Null where the law has none.
  ModulusBound (*modulus_bound)(const StretchRange& range, const BulkParameters& parameters);
};

/// The row of the table for one model.
const BulkLaw& law_of(BulkModel model);

}  // namespace solfec

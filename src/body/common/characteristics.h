#pragma once

#include "body/common/body_kind.h"
#include "geometry/shape/mass_properties.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// Reference characteristics as BODY_CHARS and the members of BODY show them.
struct BodyCharacteristics {
  double mass{};    // kg
  double volume{};  // m^3
  Vec3 center;      // m
  Mat3 tensor;      // rigid: inertia, kg m^2; other kinds: mass-weighted Euler tensor, kg m^2
};

/// True when coordinates at a place tell points of a body of that volume (m^3) apart: when their
/// rounding is below its cube root. Bodies without volume hold theirs anywhere.
bool holds_shape(Vec3 place, double volume);

/// Characteristics of a body of uniform density (kg/m^3): with the Euler tensor E₀ of the volume,
/// the tensor is J = ρ (tr(E₀) 1 - E₀) for rigid bodies and ρ E₀ otherwise.
BodyCharacteristics uniform_characteristics(BodyKind kind, const MassProperties& properties,
                                            double density);

/// Makes sure that the inverses of mass, volume and tensor exist and returns the characteristics
/// with an exactly symmetric tensor. Obstacles have no inertia: their values need only be finite.
///
/// @throws InputError with rule, value and unit, e.g. "mass must be positive and finite, got -1
///         kg"; the caller names the object.
BodyCharacteristics checked_characteristics(BodyKind kind, BodyCharacteristics characteristics);

}  // namespace solfec

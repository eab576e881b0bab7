#pragma once

#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// Integrals over the volume of a shape; pieces add up, overlaps are counted twice.
struct MassProperties {
  double volume{};  // m^3
  Vec3 center;      // m
  Mat3 euler;       // ∫ (X - center)(X - center)ᵀ dV, m^5
};

}  // namespace solfec

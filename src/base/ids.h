#pragma once

#include <cstdint>

namespace solfec {

/// Identifiers are given in creation order from 1 and never reused; 0 means none.
using BodyId = std::int64_t;
using ConstraintId = std::int64_t;

/// Surface and volume identifiers come from the user; this value means "any surface".
using SurfaceId = std::int32_t;
using VolumeId = std::int32_t;
inline constexpr SurfaceId kAnySurface = INT32_MAX;

}  // namespace solfec

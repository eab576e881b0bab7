#pragma once

#include <cstdint>

namespace solfec {

/// Identifiers are given in creation order from 1 and never reused; 0 means none.
using BodyId = std::int64_t;
using ConstraintId = std::int64_t;

/// Constraints that a script makes have ids from 1 on; contacts and constraints of callbacks have
/// ids from this number on. So the n-th constraint of a script has one id both in the results,
/// which hold contacts and constraints of callbacks, and in a script that reads them without
/// making either.
inline constexpr ConstraintId kFirstFoundConstraint = 1'000'000'000;
/// True for a constraint that a script has made outside of callbacks.
inline constexpr bool is_of_script(ConstraintId id) { return id < kFirstFoundConstraint; }

/// Surface and volume identifiers come from the user; this value means "any surface".
using SurfaceId = std::int32_t;
using VolumeId = std::int32_t;
inline constexpr SurfaceId kAnySurface = INT32_MAX;
/// Surface identifier of faces between two polyhedra of one solid, which nothing touches.
inline constexpr SurfaceId kInnerSurface = -INT32_MAX;

}  // namespace solfec

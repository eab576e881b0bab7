#pragma once

#include <array>

#include "math/mat3.h"

namespace solfec {

/// Unit quaternion (w, x, y, z), w >= 0, of a rotation, accurate to rounding for every one: the
/// largest of the four comes from the trace and the diagonal, the others from products with it
/// (Shepperd (1978), J. Guidance and Control 1, 223-224).
/// @pre rotation is orthogonal with determinant one.
std::array<double, 4> quaternion_of(const Mat3& rotation);

}  // namespace solfec

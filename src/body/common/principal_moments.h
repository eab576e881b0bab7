#pragma once

#include <array>

#include "math/mat3.h"

namespace solfec {

/// Principal moments of an inertia tensor, ascending, kg m^2.
std::array<double, 3> principal_moments(const Mat3& inertia);

/// Whether masses in space can have these moments: none exceeds the sum of the other two.
/// @param moments  Ascending.
bool are_moments_of_masses(const std::array<double, 3>& moments);

}  // namespace solfec

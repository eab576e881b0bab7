#pragma once

#include "local_dynamics/local_dynamics.h"
#include "math/vec3.h"
#include "solver/row_quantities.h"

namespace solfec {

/// Natural map of a row for the reaction R and the velocity U, m/s: what its law misses
/// (law/law.h). Zero for open contacts.
Vec3 natural_row_residual(const LocalDynamics& problem, int i, double scale, Vec3 R, Vec3 U);

/// Numerator of the merit of a row, J (merit.h).
double spurious_energy(const LocalDynamics& problem, int i, Vec3 R, Vec3 U);
/// Denominator of the merit of a row, J: energy of the free motion, to which a prescribed velocity
/// adds its own.
double free_energy(const LocalDynamics& problem, int i);

}  // namespace solfec

#pragma once

#include <span>

#include "local_dynamics/local_dynamics.h"
#include "math/vec3.h"
#include "solver/law/row_quantities.h"

namespace solfec {

/// Part of the law of a row that is missed beyond rounding.
struct RowMiss {
  Vec3 velocity;    // natural map (law/law.h), shortened by the rounding of the row, m/s
  double energy{};  // numerator of the merit (merit.h), less the same share, J
};

/// Zero for open contacts, and for a row that misses no more than problem.rounding_of(i): then its
/// law holds as well as its free velocity is known.
/// @param scale  w̄ of the natural map, s/kg.
RowMiss row_miss(const LocalDynamics& problem, int i, double scale, Vec3 R, Vec3 U);
/// The velocity alone.
Vec3 natural_row_residual(const LocalDynamics& problem, int i, double scale, Vec3 R, Vec3 U);

/// Largest error of velocity of the joints, m/s, whose rows reverse the velocity that the step
/// began with: what is left of it comes back in the next step.
/// @param scale  w̄ of the natural map, s/kg.
double joint_error(const LocalDynamics& problem, double scale, std::span<const Vec3> R,
                   std::span<const Vec3> U);

/// Denominator of the merit of a row, J: energy of the free motion, to which a prescribed velocity
/// adds its own.
double free_energy(const LocalDynamics& problem, int i);

}  // namespace solfec

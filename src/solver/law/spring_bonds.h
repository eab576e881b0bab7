#pragma once

#include <span>
#include <tuple>
#include <vector>

#include "local_dynamics/local_dynamics.h"
#include "math/vec3.h"

namespace solfec {

/// A bonded row that is solved as a spring, with its plane and its patch.
struct SpringBond {
  int plane{};
  int patch{};
  int row{};

  friend bool operator<(const SpringBond& a, const SpringBond& b) {
    return std::tie(a.plane, a.patch, a.row) < std::tie(b.plane, b.patch, b.row);
  }
};

/// Appends the rows of spring bonds that the solution R, U overloads.
///
/// Bonds of one plane are judged together, because friction of several contacts of one rigid body
/// is redundant: the springs stop each contact by itself, so tangential reactions of opposite signs
/// press contacts against each other that have no resultant. The resultant F of the plane and its
/// moment M about the centroid of the bonds, both of the forces of its patches, give the stresses
///
///   σ(x) = F_N / A + b · x,   τ(x) = F_T / A + M_N n × x / Σ A x²
///
/// at the centroids x of the patches, with their areas A and b from the linear fit that has the
/// moment of the normal forces. A patch breaks when it is pulled off, σ < -c, or slides,
/// |τ| >= (1 - ε) mu (F_N / A + c) with ε = 1e-8 and τ > 0. All break when F_N / A < -c, or
/// when all points are at their own bounds |R_T| = mu (R_N + c) and the rigid part of their
/// sliding, a shift and a turn about the normal, is more than δ = W_NN c / 10. In a plane of one
/// patch its resultant alone decides: points of a patch may pull harder than their share, and a
/// moment on it has no limit. Strengths c A take the place of areas, as both are proportional.
///
/// @param bonds  Sorted.
void add_overloaded_springs(const LocalDynamics& problem, std::span<const SpringBond> bonds,
                            std::span<const Vec3> R, std::span<const Vec3> U,
                            std::vector<int>& broken);

}  // namespace solfec

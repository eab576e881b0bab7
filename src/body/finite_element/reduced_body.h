#pragma once

#include <span>
#include <vector>

#include "body/finite_element/finite_element_body.h"
#include "body/finite_element/reduced_motion.h"
#include "geometry/element/element_locator.h"
#include "math/mat3.h"
#include "math/sparse_factor.h"
#include "math/vec3.h"

namespace solfec {

/// Functions of a reduced body: its placement, momentum and inverse in a step (reduced_motion.h).

/// Puts the nodes to the combination of the base that is closest to them in the mass norm, in the
/// frame that follows them, and sets the placement of `motion`. A displacement that is one stays.
void settle(FiniteElementBody& body, ReducedMotion& motion);
/// Finds inertia and coupling of the placement. @pre settle.
void set_inertia(const FiniteElementBody& body, ReducedMotion& motion);
/// Makes A = M + (¼h² + ½ηh) K + ½h C of the placement, with K in all unknowns as form 'BC' has it
/// and the damping ratios C. @pre set_inertia. @return False when it is not positive definite.
bool set_reduced_inverse(const FiniteElementBody& body, ReducedMotion& motion, double step);

/// Angular momentum of the nodes about the mass centre, and the momentum of the vectors Φᵀ M Rᵀ u
/// seen in a frame R, with the velocity of the mass centre.
struct ReducedMomentum {
  Vec3 linear;            // V, m/s
  Vec3 angular;           // kg m²/s, spatial
  std::vector<double> z;  // √kg m/s
};
/// Returns the angular momentum and V of the nodes; of `z` nothing.
ReducedMomentum momentum_of(const FiniteElementBody& body);
/// Computes Φᵀ M Qᵀ (u - V) of velocities u, with any matrix Q.
void base_momentum(const FiniteElementBody& body, ReducedMotion& motion, const Mat3& Q,
                   std::span<const Vec3> u, Vec3 linear, std::span<double> momentum);
/// Finds the rates of the placement that have a momentum. @pre set_inertia.
ReducedRates rates_of(const ReducedMotion& motion, const ReducedMomentum& momentum);
/// Computes the velocities of the nodes. @pre settle.
void node_velocities(const FiniteElementBody& body, ReducedMotion& motion,
                     const ReducedRates& rates, std::span<Vec3> u);

/// Computes x = A⁻¹ b, forces of the nodes to velocities of the nodes. @pre set_reduced_inverse.
void apply_reduced_inverse(FiniteElementBody& body, std::span<const Vec3> b, std::span<Vec3> x);
/// Computes A⁻¹ between points in the frame, entry s (s + 1) / 2 + t for t <= s, 1/kg.
/// @pre set_reduced_inverse.
void reduced_response(FiniteElementBody& body, std::span<const WeightedRows> points,
                      std::vector<Mat3>& response);

/// Computes rates whose generalised force is that of forces on the nodes, by an inverse.
ReducedRates reduced_change(const FiniteElementBody& body, ReducedMotion& motion,
                            const BorderedInverse& inverse, std::span<const Vec3> force);

/// Returns the velocity of a point per unit impulse at another, 1/kg, at the present nodes.
Mat3 reduced_mobility(const FiniteElementBody& body, const MeshPoint& a, const MeshPoint& b);
/// Adds to `target` of all nodes what an impulse at a point changes of their velocities.
void add_reduced_push(const FiniteElementBody& body, const MeshPoint& point, Vec3 impulse,
                      std::span<Vec3> target);

}  // namespace solfec

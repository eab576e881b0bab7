#pragma once

#include <memory>
#include <span>
#include <vector>

#include "body/common/body_point.h"
#include "body/finite_element/reduced_model.h"
#include "math/block_csr.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

struct FiniteElementBody;

/// Motion of a reduced body (reduced_model.h) in one placement: what velocities are possible there,
/// u = V + R (Ω × y + Φ ż) for each node, and what forces do to them. Bodies keep the nodes; the
/// numbers here follow from these in each step.

/// Velocity in the unknowns of a reduced body.
struct ReducedRates {
  Vec3 linear;            // V, m/s, of the mass centre
  Vec3 angular;           // Ω, 1/s, in the frame
  std::vector<double> z;  // ż, √kg m/s
};

/// Inverse of a symmetric matrix over (Ω, ż) whose part of ż is factored already.
class BorderedInverse {
 public:
  /// @param factor    Of the part of ż, kept by the caller.
  /// @param rotation  The part of Ω.
  /// @param coupling  The part between Ω and ż, a vector for each ż.
  /// @return False when the matrix is not positive definite.
  bool set(const DenseFactor& factor, const Mat3& rotation, std::span<const Vec3> coupling);
  /// Computes (Ω, ż) of a moment and of what is in `z`, which becomes ż.
  [[nodiscard]] Vec3 solve(Vec3 moment, std::span<double> z) const;
  /// factor⁻¹ coupling, and the factor of what remains of the part of Ω.
  [[nodiscard]] std::span<const Vec3> response() const { return response_; }
  [[nodiscard]] const DenseFactor& remainder_factor() const { return remainder_factor_; }
  [[nodiscard]] const DenseFactor& factor() const { return *factor_; }

 private:
  const DenseFactor* factor_ = nullptr;
  std::vector<Vec3> response_;
  DenseFactor remainder_factor_;
  Mat3 remainder_;  // its inverse
};

/// Placement, inertia and A of a reduced body in a step, with vectors to work with.
struct ReducedMotion {
  Vec3 shift;                  // c less its reference, m
  Mat3 rotation = identity();  // R
  std::vector<double> z;       // √kg m
  std::vector<Vec3> y;         // of all nodes, m
  Mat3 inertia;                // Σ m (y² 1 - y yᵀ)
  std::vector<Vec3> coupling;  // Σ m y × φ of each vector
  BorderedInverse inverse_mass;
  double step{};        // h of `stiff`, s; 0: none
  double damping{};     // η of `stiff`, s
  DenseFactor stiff;    // of Φᵀ A Φ
  BorderedInverse inverse;  // A⁻¹ over (Ω, ż)
  ReducedRates start;       // velocity of the start of the step
  std::vector<Vec3> node;   // of all nodes
  std::vector<Vec3> mode;   // of all vectors
};

/// Motion of one body, which a copy of the body has to make anew.
class OwnedMotion {
 public:
  OwnedMotion() = default;
  ~OwnedMotion() = default;
  OwnedMotion(const OwnedMotion& /*other*/) {}
  OwnedMotion& operator=(const OwnedMotion& other) {
    if (this != &other) motion_.reset();
    return *this;
  }
  OwnedMotion(OwnedMotion&&) noexcept = default;
  OwnedMotion& operator=(OwnedMotion&&) noexcept = default;

  ReducedMotion& get() {
    if (motion_ == nullptr) motion_ = std::make_unique<ReducedMotion>();
    return *motion_;
  }

 private:
  std::unique_ptr<ReducedMotion> motion_;
};

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

/// Returns ½ zᵀ Φᵀ K Φ z of the present nodes, J.
double reduced_energy(const FiniteElementBody& body);
/// Returns the velocity of a point per unit impulse at another, 1/kg, at the present nodes.
Mat3 reduced_mobility(const FiniteElementBody& body, const MeshPoint& a, const MeshPoint& b);
/// Adds to `target` of all nodes what an impulse at a point changes of their velocities.
void add_reduced_push(const FiniteElementBody& body, const MeshPoint& point, Vec3 impulse,
                      std::span<Vec3> target);

}  // namespace solfec

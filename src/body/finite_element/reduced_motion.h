#pragma once

#include <memory>
#include <span>
#include <vector>

#include "body/finite_element/reduced_model.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

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
  double step{};            // h of `stiff`, s; 0: none
  double damping{};         // η of `stiff`, s
  DenseFactor stiff;        // of Φᵀ A Φ
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

/// Placement of nodes: c, R and the coordinates z of the combination of the base that is closest to
/// the nodes in the mass norm, in a frame that follows them.
/// @param mass      Lumped masses, kg.
/// @param q         Displacements of the nodes, m.
/// @param rotation  R at these displacements, corotation().
void find_placement(const ReducedModel& model, std::span<const double> mass,
                    std::span<const Vec3> q, const Mat3& rotation, ReducedMotion& motion);
/// Returns the energy ½ zᵀ Φᵀ K Φ z of that placement, J.
double reduced_energy(const ReducedModel& model, std::span<const double> mass,
                      std::span<const Vec3> q, const Mat3& rotation);
/// Returns Σ z_i z_j S_ij of a square matrix of the model.
double quadratic_form(const std::vector<double>& S, std::span<const double> z);

}  // namespace solfec

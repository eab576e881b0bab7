#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// Kinematics of a slot of body space. A slot holds the velocities of one body with finite inertia.
enum class SlotKind : std::uint8_t {
  rigid,  // 6: world angular velocity (3), velocity of the centre (3); arm = x - centre, world
  affine  // 12: rate of the deformation gradient by columns (9), velocity of the centre (3);
          // arm = X - centre, reference
};

/// Jacobian of one row in compact form: frame and one arm per side. A side without inertia (an
/// obstacle or a point fixed in space) has the slot -1.
struct RowJacobian {
  Mat3 frame;  // columns t1, t2, n
  Vec3 master_arm;
  Vec3 slave_arm;
  int master = -1;
  int slave = -1;
};

/// W = h H M⁻¹ Hᵀ as products through body space: W R = H v with v = h M⁻¹ Hᵀ R.
///
/// The inverse inertia of a slot is a 3 x 3 matrix A and a scalar a, both times the step h: rigid,
/// A = h I⁻¹ in world axes and a = h / m, so an impulse-like force p with arm r adds A (r x p) to the
/// angular and a p to the linear velocity; affine (explicit pseudo-rigid), A = h E⁻¹ with the Euler
/// tensor E and a = h / m, so p adds p ⊗ (A arm) to the rate of the deformation gradient.
/// `gather` and `scatter` are the two verbs that solvers know.
class BodyOperator {
 public:
  /// Forgets all slots and rows; keeps the memory.
  void clear();
  /// Appends a slot and returns its number.
  int add_slot(SlotKind kind, const Mat3& scaled_inverse, double scaled_inverse_mass);
  void add_row(const RowJacobian& row);

  [[nodiscard]] int row_count() const { return static_cast<int>(rows_.size()); }
  [[nodiscard]] int slot_count() const { return static_cast<int>(slots_.size()); }
  [[nodiscard]] std::span<const RowJacobian> rows() const { return rows_; }

  /// Sets v = h M⁻¹ Hᵀ R from scratch. @pre R.size() == row_count().
  void reset(std::span<const Vec3> R);
  /// (W R)_i for the reactions given by reset and scatter.
  [[nodiscard]] Vec3 gather(int i) const;
  /// Adds dR to the reaction of row i: v += h M⁻¹ H_iᵀ dR.
  void scatter(int i, Vec3 dR);

  /// W_ii.
  [[nodiscard]] Mat3 diagonal(int i) const;
  /// W_ij; zero when the rows share no slot.
  [[nodiscard]] Mat3 block(int i, int j) const;
  /// Change of velocity of a slot due to the reactions: 6 or 12 numbers in the order of SlotKind.
  [[nodiscard]] std::span<const double> slot_velocity(int slot) const;
  [[nodiscard]] SlotKind slot_kind(int slot) const { return slots_[std::size_t(slot)].kind; }

 private:
  struct Slot {
    SlotKind kind{};
    int offset{};  // first entry in v_
    Mat3 scaled_inverse;
    double scaled_inverse_mass{};
  };

  std::vector<Slot> slots_;
  std::vector<RowJacobian> rows_;
  std::vector<double> v_;
};

}  // namespace solfec

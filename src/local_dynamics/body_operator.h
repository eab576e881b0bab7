#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/check.h"
#include "local_dynamics/factored_slots.h"
#include "local_dynamics/mesh_tangent.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// Symmetric 9 x 9 matrix by columns.
using DenseInverse = std::array<double, 81>;

/// Kinematics of a slot of body space. A slot holds the velocities of one body with finite inertia.
enum class SlotKind : std::uint8_t {
  rigid,    // 6: world angular velocity (3), velocity of the centre (3); arm = x - centre, world
  affine,   // 12: rate of the deformation gradient by columns (9), velocity of the centre (3);
            // arm = X - centre, reference
  dense,    // as affine, with a full inverse for the rate
  nodal,    // 3 per node that rows see: velocities of the nodes of a mesh with lumped masses; a row
            // sees a point of it by weights of a few nodes (NodalPoint) instead of an arm
  factored  // 3 per point of the mesh that rows see: velocity of a NodalPoint (FactoredSlots)
};

/// Whether a slot belongs to a mesh, of which rows see points instead of arms.
constexpr bool is_mesh(SlotKind kind) {
  return kind == SlotKind::nodal || kind == SlotKind::factored;
}

/// Jacobian of one row in compact form: frame and one arm per side. A side without inertia (an
/// obstacle or a point fixed in space) has the slot -1. The master side counts positive.
struct RowJacobian {
  Mat3 frame;  // columns t1, t2, n
  Vec3 master_arm;
  Vec3 slave_arm;
  int master = -1;
  int slave = -1;
};

/// A point of a mesh (nodal and factored slots): its velocity is the sum of those of the nodes
/// times the weights.
struct NodalPoint {
  static constexpr int kMostNodes = 24;  // a mean of 16 nodes and those of an element
  int count = 0;
  int node[kMostNodes];  // of the slot; the first `count` hold something, of the weights too
  double weight[kMostNodes];

  bool operator==(const NodalPoint& other) const;
};

/// Velocity and inverse inertia of a rigid slot in two cache lines, in the order of the packed
/// kernels: (ω, v, a, 0 | A_xx, A_yy, A_zz, A_xy, A_xz, A_yz, 0, 0). Slots of a BodyOperator are at
/// rest; BodyVelocities has copies that move.
struct alignas(64) RigidSlot {
  double v[6]{};                 // change of velocity due to the reactions: angular, linear
  double scaled_inverse_mass{};  // a
  double unused{};
  double scaled_inverse[6]{};  // A
  double unused_too[2]{};
};

/// Velocity and inverse inertia of an affine or dense slot.
struct AffineSlot {
  int dense = -1;  // place of the full inverse, -1 when A gives it
  double scaled_inverse_mass{};
  double v[12]{};
  Mat3 scaled_inverse;
};

/// Nodes of a nodal slot among those of all nodal slots.
struct NodalSlot {
  int first = 0;
  int count = 0;
  int border = 0;  // of these, the first ones: those that rows of ranks see which do not own them
};

/// Velocity and inverse mass of a node.
struct NodeSlot {
  double v[3]{};
  double scaled_inverse_mass{};  // h / m
};

/// Bodies and Jacobians of the rows, the constant part of W = h H M⁻¹ Hᵀ: its blocks on demand, its
/// products by body space with the velocities v = h M⁻¹ Hᵀ R of BodyVelocities.
///
/// The inverse inertia of a slot is a symmetric 3 x 3 matrix A and a scalar a, both times the step
/// h: rigid, A = h I⁻¹ in world axes and a = h / m, so an impulse-like force p with arm r adds
/// A (r x p) to the angular and a p to the linear velocity; affine (explicit pseudo-rigid),
/// A = h E⁻¹ with the Euler tensor E and a = h / m, so p adds p ⊗ (A arm) to the rate of the
/// deformation gradient; dense (implicit pseudo-rigid), a symmetric 9 x 9 matrix G, so p adds
/// G : (p ⊗ arm); nodal, h / m of each node, so p adds w h / m p to each node of the point with its
/// weight w; factored, full blocks between the sides of rows that see one mesh.
class BodyOperator {
 public:
  /// A slot and its number among those of its storage.
  struct Slot {
    SlotKind kind;
    int place;  // among rigid slots, or among affine and dense ones, nodal or factored ones
  };

  /// Forgets all slots and rows, or the slots alone; keeps the memory.
  void clear();
  void clear_slots();
  /// Appends a slot at rest and returns its number. A must be symmetric: a rigid slot keeps its
  /// diagonal and the entries below.
  int add_slot(SlotKind kind, const Mat3& scaled_inverse, double scaled_inverse_mass);
  /// Appends a dense slot; G by columns, acting on the rate of the deformation gradient by columns.
  int add_dense_slot(const DenseInverse& inverse, double step, double scaled_inverse_mass);
  /// Appends a slot of nodes, none yet.
  int add_nodal_slot();
  /// Appends a node to a nodal slot and returns its number there.
  /// @pre all slots of lower numbers have all their nodes.
  int add_node(int slot, double scaled_inverse_mass);
  /// Tells how many nodes of a nodal slot, the first ones, are its border.
  void set_border_nodes(int slot, int count);
  void add_row(const RowJacobian& row);
  /// Appends a slot of a mesh with a factored mass matrix.
  int add_factored_slot();
  /// The matrix of a factored slot; without it the slot is known by its inverse alone.
  void set_tangent(int slot, const MeshTangent& tangent);
  [[nodiscard]] const MeshTangent& tangent(int slot) const;
  /// Tells which points the sides of row i are; sides of other kinds ignore theirs.
  /// @pre resize_rows or add_row made room for the row.
  void set_points(int i, const NodalPoint& master, const NodalPoint& slave);
  /// The point of a side of row i.
  [[nodiscard]] NodalPoint& point(int i, bool master) {
    return points_[static_cast<std::size_t>(i)][master ? 0 : 1];
  }
  /// Gives a factored slot the points of its border (FactoredSlots), different from each other;
  /// they become its first places. @pre its sides are not counted yet.
  void set_border(int slot, std::vector<NodalPoint> points);
  [[nodiscard]] std::span<const NodalPoint> border_points(int slot) const;
  /// Counts the sides of the factored slots, once all rows and points are set; those with equal
  /// points share one place of the slot. Inverses of places are zero until `set_factored_inverse`
  /// is called, for t <= s of each or for all.
  void allocate_factored_sides();
  /// Leaves the inverse of a factored slot to what finds it on demand. @pre its sides are counted
  /// and no row sees it on both of them.
  void defer_inverse(int slot, std::shared_ptr<DeferredInverse> inverse);
  /// Whether blocks of W that are not on the diagonal have to wait for `complete_inverses`; so have
  /// scatter of BodyVelocities and DenseNewton.
  [[nodiscard]] bool has_deferred() const { return factored_.has_deferred(); }
  [[nodiscard]] bool is_deferred(int slot) const { return factored_.is_deferred(slot_place(slot)); }
  /// Finds what was deferred. It is const because W stays the same; by one thread.
  void complete_inverses() const { factored_.complete(); }
  /// The sides of a factored slot, in the order of the rows; a master comes before its slave.
  struct FactoredSide {
    int row;
    bool master;
  };
  [[nodiscard]] std::span<const FactoredSide> factored_sides(int slot) const;
  /// The first side of each place behind the border, in the order of the places.
  [[nodiscard]] std::span<const FactoredSide> factored_places(int slot) const;
  /// Factored slot, by its place among them, and place there that a side of a row sees; -1, -1: it
  /// sees none. @pre allocate_factored_sides was called.
  [[nodiscard]] std::array<int, 2> factored_side(int row, bool master) const;
  [[nodiscard]] const FactoredSlots& factored() const { return factored_; }
  /// G of a factored slot.
  void set_factored_inverse(int slot, PlaceInverse inverse);
  /// G_ts, velocity of place t per force on place s in world axes, times h.
  void set_factored_inverse(int slot, int t, int s, const Mat3& block);
  /// G_ss of a deferred slot.
  void set_factored_diagonal(int slot, int s, const Mat3& block);
  [[nodiscard]] const NodalPoint& point(FactoredSide side) const {
    return points_[static_cast<std::size_t>(side.row)][side.master ? 0 : 1];
  }
  /// Sets the number of rows; the caller fills `row` of each.
  void resize_rows(std::size_t count);
  [[nodiscard]] RowJacobian& row(int i) { return rows_[static_cast<std::size_t>(i)]; }

  [[nodiscard]] int row_count() const { return static_cast<int>(rows_.size()); }
  [[nodiscard]] int slot_count() const { return static_cast<int>(slots_.size()); }
  [[nodiscard]] std::span<const RowJacobian> rows() const { return rows_; }

  /// W_ii.
  [[nodiscard]] Mat3 diagonal(int i) const;
  /// W_ij; zero when the rows share no slot.
  [[nodiscard]] Mat3 block(int i, int j) const;
  /// Whether there are nodal or factored slots.
  [[nodiscard]] bool has_mesh_slots() const { return !nodal_.empty() || factored_.size() > 0; }
  [[nodiscard]] bool has_factored_slots() const { return factored_.size() > 0; }
  [[nodiscard]] SlotKind slot_kind(int slot) const { return slots_[std::size_t(slot)].kind; }

  /// Number of a slot among those of its storage (rigid, or affine and dense).
  [[nodiscard]] int slot_place(int slot) const { return slots_[std::size_t(slot)].place; }
  [[nodiscard]] std::span<const Slot> slots() const { return slots_; }
  [[nodiscard]] std::span<const RigidSlot> rigid_slots() const { return rigid_; }
  [[nodiscard]] std::span<const AffineSlot> affine_slots() const { return affine_; }
  [[nodiscard]] std::span<const NodalSlot> nodal_slots() const { return nodal_; }
  [[nodiscard]] std::span<const NodeSlot> nodes() const { return nodes_; }
  [[nodiscard]] std::span<const DenseInverse> dense_inverses() const { return dense_; }

 private:
  /// One side of a row: arm, or point of a mesh.
  struct Side {
    const NodalPoint* point = nullptr;  // of a nodal slot
    Vec3 arm;
    int slot = -1;
    int number = -1;  // among the places of a factored slot
  };

  [[nodiscard]] Side side(int row, bool master) const;
  int factored_place(int slot, FactoredSide side);
  [[nodiscard]] bool is_kind(int slot, SlotKind kind) const {
    return slot >= 0 && slots_[static_cast<std::size_t>(slot)].kind == kind;
  }
  [[nodiscard]] Mat3 point_inverse_mass(const Side& side, const Side& other) const;
  [[nodiscard]] Mat3 shared_inverse_mass(int place, const NodalPoint& one,
                                         const NodalPoint& other) const;

  std::vector<Slot> slots_;
  std::vector<RigidSlot> rigid_;
  std::vector<AffineSlot> affine_;
  std::vector<DenseInverse> dense_;  // G of the dense slots
  std::vector<NodalSlot> nodal_;
  std::vector<NodeSlot> nodes_;  // of all nodal slots
  std::vector<RowJacobian> rows_;
  std::vector<std::array<NodalPoint, 2>> points_;  // of master and slave, only with meshes
  mutable FactoredSlots factored_;
  std::vector<MeshTangent> tangent_;             // of the factored slots
  std::vector<std::vector<NodalPoint>> border_;  // likewise; of the first ones alone
  std::vector<std::array<int, 2>> side_number_;  // of master and slave, with factored slots
  std::vector<std::vector<FactoredSide>> factored_side_;   // of each factored slot
  std::vector<std::vector<FactoredSide>> factored_place_;  // likewise, of equal points the first
};

/// A x of the six numbers of a symmetric matrix.
inline Vec3 symmetric_times(const double (&A)[6], Vec3 x) {
  return {A[0] * x.x + A[3] * x.y + A[4] * x.z, A[3] * x.x + A[1] * x.y + A[5] * x.z,
          A[4] * x.x + A[5] * x.y + A[2] * x.z};
}

/// Whether a row sees points of a mesh.
inline bool sees_mesh(const BodyOperator& W, const RowJacobian& row) {
  const auto is_one = [&](int slot) { return slot >= 0 && is_mesh(W.slot_kind(slot)); };
  return is_one(row.master) || is_one(row.slave);
}

}  // namespace solfec

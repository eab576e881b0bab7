#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/check.h"
#include "local_dynamics/factored_slots.h"
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
  static constexpr int kMostNodes = 16;
  int count = 0;
  int node[kMostNodes];  // of the slot; the first `count` hold something, of the weights too
  double weight[kMostNodes];
};

/// Velocity and inverse inertia of a rigid slot in two cache lines, in the order of the packed
/// kernels: (ω, v, a, 0 | A_xx, A_yy, A_zz, A_xy, A_xz, A_yz, 0, 0).
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
};

/// Velocity and inverse mass of a node.
struct NodeSlot {
  double v[3]{};
  double scaled_inverse_mass{};  // h / m
};

/// W = h H M⁻¹ Hᵀ as products through body space: W R = H v with v = h M⁻¹ Hᵀ R.
///
/// The inverse inertia of a slot is a symmetric 3 x 3 matrix A and a scalar a, both times the step
/// h: rigid, A = h I⁻¹ in world axes and a = h / m, so an impulse-like force p with arm r adds
/// A (r x p) to the angular and a p to the linear velocity; affine (explicit pseudo-rigid),
/// A = h E⁻¹ with the Euler tensor E and a = h / m, so p adds p ⊗ (A arm) to the rate of the
/// deformation gradient; dense (implicit pseudo-rigid), a symmetric 9 x 9 matrix G, so p adds
/// G : (p ⊗ arm); nodal, h / m of each node, so p adds w h / m p to each node of the point with its
/// weight w; factored, full blocks between the sides of rows that see one mesh. `gather` and
/// `scatter` are the two verbs that solvers know. A row reads its Jacobian (128 bytes) and the
/// slots of its two bodies, nothing else.
class BodyOperator {
 public:
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
  void add_row(const RowJacobian& row);
  /// Appends a slot of a mesh with a factored mass matrix.
  int add_factored_slot();
  /// Tells which points the sides of row i are; sides of other kinds ignore theirs.
  /// @pre resize_rows or add_row made room for the row.
  void set_points(int i, const NodalPoint& master, const NodalPoint& slave);
  /// The point of a side of row i.
  [[nodiscard]] NodalPoint& point(int i, bool master) {
    return points_[static_cast<std::size_t>(i)][master ? 0 : 1];
  }
  /// Counts the sides of the factored slots, once all rows and points are set; those with equal
  /// points share one place of the slot. Inverses of places are zero until `set_factored_inverse`
  /// is called for t <= s of each.
  void allocate_factored_sides();
  /// The sides of a factored slot, in the order of the rows; a master comes before its slave.
  struct FactoredSide {
    int row;
    bool master;
  };
  [[nodiscard]] std::span<const FactoredSide> factored_sides(int slot) const;
  /// The first side of each place, in the order of the places.
  [[nodiscard]] std::span<const FactoredSide> factored_places(int slot) const;
  /// Factored slot, by its place among them, and place there that a side of a row sees; -1, -1: it
  /// sees none. @pre allocate_factored_sides was called.
  [[nodiscard]] std::array<int, 2> factored_side(int row, bool master) const;
  [[nodiscard]] FactoredSlots& factored() { return factored_; }
  [[nodiscard]] const FactoredSlots& factored() const { return factored_; }
  /// G_ts, velocity of place t per force on place s in world axes, times h.
  void set_factored_inverse(int slot, int t, int s, const Mat3& block);
  [[nodiscard]] const NodalPoint& point(FactoredSide side) const {
    return points_[static_cast<std::size_t>(side.row)][side.master ? 0 : 1];
  }
  /// Sets the number of rows; the caller fills `row` of each.
  void resize_rows(std::size_t count);
  [[nodiscard]] RowJacobian& row(int i) { return rows_[static_cast<std::size_t>(i)]; }

  [[nodiscard]] int row_count() const { return static_cast<int>(rows_.size()); }
  [[nodiscard]] int slot_count() const { return static_cast<int>(slots_.size()); }
  [[nodiscard]] std::span<const RowJacobian> rows() const { return rows_; }

  /// Sets v = h M⁻¹ Hᵀ R from scratch. @pre R.size() == row_count().
  void reset(std::span<const Vec3> R);
  /// Sets v = 0.
  void stop();
  /// (W R)_i for the reactions given by reset and scatter.
  [[nodiscard]] Vec3 gather(int i) const;
  /// Adds dR to the reaction of row i: v += h M⁻¹ H_iᵀ dR.
  void scatter(int i, Vec3 dR);

  /// Number of components of all slot velocities.
  [[nodiscard]] std::size_t velocity_count() const {
    return 6 * rigid_.size() + 12 * affine_.size() + 3 * nodes_.size() +
           factored_.velocities().size();
  }
  /// Writes the velocities of all slots one after the other.
  void copy_velocities(std::vector<double>& to) const;
  /// A step of a conjugate gradient: with v1 the velocities, x those of `start` and d the
  /// direction, v = v1 + beta d and d = beta d - sigma (x - v1). On return `start` is v.
  /// @pre sizes velocity_count().
  void extrapolate(double beta, double sigma, std::span<double> start, std::span<double> direction);

  /// W_ii.
  [[nodiscard]] Mat3 diagonal(int i) const;
  /// W_ij; zero when the rows share no slot.
  [[nodiscard]] Mat3 block(int i, int j) const;
  /// Change of velocity of a slot due to the reactions: 6 or 12 numbers in the order of SlotKind.
  /// @pre no slot of a mesh.
  [[nodiscard]] std::span<const double> slot_velocity(int slot) const;
  /// The same of a nodal slot, per node.
  [[nodiscard]] std::span<const NodeSlot> node_velocities(int slot) const;
  /// Whether there are nodal or factored slots.
  [[nodiscard]] bool has_mesh_slots() const { return !nodal_.empty() || factored_.size() > 0; }
  [[nodiscard]] bool has_factored_slots() const { return factored_.size() > 0; }
  [[nodiscard]] SlotKind slot_kind(int slot) const { return slots_[std::size_t(slot)].kind; }

  /// Number of a slot among those of its storage (rigid, or affine and dense).
  [[nodiscard]] int slot_place(int slot) const { return slots_[std::size_t(slot)].place; }
  [[nodiscard]] std::span<RigidSlot> rigid_slots() { return rigid_; }
  [[nodiscard]] std::span<AffineSlot> affine_slots() { return affine_; }
  [[nodiscard]] std::span<const AffineSlot> affine_slots() const { return affine_; }
  [[nodiscard]] std::span<const RigidSlot> rigid_slots() const { return rigid_; }
  [[nodiscard]] std::span<const DenseInverse> dense_inverses() const { return dense_; }

 private:
  struct Slot {
    SlotKind kind{};
    int place{};
  };

  /// One side of a row.
  struct Side {
    const NodalPoint* point = nullptr;  // of a nodal slot
    Vec3 arm;
    int slot = -1;
    int number = -1;  // among the places of a factored slot
  };

  [[nodiscard]] Side side(int row, bool master) const;
  [[nodiscard]] Vec3 point_velocity(Slot slot, Vec3 arm) const;
  void push(Slot slot, Vec3 arm, Vec3 p);
  void push_dense(AffineSlot& slot, Vec3 arm, Vec3 p) const;
  int factored_place(int slot, FactoredSide side);
  [[nodiscard]] Vec3 nodal_velocity(int slot, const NodalPoint& point) const;
  void push_nodal(int slot, const NodalPoint& point, Vec3 p);
  [[nodiscard]] Vec3 side_velocity(const Side& side) const;
  void push_side(const Side& side, Vec3 p);
  [[nodiscard]] Vec3 gather_with_meshes(int row) const;
  void scatter_with_meshes(int row, Vec3 p);
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
  FactoredSlots factored_;
  std::vector<std::array<int, 2>> side_number_;  // of master and slave, with factored slots
  std::vector<std::vector<FactoredSide>> factored_side_;   // of each factored slot
  std::vector<std::vector<FactoredSide>> factored_place_;  // likewise, of equal points the first
};

/// A x of the six numbers of a symmetric matrix.
inline Vec3 symmetric_times(const double (&A)[6], Vec3 x) {
  return {A[0] * x.x + A[3] * x.y + A[4] * x.z, A[3] * x.x + A[1] * x.y + A[5] * x.z,
          A[4] * x.x + A[5] * x.y + A[2] * x.z};
}

/// Velocity of a point of the body: v + ω x arm or Ḟ arm + v.
inline Vec3 BodyOperator::point_velocity(Slot slot, Vec3 arm) const {
  if (slot.kind == SlotKind::rigid) {
    const double* v = rigid_[static_cast<std::size_t>(slot.place)].v;
    return Vec3{v[3], v[4], v[5]} + cross({v[0], v[1], v[2]}, arm);
  }
  const double* v = affine_[static_cast<std::size_t>(slot.place)].v;
  return {v[9] + v[0] * arm.x + v[3] * arm.y + v[6] * arm.z,
          v[10] + v[1] * arm.x + v[4] * arm.y + v[7] * arm.z,
          v[11] + v[2] * arm.x + v[5] * arm.y + v[8] * arm.z};
}

/// Adds h M⁻¹ Hᵀ of a force p at the point with this arm.
inline void BodyOperator::push(Slot slot, Vec3 arm, Vec3 p) {
  if (slot.kind == SlotKind::rigid) {
    RigidSlot& body = rigid_[static_cast<std::size_t>(slot.place)];
    const Vec3 linear = body.scaled_inverse_mass * p;
    const Vec3 angular = symmetric_times(body.scaled_inverse, cross(arm, p));
    double* v = body.v;
    v[0] += angular.x, v[1] += angular.y, v[2] += angular.z;
    v[3] += linear.x, v[4] += linear.y, v[5] += linear.z;
    return;
  }
  AffineSlot& body = affine_[static_cast<std::size_t>(slot.place)];
  if (slot.kind == SlotKind::dense) {
    push_dense(body, arm, p);
    return;
  }
  const Vec3 linear = body.scaled_inverse_mass * p;
  double* v = body.v;
  const Vec3 weight = body.scaled_inverse * arm;
  v[0] += p.x * weight.x, v[1] += p.y * weight.x, v[2] += p.z * weight.x;
  v[3] += p.x * weight.y, v[4] += p.y * weight.y, v[5] += p.z * weight.y;
  v[6] += p.x * weight.z, v[7] += p.y * weight.z, v[8] += p.z * weight.z;
  v[9] += linear.x, v[10] += linear.y, v[11] += linear.z;
}

inline Vec3 BodyOperator::gather(int i) const {
  SOLFEC_ASSERT(0 <= i && i < row_count());
  const RowJacobian& row = rows_[static_cast<std::size_t>(i)];
  if (has_mesh_slots()) return gather_with_meshes(i);
  Vec3 relative;
  if (row.master >= 0) {
    relative = point_velocity(slots_[static_cast<std::size_t>(row.master)], row.master_arm);
  }
  if (row.slave >= 0) {
    relative -= point_velocity(slots_[static_cast<std::size_t>(row.slave)], row.slave_arm);
  }
  return transposed_times(row.frame, relative);
}

inline void BodyOperator::scatter(int i, Vec3 dR) {
  SOLFEC_ASSERT(0 <= i && i < row_count());
  const RowJacobian& row = rows_[static_cast<std::size_t>(i)];
  const Vec3 p = row.frame * dR;
  if (has_mesh_slots()) {
    scatter_with_meshes(i, p);
    return;
  }
  if (row.master >= 0) {
    push(slots_[static_cast<std::size_t>(row.master)], row.master_arm, p);
  }
  if (row.slave >= 0) push(slots_[static_cast<std::size_t>(row.slave)], row.slave_arm, -p);
}

}  // namespace solfec

#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "body/bodies.h"
#include "constraint/user_constraint.h"
#include "local_dynamics/body_operator.h"
#include "local_dynamics/local_dynamics.h"
#include "math/vec3.h"

namespace solfec {

/// User constraints that hold nodes of implicit meshes, which A⁻¹ of the mesh keeps
/// (body/finite_element/held_nodes.h): rows without a coupling, whose reactions follow from the
/// motion of the mesh.
///
/// A node is held when constraints between it and space tell its whole velocity once: a fixed
/// point, or directions along the three global axes. Other constraints stay rows: those at points
/// between nodes, oblique directions, fewer than three directions of a node - A of form 'BC' stands
/// in a frame that turns with the body, so that only whole nodes stay held there -, and all of
/// DEF_IMP, whose A changes until it agrees with the reactions. So do constraints at nodes that are
/// told twice or that springs, links and other rows see: between two held nodes these would be rows
/// without a coupling.
class HeldRows {
 public:
  /// Tells the meshes which nodes to hold. @note Before the matrices of a step are made.
  /// @param others  Constraints of other ranks, which may see own meshes as slaves.
  void find(Bodies& bodies, std::span<const UserConstraint> constraints, bool quasi_static,
            std::span<const UserConstraint> others = {});
  /// Moves the held nodes of meshes that have factors as the placed constraints ask for, and notes
  /// the rows. @param constraints  Row i is that of constraint i.
  void move(Bodies& bodies, std::span<const UserConstraint> constraints, bool quasi_static);
  /// Whether the row of a user constraint holds a node. @pre `move` was called.
  [[nodiscard]] bool holds(int row) const {
    return !number_.empty() && number_[static_cast<std::size_t>(row)] >= 0;
  }
  /// Notes that a side of a row sees nothing but held nodes of a mesh. @pre `start_sides`; rows by
  /// several threads.
  void note_side(int row, bool master, int mesh) {
    side_[static_cast<std::size_t>(row)][master ? 0 : 1] = mesh;
  }
  /// Makes room for the sides of so many rows.
  void start_sides(int rows);
  /// Finds the reactions of held nodes. @param bodies  With the forces and changes of the other
  /// rows. @param[in,out] R  Of all rows, N.
  void write_reactions(const LocalDynamics& problem, Bodies& bodies, std::span<Vec3> R) const;

 private:
  /// A constraint and the node that it tells about.
  struct Row {
    ConstraintId id{};
    int mesh{};
    std::int32_t node{};
    bool whole = false;  // a fixed point
    int axis{};          // else that of its direction; -1: another row, which does not hold it
    int place = -1;      // in `held` of the mesh
    int row = -1;        // of the problem; -1: its mesh has no factors
  };

  void add_row(const Bodies& bodies, const UserConstraint& constraint, bool quasi_static);
  void block(const Bodies& bodies, BodyId id, Vec3 reference, bool quasi_static);
  void drop_incomplete();
  [[nodiscard]] int find_row(ConstraintId id) const;

  std::vector<Row> rows_;                 // by mesh and node
  std::vector<int> by_id_;                // places in rows_, by ids of constraints
  std::vector<int> number_;               // of a user constraint, its place in rows_; -1: none
  std::vector<std::array<int, 2>> side_;  // of all rows, the mesh of master and slave; -1: none
  std::vector<std::int32_t> nodes_;
  std::vector<std::vector<Vec3>> velocity_;  // of the held nodes of each mesh, m/s
};

}  // namespace solfec

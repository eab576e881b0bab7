#pragma once

#include <vector>

#include "local_dynamics/body_operator.h"
#include "local_dynamics/cohesive_row.h"
#include "local_dynamics/rolling_row.h"
#include "local_dynamics/row_key.h"
#include "local_dynamics/row_law.h"
#include "local_dynamics/shared_slots.h"
#include "local_dynamics/spring_row.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// U = B + W R for all rows of one step; a solver sees nothing else of the model and leaves it as
/// it is. What it finds is a LocalSolution, what it works with its own. R is the average force over
/// the step (N), W contains the step (s/kg), U, V, B are m/s, all in the local frame (t1, t2, n) of
/// the row.
struct LocalDynamics {
  double step{};  // h, s
  double push{};  // velocity changes are push A⁻¹ Σ HᵀR, s: h, but in repeated quasi-static steps
  bool quasi_static = false;
  double weight_speed{};         // |g| h, what gravity gives a body in the step, m/s; 0: no gravity
  double speed_error_bound{};    // of each row, m/s, which the step asks for beside what the
                                 // parameters of the solver say; 0: it asks for nothing
  std::vector<RowKey> key;       // n, names of the rows
  std::vector<RowLaw> law;       // n
  std::vector<int> bond_patch;   // of bonded rows; may end before n
  std::vector<int> bond_plane;   // of bonded rows; patches of two bodies in one plane; may be empty
  std::vector<Vec3> bond_point;  // of bonded rows, in space, m; may be empty
  std::vector<SpringRow> springs;     // of row i where its kind is spring; may end before n
  std::vector<CohesiveRow> cohesive;  // of row i where its kind is cohesive_zone; may end before n
  std::vector<RollingRow> rolling;    // of contacts with rolling resistance, by row; not among n
  std::vector<Vec3> V;                // n, relative velocity at the start of the step
  std::vector<Vec3> B;                // n, free relative velocity
  std::vector<double> rounding;  // n, m/s; less than that in U_i is rounding of B_i; may be empty
  std::vector<Mat3> W_diagonal;  // n, W_ii
  BodyOperator body_space;       // of W between all rows
  SharedSlots shared;            // of body space with rows of other ranks

  [[nodiscard]] int size() const { return static_cast<int>(law.size()); }
  [[nodiscard]] double rounding_of(int i) const {
    return rounding.empty() ? 0.0 : rounding[static_cast<std::size_t>(i)];
  }
  /// Forgets the rows; keeps the memory.
  void clear();
  /// Sets the number of rows; the caller fills them.
  void resize(int rows);
};

}  // namespace solfec

#pragma once

#include <memory>
#include <span>
#include <vector>

#include "local_dynamics/body_velocities.h"
#include "local_dynamics/local_dynamics.h"
#include "solver/row/row_reaction.h"
#include "solver/sweep/packed_rows.h"

namespace solfec {

struct Momentum;

/// Settings that decide which rows are solved together, and how exactly.
struct JointBlockSettings {
  int least_rows = 2;          // of a mechanism; a single row is exact alone
  double most_entries = 4e6;   // of the factors of a mechanism, 64 MB
  double compliance = 1e-7;    // ε, over the diagonal of A
  int most_solutions = 40;     // of the linear system by one factorisation
  double share = 1e-6;         // of the errors that the criteria allow, where iterations end
  double rounding = 1e-15;     // likewise, over the free velocities
  double null = 1e-6;          // pᵀA p of a direction p of the null space, over ε pᵀdiag(A) p
  double contradiction = 0.1;  // error over what the criteria allow, from which sweeps go on
  double least_stiffness = 1e-6;  // of a drive that takes part, over 1 / W_NN
  double change = 0.1;            // of its compliance, relative, that asks for other factors
  int most_factorisations = 20;   // of a mechanism in a step; then its drives are visited alone
};

/// Bilateral rows between bodies - FIXPNT, FIXDIR, VELODIR and DRIVE - of each mechanism, solved
/// together once per sweep as one block of Gauss-Seidel. A mechanism is a set of such rows that
/// bodies with inertia connect.
///
/// Visits of one row after the other carry a change from one link of a chain to the next, and in
/// loops of slender bars they take hundreds of sweeps to agree. Here the equations of all rows of a
/// mechanism
///     A x = A R - c,   A = h H M⁻¹ Hᵀ between the unknowns (R of FIXPNT, R_N of the others)
/// with the misses c (m/s) of the laws at R are solved by conjugate gradients (Hestenes and Stiefel
/// (1952), J. Res. Natl. Bur. Stand. 49, 409-436) from x = 0, preconditioned by sparse L D Lᵀ
/// factors of A + ε diag(A). Where no joint is redundant one to three iterations do. Later visits
/// of a solution, after contacts have moved the bodies, solve for the changes of x.
///
/// Where joints are redundant A is singular, or nearly so because rounding has tilted axes that
/// should be parallel. Such a mechanism is locked in exact arithmetic, and forces of any size would
/// try to lock it. So iterations end where a direction of the search is one of the null space, and
/// the small velocities that the equations ask for there are left. The solution has the least
/// Σ A_kk x_k² of all, and it depends on the state of the bodies alone, not on the reactions of
/// steps before. Equations that contradict each other by more than the criteria allow are left to
/// the sweeps for the rest of the step.
///
/// A DRIVE takes part where its law, linearised at R and U, resists motion: a motor below its
/// limit, friction that holds, a stop in contact, a spring or a damper, whose compliance is added
/// to A. After the solution it is visited alone, so limits hold after each sweep.
///
/// Rows that see a mesh and mechanisms that have joints on several ranks are left to the sweeps. A
/// mechanism whose bodies contacts of other ranks touch is visited in the turn of its rank.
class JointBlocks {
 public:
  /// A visit of blocks within a sweep.
  struct Visit {
    const LocalDynamics& problem;
    const Momentum& momentum;
    bool keep_gradient = false;
    bool border = false;  // blocks of bodies that rows of other ranks see, or all others
  };

  JointBlocks();
  ~JointBlocks();
  JointBlocks(JointBlocks&&) noexcept;
  JointBlocks& operator=(JointBlocks&&) noexcept;

  /// Finds the mechanisms and factors their matrices.
  /// @param singles  Rows visited one by one.
  /// @param goal     Errors that the criteria of the step allow.
  void find(const LocalDynamics& problem, std::span<const SingleRow> singles,
            const JointBlockSettings& settings, const JointGoal& goal);
  /// Whether a row is part of a block, and not to be visited alone.
  [[nodiscard]] bool has(int single) const {
    return !held_.empty() && held_[static_cast<std::size_t>(single)];
  }
  /// Visits blocks: reactions, gradients and directions of their rows follow as in a visit of one
  /// row, and so do the velocities of the bodies.
  void visit(const Visit& visit, std::span<SingleRow> singles, BodyVelocities& velocities,
             SweepTally& tally);

 private:
  struct Data;
  std::unique_ptr<Data> data_;
  std::vector<bool> held_;  // per single row; empty: none
};

}  // namespace solfec

#pragma once

#include <limits>
#include <span>
#include <vector>

#include "local_dynamics/local_dynamics.h"
#include "solver/measure/solve_report.h"
#include "solver/one_contact/exact_contact.h"
#include "solver/one_contact/one_contact.h"
#include "solver/row/sweep_row.h"

namespace solfec {

/// Sums over the visits of one sweep.
struct SweepTally {
  double change_squared{};    // Σ |ΔR|², N²
  double size_squared{};      // Σ |R|², N²
  double gradient_squared{};  // Σ w |ΔR|², w = tr(W_ii)/3; sweeps with momentum
  double alone_squared{};     // Σ w |R|², Σ mass |v|² of reactions that act each alone
  double moved_squared{};     // Σ mass |Δv|² of the bodies (MotionChange); 0: not measured
  double motion_squared{};    // Σ mass |v|² of the bodies; likewise
  SolveStatus fallback = SolveStatus::ok;  // the chosen one-contact solver gave up
  int replaced = 0;                        // visits at which the exact one took its place
  SolveStatus failure = SolveStatus::ok;   // every solver gave up, a row kept its reaction
};

/// Change by a sweep over what is changed: of the velocities of bodies due to reactions where it is
/// measured, else of the reactions. What is changed is the larger of what reactions do together and
/// of what they would do each alone: on a grain deep in a pile or a brick low in a wall they
/// cancel, and what is left of them is no measure of a change that matters.
double relative_change(const SweepTally& tally);
/// Change of the reactions by a sweep over their size, which goes with the error of each contact.
double reaction_change(const SweepTally& tally);

struct JointBlockSettings;

/// Errors that the criteria of a step allow rows that hold bodies together.
struct JointGoal {
  double speed = std::numeric_limits<double>::infinity();  // m/s
  double relative = 1e-3;  // over the largest of their free velocities; the smaller bound counts
};

struct SweepParams {
  DiagonalSolver solver = DiagonalSolver::exact;
  OneContactParams contact;
  bool backward = false;
  bool measures_motion = false;            // tally.moved_squared is wanted
  double slip_tolerance = kSlipTolerance;  // relative, of |r_T| against mu r_n
  double proximal =
      0.0;  // θ: contacts are solved with Ŵ + θ w (a matrix of size 1), w = tr(W_ii)/3
  const JointBlockSettings* joints = nullptr;  // joint_blocks.h; null: the default ones
  JointGoal joint_goal;
};

/// Solves the one-contact problem of a prepared row with the chosen solver and, when it fails, with
/// the others in the order exact, semismooth Newton, projected gradient, De Saxcé and Feng,
/// projected Newton.
/// @param b  Shifted free velocity.
/// @param r  Shifted reaction of the last visit, r = R + cohesion n; start of iterative solvers.
/// @return   Shifted reaction; `r` when every solver fails.
Vec3 robust_contact_reaction(SweepRow& row, const SweepParams& params, Vec3 b, Vec3 r,
                             SweepTally& tally);

/// Reaction of a row that is no contact of Signorini and Coulomb from its free velocity b, by its
/// law; `R` when it fails.
Vec3 other_reaction(const LocalDynamics& problem, const SweepRow& row, Vec3 b, Vec3 R,
                    SweepTally& tally);

/// Makes the data that a sweep reads of row i.
SweepRow make_sweep_row(const LocalDynamics& problem, int i);

/// True for a row that stays at R = 0: an open contact, or nothing can be solved with W_ii.
bool stays_at_rest(const RowLaw& law, const Mat3& W);
/// False for a diagonal block that is not finite or negative.
bool is_possible_block(const Mat3& W);

enum class SweptRows { all, bilateral };

/// Lists the rows to visit, in storage order. Contacts that are open, and rows
/// with a zero diagonal block, get R = 0 and are not visited; reactions that are not finite get 0.
/// @return diagonal_failed when a diagonal block is not finite or negative, else ok.
SolveStatus prepare_sweep(const LocalDynamics& problem, SweptRows which, std::span<Vec3> R,
                          std::vector<SweepRow>& rows);

}  // namespace solfec

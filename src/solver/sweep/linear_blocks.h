#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <span>
#include <vector>

#include "local_dynamics/body_velocities.h"
#include "local_dynamics/local_dynamics.h"
#include "math/dense_panel.h"
#include "solver/row/row_reaction.h"
#include "solver/sweep/fixed_point_factors.h"
#include "solver/sweep/packed_rows.h"

namespace solfec {

struct Momentum;

/// Rows with linear laws that hold one finite-element body to the outside - FIXPNT, FIXDIR, VELODIR
/// - visited together once per sweep, as one block of Gauss-Seidel.
///
/// Hundreds of such rows hold neighbouring nodes of a stiff body, and visits of one row after the
/// other take hundreds of sweeps to agree. Their equations c + Ŵ δR = 0 in the unknowns that their
/// laws leave (R, or R_N) are those of a symmetric positive definite matrix, which has dense
/// Cholesky factors; the visit that uses them leaves no error but rounding. Bodies whose rows say
/// the same twice (points at one node) have no such factors and are left to the sweeps, and so are
/// bodies that other ranks see and rows between two bodies.
///
/// In the frame of the body points that FIXPNT holds have the same part of the matrix as long as
/// the body has the same inverse there (form 'BC'): their factors are kept (FixedPointFactors), and
/// a step factors what they leave to the rows along one direction, which turn against the body.
class LinearBlocks {
 public:
  /// Finds the rows and factors their matrices. @param singles  Rows that are visited one by one.
  void find(const LocalDynamics& problem, std::span<const SingleRow> singles);
  /// Whether a row is part of a block, and not to be visited alone.
  [[nodiscard]] bool has(int single) const {
    return !held_.empty() && held_[static_cast<std::size_t>(single)];
  }
  /// Whether all of so many are.
  [[nodiscard]] bool has_all(int singles) const {
    return singles > 0 && std::ssize(held_) == singles &&
           std::find(held_.begin(), held_.end(), false) == held_.end();
  }
  /// Visits all blocks: reactions, gradients and directions of their rows follow as in a visit of
  /// one row, and so do the velocities of the bodies.
  void visit(const LocalDynamics& problem, const Momentum& momentum, bool keep_gradient,
             std::span<SingleRow> singles, BodyVelocities& velocities, SweepTally& tally);

 private:
  static constexpr int kMostUnknowns = 6000;  // of a body; a matrix of 288 MB

  struct Member {
    int single;
    int slot;     // factored, by its place among them
    int place;    // there
    double sign;  // 1: the body is the master
    bool whole;   // three unknowns, not the normal reaction alone
    int first;    // of its unknowns in the block
    Mat3 axes;    // of the row, in the frame of the body, times the sign
    Vec3 start;   // reaction before the visit, N
  };
  struct Block {
    int begin = 0;   // members: first those with kept factors
    int turned = 0;  // the first of the others
    int end = 0;
    int kept = -1;           // in kept_; -1: none
    int kept_unknowns = 0;   // in the frame of the body
    int unknowns = 0;        // of the others, along their axes
    std::size_t matrix = 0;  // the first of the factors of these
  };

  void list_members(const LocalDynamics& problem, std::span<const SingleRow> singles);
  void add_block(const LocalDynamics& problem, std::span<const SingleRow> singles, int begin,
                 int end);
  bool keep_factors(const LocalDynamics& problem, std::span<const SingleRow> singles, Block& block);
  bool factor(const PlaceInverse& inverse, int places, const Block& block);
  [[nodiscard]] Mat3 rest(const PlaceInverse& inverse, int places, const Block& block, int m,
                          int n) const;
  void find_steps(const LocalDynamics& problem, std::span<const SingleRow> singles,
                  const Block& block, const BodyVelocities& velocities);
  void solve(const Block& block);
  [[nodiscard]] Vec3 step_of(const Block& block, int m) const;
  void push(const Block& block, BodyVelocities& velocities);
  [[nodiscard]] Panel matrix(const Block& block) {
    return {factors_.data() + block.matrix, block.unknowns, block.unknowns, block.unknowns};
  }

  std::vector<Member> members_;
  std::vector<Block> blocks_;
  std::vector<bool> held_;  // per single row; empty: none
  std::vector<double> factors_;
  std::vector<double> right_;
  std::vector<double> along_;  // three numbers of each point whose factors are not kept
  std::vector<double> diagonal_;
  std::vector<FixedPointFactors> kept_;  // from step to step, of blocks in turn
  int kept_count_ = 0;
  FixedPointFactors::Points points_;
  std::vector<Vec3> force_;  // on them
};

}  // namespace solfec

#pragma once

#include "local_dynamics/body_operator.h"
#include "solver/sweep/momentum.h"
#include "solver/sweep/packed_rows.h"
#include "solver/sweep/sweep_workspace.h"

namespace solfec {

/// Packs [begin, end) of one chunk.
struct PackRange {
  const Pack* pack;
  PackedRow* row;
  RigidSlot* slot;
  int begin;
  int end;
};

/// Rows to prepare and what they are made of.
struct PackedInput {
  PackedRow* row;
  const PackedSource* source;   // kLanes per packed row
  const RowJacobian* jacobian;  // by the number of the contact
  const Mat3* W;                // W_ii, likewise
};

/// The loops over packed rows, compiled once per instruction set; all versions give the same bits.
struct PackedKernels {
  /// Frames, arms and blocks of rows [begin, end) from those of the contacts, with the tangents
  /// rotated so that the Schur complement of Ŵ (contact_block.h) is diagonal; gradient, direction
  /// and slip are cleared. On entry free and r are along the tangents of the contact, free without
  /// the velocity shift, which stands in gradient[2].
  /// @param[out] energy  Of the free motion, Σ <Ŵ⁻¹ B, B> of the lanes of each row, J.
  void (*prepare)(const PackedInput& input, int begin, int end, double* energy);
  /// Visits the packs: reactions and slots change, sums grow.
  void (*sweep)(const PackRange& range, const Momentum& momentum, ChunkSums& sums);
  /// Visits the packs from x instead of the reactions, with gradient and direction kept.
  void (*momentum_sweep)(const PackRange& range, const Momentum& momentum, ChunkSums& sums);
  /// Natural residual and merit of the reactions; u goes to `gradient` when it is free.
  /// @param scale  w̄, mean of tr(W_ii)/3.
  /// @param store  Whether u is written; the gradient is lost then.
  void (*evaluate)(const PackRange& range, double scale, bool store, ChunkResidual& sums);
  /// Adds the velocities due to the reactions to the slots.
  void (*scatter)(const PackRange& range);
};

/// For any x86-64-v2 machine, or any other.
const PackedKernels& packed_kernels_baseline();
/// For machines with AVX2; the baseline where the compiler has no such target.
const PackedKernels& packed_kernels_wide();
/// The fastest that this machine runs, found once.
const PackedKernels& packed_kernels();

}  // namespace solfec

#pragma once

#include <vector>

#include "base/phase_timers.h"
#include "local_dynamics/body_velocities.h"
#include "solver/augmented/augmented_lagrangian.h"
#include "solver/measure/motion_change.h"
#include "solver/newton/body_factor.h"
#include "solver/newton/tangent_factor.h"
#include "solver/row/sweep_row.h"
#include "solver/sweep/joint_blocks.h"
#include "solver/sweep/linear_blocks.h"
#include "solver/sweep/manifold_colours.h"
#include "solver/sweep/packed_rows.h"
#include "solver/sweep/slot_exchange.h"
#include "solver/sweep/standing_bodies.h"

namespace solfec {

/// Sums over a chunk of a coloured sweep.
struct ChunkSums {
  double gradient_squared{};  // Σ w |x - r|² with the metric w = tr(W_ii)/3
  double change_squared{};    // Σ |x - r|², N²
  double size_squared{};      // Σ |r|², N²
  double alone_squared{};     // Σ w |r|²
  int fallback{};             // of single rows
  int failure{};
  int replaced{};
};

/// Sums over a chunk of an evaluation.
struct ChunkResidual {
  double residual_squared{};  // natural map, scaled
  double velocity_squared{};
  double reaction_squared{};
  double merit{};
  double worst{};  // largest natural residual of a row, squared
  int worst_row = -1;
};

/// Key that decides where a row or a slot stands in PackedRows.
struct PackingKey {
  int kind{};
  int first{};
  int second{};
  int row{};

  bool operator==(const PackingKey&) const = default;
};

/// Memory of the sweeping solvers, kept from step to step.
struct SweepWorkspace {
  BodyVelocities velocities;   // v(R) of body space
  std::vector<SweepRow> rows;  // in the order of the visits, without rows that stay at R = 0

  std::vector<int> active;   // rows of a coloured sweep, increasing
  std::vector<int> resting;  // all other rows, increasing
  std::vector<int> border;   // active rows that see slots shared with other ranks, increasing
  std::vector<int> inner;    // the other active ones, increasing; all of one rank
  ManifoldColours border_colours;
  ManifoldColours inner_colours;
  SlotExchange exchange;  // of slots shared with other ranks
  PhaseTimers waiting;    // for other ranks: GSCOM, GSMCOM
  PackedRows packed;
  LinearBlocks linear;
  JointBlocks joints;
  std::vector<PackingKey> packed_for;  // what the packs depend on beside the colours
  std::vector<PackingKey> next_key;
  std::vector<int> members;    // manifolds of a colour in the order of their packs
  std::vector<double> energy;  // of the free motion, per packed row, J
  std::vector<ChunkSums> sums;
  std::vector<ChunkResidual> residuals;
  MotionChange motion;                     // by the last sweep, where it is measured
  std::vector<double> start_velocity;      // of the slots at the start of a sweep
  std::vector<double> velocity_direction;  // of the slots, carried by the conjugate gradient
  std::vector<PackedRow> other_packed;     // rows while other reactions are looked at
  std::vector<SingleRow> other_single;
  std::vector<Vec3> start;      // warm start
  std::vector<Vec3> best;       // best reactions so far
  std::vector<Vec3> base;       // reactions from which a Newton step goes
  std::vector<Vec3> direction;  // of a Newton step
  std::vector<Vec3> trial;      // reactions after it
  BodyFactor factor;            // of Newton steps
  TangentFactor tangents;       // likewise where rows see meshes
  StandingWorkspace standing;
  AugmentedWorkspace augmented;
};

}  // namespace solfec

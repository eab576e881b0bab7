#pragma once

#include "local_dynamics/block_csr_operator.h"
#include "local_dynamics/local_dynamics.h"
#include "solver/newton/newton_direction.h"
#include "solver/sweep/accelerated_sweep.h"
#include "solver/sweep/sweep_workspace.h"

namespace solfec {

/// A problem and what an accelerated solution of it works with.
struct AcceleratedProblem {
  const LocalDynamics& problem;
  AcceleratedSweep& sweep;  // at the warm start
  NewtonDirection* newton;  // null: no Newton steps
  SweepWorkspace& work;
  BlockCsrOperator* blocks = nullptr;  // that multiply by W, null: body space does
  NewtonDirection* late = nullptr;  // takes the place of `newton` late, where that costs too much
};

}  // namespace solfec

#pragma once

#include "local_dynamics/block_csr_operator.h"
#include "local_dynamics/local_dynamics.h"
#include "solver/measure/criteria.h"

namespace solfec {

/// A problem and the criteria of its solution.
struct StagedProblem {
  const LocalDynamics& rows;
  BlockCsrOperator* blocks;  // operator that multiplies by W; null: body space does
  const Criteria& criteria;
};

}  // namespace solfec

#pragma once

#include <span>

#include "local_dynamics/local_dynamics.h"
#include "math/block_csr.h"

namespace solfec {

/// ExaminationResults about R and U of an independent evaluation, which is written from the
/// definitions.
struct OracleResult {
  bool finite = true;
  double velocity_error = 0.0;  // |U - (B + W R)| / max(|B|, |U|, |w̄ R|)
  double cone_violation = 0.0;  // of the shifted reactions, over max |R|
  double residual = 0.0;        // e of docs/stored-problems.md with all kinds of rows
  bool complete = true;         // false: no oracle for the friction of spring-dashpot rows in e
};

/// @param W  All blocks, step included.
OracleResult evaluate(const LocalDynamics& problem, const BlockCsr& W, std::span<const Vec3> R,
                      std::span<const Vec3> U);

}  // namespace solfec

#pragma once

#include "solver/gauss_seidel.h"
#include "solver/penalty.h"

namespace solfec {

/// Solutions that keep no workspace for the next one.
inline void solve_gauss_seidel(const LocalDynamics& problem, const GaussSeidelParams& params,
                               std::span<Vec3> R, std::span<Vec3> U, SolveReport& report) {
  SweepWorkspace work;
  solve_gauss_seidel(problem, params, work, R, U, report);
}

inline void solve_gauss_seidel(const LocalDynamics& problem, BlockCsrOperator& W,
                               const GaussSeidelParams& params, std::span<Vec3> R,
                               std::span<Vec3> U, SolveReport& report) {
  SweepWorkspace work;
  solve_gauss_seidel(BlockProblem{problem, W}, params, work, R, U, report);
}

inline void solve_penalty(const LocalDynamics& problem, PenaltyVariant variant, std::span<Vec3> R,
                          std::span<Vec3> U, SolveReport& report) {
  SweepWorkspace work;
  solve_penalty(problem, variant, work, R, U, report);
}

}  // namespace solfec

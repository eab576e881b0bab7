#pragma once

#include <cstdint>
#include <vector>

#include "solver/measure/stage_log.h"
#include "solver/newton/gmres.h"
#include "solver/one_contact/linear_row.h"
#include "solver/sweep/sweep_workspace.h"

namespace solfec {

/// Memory of solve_newton, kept from step to step.
struct NewtonWorkspace {
  SweepWorkspace sweep;
  std::vector<std::uint8_t> active;  // rows that do not stay at R = 0
  std::vector<double> rho;           // kg/s, 1 / mean_inverse_mass; 1 for rows at rest
  std::vector<double> root;          // √rho
  std::vector<double> frozen;        // N, bound of friction over mu in the fixed-point variant
  std::vector<LinearRow> rows;
  std::vector<double> recent;  // residuals of the last iterates
  std::vector<Vec3> rhs;
  std::vector<Vec3> direction;  // scaled by 1 / root while the linear solver works
  std::vector<Vec3> product;
  std::vector<Vec3> R, U;  // trial
  std::vector<Vec3> best;  // R of least merit
  GmresWorkspace gmres;
  std::vector<StageRecord> first_stages;  // of the sweeps before the iterations
};

}  // namespace solfec

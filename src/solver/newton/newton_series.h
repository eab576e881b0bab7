#pragma once

#include <span>

#include "solver/measure/criteria.h"
#include "solver/newton/newton.h"
#include "solver/newton/newton_direction.h"

namespace solfec {

/// Goal and bounds of a series of BODY_SPACE steps within another solution.
struct NewtonSeries {
  Criteria criteria;  // without the change; a series that meets them goes on while steps gain much
  bool by_residual = false;  // reactions are compared by e, else by the excess of the criteria
  double most_work = 0.0;    // of factorisations and sweeps, in sweeps
  int most_sweeps = 0;       // between the steps
};

struct NewtonSeriesResult {
  bool met = false;
  int steps = 0;
  int sweeps = 0;         // between the steps
  double residual = 0.0;  // e of the reactions
};

/// Steps of the variant BODY_SPACE of solve_newton, by its search and with its sweeps, until the
/// criteria are met and a step gains less than a digit, or the work is spent.
/// @param direct     Of the problem.
/// @param[in,out] R  Where the series starts; on return its best reactions.
/// @param[out] U     U = B + W R.
NewtonSeriesResult run_newton_series(const NewtonProblem& problem, NewtonDirection& direct,
                                     const NewtonSeries& series, std::span<Vec3> R,
                                     std::span<Vec3> U);

}  // namespace solfec

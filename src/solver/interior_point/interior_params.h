#pragma once

#include <span>
#include <vector>

#include "local_dynamics/local_dynamics.h"
#include "solver/measure/criteria.h"
#include "solver/measure/velocity_accuracy.h"

namespace solfec {

/// Law of friction of INTERIOR_POINT_SOLVER.
enum class FrictionLaw {
  exact,  // Coulomb's law
  convex  // with the dilation s = μ|u_T| left out: sliding contacts part (solve_convex)
};

/// Parameters of INTERIOR_POINT_SOLVER.
struct InteriorParams {
  int max_iterations = 200;       // maxiter: factorisations of a step
  double merit_tolerance = 1e-3;  // meritval
  FrictionLaw friction = FrictionLaw::exact;
  VelocityAccuracy accuracy{};  // in place of meritval
};

/// When iterations may end.
Criteria criteria_of(const InteriorParams& params, const LocalDynamics& problem);

/// @throws InputError naming parameter, rule and value.
void validate(const InteriorParams& params);

/// The parameters in the order of the struct.
std::vector<double> to_numbers(const InteriorParams& params);
/// The inverse. @throws InputError when there are not 5 or one is impossible.
InteriorParams interior_from_numbers(std::span<const double> values);

}  // namespace solfec

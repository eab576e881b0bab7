#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "solver/measure/criteria.h"
#include "solver/measure/velocity_accuracy.h"
#include "solver/settings/default_settings.h"

namespace solfec {

/// How Newton's method linearises the contact law.
enum class NewtonVariant {
  nonsmooth_hsw,
  nonsmooth_hybrid,
  fixed_point,
  nonsmooth_variational,
  smoothed_variational,
  body_space
};

struct NewtonParams {
  double merit_tolerance = 1e-3;  // meritval
  int max_iterations = 10;        // maxiter
  NewtonVariant variant = NewtonVariant::smoothed_variational;
  int nonmonotone_length = 5;       // nonmonlength: iterates that the line search remembers
  int linear_min_iterations = 5;    // linminiter
  double residual_decrease = 0.25;  // resdec: reduction of the linear residual that suffices
  double smoothing = 0.0;           // smooth: of the derivative, m/s; nonsmooth_variational only
  // > 0: the natural residual of a stored problem, in place of meritval; not in the language
  double residual_tolerance = 0.0;
  // in place of meritval: the largest error of velocity that a row may keep
  VelocityAccuracy accuracy{};
  const SolverSettings* settings = &kDefaultSettings;  // not in the language
};

/// When iterations may end.
Criteria criteria_of(const NewtonParams& params, const LocalDynamics& problem);

/// Throws InputError naming the solver, parameter, rule and value.
void validate(const NewtonParams& params, std::string_view solver);

/// The parameters in the order of the struct.
std::vector<double> to_numbers(const NewtonParams& params);
/// The inverse. @throws InputError when there are not 9 or one is impossible.
NewtonParams newton_from_numbers(std::span<const double> values, std::string_view solver);

}  // namespace solfec

#include "solver/settings/newton_params.h"

#include <cmath>
#include <limits>

#include "base/cat.h"
#include "base/check.h"

namespace solfec {

void validate(const NewtonParams& params, std::string_view solver) {
  const auto check = [solver](bool good, const char* rule, double value) {
    if (!good) throw InputError(cat(solver, ": ", rule, ", got ", value));
  };
  // Written as !(good) so that NaN fails too.
  check(params.merit_tolerance > 0.0, "meritval must be positive", params.merit_tolerance);
  check(params.max_iterations > 0, "maxiter must be positive", params.max_iterations);
  check(params.nonmonotone_length > 0, "nonmonlength must be positive", params.nonmonotone_length);
  check(params.linear_min_iterations > 0, "linminiter must be positive",
        params.linear_min_iterations);
  check(params.residual_decrease > 0.0 && params.residual_decrease < 1.0,
        "resdec must lie between 0 and 1", params.residual_decrease);
  check(params.smoothing >= 0.0 && std::isfinite(params.smoothing),
        "smooth must be finite and not negative", params.smoothing);
  validate(params.accuracy, solver);
}

Criteria criteria_of(const NewtonParams& params, const LocalDynamics& problem) {
  if (params.residual_tolerance > 0.0) return residual_criteria(params.residual_tolerance);
  Criteria criteria;
  if (set_speed_criteria(params.accuracy, problem, criteria)) return criteria;
  criteria.merit = params.merit_tolerance;
  return criteria;
}

std::vector<double> to_numbers(const NewtonParams& params) {
  return {params.merit_tolerance,
          static_cast<double>(params.max_iterations),
          static_cast<double>(params.variant),
          static_cast<double>(params.nonmonotone_length),
          static_cast<double>(params.linear_min_iterations),
          params.residual_decrease,
          params.smoothing,
          params.accuracy.speed,
          params.accuracy.share_of_weight};
}

NewtonParams newton_from_numbers(std::span<const double> values, std::string_view solver) {
  constexpr std::size_t kNumbers = 9;
  constexpr std::size_t kOldNumbers = 7;  // results without an accuracy
  if (values.size() != kNumbers && values.size() != kOldNumbers) {
    throw InputError(cat(solver, ": a Newton solver has 9 parameters, got ", values.size()));
  }
  const auto whole = [solver](double value, int most) {
    const bool good = value >= 0.0 && value <= most && std::floor(value) == value;
    if (!good) throw InputError(cat(solver, ": a parameter is impossible: ", value));
    return static_cast<int>(value);
  };
  constexpr int kMost = std::numeric_limits<int>::max();
  NewtonParams params;
  params.merit_tolerance = values[0];
  params.max_iterations = whole(values[1], kMost);
  params.variant =
      static_cast<NewtonVariant>(whole(values[2], static_cast<int>(NewtonVariant::body_space)));
  params.nonmonotone_length = whole(values[3], kMost);
  params.linear_min_iterations = whole(values[4], kMost);
  params.residual_decrease = values[5];
  params.smoothing = values[6];
  if (values.size() == kNumbers) params.accuracy = {values[7], values[8]};
  validate(params, solver);
  return params;
}

}  // namespace solfec

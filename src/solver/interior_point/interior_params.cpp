#include "solver/interior_point/interior_params.h"

#include <cmath>
#include <limits>

#include "base/cat.h"
#include "base/check.h"

namespace solfec {

namespace {

constexpr const char* kName = "INTERIOR_POINT_SOLVER";
constexpr double kResidualWithoutForces = 1e-6;  // e, natural_residual.h

}  // namespace

Criteria criteria_of(const InteriorParams& params, const LocalDynamics& problem) {
  Criteria criteria;
  if (set_speed_criteria(params.accuracy, problem, criteria)) return criteria;
  criteria.merit = params.merit_tolerance;
  // An accuracy in parts of what forces do says nothing where there are none: two linked balls that
  // met a wall kept 4 % of their speed against each other with a merit of 1e-3.
  if (params.accuracy.is_given()) criteria.residual = kResidualWithoutForces;
  return criteria;
}

void validate(const InteriorParams& params) {
  const auto check = [](bool good, const char* rule, double value) {
    if (!good) throw InputError(cat(kName, ": ", rule, ", got ", value));
  };
  // Written as x > 0 so that NaN fails too.
  check(params.max_iterations > 0, "maxiter must be positive", params.max_iterations);
  check(params.merit_tolerance > 0.0, "meritval must be positive", params.merit_tolerance);
  validate(params.accuracy, kName);
}

std::vector<double> to_numbers(const InteriorParams& params) {
  return {static_cast<double>(params.max_iterations), params.merit_tolerance,
          static_cast<double>(params.friction), params.accuracy.speed,
          params.accuracy.share_of_weight};
}

InteriorParams interior_from_numbers(std::span<const double> values) {
  constexpr std::size_t kNumbers = 5;
  if (values.size() != kNumbers) {
    throw InputError(cat(kName, ": it has ", kNumbers, " parameters, got ", values.size()));
  }
  const auto whole = [](double value, int most) {
    const bool good = value >= 0.0 && value <= most && std::floor(value) == value;
    if (!good) throw InputError(cat(kName, ": a parameter is impossible: ", value));
    return static_cast<int>(value);
  };
  InteriorParams params;
  params.max_iterations = whole(values[0], std::numeric_limits<int>::max());
  params.merit_tolerance = values[1];
  params.friction =
      static_cast<FrictionLaw>(whole(values[2], static_cast<int>(FrictionLaw::convex)));
  params.accuracy = {values[3], values[4]};
  validate(params);
  return params;
}

}  // namespace solfec

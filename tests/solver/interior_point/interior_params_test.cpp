#include "solver/interior_point/interior_params.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "base/check.h"

namespace solfec {
namespace {

TEST(InteriorParams, NumbersGiveBackEveryParameter) {
  const InteriorParams params{7, 0.25, FrictionLaw::convex, {0.03125, 0.0625}};
  const std::vector<double> expected{7, 0.25, 1, 0.03125, 0.0625};
  EXPECT_EQ(to_numbers(params), expected);
  EXPECT_EQ(to_numbers(interior_from_numbers(expected)), expected);
}

// Linked bodies that meet a wall without gravity would keep 4 % of their speed by a merit of 1e-3.
TEST(InteriorParams, ResidualTakesThePlaceOfAnAccuracyThatForcesDoNotGive) {
  LocalDynamics problem;
  problem.step = 1e-3;
  InteriorParams params;
  params.accuracy.share_of_weight = 1e-3;
  const Criteria without = criteria_of(params, problem);
  EXPECT_EQ(without.residual, 1e-6);
  EXPECT_EQ(without.merit, 1e-3);
  problem.weight_speed = 0.01;
  const Criteria with = criteria_of(params, problem);
  EXPECT_EQ(with.residual, Criteria::kNone);
  EXPECT_EQ(with.accuracy, 1e-5);
  params.accuracy = {};
  EXPECT_EQ(criteria_of(params, problem).residual, Criteria::kNone);
}

TEST(InteriorParams, MistakesNameTheSolverTheRuleAndTheValue) {
  EXPECT_NO_THROW(validate(InteriorParams{}));
  InteriorParams params;
  params.max_iterations = 0;
  try {
    validate(params);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "INTERIOR_POINT_SOLVER: maxiter must be positive, got 0");
  }
  const std::vector<double> good = to_numbers(InteriorParams{});
  for (std::size_t place = 0; place < good.size(); ++place) {
    for (const double bad : {-1.0, std::numeric_limits<double>::quiet_NaN()}) {
      std::vector<double> numbers = good;
      numbers[place] = bad;
      EXPECT_THROW((void)interior_from_numbers(numbers), InputError) << place;
    }
  }
  for (const std::size_t place : {0U, 2U}) {  // whole numbers
    std::vector<double> numbers = good;
    numbers[place] += 0.5;
    EXPECT_THROW((void)interior_from_numbers(numbers), InputError) << place;
  }
  std::vector<double> numbers = good;
  numbers[2] = 2.0;  // there are two laws
  EXPECT_THROW((void)interior_from_numbers(numbers), InputError);
  EXPECT_THROW((void)interior_from_numbers(std::span(good).first(4)), InputError);
}

}  // namespace
}  // namespace solfec

#include "solver/measure/criteria.h"

#include <cmath>

#include <gtest/gtest.h>

namespace solfec {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// violation 2e-3 m/s over a scale of 4 m/s: e = 5e-4; over velocities of 1 m/s: 2e-3.
NaturalViolation example() {
  return {.violation = 2e-3,
          .scale = 4.0,
          .velocity_scale = 1.0,
          .worst = 1e-3,
          .mean = 1e-3,
          .worst_row = 7};
}

TEST(Criteria, WithoutABoundAllIsGoodEnough) {
  EXPECT_EQ(Criteria{}.missed(1e3, example(), 1e6), Miss::nothing);
  EXPECT_EQ(Criteria{}.excess(example(), 1e6), 0.0);
}

TEST(Criteria, EachBoundIsNamedWhenItAloneIsMissed) {
  const double change = 0.25;
  const double merit = 0.5;
  const auto missed = [&](double Criteria::*bound, double value) {
    Criteria criteria;
    criteria.*bound = value;
    return criteria.missed(change, example(), merit);
  };
  EXPECT_EQ(missed(&Criteria::change, 0.25), Miss::nothing);
  EXPECT_EQ(missed(&Criteria::change, 0.24), Miss::change);
  EXPECT_EQ(missed(&Criteria::residual, 5.001e-4), Miss::nothing);
  EXPECT_EQ(missed(&Criteria::residual, 4.999e-4), Miss::residual);
  EXPECT_EQ(missed(&Criteria::merit, 0.5), Miss::nothing);
  EXPECT_EQ(missed(&Criteria::merit, 0.49), Miss::merit);
  EXPECT_EQ(missed(&Criteria::accuracy, 1e-3), Miss::nothing);
  EXPECT_EQ(missed(&Criteria::accuracy, 0.999e-3), Miss::accuracy);
  EXPECT_EQ(missed(&Criteria::velocities, 2.001e-3), Miss::nothing);
  EXPECT_EQ(missed(&Criteria::velocities, 1.999e-3), Miss::velocities);
}

TEST(Criteria, AnAccuracyIsKeptByEachRowOrByTheMeanOfTheBodiesAndTenTimesItByEachRow) {
  Criteria criteria;
  criteria.accuracy = 1.0;
  const auto missed = [&](double worst, double mean) {
    NaturalViolation map = example();
    map.worst = worst;
    map.mean = mean;
    return criteria.missed(0.0, map, 0.0);
  };
  EXPECT_EQ(missed(1.0, 100.0), Miss::nothing);  // a mesh of many rows is one body
  EXPECT_EQ(missed(1.001, 1.001), Miss::accuracy);
  EXPECT_EQ(missed(10.0, 1.0), Miss::nothing);
  EXPECT_EQ(missed(10.01, 1.0), Miss::accuracy);
  EXPECT_EQ(missed(10.01, 0.1), Miss::accuracy);
  EXPECT_EQ(missed(5.0, kNaN), Miss::accuracy);
  EXPECT_DOUBLE_EQ(accuracy_excess(30.0, 2.0, 0.5), 6.0);
  EXPECT_DOUBLE_EQ(accuracy_excess(30.0, 4.0, 0.5), 8.0);
  EXPECT_DOUBLE_EQ(accuracy_excess(3.0, 4.0, 0.5), 6.0);
}

TEST(Criteria, WhatTheStepAsksForEachRowHasToKeep) {
  Criteria criteria;
  criteria.row_error = 1e-3;
  criteria.accuracy = 1.0;
  EXPECT_EQ(criteria.missed(0.0, example(), 0.0), Miss::nothing);
  criteria.row_error = 0.999e-3;
  EXPECT_EQ(criteria.missed(0.0, example(), 0.0), Miss::accuracy);
  EXPECT_GT(criteria.excess(example(), 0.0), 1.0);
}

TEST(Criteria, WhatIsNoNumberMisses) {
  Criteria criteria;
  criteria.residual = criteria.merit = criteria.change = criteria.accuracy = 1.0;
  NaturalViolation bad = example();
  bad.violation = kNaN;
  EXPECT_EQ(criteria.missed(0.0, bad, 0.0), Miss::residual);
  EXPECT_EQ(criteria.missed(kNaN, example(), 0.0), Miss::change);
  EXPECT_EQ(criteria.missed(0.0, example(), kNaN), Miss::merit);
  bad = example();
  bad.worst = kNaN;
  EXPECT_EQ(criteria.missed(0.0, bad, 0.0), Miss::accuracy);
}

/// A residual over sums that have overflowed would be zero.
TEST(Criteria, AResidualOverAnInfiniteScaleIsNone) {
  Criteria criteria;
  criteria.residual = criteria.velocities = 1.0;
  for (double NaturalViolation::*scale :
       {&NaturalViolation::scale, &NaturalViolation::velocity_scale}) {
    for (const double violation : {0.0, 1.0}) {
      NaturalViolation overflown = example();
      overflown.violation = violation;
      overflown.*scale = std::numeric_limits<double>::infinity();
      EXPECT_TRUE(std::isnan(overflown.natural()));
      EXPECT_EQ(criteria.missed(0.0, overflown, 0.0), Miss::residual);
    }
  }
}

TEST(Criteria, RowsThatMissNothingBeyondRoundingMeetAll) {
  Criteria criteria;
  criteria.change = criteria.residual = criteria.merit = criteria.accuracy = 1e-300;
  EXPECT_EQ(criteria.missed(1.0, {}, 1.0), Miss::nothing);
}

TEST(Criteria, ExcessIsTheLargestRatioLinearInTheError) {
  Criteria criteria;
  criteria.residual = 1e-4;
  EXPECT_NEAR(criteria.excess(example(), 0.0), 5.0, 1e-12);
  criteria.merit = 1e-4;  // of the square of the error
  EXPECT_NEAR(criteria.excess(example(), 1e-2), 10.0, 1e-12);
  criteria.accuracy = 5e-5;
  EXPECT_NEAR(criteria.excess(example(), 1e-2), 20.0, 1e-12);
  criteria.velocities = 4e-5;
  EXPECT_NEAR(criteria.excess(example(), 1e-2), 50.0, 1e-12);
}

TEST(Criteria, OfAStoredProblemBoundVelocitiesByTheRoot) {
  const Criteria criteria = residual_criteria(1e-8);
  EXPECT_EQ(criteria.residual, 1e-8);
  EXPECT_EQ(criteria.velocities, 1e-4);
  EXPECT_TRUE(std::isinf(criteria.change) && std::isinf(criteria.merit));
}

}  // namespace
}  // namespace solfec

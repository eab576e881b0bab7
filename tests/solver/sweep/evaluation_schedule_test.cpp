#include "solver/sweep/evaluation_schedule.h"

#include <cmath>

#include <gtest/gtest.h>

namespace solfec {
namespace {

constexpr int kNever = 1000;  // longest interval

/// First sweep after an evaluation that is due when each sweep multiplies the change by `rate`.
int due_sweep(double excess, double rate, int longest) {
  EvaluationSchedule schedule;
  double change = 1e-2;
  schedule.set_evaluated(change, excess);
  for (int sweep = 1;; ++sweep) {
    change *= rate;
    if (schedule.is_due(change, true, longest)) return sweep;
  }
}

// An error that falls as the change meets its tolerance after ln(excess) / -ln(rate) sweeps.
TEST(EvaluationSchedule, IsDueWhereAGeometricErrorMeetsItsTolerance) {
  for (const double rate : {0.3, 0.7, 0.9}) {
    for (const double excess : {1.5, 20.0, 1e4}) {
      const int expected = static_cast<int>(std::ceil(std::log(excess) / -std::log(rate) - 1e-9));
      EXPECT_EQ(due_sweep(excess, rate, kNever), expected) << rate << " " << excess;
    }
  }
}

TEST(EvaluationSchedule, WaitsForTheLongestIntervalWhenNothingFalls) {
  EXPECT_EQ(due_sweep(1.01, 1.0, 7), 7);
  EXPECT_EQ(due_sweep(2.0, 1.1, 20), 20);
}

TEST(EvaluationSchedule, AChangeAboveItsToleranceIsNotEvaluatedBefore) {
  EvaluationSchedule schedule;
  schedule.set_evaluated(1.0, 2.0);
  EXPECT_FALSE(schedule.is_due(1e-6, false, 3));
  EXPECT_FALSE(schedule.is_due(1e-9, false, 3));
  EXPECT_TRUE(schedule.is_due(1e-12, false, 3));
}

TEST(EvaluationSchedule, WithoutAnEvaluationASmallChangeIsDue) {
  EvaluationSchedule schedule;
  EXPECT_FALSE(schedule.is_due(1e-2, false, kNever));
  EXPECT_TRUE(schedule.is_due(1e-6, true, kNever));
  EXPECT_EQ(schedule.sweeps(), 2);
  schedule.set_evaluated(1e-6, 10.0);
  EXPECT_EQ(schedule.sweeps(), 0);
}

}  // namespace
}  // namespace solfec

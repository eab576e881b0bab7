#include "run/schedule.h"

#include <gtest/gtest.h>

namespace solfec {
namespace {

TEST(Schedule, ZeroIntervalIsDueAtEachStep) {
  Schedule schedule(0.0, 0.0);
  for (int n = 1; n < 5; ++n) {
    EXPECT_TRUE(schedule.due(n * 0.1, 0.1));
    schedule.advance(n * 0.1, 0.1);
  }
}

TEST(Schedule, TenthIntervalOfATenthIsDueExactlyEveryTenSteps) {
  Schedule schedule(0.0, 0.1);
  int frames = 0;
  for (int n = 1; n <= 100000; ++n) {  // n * 0.01 is not a multiple of 0.1 in binary
    if (!schedule.due(n * 0.01, 0.01)) continue;
    EXPECT_EQ(n % 10, 0);
    schedule.advance(n * 0.01, 0.01);
    ++frames;
  }
  EXPECT_EQ(frames, 10000);
}

TEST(Schedule, TinyIntervalIsServedInOneGo) {
  Schedule schedule(0.0, 1e-15);  // a billion missed times per step
  for (int n = 1; n < 100; ++n) {
    EXPECT_TRUE(schedule.due(n * 1e-6, 1e-6));
    schedule.advance(n * 1e-6, 1e-6);
  }
}

TEST(Schedule, MissedTimesAreServedOnce) {
  Schedule schedule(1.0, 0.1);
  EXPECT_FALSE(schedule.due(1.05, 0.5));
  EXPECT_TRUE(schedule.due(1.75, 0.5));
  schedule.advance(1.75, 0.5);
  EXPECT_FALSE(schedule.due(1.75, 0.5));
  EXPECT_TRUE(schedule.due(1.8, 0.5));
}

TEST(Schedule, IntervalBelowAllNumbersOfTimesIsDueAtEachStep) {
  for (const double interval : {1e-320, 1e-300, 1e-30}) {
    Schedule schedule(0.0, interval);  // the first frame is written at the time of the base
    for (int n = 0; n < 5; ++n) {
      EXPECT_TRUE(schedule.due(n * 1e-3, 1e-3)) << interval;
      schedule.advance(n * 1e-3, 1e-3);
    }
  }
}

}  // namespace
}  // namespace solfec

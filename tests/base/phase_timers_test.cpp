#include "base/phase_timers.h"

#include <set>
#include <thread>

#include <gtest/gtest.h>

namespace solfec {
namespace {

TEST(PhaseTimers, EveryPhaseHasItsOwnName) {
  std::set<std::string_view> names;
  for (int i = 0; i < kPhaseCount; ++i) names.insert(name_of(static_cast<Phase>(i)));
  EXPECT_EQ(names.size(), static_cast<std::size_t>(kPhaseCount));
  EXPECT_EQ(name_of(Phase::TIMINT), "TIMINT");
  EXPECT_EQ(name_of(Phase::PARBAL), "PARBAL");
  EXPECT_EQ(name_of(Phase::GSMCOM), "GSMCOM");
}

TEST(PhaseTimers, AddSecondsToOnePhaseOnly) {
  PhaseTimers timers;
  timers.add(Phase::CONDET, 0.5);
  timers.add(Phase::CONDET, 0.25);
  timers.count_step();
  EXPECT_EQ(timers.seconds(Phase::CONDET), 0.75);
  EXPECT_EQ(timers.seconds(Phase::CONSOL), 0.0);
  EXPECT_EQ(timers.steps(), 1);
  timers.reset();
  EXPECT_EQ(timers.seconds(Phase::CONDET), 0.0);
  EXPECT_EQ(timers.steps(), 0);
}

TEST(PhaseTimers, AScopeMeasuresTheTimeItLasts) {
  PhaseTimers timers;
  const auto start = std::chrono::steady_clock::now();
  {
    const PhaseScope scope(timers, Phase::LOCDYN);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  const std::chrono::duration<double> outside = std::chrono::steady_clock::now() - start;
#if defined(SOLFEC_TIMERS)
  EXPECT_GE(timers.seconds(Phase::LOCDYN), 0.005);
  EXPECT_LE(timers.seconds(Phase::LOCDYN), outside.count());
#else
  EXPECT_GT(outside.count(), 0.0);
  EXPECT_EQ(timers.seconds(Phase::LOCDYN), 0.0);
#endif
}

}  // namespace
}  // namespace solfec

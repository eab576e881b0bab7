#include "base/parallel_for.h"

#include <atomic>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "support/thread_counts.h"

namespace solfec {
namespace {

class ParallelFor : public test::ThreadCounts {};

INSTANTIATE_TEST_SUITE_P(Threads, ParallelFor, ::testing::Values(1, 2, 4, 7));

TEST_P(ParallelFor, CallsEveryItemExactlyOnce) {
  for (const int n : {0, 1, 3, 4, 5, 1000}) {
    std::vector<int> calls(static_cast<std::size_t>(n));
    parallel_for(n, 4, [&](int i) { ++calls[static_cast<std::size_t>(i)]; });
    EXPECT_EQ(calls, std::vector<int>(static_cast<std::size_t>(n), 1));
  }
}

TEST_P(ParallelFor, GivesTheBytesOfThePlainLoop) {
  constexpr int kItems = 10007;
  const auto item = [](int i) { return std::sin(0.1 * i + 0.05) / (1.0 + std::sqrt(1.0 * i)); };
  std::vector<double> plain(kItems);
  for (int i = 0; i < kItems; ++i) plain[static_cast<std::size_t>(i)] = item(i);

  std::vector<double> parallel(kItems);
  parallel_for(kItems, 16, [&](int i) { parallel[static_cast<std::size_t>(i)] = item(i); });
  EXPECT_EQ(parallel, plain);  // no zeros and no NaN occur, so equal values are equal bytes
}

TEST_P(ParallelFor, KnowsItsNumberOfThreads) { EXPECT_EQ(thread_count(), GetParam()); }

TEST_P(ParallelFor, ShortLoopsRunInOrderOnTheCallingThread) {
  std::vector<int> order;  // appended to without a lock
  parallel_for(7, 8, [&](int i) { order.push_back(i); });
  EXPECT_EQ(order, (std::vector<int>{0, 1, 2, 3, 4, 5, 6}));
}

// Phases of 5, 0, 1, 300 and 17 items; every item notes how many of each phase were done before it.
constexpr int kStarts[] = {0, 5, 5, 6, 306, 323};
constexpr int kPhases = 5;

int phase_of(int item) {
  int phase = 0;
  while (item >= kStarts[phase + 1]) ++phase;
  return phase;
}

void expect_phases_in_turn(bool parallel, bool backward) {
  std::atomic<int> done[kPhases] = {};
  std::vector<int> calls(323);
  std::atomic<int> early = 0;
  parallel_phases(kStarts, parallel, backward, [&](int i) {
    const int phase = phase_of(i);
    for (int p = 0; p < kPhases; ++p) {
      const int size = kStarts[p + 1] - kStarts[p];
      const bool before = backward ? p > phase : p < phase;
      const bool after = p != phase && !before;
      if (before && done[p].load() != size) ++early;
      if (after && done[p].load() != 0) ++early;
    }
    ++calls[static_cast<std::size_t>(i)];
    ++done[phase];
  });
  EXPECT_EQ(early.load(), 0);
  EXPECT_EQ(calls, std::vector<int>(323, 1));
}

TEST_P(ParallelFor, EveryPhaseStartsWhenThePreviousOneIsComplete) {
  for (const bool parallel : {false, true}) {
    for (const bool backward : {false, true}) expect_phases_in_turn(parallel, backward);
  }
}

// A recurrence over the phases: what an item reads was written by the previous phase.
std::vector<double> swept(bool backward) {
  constexpr int kWidth = 100;
  constexpr int kLevels = 30;
  std::vector<int> start;
  for (int level = 0; level <= kLevels; ++level) start.push_back(level * kWidth);
  std::vector<double> value(kWidth, 1.0);
  std::vector<double> next(kWidth);
  std::vector<double> all(static_cast<std::size_t>(kWidth * kLevels));
  parallel_phases(start, true, backward, [&](int i) {
    const int level = i / kWidth;
    const int turn = backward ? kLevels - 1 - level : level;
    const std::vector<double>& from = turn % 2 == 0 ? value : next;
    std::vector<double>& to = turn % 2 == 0 ? next : value;
    const auto place = static_cast<std::size_t>(i % kWidth);
    const std::size_t right = (place + 1) % kWidth;
    to[place] = std::sin(from[place] + 0.3 * from[right] + 0.01 * static_cast<double>(place));
    all[static_cast<std::size_t>(i)] = to[place];
  });
  return all;
}

TEST_P(ParallelFor, PhasesGiveTheBytesOfOneThread) {
  for (const bool backward : {false, true}) {
    const std::vector<double> many = swept(backward);
    set_thread_count(1);
    EXPECT_EQ(many, swept(backward));
    set_thread_count(GetParam());
  }
}

TEST_P(ParallelFor, NoPhasesIsNoWork) {
  parallel_phases(std::vector<int>{0}, true, false, [](int) { FAIL(); });
  parallel_phases(std::vector<int>{0, 0, 0}, true, true, [](int) { FAIL(); });
}

}  // namespace
}  // namespace solfec

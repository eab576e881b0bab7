#include "base/thread_team.h"

#include <atomic>
#include <chrono>
#include <numeric>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "base/parallel_for.h"
#include "support/thread_counts.h"

namespace solfec {
namespace {

class Team : public test::ThreadCounts {};

INSTANTIATE_TEST_SUITE_P(Threads, Team, ::testing::Values(1, 2, 3, 7));

TEST_P(Team, MakesOneCallOnEachThread) {
  std::vector<int> calls(static_cast<std::size_t>(GetParam()));
  for (int k = 0; k < 1000; ++k) {
    run_on_team(
        [](const void* context, int thread, int threads) {
          auto& seen = *static_cast<std::vector<int>*>(const_cast<void*>(context));
          if (threads == static_cast<int>(seen.size())) ++seen[static_cast<std::size_t>(thread)];
        },
        &calls);
  }
  EXPECT_EQ(calls, std::vector<int>(calls.size(), 1000));
}

// What one thread wrote before the barrier, all read after it.
TEST_P(Team, BarriersSeparateWritesFromReads) {
  constexpr int kRounds = 2000;
  struct Context {
    std::vector<int> value;
    std::atomic<int> wrong = 0;
  } context;
  context.value.resize(static_cast<std::size_t>(GetParam()));
  run_on_team(
      [](const void* given, int thread, int threads) {
        auto& shared = *static_cast<Context*>(const_cast<void*>(given));
        for (int round = 0; round < kRounds; ++round) {
          shared.value[static_cast<std::size_t>(thread)] = round;
          wait_for_team(threads);
          for (const int value : shared.value) {
            if (value != round) ++shared.wrong;
          }
          wait_for_team(threads);
        }
      },
      &context);
  EXPECT_EQ(context.wrong.load(), 0);
}

TEST_P(Team, CallsFromWithinACallStayOnTheirThread) {
  constexpr int kItems = 100;
  std::vector<int> sums(kItems);
  parallel_for(kItems, 1, [&](int i) {
    int sum = 0;  // without a lock
    parallel_for(kItems, 1, [&](int k) { sum += k; });
    sums[static_cast<std::size_t>(i)] = sum;
  });
  EXPECT_EQ(sums, std::vector<int>(kItems, kItems * (kItems - 1) / 2));
}

TEST_P(Team, SeveralThreadsOfTheProcessMayCallAtOnce) {
  constexpr int kItems = 10000;
  std::vector<std::vector<int>> results(3, std::vector<int>(kItems));
  std::vector<std::thread> callers;
  for (auto& result : results) {
    callers.emplace_back([&result] {
      for (int round = 0; round < 50; ++round) {
        parallel_for(kItems, 1, [&](int i) { ++result[static_cast<std::size_t>(i)]; });
      }
    });
  }
  for (std::thread& caller : callers) caller.join();
  for (const auto& result : results) EXPECT_EQ(result, std::vector<int>(kItems, 50));
}

// After a pause the threads sleep and have to be woken.
TEST_P(Team, WakesFromSleep) {
  for (int round = 0; round < 5; ++round) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    std::vector<int> calls(1000);
    parallel_for(1000, 1, [&](int i) { ++calls[static_cast<std::size_t>(i)]; });
    EXPECT_EQ(std::accumulate(calls.begin(), calls.end(), 0), 1000);
  }
}

TEST(EvenShare, SharesAreEvenAndInOrder) {
  for (const int threads : {1, 2, 3, 7}) {
    int next = 5;
    for (int thread = 0; thread < threads; ++thread) {
      const EvenShare share(5, 105, thread, threads);
      EXPECT_EQ(share.first, next);
      EXPECT_NEAR(share.last - share.first, 100.0 / threads, 1.0);
      next = share.last;
    }
    EXPECT_EQ(next, 105);
  }
}

}  // namespace
}  // namespace solfec

#include "base/parallel_for.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace solfec {
namespace {

class ParallelFor : public ::testing::TestWithParam<int> {
 protected:
  void SetUp() override { set_thread_count(GetParam()); }
  void TearDown() override { set_thread_count(1); }
};

INSTANTIATE_TEST_SUITE_P(Threads, ParallelFor, ::testing::Values(1, 2, 4));

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

}  // namespace
}  // namespace solfec

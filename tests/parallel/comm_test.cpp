#include "parallel/comm.h"

#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "parallel/mailbox_comm.h"

namespace solfec {
namespace {

std::vector<std::byte> bytes(int n, int value) {
  return {static_cast<std::size_t>(n), static_cast<std::byte>(value)};
}

TEST(OneRank, GivesBackWhatItGets) {
  Comm& comm = one_rank();
  EXPECT_EQ(comm.rank(), 0);
  EXPECT_EQ(comm.size(), 1);
  EXPECT_EQ(comm.all_gather(7.5), std::vector<double>{7.5});
  for (const Reduction reduction : {Reduction::sum, Reduction::least, Reduction::largest}) {
    EXPECT_EQ(comm.all_reduce(reduction, -3), -3);
  }
  const std::vector<Message> came = comm.deliver({{0, bytes(3, 9)}});
  ASSERT_EQ(came.size(), 1U);
  EXPECT_EQ(came[0].bytes, bytes(3, 9));
  EXPECT_TRUE(comm.deliver({}).empty());
  std::array<Message, 1> received{Message{0, bytes(2, 0)}};
  comm.exchange(std::array<Message, 1>{Message{0, bytes(2, 5)}}, received);
  EXPECT_EQ(received[0].bytes, bytes(2, 5));
}

TEST(Comm, SumsGoInTheOrderOfRanksAndAllGetTheSameBits) {
  // 1e16 + 1 is rounded to 1e16, so the order of a sum is seen in its bits
  constexpr std::array kParts = {1.0, 1e16, -1e16, 1.0};
  const double expected = ((kParts[0] + kParts[1]) + kParts[2]) + kParts[3];
  ASSERT_NE(expected, (kParts[1] + kParts[2]) + kParts[0] + kParts[3]);
  std::array<double, 4> sum{};
  std::array<double, 4> least{};
  std::array<long, 4> largest{};
  test::on_ranks(4, [&](Comm& comm) {
    const auto rank = static_cast<std::size_t>(comm.rank());
    sum[rank] = comm.all_reduce(Reduction::sum, kParts[rank]);
    std::array<double, 2> two{kParts[rank], -kParts[rank]};
    comm.all_reduce(Reduction::least, std::span<double>(two));
    least[rank] = two[0] - two[1];
    largest[rank] = comm.all_reduce(Reduction::largest, 10L * comm.rank());
  });
  for (std::size_t rank = 0; rank < 4; ++rank) {
    EXPECT_EQ(sum[rank], expected);
    EXPECT_EQ(least[rank], -1e16 - -1e16);
    EXPECT_EQ(largest[rank], 30);
  }
}

TEST(Comm, DeliversToRanksThatDidNotExpectIt) {
  constexpr int kRanks = 5;
  std::array<std::vector<Message>, kRanks> came;
  test::on_ranks(kRanks, [&](Comm& comm) {
    std::vector<Message> sent;  // to all whose number is a multiple of the own one, at most
    for (int to = 0; to < kRanks; ++to) {
      if (comm.rank() != 0 && to % comm.rank() == 0) {
        sent.push_back({to, bytes(comm.rank(), 10 * comm.rank() + to)});
      }
    }
    came[static_cast<std::size_t>(comm.rank())] = comm.deliver(std::move(sent));
  });
  for (int to = 0; to < kRanks; ++to) {
    auto next = came[static_cast<std::size_t>(to)].begin();
    for (int from = 1; from < kRanks; ++from) {
      if (to % from != 0) continue;
      ASSERT_NE(next, came[static_cast<std::size_t>(to)].end());
      EXPECT_EQ(next->rank, from);
      EXPECT_EQ(next->bytes, bytes(from, 10 * from + to));
      ++next;
    }
    EXPECT_EQ(next, came[static_cast<std::size_t>(to)].end());
  }
}

}  // namespace
}  // namespace solfec

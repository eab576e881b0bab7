#include "parallel/comm.h"

#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "parallel/comm_checks.h"
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

TEST(OneRank, DoesAllThatRanksMustDo) { test::check_all_calls(one_rank()); }

TEST(MailboxComm, DoesAllThatRanksMustDo) {
  for (const int ranks : {1, 2, 3, 5, 8}) test::on_ranks(ranks, test::check_all_calls);
}

}  // namespace
}  // namespace solfec

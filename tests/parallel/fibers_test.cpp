#include "parallel/fibers.h"

#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "parallel/mailbox_comm.h"

namespace solfec {
namespace {

TEST(Fibers, TakeTurnsWhereTheyWait) {
  std::string order;
  std::vector<int> done(3, 0);
  const test::Fibers fibers(3, [&](test::Fibers& all, int k) {
    order += static_cast<char>('a' + k);
    ++done[static_cast<std::size_t>(k)];
    EXPECT_TRUE(all.wait([&] { return done[2] > 0; }));  // the last does not wait for itself
    order += static_cast<char>('A' + k);
  });
  EXPECT_EQ(order, "abcCAB");
}

TEST(Fibers, AreToldWhenAllOfThemWait) {
  int told = 0;
  bool open = false;
  const test::Fibers fibers(3, [&](test::Fibers& all, int) {
    if (!all.wait([&] { return open; })) {
      ++told;
      open = true;  // the others go on
    }
  });
  EXPECT_EQ(told, 1);
}

TEST(Fibers, OneThatEndsLetsTheOthersWait) {
  int ended = 0;
  const test::Fibers fibers(2, [&](test::Fibers& all, int k) {
    if (k == 1) {
      EXPECT_TRUE(all.wait([&] { return ended == 1; }));
    }
    ++ended;
  });
  EXPECT_EQ(ended, 2);
}

TEST(Fibers, EachHasItsOwnExceptions) {
  std::vector<std::string> caught(2);
  int turns = 0;
  const test::Fibers fibers(2, [&](test::Fibers& all, int k) {
    try {
      throw std::runtime_error(std::to_string(k));
    } catch (const std::exception&) {
      ++turns;
      EXPECT_TRUE(all.wait([&] { return turns >= 2; }));  // both are in their handlers
      try {
        throw;
      } catch (const std::exception& again) {
        caught[static_cast<std::size_t>(k)] = again.what();
      }
    }
  });
  EXPECT_EQ(caught, (std::vector<std::string>{"0", "1"}));
}

TEST(MailboxCommDeathTest, ARankThatLeavesTheOthersInAMeetingEndsTheProgram) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_DEATH(test::on_ranks(3,
                              [](Comm& comm) {
                                if (comm.rank() != 1) comm.barrier();
                              }),
               "all ranks wait for each other, some in a meeting");
}

}  // namespace
}  // namespace solfec

#include "parallel/rank_colouring.h"

#include <gtest/gtest.h>

#include "parallel/colouring_checks.h"
#include "parallel/mailbox_comm.h"

namespace solfec {
namespace {

TEST(RankColouring, OneRankHasOneColour) {
  const RankColouring colouring;
  EXPECT_EQ(colouring.colours(), 1);
  EXPECT_EQ(colouring.colour(), 1);
  EXPECT_TRUE(colouring.neighbours().empty());
  test::check_colouring(one_rank());
}

TEST(RankColouring, OfRandomGraphsTakesTheLeastColours) {
  for (const int ranks : {2, 3, 6, 11}) test::on_ranks(ranks, test::check_colouring);
}

TEST(RankColouring, AStripNeedsTwoColoursAndARingOfFiveThree) {
  test::on_ranks(5, [](Comm& comm) {
    const int next = comm.rank() + 1;
    const RankColouring strip(comm, next < 5 ? std::vector<int>{next} : std::vector<int>{});
    EXPECT_EQ(strip.colours(), 2);
    EXPECT_EQ(strip.colour(), 1 + comm.rank() % 2);
    const RankColouring ring(comm, std::vector<int>{next % 5});
    EXPECT_EQ(ring.colours(), 3);
  });
}

}  // namespace
}  // namespace solfec

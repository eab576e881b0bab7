#include "contact/piece/pair_holder.h"

#include <gtest/gtest.h>

namespace solfec {
namespace {

TEST(PairHolder, IsTheSmallerBodyAndNeverAnObstacle) {
  const PairEnd stone{5, false, 0.5};
  const PairEnd pebble{9, false, 0.1};
  const PairEnd twin{7, false, 0.5};
  const PairEnd tile{1, true, 0.01};
  EXPECT_FALSE(first_holds(stone, pebble));
  EXPECT_TRUE(first_holds(pebble, stone));
  EXPECT_TRUE(first_holds(stone, twin));  // equal: the lower id
  EXPECT_FALSE(first_holds(twin, stone));
  EXPECT_TRUE(first_holds(stone, tile));
  EXPECT_FALSE(first_holds(tile, stone));
}

}  // namespace
}  // namespace solfec

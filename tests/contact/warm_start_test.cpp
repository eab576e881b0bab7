#include "contact/warm_start.h"

#include <vector>

#include <gtest/gtest.h>

namespace solfec {
namespace {

ContactPoint point_at(Vec3 place, Vec3 normal, Vec3 reaction = {}) {
  ContactPoint point;
  point.point = place;
  point.frame = contact_frame(normal);
  point.state.R = reaction;
  return point;
}

constexpr Vec3 kUp{0, 0, 1};

TEST(WarmStart, SameFrameTakesTheReactionAsItIs) {
  const Vec3 normal = normalized(Vec3{0.3, -0.2, 0.9});
  const Vec3 reaction{0.1, -0.3, 0.7};
  const std::vector<ContactPoint> old{point_at({}, normal, reaction)};
  std::vector<ContactPoint> added{point_at({1, 0, 0}, normal)};
  WarmStart().hand_over(old, std::vector<int>{0}, added);
  EXPECT_EQ(added[0].state.R, reaction);
}

TEST(WarmStart, ReactionKeepsItsDirectionInSpaceWhenTheNormalTurns) {
  // n = e_z: t1 = -e_y, t2 = e_x; n = e_y: t1 = e_z, t2 = e_x. By hand: R = 2 t1 + 3 t2 + 5 n of
  // the first is (3, -2, 5), which is 5 t1 + 3 t2 - 2 n of the second.
  const std::vector<ContactPoint> old{point_at({}, kUp, {2, 3, 5})};
  std::vector<ContactPoint> added{point_at({}, {0, 1, 0})};
  WarmStart().hand_over(old, std::vector<int>{0}, added);
  EXPECT_EQ(added[0].state.R, (Vec3{5, 3, -2}));
}

TEST(WarmStart, NearestComesFirstAndEachGivesOnce) {
  // On a line: ended at 0 and 10, new at 1, 2 and 3. The new one at 1 takes that at 0; the one at
  // 3 is then the nearest to 10; nothing is left for the one at 2.
  const std::vector<ContactPoint> old{point_at({-9, 0, 0}, kUp, {0, 0, 9}),
                                      point_at({0, 0, 0}, kUp, {0, 0, 1}),
                                      point_at({10, 0, 0}, kUp, {0, 0, 2})};
  std::vector<ContactPoint> added{point_at({2, 0, 0}, kUp), point_at({1, 0, 0}, kUp),
                                  point_at({3, 0, 0}, kUp)};
  WarmStart().hand_over(old, std::vector<int>{1, 2}, added);
  EXPECT_EQ(added[0].state.R.z, 0.0);
  EXPECT_EQ(added[1].state.R.z, 1.0);
  EXPECT_EQ(added[2].state.R.z, 2.0);
}

TEST(WarmStart, EqualDistancesGoByTheNewAndThenByTheOldKey) {
  const std::vector<ContactPoint> old{point_at({1, 0, 0}, kUp, {0, 0, 1}),
                                      point_at({-1, 0, 0}, kUp, {0, 0, 2})};
  std::vector<ContactPoint> added{point_at({0, 1, 0}, kUp), point_at({0, -1, 0}, kUp)};
  WarmStart().hand_over(old, std::vector<int>{0, 1}, added);
  EXPECT_EQ(added[0].state.R.z, 1.0);
  EXPECT_EQ(added[1].state.R.z, 2.0);
}

TEST(WarmStart, OnlyTheReactionIsHandedOver) {
  std::vector<ContactPoint> old{point_at({}, kUp, {0, 0, 1})};
  old[0].state.id = 17;
  old[0].state.age = 3;
  old[0].state.memory = 4;
  old[0].state.referenced = true;
  old[0].state.U = {1, 1, 1};
  std::vector<ContactPoint> added{point_at({}, kUp)};
  WarmStart().hand_over(old, std::vector<int>{0}, added);
  EXPECT_EQ(added[0].state.R.z, 1.0);
  EXPECT_EQ(added[0].state.id, 0);
  EXPECT_EQ(added[0].state.age, 0);
  EXPECT_EQ(added[0].state.memory, -1);
  EXPECT_FALSE(added[0].state.referenced);
  EXPECT_EQ(added[0].state.U, (Vec3{}));
}

}  // namespace
}  // namespace solfec

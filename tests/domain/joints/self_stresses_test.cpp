#include "domain/joints/self_stresses.h"

#include <gtest/gtest.h>

namespace solfec {
namespace {

TEST(SelfStresses, AreAnOrthonormalBasisThatIsTakenAway) {
  SelfStresses stresses;
  EXPECT_EQ(stresses.size(), 0);
  EXPECT_TRUE(stresses.add({{3, 0, 0}, {0, 4, 0}}));
  EXPECT_EQ(stresses.size(), 1);
  std::vector<Vec3> a{{3, 1, 0}, {2, 4, 5}};  // (3, 4) along it, the rest across
  stresses.project(a);
  EXPECT_LT(norm(a[0] - Vec3{0, 1, 0}), 1e-15);
  EXPECT_LT(norm(a[1] - Vec3{2, 0, 5}), 1e-15);
  EXPECT_TRUE(
      stresses.add({{3, 1, 0}, {0, 4, 0}}));  // what it has beside is (0, 1, 0) of the first
  std::vector<Vec3> b{{0, 7, 2}, {}};
  stresses.project(b);
  EXPECT_LT(norm(b[0] - Vec3{0, 0, 2}), 1e-14);
}

TEST(SelfStresses, RefuseWhatTheyHaveAlready) {
  SelfStresses stresses;
  EXPECT_TRUE(stresses.add({{1, 0, 0}}));
  EXPECT_FALSE(stresses.add({{1, 0.9e-3, 0}}));
  EXPECT_TRUE(stresses.add({{1, 1.1e-3, 0}}));
}

}  // namespace
}  // namespace solfec

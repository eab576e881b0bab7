#include "solver/law/bonds.h"

#include <vector>

#include <gtest/gtest.h>

namespace solfec {
namespace {

constexpr double kBondStrength = 100.0;  // N, of one bond
constexpr double kBondFriction = 0.5;

/// Nine bonds on the square of side 2 m about the point of a body below which it hangs; δ = 1e-3 *
/// 1e-3 * 100 = 1e-4 m/s.
class BondsTest : public ::testing::Test {
 protected:
  BondsTest() {
    problem_.body_space.add_slot(SlotKind::rigid, identity(), 1.0);
    for (int k = 0; k < 9; ++k) {
      const Vec3 arm{k % 3 - 1.0, k / 3 - 1.0, 5.0};
      problem_.body_space.add_row({identity(), arm, {}, 0, -1});
      arms_.push_back(arm);
    }
    problem_.resize(9);
    for (std::size_t i = 0; i < 9; ++i) {
      problem_.law[i].kind = ConstraintKind::contact;
      problem_.law[i].bonded = true;
      problem_.law[i].friction = kBondFriction;
      problem_.law[i].cohesion = kBondStrength;
      problem_.W_diagonal[i] = identity() * 1e-3;
    }
    problem_.bond_patch.assign(9, 0);
    R_.assign(9, {});
    U_.assign(9, {});
  }
  /// On the cone, sliding against U_T.
  void slide(std::size_t i, Vec3 velocity) {
    U_[i] = velocity;
    const double bound = kBondFriction * kBondStrength;
    R_[i] = norm(velocity) > 0.0 ? velocity * (-bound / norm(velocity)) : Vec3{};
  }
  std::size_t broken() {
    std::vector<int> rows;
    find_broken_bonds(problem_, R_, U_, rows);
    return rows.size();
  }

  LocalDynamics problem_;
  std::vector<Vec3> arms_;
  std::vector<Vec3> R_;
  std::vector<Vec3> U_;
};

TEST_F(BondsTest, DrawingInAtTheLimitOfFrictionBreaksNoBondOfAPatch) {
  for (std::size_t i = 0; i < 9; ++i) slide(i, Vec3{-arms_[i].x, -arms_[i].y, 0.0} * 0.1);
  EXPECT_EQ(broken(), 0U);
  problem_.bond_patch.clear();  // each for itself: all but the middle one slide
  EXPECT_EQ(broken(), 8U);
}

TEST_F(BondsTest, AShiftBreaksAll) {
  for (std::size_t i = 0; i < 9; ++i) slide(i, {0.3, -0.1, 0.0});
  EXPECT_EQ(broken(), 9U);
}

TEST_F(BondsTest, ATurnAboutTheNormalBreaksAllThatMove) {
  for (std::size_t i = 0; i < 9; ++i) slide(i, Vec3{-arms_[i].y, arms_[i].x, 0.0} * 0.1);
  EXPECT_EQ(broken(), 8U);
}

// With a shift s and a contraction c at eight points, Σ|u|² = 9 s² + 12 c²: the shift makes half of
// it from s = c sqrt(4 / 3) on.
TEST_F(BondsTest, HalfOfTheMotionHasToBeRigid) {
  const auto broken_at = [this](double shift) {
    for (std::size_t i = 0; i < 9; ++i) {
      slide(i, Vec3{-arms_[i].x * 0.1 + shift, -arms_[i].y * 0.1, 0.0});
    }
    return broken();
  };
  EXPECT_EQ(broken_at(0.1 * 1.154), 0U);
  EXPECT_EQ(broken_at(0.1 * 1.155), 9U);
}

TEST_F(BondsTest, APatchThatBulgesHoldsAndOneThatIsPulledOffOrTiltedBreaks) {
  const auto broken_by = [this](auto normal_speed) {
    for (std::size_t i = 0; i < 9; ++i) {
      U_[i] = {0.0, 0.0, normal_speed(arms_[i])};
      R_[i] = {0.0, 0.0, U_[i].z > 0.0 ? -kBondStrength : 0.0};
    }
    return broken();
  };
  // (x² - 2/3)(y² - 2/3) has no mean and no slope
  EXPECT_EQ(broken_by([](Vec3 arm) {
              return 9.0 * (arm.x * arm.x - 2.0 / 3.0) * (arm.y * arm.y - 2.0 / 3.0);
            }),
            0U);
  EXPECT_EQ(broken_by([](Vec3 /*arm*/) { return 1.0; }), 9U);
  EXPECT_EQ(broken_by([](Vec3 arm) { return arm.x - 0.5 * arm.y; }), 4U);  // those that open
}

TEST_F(BondsTest, ABondAtItsLimitThatDoesNotMoveHolds) {
  for (std::size_t i = 0; i < 9; ++i) slide(i, {0.99e-4, 0.0, 0.0});
  EXPECT_EQ(broken(), 0U);
  for (std::size_t i = 0; i < 9; ++i) slide(i, {1.01e-4, 0.0, 0.0});
  EXPECT_EQ(broken(), 9U);
}

TEST_F(BondsTest, OtherPatchesDoNotCount) {
  problem_.bond_patch = {0, 0, 0, 0, 0, 0, 0, 0, 1};
  for (std::size_t i = 0; i < 8; ++i) slide(i, Vec3{-arms_[i].x, -arms_[i].y, 0.0} * 0.1);
  slide(8, {-1.0, -1.0, 0.0});
  std::vector<int> rows;
  find_broken_bonds(problem_, R_, U_, rows);
  EXPECT_EQ(rows, std::vector<int>{8});
}

}  // namespace
}  // namespace solfec

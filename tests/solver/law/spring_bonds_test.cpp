#include "solver/law/spring_bonds.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "solver/law/bonds.h"

namespace solfec {
namespace {

constexpr double kStrength = 100.0;  // N, of one bond
constexpr double kFriction = 0.5;

/// Four bonds of springs at the corners of the square of side 2 m about the point (5, 0, 3) of
/// space, each a patch of its own in one plane.
class SpringBondsTest : public ::testing::Test {
 protected:
  SpringBondsTest() {
    problem_.body_space.add_slot(SlotKind::rigid, identity(), 1.0);
    for (int k = 0; k < 4; ++k) {
      arm_.push_back({k % 2 == 0 ? -1.0 : 1.0, k / 2 == 0 ? -1.0 : 1.0, 0.0});
      problem_.body_space.add_row({identity(), arm_.back(), {}, 0, -1});
    }
    problem_.resize(4);
    for (RowLaw& law : problem_.law) {
      law.kind = ConstraintKind::spring_dashpot;
      law.bonded = true;
      law.friction = kFriction;
      law.cohesion = kStrength;
    }
    problem_.W_diagonal.assign(4, identity() * 1e-3);
    for (const Vec3& arm : arm_) problem_.bond_point.push_back(Vec3{5, 0, 3} + arm);
    problem_.bond_patch = {0, 1, 2, 3};
    problem_.bond_plane = {0, 0, 0, 0};
    U_.assign(4, {});
  }

  template <class Force>
  std::vector<int> broken_by(Force force) {
    R_.clear();
    for (const Vec3& arm : arm_) R_.push_back(force(arm));
    std::vector<int> rows;
    find_broken_bonds(problem_, R_, U_, rows);
    return rows;
  }

  const std::vector<int> kAll{0, 1, 2, 3};
  const std::vector<int> kNone;
  LocalDynamics problem_;
  std::vector<Vec3> arm_;
  std::vector<Vec3> R_;
  std::vector<Vec3> U_;
};

TEST_F(SpringBondsTest, FrictionWithoutAResultantBreaksNoPlaneButSinglePatches) {
  const auto pulled = [](Vec3 arm) { return Vec3{-25.0 * arm.x, -25.0 * arm.y, -80.0}; };
  EXPECT_EQ(broken_by(pulled), kNone);
  problem_.bond_plane = {0, 1, 2, 3};
  EXPECT_EQ(broken_by(pulled), kAll);  // 35 N > 0.5 (100 - 80) N
}

TEST_F(SpringBondsTest, ThePlaneHoldsThePullOfAllItsBonds) {
  EXPECT_EQ(broken_by([](Vec3) { return Vec3{0, 0, -99.9}; }), kNone);
  EXPECT_EQ(broken_by([](Vec3) { return Vec3{0, 0, -100.1}; }), kAll);
  // a pattern that has neither a resultant nor a moment
  EXPECT_EQ(broken_by([](Vec3 arm) { return Vec3{0, 0, -90.0 + 50.0 * arm.x * arm.y}; }), kNone);
}

TEST_F(SpringBondsTest, ThePlaneHoldsFrictionOfItsPressureAndStrength) {
  for (const double pressure : {-60.0, 0.0, 60.0}) {
    const double bound = kFriction * (pressure + kStrength);
    EXPECT_EQ(broken_by([&](Vec3) { return Vec3{0.999 * bound, 0, pressure}; }), kNone);
    EXPECT_EQ(broken_by([&](Vec3) { return Vec3{0, 1.001 * bound, pressure}; }), kAll);
  }
}

/// A moment M about y pulls at two corners with M / 4 each: they break when that is the strength.
TEST_F(SpringBondsTest, AMomentBreaksTheEdgeThatItPullsOff) {
  const auto tilted = [](double share) {
    return [share](Vec3 arm) { return Vec3{0, 0, -share * kStrength * arm.x}; };
  };
  EXPECT_EQ(broken_by(tilted(0.999)), kNone);
  EXPECT_EQ(broken_by(tilted(1.001)), (std::vector<int>{1, 3}));
  problem_.bond_patch = {0, 0, 0, 0};  // points of one patch: a moment on it has no limit
  EXPECT_EQ(broken_by(tilted(5.0)), kNone);
}

TEST_F(SpringBondsTest, ATwistBreaksAllWhenTheirFrictionIsExhausted) {
  const double each = kFriction * kStrength / std::sqrt(2.0);  // per metre of arm
  const auto twisted = [&](double share) {
    return [=](Vec3 arm) { return Vec3{-share * each * arm.y, share * each * arm.x, 0.0}; };
  };
  EXPECT_EQ(broken_by(twisted(0.999)), kNone);
  EXPECT_EQ(broken_by(twisted(1.001)), kAll);
}

/// Bonds of 1, 1, 3 and 3 times the strength, all with the same springs: a pull through their
/// centroid has no moment about it, whatever each of them carries.
TEST_F(SpringBondsTest, UnequalBondsArePulledOffTogetherByAForceThroughTheirCentroid) {
  for (const std::size_t k : {2U, 3U}) problem_.law[k].cohesion = 3.0 * kStrength;
  const auto pulled = [](double share) {  // Σ 8 strengths, at y = (-1 - 1 + 3 + 3) / 8 = 0.5
    return [=](Vec3 arm) { return Vec3{0, 0, -share * kStrength * (2.0 + arm.y)}; };
  };
  EXPECT_EQ(broken_by(pulled(0.999)), kNone);
  EXPECT_EQ(broken_by(pulled(1.001)), kAll);
}

TEST_F(SpringBondsTest, BondsOnALineResistNoTiltAboutIt) {
  problem_.bond_point = {{0, 0, 0}, {1, 1e-12, 0}, {2, 0, 0}, {3, -1e-12, 0}};
  EXPECT_EQ(broken_by([](Vec3 arm) { return Vec3{0, 0, -60.0 + 30.0 * arm.x * arm.y}; }), kNone);
}

/// All points are at their bounds but pull across each other a little, so that their resultant is
/// below the bound: δ = 1e-3 * 100 / 10 = 1e-2 m/s.
TEST_F(SpringBondsTest, PointsThatAllSlideBreakThePlaneWhenItMoves) {
  const auto sliding = [](Vec3 arm) { return Vec3{40.0, 30.0 * arm.y, 0.0}; };
  for (Vec3& U : U_) U = {-0.9e-2, 0, 0};
  EXPECT_EQ(broken_by(sliding), kNone);
  for (Vec3& U : U_) U = {-1.1e-2, 0, 0};
  EXPECT_EQ(broken_by(sliding), kAll);
  for (std::size_t k = 0; k < 4; ++k) U_[k] = 0.1 * arm_[k];  // drawing in is no rigid motion
  EXPECT_EQ(broken_by(sliding), kNone);
  for (std::size_t k = 0; k < 4; ++k) U_[k] = 0.1 * cross({0, 0, 1}, arm_[k]);
  EXPECT_EQ(broken_by(sliding), kAll);
}

TEST_F(SpringBondsTest, BondsWithoutStrengthHoldPressureAlone) {
  for (RowLaw& law : problem_.law) law.cohesion = 0.0;
  EXPECT_EQ(broken_by([](Vec3) { return Vec3{0, 0, 1.0}; }), kNone);
  EXPECT_EQ(broken_by([](Vec3) { return Vec3{0, 0, -1.0}; }), kAll);
}

}  // namespace
}  // namespace solfec

#include "domain/bonds/even_bonds.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "local_dynamics/body_velocities.h"

namespace solfec {
namespace {

constexpr double kStrength = 100.0;  // N, of one bond
constexpr double kTol = 1e-11;       // N, rounding at 100 N

/// Four bonds of an affine body at the corners of a square in a tilted plane.
class EvenBondsTest : public ::testing::Test {
 protected:
  EvenBondsTest() {
    problem_.body_space.add_slot(SlotKind::affine, identity(), 1.0);
    const Mat3 frame = contact_frame_of({0.6, 0.0, 0.8});
    for (int k = 0; k < 4; ++k) {
      const Vec3 place{k % 2 == 0 ? -1.0 : 1.0, k / 2 == 0 ? -1.0 : 1.0, 0.0};
      place_.push_back(place);
      problem_.body_space.add_row({frame, frame * place, {}, 0, -1});
    }
    problem_.resize(4);
    for (RowLaw& law : problem_.law) {
      law.kind = ConstraintKind::contact;
      law.bonded = true;
      law.friction = 0.5;
      law.cohesion = kStrength;
    }
    problem_.W_diagonal.assign(4, identity() * 1e-3);
    problem_.bond_patch = {0, 0, 0, 0};
    problem_.bond_plane = {0, 0, 0, 0};
    for (const Vec3& place : place_) problem_.bond_point.push_back(Vec3{7, 0, 0} + frame * place);
    solution_.U.assign(4, {});
  }

  static Mat3 contact_frame_of(Vec3 n) { return from_columns({0.8, 0.0, -0.6}, {0, 1, 0}, n); }

  /// + - + - along the diagonals, which the places of the square do not feel.
  static Vec3 stress(Vec3 place, Vec3 self) {
    return Vec3{3.0 + place.y, -2.0 * place.x, -40.0 + 5.0 * place.x} + place.x * place.y * self;
  }

  void load(Vec3 self) {
    solution_.R.clear();
    for (const Vec3& place : place_) solution_.R.push_back(stress(place, self));
  }

  [[nodiscard]] std::vector<double> body_velocity() const {
    BodyVelocities W;
    W.start(problem_.body_space);
    for (int i = 0; i < 4; ++i) W.scatter(i, solution_.R[static_cast<std::size_t>(i)]);
    const auto v = W.slot_velocity(0);
    return {v.begin(), v.end()};
  }

  /// Largest difference from the reactions without the load + - + -, N.
  [[nodiscard]] double unevenness() const {
    double most = 0.0;
    for (std::size_t k = 0; k < 4; ++k) {
      most = std::fmax(most, norm(solution_.R[k] - stress(place_[k], {})));
    }
    return most;
  }

  LocalDynamics problem_;
  LocalSolution solution_;
  std::vector<Vec3> place_;
};

TEST_F(EvenBondsTest, ReactionsWithoutEffectVanishAndTheBodyMovesAsBefore) {
  load({2.0, -3.0, 50.0});
  const auto before = body_velocity();
  even_out_bonds(problem_, solution_);
  EXPECT_LE(unevenness(), kTol);
  const auto after = body_velocity();
  for (std::size_t k = 0; k < before.size(); ++k) EXPECT_NEAR(after[k], before[k], kTol);
}

TEST_F(EvenBondsTest, EvenReactionsStay) {
  load({});
  even_out_bonds(problem_, solution_);
  EXPECT_LE(unevenness(), kTol);
}

/// δ = 1e-3 * 1e-3 * 100 = 1e-4 m/s.
TEST_F(EvenBondsTest, APlaneInWhichAPointMovesKeepsItsReactions) {
  for (const Vec3 U : {Vec3{1.1e-4, 0, 0}, Vec3{0, 0, 1.1e-4}}) {
    load({0, 0, 50.0});
    solution_.U[2] = U;
    even_out_bonds(problem_, solution_);
    EXPECT_NEAR(unevenness(), 50.0, kTol);
    solution_.U[2] = {};
  }
}

TEST_F(EvenBondsTest, OnlyLivingRigidBondsWithinTheirConesAreEven) {
  const auto stays = [this] {
    load({0, 0, 50.0});
    even_out_bonds(problem_, solution_);
    return std::fabs(unevenness() - 50.0) <= kTol;
  };
  EXPECT_FALSE(stays());
  problem_.law[1].bonded = false;  // three points determine their reactions
  EXPECT_TRUE(stays());
  problem_.law[1].bonded = true;
  for (RowLaw& law : problem_.law) law.kind = ConstraintKind::spring_dashpot;
  EXPECT_TRUE(stays());
  for (RowLaw& law : problem_.law) law.kind = ConstraintKind::contact;
  for (RowLaw& law : problem_.law) law.cohesion = 39.0;  // the pull is 40 N each
  EXPECT_TRUE(stays());
}

TEST_F(EvenBondsTest, StrengthsThatOverflowKeepTheirReactions) {
  load({0, 0, 50.0});
  for (RowLaw& law : problem_.law) law.cohesion = 1e308;
  even_out_bonds(problem_, solution_);
  EXPECT_NEAR(unevenness(), 50.0, kTol);
}

}  // namespace
}  // namespace solfec

#include "body/pseudo_rigid_set.h"

#include <gtest/gtest.h>

namespace solfec {
namespace {

constexpr double kDifference = 1e-5;     // step of central differences
constexpr double kDifferenceTol = 1e-7;  // their error at the scale below

void append(PseudoRigidSet& set, BodyId id, const BodyCharacteristics& characteristics,
            double lambda, double mu) {
  const BulkMaterial material;
  set.append({.id = id, .kind = BodyKind::pseudo_rigid, .properties = {}, .material = material},
             characteristics);
  set.lame_lambda.back() = lambda;
  set.lame_mu.back() = mu;
}

/// One body of volume 3 with constants of order one in some deformation.
PseudoRigidSet deformed_body() {
  PseudoRigidSet set;
  append(set, 1, {2.0, 3.0, {}, diagonal(1.0, 2.0, 3.0)}, 1.5, 0.7);
  set.gradient[0] = {{1.1, 0.2, -0.1, 0.3, 0.9, 0.05, -0.2, 0.1, 1.2}};
  return set;
}

TEST(PseudoRigidSet, InternalCoupleIsTheSlopeOfTheInternalEnergy) {
  const PseudoRigidSet set = deformed_body();
  const Mat3 couple = internal_couple(set, 0, set.gradient[0]);
  for (int k = 0; k < 9; ++k) {
    PseudoRigidSet up = set;
    PseudoRigidSet down = set;
    up.gradient[0].m[k] += kDifference;
    down.gradient[0].m[k] -= kDifference;
    const double slope = (internal_energy(up, 0) - internal_energy(down, 0)) / (2.0 * kDifference);
    EXPECT_NEAR(couple.m[k], slope, kDifferenceTol);
  }
}

TEST(PseudoRigidSet, StiffnessIsTheSlopeOfTheInternalCouple) {
  const PseudoRigidSet set = deformed_body();
  std::array<double, 81> stiffness{};
  tangent_stiffness(set, 0, set.gradient[0], stiffness);
  for (int b = 0; b < 9; ++b) {
    PseudoRigidSet up = set;
    PseudoRigidSet down = set;
    up.gradient[0].m[b] += kDifference;
    down.gradient[0].m[b] -= kDifference;
    const Mat3 slope = (0.5 / kDifference) * (internal_couple(up, 0, up.gradient[0]) -
                                              internal_couple(down, 0, down.gradient[0]));
    Mat3 direction;
    direction.m[b] = 1.0;
    const Mat3 change = internal_couple_change(set, 0, set.gradient[0], direction);
    for (int a = 0; a < 9; ++a) {
      EXPECT_NEAR(stiffness[static_cast<std::size_t>(a + 9 * b)], slope.m[a], kDifferenceTol);
      EXPECT_NEAR(change.m[a], slope.m[a], kDifferenceTol);
    }
  }
}

TEST(PseudoRigidSet, ErasingASlotMovesTheLastOneThere) {
  PseudoRigidSet set = deformed_body();
  append(set, 2, {1.0, 1.0, {}, identity()}, 1.0, 1.0);
  append(set, 3, {5.0, 1.0, {}, identity()}, 1.0, 1.0);
  set.erase(1);
  EXPECT_EQ(set.size(), 2);
  EXPECT_EQ(set.id[1], 3);
  EXPECT_EQ(set.mass[1], 5.0);
  EXPECT_EQ(set.rate_change.size(), 2U);
}

}  // namespace
}  // namespace solfec

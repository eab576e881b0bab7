#include "domain/bonds/bond_error.h"

#include <cmath>

#include <gtest/gtest.h>

namespace solfec {
namespace {

RowLaw bond(double spring, double dashpot, double strength) {
  RowLaw law;
  law.kind = ConstraintKind::spring_dashpot;
  law.bonded = true;
  law.spring = spring;
  law.dashpot = dashpot;
  law.cohesion = strength;
  return law;
}

/// 1 N of a bond of 1000 N is an error of 1 N / (k h + c).
TEST(BondError, IsWhatAThousandthOfTheStrengthStandsFor) {
  LocalDynamics problem;
  problem.step = 1e-3;
  EXPECT_TRUE(std::isinf(bond_error_bound(problem, 1e-4)));
  problem.law = {bond(1e10, 0.0, 1000.0)};
  EXPECT_DOUBLE_EQ(bond_error_bound(problem, 1e-4), 1e-7);
  problem.law = {bond(1e10, 3e7, 1000.0)};
  EXPECT_DOUBLE_EQ(bond_error_bound(problem, 1e-4), 1.0 / 4e7);
  problem.law = {bond(1e10, -1.0, 1000.0)};  // critical damping, known later
  EXPECT_DOUBLE_EQ(bond_error_bound(problem, 1e-4), 1e-7);
}

TEST(BondError, IsThatOfTheWeakestRowThatIsStillBonded) {
  LocalDynamics problem;
  problem.step = 1e-3;
  problem.law = {bond(1e10, 0.0, 1000.0), bond(1e10, 0.0, 10.0), bond(1e12, 0.0, 10.0)};
  EXPECT_DOUBLE_EQ(bond_error_bound(problem, 1e-4), 1e-11);
  problem.law[2].bonded = false;
  EXPECT_DOUBLE_EQ(bond_error_bound(problem, 1e-4), 1e-9);
  problem.law[1].bonded = false;
  EXPECT_DOUBLE_EQ(bond_error_bound(problem, 1e-4), 1e-7);
  problem.law = {bond(0.0, 0.0, 1000.0)};
  EXPECT_TRUE(std::isinf(bond_error_bound(problem, 1e-4)));
}

/// In 1e-3 s a bond opens by a thousandth of 1e-4 m.
TEST(BondError, OfARigidBondIsAThousandthOfEpsilonInAStep) {
  LocalDynamics problem;
  problem.step = 1e-3;
  RowLaw rigid;
  rigid.kind = ConstraintKind::contact;
  problem.law = {rigid};
  EXPECT_TRUE(std::isinf(bond_error_bound(problem, 1e-4)));
  problem.law[0].bonded = true;
  EXPECT_DOUBLE_EQ(bond_error_bound(problem, 1e-4), 1e-4);
  problem.law.push_back(bond(1e10, 0.0, 1000.0));
  EXPECT_DOUBLE_EQ(bond_error_bound(problem, 1e-4), 1e-7);
  EXPECT_DOUBLE_EQ(bond_error_bound(problem, 1e-8), 1e-8);
}

}  // namespace
}  // namespace solfec

#include "solver/law/spring_damper.h"

#include <cmath>

#include <gtest/gtest.h>

#include "local_dynamics/contact_block.h"

namespace solfec {
namespace {

/// A body that a spring of 1 N/m holds, stretched by 1 m at mid-step, at rest.
LocalDynamics soft_spring(double inverse_mass) {
  LocalDynamics problem;
  problem.step = 1e-3;
  problem.resize(1);
  problem.law[0].kind = ConstraintKind::spring;
  problem.springs.resize(1);
  problem.springs[0].stroke = 1.0;
  problem.springs[0].stiffness = 1.0;
  problem.W_diagonal[0] = problem.step * inverse_mass * identity();
  return problem;
}

TEST(SpringDamper, TheForceOfASoftSpringKeepsItsDigitsBesideALargeVelocity) {
  // u + w F(u) = z with w = h / m: the difference z - u is lost in z where w F is below its
  // rounding, but the force is known to rounding
  constexpr double kRelative = 1e-14;
  for (const double mass : {1.0, 1e6, 1e12}) {
    LocalDynamics problem = soft_spring(1.0 / mass);
    const ContactBlock block = make_plain_block(problem.W_diagonal[0]);
    const double z = 7.0;
    const double rate = 0.25 * problem.step;  // N s/m
    const double w = problem.step / mass;
    const double exact = -(1.0 + rate * z) / (1.0 + w * rate);  // F = k (s + h/4 u) of the root u
    const double found = SpringDamper::reaction(problem, 0, block, {0, 0, z}, {}).z;
    EXPECT_NEAR(found / exact, 1.0, kRelative) << mass;
    const Vec3 U{0, 0, z + w * exact};
    const double missed = SpringDamper::residual(problem, 0, 1.0, {0, 0, exact}, U).z;
    EXPECT_NEAR(missed / exact, 0.0, kRelative) << mass;
  }
}

TEST(SpringDamper, TheReactionOfAStiffSpringIsTheDifferenceOfVelocities) {
  // F is a small difference of large terms here, the velocity is all but stopped
  LocalDynamics problem = soft_spring(1.0);
  problem.springs[0].stiffness = 1e15;
  problem.springs[0].stroke = 0.0;
  const ContactBlock block = make_plain_block(problem.W_diagonal[0]);
  const double found = SpringDamper::reaction(problem, 0, block, {0, 0, 3.0}, {}).z;
  const double w = problem.step;
  const double rate = 0.25 * problem.step * 1e15;
  EXPECT_NEAR(found, -3.0 * rate / (1.0 + w * rate), 1e-11 * 3.0 / w);
}

}  // namespace
}  // namespace solfec

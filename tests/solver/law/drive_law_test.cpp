#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <random>

#include <gtest/gtest.h>

#include "local_dynamics/contact_block.h"
#include "solver/law/spring_damper.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-9;  // forces and velocities are of size one

/// One row of a drive with random springs, friction and a motor.
class DriveLaw : public ::testing::TestWithParam<int> {
 protected:
  DriveLaw() : rng_(static_cast<unsigned>(GetParam())) {
    problem_.step = 0.1;
    problem_.quasi_static = GetParam() % 3 == 0;
    problem_.resize(1);
    problem_.law[0].kind = ConstraintKind::drive;
    problem_.springs.resize(1);
    SpringRow& row = problem_.springs[0];
    row.stroke = 0.1 * number();
    row.stiffness = 20.0;
    row.damping = 0.5;
    row.friction = 1.0 + number();
    row.motor_limit =
        GetParam() % 4 == 0 ? std::numeric_limits<double>::infinity() : 1.0 + number();
    row.motor_velocity = number();
    row.push = number();
    row.turning = 0.3 * number();
    if (GetParam() % 2 == 0) {
      row.table = std::make_shared<TimeSeries>(std::vector{-1.0, 1.0}, std::vector{-20.0, 20.0});
      row.least_force = -20.0;
      row.most_force = 20.0;
    }
    problem_.W_diagonal[0] = (0.2 + 0.1 * number()) * identity();
    problem_.V[0] = {0.0, 0.0, number()};
  }

  double number() { return unit_(rng_); }

  /// Force of spring and damper at the rate u, which is a line for the table of this test, too, N.
  [[nodiscard]] double smooth(double u) const {
    const SpringRow& row = problem_.springs[0];
    const double h = problem_.step;
    if (problem_.quasi_static) return 20.0 * (row.stroke + h * u) + 0.5 * u;
    const double V = problem_.V[0].z - row.turning;
    return 20.0 * (row.stroke + 0.25 * h * (u - V)) + 0.25 * (u + V);
  }

  LocalDynamics problem_;

 private:
  std::mt19937 rng_;
  std::uniform_real_distribution<double> unit_{-1.0, 1.0};
};

TEST_P(DriveLaw, ReactionIsTheSumOfItsForcesAndBrakesOppose) {
  const SpringRow& row = problem_.springs[0];
  const ContactBlock w = make_plain_block(problem_.W_diagonal[0]);
  int at_motor = 0;
  int at_rest = 0;
  for (int k = 0; k < 200; ++k) {
    const Vec3 b{0.0, 0.0, 3.0 * number()};
    const Vec3 R = SpringDamper::reaction(problem_, 0, w, b, {});
    const double u = b.z + w.normal * R.z + row.turning;
    const double brakes = R.z + smooth(u) - row.push;  // friction and motor together
    const double rest = std::fabs(u) < kTol ? row.friction : 0.0;
    const double held = std::fabs(u - row.motor_velocity) < kTol ? row.motor_limit : 0.0;
    double known = rest > 0.0 ? 0.0 : std::copysign(row.friction, -u);
    if (held == 0.0) known += std::copysign(row.motor_limit, row.motor_velocity - u);
    EXPECT_LE(std::fabs(brakes - known), rest + held + kTol) << k;
    EXPECT_LE(norm(SpringDamper::residual(problem_, 0, 1.0, R, b + w.normal * R)), kTol);
    at_motor += held > 0.0 ? 1 : 0;
    at_rest += rest > 0.0 ? 1 : 0;
  }
  EXPECT_GT(at_motor + at_rest, 0);
  if (std::isinf(row.motor_limit)) {
    EXPECT_EQ(at_motor, 200);
  }
}

TEST_P(DriveLaw, LinearRowVanishesAtTheSolutionAndHasItsDerivative) {
  constexpr double kDifference = 1e-6;
  const ContactBlock w = make_plain_block(problem_.W_diagonal[0]);
  for (int k = 0; k < 20; ++k) {
    const Vec3 b{0.0, 0.0, 3.0 * number()};
    const Vec3 R = SpringDamper::reaction(problem_, 0, w, b, {});
    const Vec3 U = b + w.normal * R;
    const LinearRow row = SpringDamper::linear_row(problem_, 0, 2.0, R, U);
    EXPECT_LE(norm(row.C), 1e-8);
    const double moved = number();
    const Vec3 at = U + Vec3{0.0, 0.0, moved};
    const auto miss = [&](double by) {
      return SpringDamper::linear_row(problem_, 0, 2.0, R, at + Vec3{0.0, 0.0, by}).C.z;
    };
    const double slope = (miss(kDifference) - miss(-kDifference)) / (2.0 * kDifference);
    const double exact = SpringDamper::linear_row(problem_, 0, 2.0, R, at).X(2, 2);
    EXPECT_NEAR(slope, exact, 1e-4);
  }
}

INSTANTIATE_TEST_SUITE_P(Rows, DriveLaw, ::testing::Range(1, 25));

}  // namespace
}  // namespace solfec

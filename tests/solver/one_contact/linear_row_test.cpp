#include <cmath>
#include <functional>
#include <random>

#include <gtest/gtest.h>

#include "solver/contact_oracle.h"
#include "solver/law/signorini_contact.h"
#include "solver/law/spring_contact.h"
#include "solver/measure/row_residual.h"
#include "solver/newton/semismooth_row.h"
#include "solver/one_contact/exact_contact.h"
#include "solver/one_contact/variational_row.h"
#include "solver/scene.h"

namespace solfec {
namespace {

constexpr double kStep = 1e-6;        // of central differences
constexpr double kDifference = 1e-7;  // their error at unit scale, far from kinks

Mat3 central_difference(const std::function<Vec3(Vec3)>& function, Vec3 at) {
  Mat3 derivative;
  for (int k = 0; k < 3; ++k) {
    Vec3 up = at;
    Vec3 down = at;
    up[k] += kStep, down[k] -= kStep;
    const Vec3 slope = (function(up) - function(down)) / (2.0 * kStep);
    for (int i = 0; i < 3; ++i) derivative(i, k) = slope[i];
  }
  return derivative;
}

double largest(const Mat3& a) {
  double most = 0.0;
  for (const double entry : a.m) most = std::max(most, std::fabs(entry));
  return most;
}

class LinearRowProperty : public ::testing::TestWithParam<double> {
 protected:
  Vec3 vector() { return {unit_(rng_), unit_(rng_), unit_(rng_)}; }
  double number() { return unit_(rng_); }

  // Blocks with eigenvalues between 0.1 and 1, free velocities of about 1.
  OneContact contact() {
    const Vec3 a = normalized(vector());
    const Vec3 b = normalized(cross(a, vector()));
    const Mat3 Q = from_columns(a, b, cross(a, b));
    const auto value = [&] { return 0.55 + 0.45 * number(); };
    const Mat3 W = Q * (diagonal(value(), value(), value()) * transpose(Q));
    return {0.5 * (W + transpose(W)), vector(), GetParam()};
  }

  ShiftedContact random_state(double smoothing) {
    ShiftedContact state{vector(), vector(), GetParam(), 0.7, smoothing, 0.0};
    return state;
  }

 private:
  std::mt19937 rng_{31};
  std::uniform_real_distribution<double> unit_{-1.0, 1.0};
};

// Distance of s = r - ρ F from the surfaces where the projection has a kink.
double distance_from_kinks(const ShiftedContact& c) {
  const double slip = std::hypot(c.u.x, c.u.y);
  const Vec3 s = c.r - c.rho * Vec3{c.u.x, c.u.y, c.u.z + c.friction * slip};
  const double tangential = std::hypot(s.x, s.y);
  return std::min({std::fabs(tangential - c.friction * s.z),
                   std::fabs(c.friction * tangential + s.z), norm(s), slip, tangential});
}

TEST_P(LinearRowProperty, VariationalDerivativeEqualsFiniteDifferences) {
  for (const double smoothing : {0.0, 0.05, 0.5}) {
    for (int sample = 0; sample < 2000; ++sample) {
      const ShiftedContact state = random_state(smoothing);
      if (distance_from_kinks(state) < 0.02) continue;
      const LinearRow row = variational_row(state);
      const Mat3 X = central_difference(
          [&](Vec3 u) {
            ShiftedContact moved = state;
            moved.u = u;
            return variational_residual(moved);
          },
          state.u);
      const Mat3 Y = central_difference(
          [&](Vec3 r) {
            ShiftedContact moved = state;
            moved.r = r;
            return variational_residual(moved);
          },
          state.r);
      // Second derivatives grow with 1 / (ρ ε) and 1 / distance, third ones with their squares.
      const double tol = 20.0 * kDifference;
      ASSERT_LE(largest(row.X - X), tol) << sample << " smoothing " << smoothing;
      ASSERT_LE(largest(row.Y - Y), tol) << sample << " smoothing " << smoothing;
    }
  }
}

TEST_P(LinearRowProperty, VariationalResidualIsThatOfTheMerit) {
  RowLaw law;
  law.friction = GetParam();
  law.velocity_shift = 0.25;
  law.cohesion = 0.5;
  for (int sample = 0; sample < 1000; ++sample) {
    const Vec3 R = vector();
    const Vec3 U = vector();
    const ShiftedContact state{
        {R.x, R.y, R.z + 0.5}, {U.x, U.y, U.z + 0.25}, GetParam(), 1.0, 0, 0};
    EXPECT_LE(norm(variational_residual(state) - contact_residual(law, 1.0, R, U)), 1e-14);
    EXPECT_EQ(variational_row(state).C, variational_residual(state));
  }
}

TEST_P(LinearRowProperty, SmoothedResidualTendsToTheExactOne) {
  for (int sample = 0; sample < 1000; ++sample) {
    ShiftedContact state = random_state(0.0);
    const Vec3 exact = variational_residual(state);
    for (const double smoothing : {1e-1, 1e-3, 1e-5}) {
      state.smoothing = smoothing;
      // |√(s² + ε²) - ε - s| <= ε and |g(f) - f| <= f/4 for f < ρ ε
      EXPECT_LE(norm(variational_residual(state) - exact), 2.0 * (1.0 + GetParam()) * smoothing);
    }
  }
}

using ContactRow = LinearRow (*)(const ShiftedContact& contact);
constexpr ContactRow kRows[] = {hsw_row, hybrid_row, fixed_point_row, variational_row};

TEST_P(LinearRowProperty, EveryLinearisationVanishesAtTheExactReaction) {
  for (int sample = 0; sample < 2000; ++sample) {
    const OneContact one = contact();
    double slip = 0.0;
    const Vec3 r = solve_exact_contact(make_contact_block(one.W), one.friction, one.b, slip);
    const Vec3 u = one.W * r + one.b;
    for (const ContactRow linearise : kRows) {
      const LinearRow row = linearise({r, u, one.friction, 1.3, 0.0, r.z});
      ASSERT_LE(norm(row.C), 1e-9 * (1.0 + norm(r))) << sample;
    }
  }
}

TEST_P(LinearRowProperty, NewtonStepFromNearbyLeavesAnErrorOfSecondOrder) {
  constexpr double kNear = 1e-5;
  int tried = 0;
  for (int sample = 0; sample < 2000; ++sample) {
    const OneContact one = contact();
    double slip = 0.0;
    const Vec3 exact = solve_exact_contact(make_contact_block(one.W), one.friction, one.b, slip);
    const Vec3 near = exact + kNear * vector();
    const Vec3 u = one.W * near + one.b;
    // away from the borders between open, stick and slip, where the law has several derivatives
    const Vec3 u_exact = one.W * exact + one.b;
    const double rho = 3.0 / trace(one.W);
    const Vec3 d = exact - rho * u_exact;
    const double excess = std::hypot(d.x, d.y) - one.friction * d.z;
    if (std::fabs(d.z) < 0.1 || (d.z > 0.0 && std::fabs(excess) < 0.1)) continue;
    ++tried;
    for (const ContactRow linearise : kRows) {
      const LinearRow row = linearise({near, u, one.friction, rho, 0.0, exact.z});
      const Vec3 next = near - inverse(row.X * one.W + row.Y) * row.C;
      ASSERT_LE(norm(next - exact), 1e-7 * (1.0 + norm(exact))) << sample;
    }
  }
  EXPECT_GT(tried, 500);
}

INSTANTIATE_TEST_SUITE_P(Mu, LinearRowProperty, ::testing::Values(0.0, 0.3, 1.0));

// One rigid body with a row of the given kind, in motion.
LocalDynamics& moving_body(Scene& scene, ConstraintKind kind) {
  const int body = scene.add_rigid(2.0, {0.3, 0.5, 0.7}, {0, 0, 1});
  scene.set_velocity(body, {0.3, -0.2, -0.5}, {0.1, 0.4, -0.3});
  RowLaw& law =
      kind == ConstraintKind::rigid_link
          ? scene.add_link(body, kGround, {0, 0, 0.5}, {0.3, 0, 0})
          : scene.add_row(kind, body, kGround, {0.2, 0.1, 0.5}, normalized(Vec3{0.2, -0.1, 1}));
  law.target = kind == ConstraintKind::velocity_direction ? 0.4 : law.target;
  law.friction = 0.4;
  law.gap = -1e-3;
  law.spring = 2e3;
  law.dashpot = 3.0;
  return scene.finish();
}

TEST(BilateralRow, DerivativeEqualsFiniteDifferencesOfTheResidual) {
  for (const ConstraintKind kind :
       {ConstraintKind::fixed_point, ConstraintKind::fixed_direction,
        ConstraintKind::velocity_direction, ConstraintKind::rigid_link}) {
    Scene scene(0.01, {0, 0, -10});
    const LocalDynamics& problem = moving_body(scene, kind);
    const Vec3 R{1.0, -2.0, 3.0};
    const Vec3 U{0.3, -0.7, 0.2};
    const double rho = 1.7;
    const LinearRow row = law_of(problem, 0).linear_row(problem, 0, rho, R, U);
    const auto residual = [&](Vec3 r, Vec3 u) {
      return law_of(problem, 0).linear_row(problem, 0, rho, r, u).C;
    };
    const Mat3 X = central_difference([&](Vec3 u) { return residual(R, u); }, U);
    const Mat3 Y = central_difference([&](Vec3 r) { return residual(r, U); }, R);
    EXPECT_LE(largest(row.X - X), kDifference) << static_cast<int>(kind);
    EXPECT_LE(largest(row.Y - Y), kDifference) << static_cast<int>(kind);
    const Vec3 law = rho * law_of(problem, 0).residual(problem, 0, 1.0, R, U);
    EXPECT_EQ(row.C.z, law.z);
    EXPECT_EQ(row.C.x, kind == ConstraintKind::fixed_point ? law.x : R.x);
  }
}

TEST(SpringRow, VanishesWhereTheLawHoldsAndHasItsDerivative) {
  for (const bool quasi_static : {false, true}) {
    for (const double cohesion : {0.0, 30.0}) {
      for (const double pull : {0.0, 2000.0, 9000.0}) {  // N, upwards
        Scene scene(0.01, {3, -1, -10});
        LocalDynamics& problem = moving_body(scene, ConstraintKind::spring_dashpot);
        problem.quasi_static = quasi_static;
        problem.B[0].z += pull * problem.W_diagonal[0](2, 2);
        problem.law[0].cohesion = cohesion;
        problem.law[0].bonded = cohesion > 0.0;
        const ContactBlock w = make_contact_block(problem.W_diagonal[0]);
        Vec3 R;
        for (int k = 0; k < 500; ++k) {
          R = spring_dashpot_reaction(problem, 0, w, PenaltyVariant::implicit_force, problem.B[0],
                                      R);
        }
        const Vec3 U = problem.B[0] + problem.W_diagonal[0] * R;
        EXPECT_LE(norm(law_of(problem, 0).linear_row(problem, 0, 1.0, R, U).C),
                  1e-6 * (1.0 + norm(R)))
            << pull;

        const Vec3 near = R + Vec3{0.3, -0.2, 0.1};
        const Vec3 u = U + Vec3{0.02, 0.01, -0.01};
        const LinearRow row = law_of(problem, 0).linear_row(problem, 0, 1.0, near, u);
        const Mat3 X = central_difference(
            [&](Vec3 v) { return law_of(problem, 0).linear_row(problem, 0, 1.0, near, v).C; }, u);
        const Mat3 Y = central_difference(
            [&](Vec3 r) { return law_of(problem, 0).linear_row(problem, 0, 1.0, r, u).C; }, near);
        if (row.X(2, 2) == 0.0) continue;  // open or cut
        EXPECT_LE(largest(row.X - X), 1e-5 * (1.0 + largest(X))) << pull;
        EXPECT_LE(largest(row.Y - Y), 1e-6) << pull;
      }
    }
  }
}

TEST(RestingRow, KeepsTheReactionAtZero) {
  const LinearRow row = resting_row({1, 2, 3});
  EXPECT_EQ(row.X, Mat3{});
  EXPECT_EQ(row.Y, identity());
  EXPECT_EQ(row.C, (Vec3{1, 2, 3}));
}

}  // namespace
}  // namespace solfec

#include "solver/row/row_linearisation.h"

#include <algorithm>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "solver/law/law.h"
#include "solver/mixed_problem.h"

namespace solfec {
namespace {

constexpr double kDifference = 1e-6;  // step of central differences at points of size one
constexpr double kSlopeTol = 1e-8;    // its error
constexpr double kValueTol = 1e-8;    // k holds F / ε, so 1e-6 of the digits are lost

/// One contact of a random block with friction, restitution and cohesion.
struct OneRow {
  LocalDynamics problem;
  double d = 1.0;  // of the docstring, w^(-1/2)

  OneRow(double mu, unsigned seed) : problem(mixed_problem({1, 0, false, false, false, false}, 1)) {
    std::mt19937 rng(seed);
    std::uniform_real_distribution<double> unit(-1.0, 1.0);
    Mat3 root;
    for (double& entry : root.m) entry = unit(rng);
    RowLaw law;
    law.friction = mu;
    law.velocity_shift = 0.25;
    law.bonded = true;
    law.cohesion = 0.5;
    problem.law = {law};
    problem.V.resize(1);
    problem.B.resize(1);
    problem.W_diagonal = {root * transpose(root) + 0.1 * identity()};
    d = 1.0 / std::sqrt(trace(problem.W_diagonal[0]) / 3.0);
  }

  /// The linearisation at scaled shifted unknowns x and y = x - d u.
  [[nodiscard]] RowLinearisation at(Vec3 x, Vec3 y) const {
    const Vec3 r = d * x;
    const Vec3 u = (1.0 / d) * (x - y);
    const RowLaw& law = problem.law[0];
    return linearise_row(problem, 0, {r.x, r.y, r.z - law.cohesion},
                         {u.x, u.y, u.z - law.velocity_shift});
  }
};

/// P of the docstring: p_n = max(0, y_n), p_T = min(1, mu p_n / |y_T|) y_T.
Vec3 natural_map(Vec3 y, double mu) {
  const double pressure = std::max(0.0, y.z);
  const double size = std::hypot(y.x, y.y);
  const double factor = size > 0.0 ? std::min(1.0, mu * pressure / size) : 1.0;
  return {factor * y.x, factor * y.y, pressure};
}

Mat3 slope(Vec3 y, double mu) {
  Mat3 G;
  for (int c = 0; c < 3; ++c) {
    Vec3 step;
    step[c] = kDifference;
    const Vec3 change = natural_map(y + step, mu) - natural_map(y - step, mu);
    for (int r = 0; r < 3; ++r) G(r, c) = change[r] / (2.0 * kDifference);
  }
  return G;
}

double largest(const Mat3& a) {
  double most = 0.0;
  for (const double entry : a.m) most = std::max(most, std::fabs(entry));
  return most;
}

/// E = d² C⁻¹ G and k = d C⁻¹ F with C = 1 - (1 - ε) G, solved for G and F:
/// G = E (d² + (1 - ε) E)⁻¹ and F = C k / d.
void expect_documented_map(const OneRow& row, Vec3 x, Vec3 y, double mu) {
  const RowLinearisation found = row.at(x, y);
  const double rest = 1.0 - kNewtonRegularisation;
  const Mat3 G = found.E * inverse(row.d * row.d * identity() + rest * found.E);
  EXPECT_LE(largest(G - slope(y, mu)), kSlopeTol) << "mu " << mu << " y " << y.x << " " << y.y;
  const Vec3 F = (1.0 / row.d) * ((identity() - rest * G) * found.k);
  EXPECT_LE(norm(F - (x - natural_map(y, mu))), kValueTol);
}

TEST(RowLinearisation, ContactsFollowTheNaturalMapAndItsFiniteDifferences) {
  std::mt19937 rng(20260101);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  int open = 0;
  int stick = 0;
  int slip = 0;
  for (unsigned sample = 0; sample < 3000; ++sample) {
    const double mu = sample % 4 == 0 ? 1.2 : 0.4;
    const Vec3 x{unit(rng), unit(rng), unit(rng)};
    const Vec3 y{unit(rng), unit(rng), unit(rng)};
    const double tangential = std::hypot(y.x, y.y);
    // differences across a kink mean nothing, and curvature grows near y_T = 0
    if (std::fabs(y.z) < 1e-2 || std::fabs(tangential - mu * y.z) < 1e-2) continue;
    if (tangential < 0.05) continue;
    (y.z < 0.0 ? open : tangential < mu * y.z ? stick : slip) += 1;
    expect_documented_map(OneRow(mu, sample + 1), x, y, mu);
  }
  EXPECT_GT(open, 100);
  EXPECT_GT(stick, 100);
  EXPECT_GT(slip, 100);
}

TEST(RowLinearisation, ContactsWithoutFrictionFollowTheNaturalMap) {
  std::mt19937 rng(5);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  for (unsigned sample = 0; sample < 300; ++sample) {
    const Vec3 x{unit(rng), unit(rng), unit(rng)};
    Vec3 y{unit(rng), unit(rng), unit(rng)};
    if (std::fabs(y.z) < 1e-2) y.z = 0.5;
    expect_documented_map(OneRow(0.0, sample + 1), x, y, 0.0);
  }
}

TEST(RowLinearisation, OpenContactsLoseTheirReaction) {
  const OneRow row(0.5, 3);
  const Vec3 x{0.3, -0.2, 0.1};
  const RowLinearisation open = row.at(x, {0.3, -0.2, -0.4});
  EXPECT_EQ(open.E, Mat3{});
  EXPECT_LE(norm(open.k - row.d * x), 1e-15);
}

TEST(RowLinearisation, RowsAtRestHaveNoStep) {
  OneRow row(0.5, 3);
  row.problem.law[0].bonded = false;
  row.problem.law[0].open = true;
  RowLinearisation rest = linearise_row(row.problem, 0, {}, {0, 0, -1});
  EXPECT_EQ(rest.E, Mat3{});
  EXPECT_EQ(rest.k, (Vec3{}));
  row.problem.law[0].open = false;
  row.problem.W_diagonal[0] = {};
  rest = linearise_row(row.problem, 0, {}, {0, 0, -1});
  EXPECT_EQ(rest.E, Mat3{});
  EXPECT_EQ(rest.k, (Vec3{}));
}

// dR = -(k + E W dR) of the single row; the remaining violation of its law at U + W dR.
Vec3 left_of_bilateral_row(LocalDynamics& problem, Vec3 U, Vec3& dR) {
  const RowLinearisation row = linearise_row(problem, 0, {0.1, 0.2, 0.3}, U);
  const Mat3& W = problem.W_diagonal[0];
  dR = -(inverse(identity() + row.E * W) * row.k);
  return law_of(problem, 0).residual(problem, 0, 1.0, {}, U + W * dR);
}

TEST(RowLinearisation, OneStepBringsABilateralRowToItsLaw) {
  for (const ConstraintKind kind :
       {ConstraintKind::fixed_point, ConstraintKind::fixed_direction,
        ConstraintKind::velocity_direction, ConstraintKind::rigid_link}) {
    OneRow row(0.0, 11);
    LocalDynamics& problem = row.problem;
    problem.law[0] = {};
    problem.law[0].kind = kind;
    problem.law[0].target = kind == ConstraintKind::rigid_link ? 1.0 : 0.7;
    problem.law[0].link = {0, 0, 1};
    problem.V[0] = {0.1, -0.4, 0.2};
    const Vec3 U{0.5, -0.3, 0.9};
    Vec3 dR;
    const double before = norm(law_of(problem, 0).residual(problem, 0, 1.0, {}, U));
    const double after = norm(left_of_bilateral_row(problem, U, dR));
    // a link is curved: U_T changes its length by h' U_T² / 2
    const double left = kind == ConstraintKind::rigid_link ? 0.02 : 20.0 * kNewtonRegularisation;
    EXPECT_LE(after, left * before) << static_cast<int>(kind);
    if (kind == ConstraintKind::fixed_point) continue;
    EXPECT_EQ(dR.x, 0.0);
    EXPECT_EQ(dR.y, 0.0);
  }
}

}  // namespace
}  // namespace solfec

#include "solver/krylov_direction.h"

#include <random>

#include <gtest/gtest.h>

#include "base/count.h"
#include "solver/interior_point/interior_point.h"
#include "solver/measure/cone_error.h"
#include "solver/newton/body_space_newton.h"
#include "solver/scene.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-6;  // of steps, from residuals of 1e-12 and a condition number of 1e5

/// Rows with random symmetric E between 1/10 and 10 times 1/w, some of them singular or zero.
std::vector<RowLinearisation> random_rows(const LocalDynamics& problem) {
  std::mt19937 rng(3);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  std::vector<RowLinearisation> rows(problem.law.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double scale = 3.0 / trace(problem.W_diagonal[i]);
    Mat3 root;
    for (double& entry : root.m) entry = unit(rng);
    if (i % 5 == 1) root = diagonal(0.0, 0.0, 2.0);
    if (i % 5 == 2) root = {};
    rows[i].E = scale * (root * transpose(root));
    rows[i].k = {unit(rng), unit(rng), unit(rng)};
  }
  return rows;
}

double difference(std::span<const Vec3> a, std::span<const Vec3> b) {
  double largest = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, norm(a[i] - b[i]));
  return largest;
}

TEST(KrylovDirection, StepsAreThoseOfTheFactorForAllMethodsAndForms) {
  Scene scene = brick_wall(4, 4, 0.5);
  const LocalDynamics& problem = scene.finish();
  std::vector<RowLinearisation> rows = random_rows(problem);
  BodyFactor factor;
  BodySpaceNewton newton(problem, factor);
  std::vector<Vec3> exact(rows.size());
  ASSERT_TRUE(newton.step(rows, exact));
  std::vector<Vec3> exact_again(rows.size());
  std::vector<RowLinearisation> others = rows;
  for (RowLinearisation& row : others) row.k = {row.k.z, -row.k.x, row.k.y};
  ASSERT_TRUE(newton.again(others, exact_again));
  BlockCsr W;
  assemble_block_csr(problem.body_space, W);
  BlockCsrOperator blocks(W);
  const auto check = [&](NewtonDirection& direction) {
    std::vector<Vec3> dR(rows.size());
    ASSERT_TRUE(direction.is_complete());
    ASSERT_TRUE(direction.step(rows, dR));
    EXPECT_LE(difference(dR, exact), kTol);
    ASSERT_TRUE(direction.again(others, dR));
    EXPECT_LE(difference(dR, exact_again), kTol);
  };
  for (const KrylovMethod method :
       {KrylovMethod::conjugate_gradient, KrylovMethod::bicgstab, KrylovMethod::gmres}) {
    KrylovParams params;
    params.method = method;
    params.reduction = 1e-12;
    params.restart = 200;
    KrylovOfBodies of_bodies(problem, params);
    check(of_bodies);
    EXPECT_EQ(of_bodies.tally().iterations.size(), 2U);
    EXPECT_EQ(of_bodies.tally().missed, 0);
    KrylovOfRows of_rows(problem, nullptr, params);
    check(of_rows);
    KrylovOfRows of_blocks(problem, &blocks, params);
    check(of_blocks);
  }
}

TEST(KrylovDirection, PreconditionedMatrixHasUnitBlocksOnItsDiagonal) {
  Scene scene = brick_wall(2, 2, 0.5);
  const LocalDynamics& problem = scene.finish();
  const std::vector<RowLinearisation> rows = random_rows(problem);
  KrylovOfBodies direction(problem, {});
  std::vector<Vec3> dR(rows.size());
  ASSERT_TRUE(direction.step(rows, dR));
  const std::size_t n = direction.size();
  ASSERT_EQ(n, 2U * at(problem.body_space.slot_count()));
  for (std::size_t column = 0; column < 3 * n; ++column) {
    std::vector<Vec3> x(n);
    std::vector<Vec3> Ax(n);
    std::vector<Vec3> y(n);
    x[column / 3][int(column % 3)] = 1.0;
    direction.multiply(x, Ax);
    direction.precondition(Ax, y);
    const std::size_t body = column / 6;
    for (std::size_t k = 0; k < 6; ++k) {
      const double entry = y[2 * body + k / 3][int(k % 3)];
      EXPECT_NEAR(entry, column % 6 == k ? 1.0 : 0.0, 1e-9);
    }
  }
}

TEST(KrylovDirection, ConvexFrictionIsSolvedAsByTheFactor) {
  Scene scene = sphere_packing(3, 0.3);
  const LocalDynamics& problem = scene.finish();
  std::vector<Vec3> U[2];
  for (const bool krylov : {false, true}) {
    BodyFactor factor;
    std::unique_ptr<NewtonDirection> direction;
    if (krylov) {
      direction = std::make_unique<KrylovOfBodies>(problem, KrylovParams{});
    } else {
      direction = std::make_unique<BodySpaceNewton>(problem, factor);
    }
    ConvexParams params;
    params.error = 1e-6;
    if (krylov) params.systems = kSystemsOfKrylov;
    std::vector<Vec3> R(problem.law.size());
    U[krylov ? 1 : 0].resize(R.size());
    const ConvexResult result =
        solve_convex(problem, nullptr, *direction, params, R, U[krylov ? 1 : 0]);
    EXPECT_TRUE(result.met) << krylov << " " << result.error;
  }
  EXPECT_LE(difference(U[0], U[1]), 1e-5);
}

TEST(KrylovDirection, OtherSlotsThanRigidOnesAreLeftToTheForms) {
  Scene scene(1e-3, {0, 0, -9.81});
  const int soft = scene.add_affine(1.0, {0.1, 0.1, 0.1}, {0, 0, 0.5});
  scene.add_contact(soft, kGround, {0, 0, 0}, {0, 0, 1}, 0.5);
  const LocalDynamics& problem = scene.finish();
  KrylovOfBodies direction(problem, {});
  EXPECT_FALSE(direction.is_complete());
  std::vector<RowLinearisation> rows(1);
  std::vector<Vec3> dR(1);
  EXPECT_FALSE(direction.step(rows, dR));
}

TEST(KrylovDirection, RootOfASemidefiniteMatrix) {
  const Vec3 a{1.0, -2.0, 3.0};
  const Vec3 b{0.0, 1e-3, 2.0};
  for (const Mat3& E : {outer(a, a), outer(a, a) + outer(b, b), diagonal(0, 0, 4), Mat3{},
                        diagonal(1e9, 1e-3, 5)}) {
    const Mat3 L = root_of_semidefinite(E);
    const Mat3 product = L * transpose(L);
    for (int k = 0; k < 9; ++k) EXPECT_NEAR(product.m[k], E.m[k], 1e-12 * (1.0 + trace(E)));
  }
}

}  // namespace
}  // namespace solfec

#include "solver/newton/gmres.h"

#include <limits>
#include <random>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include "base/count.h"
#include "support/allocation_counter.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-10;  // relative, of well conditioned systems solved to the end

Eigen::Map<const Eigen::VectorXd> mapped(std::span<const Vec3> x) {
  return {&x[0].x, 3 * count(x)};
}
Eigen::Map<Eigen::VectorXd> mapped(std::span<Vec3> x) { return {&x[0].x, 3 * count(x)}; }

struct System {
  Eigen::MatrixXd A;
  std::vector<Vec3> b;
};

// Unsymmetric with its spectrum around one.
System random_system(int n, double spread) {
  std::mt19937 rng(7);
  std::normal_distribution<double> normal(0.0, spread / std::sqrt(3.0 * n));
  System system{Eigen::MatrixXd::Identity(3 * n, 3 * n), std::vector<Vec3>(std::size_t(n))};
  for (double& entry : system.A.reshaped()) entry += normal(rng);
  for (double& entry : mapped(std::span(system.b))) entry = normal(rng);
  return system;
}

GmresResult solve(const System& system, const GmresParams& params, std::vector<Vec3>& x) {
  GmresWorkspace work;
  x.resize(system.b.size());
  return solve_gmres(params, system.b, x, work, [&](std::span<const Vec3> v, std::span<Vec3> y) {
    mapped(y) = system.A * mapped(v);
  });
}

TEST(Gmres, FullKrylovSpaceGivesTheSolutionOfADirectSolver) {
  const System system = random_system(10, 0.8);
  std::vector<Vec3> x;
  const GmresResult result = solve(system, {1, 30, 1e-14}, x);
  const Eigen::VectorXd exact = system.A.fullPivLu().solve(mapped(std::span(system.b)));
  EXPECT_LE((mapped(std::span(x)) - exact).norm(), kTol * exact.norm());
  EXPECT_LE(result.iterations, 30);
}

TEST(Gmres, ResidualIsTheTrueOneAndFallsWithEveryIteration) {
  const System system = random_system(20, 0.5);
  double last = mapped(std::span(system.b)).norm();
  for (int most = 1; most <= 12; ++most) {
    std::vector<Vec3> x;
    const GmresResult result = solve(system, {1, most, 1e-15}, x);
    const double residual = (mapped(std::span(system.b)) - system.A * mapped(std::span(x))).norm();
    EXPECT_EQ(result.iterations, most);
    EXPECT_NEAR(result.residual, residual, kTol * last);
    EXPECT_LE(residual, last);
    last = residual;
  }
}

TEST(Gmres, LeastResidualOverTheKrylovSpaceIsFound) {
  const System system = random_system(4, 1.0);
  const Eigen::VectorXd b = mapped(std::span(system.b));
  Eigen::MatrixXd krylov(12, 3);
  krylov.col(0) = b;
  krylov.col(1) = system.A * krylov.col(0);
  krylov.col(2) = system.A * krylov.col(1);
  const Eigen::MatrixXd image = system.A * krylov;
  const double least = (b - image * image.colPivHouseholderQr().solve(b)).norm();
  std::vector<Vec3> x;
  EXPECT_NEAR(solve(system, {1, 3, 1e-15}, x).residual, least, kTol * b.norm());
}

TEST(Gmres, StopsAtTheReductionButNotBeforeTheLeastNumber) {
  const System system = random_system(20, 0.2);
  std::vector<Vec3> x;
  const GmresResult early = solve(system, {1, 60, 0.5}, x);
  EXPECT_LE(early.residual, 0.5 * mapped(std::span(system.b)).norm());
  EXPECT_LT(early.iterations, 6);
  EXPECT_EQ(solve(system, {6, 60, 0.5}, x).iterations, 6);
}

TEST(Gmres, ConsistentSingularSystemIsSolved) {
  System system = random_system(6, 0.5);
  system.A.row(4) = system.A.row(5);
  const Eigen::VectorXd image = system.A * Eigen::VectorXd::Ones(18);
  mapped(std::span(system.b)) = image;
  std::vector<Vec3> x;
  const GmresResult result = solve(system, {1, 40, 1e-12}, x);
  EXPECT_LE((system.A * mapped(std::span(x)) - image).norm(), 1e-8 * image.norm());
  EXPECT_TRUE(std::isfinite(result.residual));
}

TEST(Gmres, ZeroAndNonFiniteRightHandSidesGiveZero) {
  System system = random_system(3, 0.5);
  std::vector<Vec3> x;
  for (const double value : {0.0, std::numeric_limits<double>::quiet_NaN()}) {
    for (Vec3& entry : system.b) entry = {value, value, value};
    EXPECT_EQ(solve(system, {1, 5, 0.1}, x).iterations, 0);
    for (const Vec3 entry : x) EXPECT_EQ(entry, Vec3{});
  }
}

TEST(Gmres, ZeroMatrixGivesAFiniteResult) {
  System system = random_system(3, 0.5);
  system.A.setZero();
  std::vector<Vec3> x;
  (void)solve(system, {1, 5, 0.1}, x);
  for (const Vec3 entry : x) EXPECT_EQ(entry, Vec3{});
}

TEST(Gmres, SecondCallDoesNotAllocate) {
  const System system = random_system(10, 0.5);
  GmresWorkspace work;
  std::vector<Vec3> x(system.b.size());
  Eigen::VectorXd y(30);
  const auto apply = [&](std::span<const Vec3> v, std::span<Vec3> out) {
    y.noalias() = system.A * mapped(v);
    mapped(out) = y;
  };
  solve_gmres({1, 20, 1e-9}, system.b, x, work, apply);
  const std::int64_t before = allocation_count();
  solve_gmres({1, 20, 1e-9}, system.b, x, work, apply);
  EXPECT_EQ(allocation_count() - before, 0);
}

}  // namespace
}  // namespace solfec

#include "body/finite_element/modal_analysis.h"

#include <cmath>
#include <random>

#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

#include "body/finite_element/element_frequency.h"
#include "body/finite_element/total_lagrangian.h"
#include "body/finite_element_fixture.h"
#include "geometry/element/hex_mesh.h"

namespace solfec {
namespace {

constexpr EigenAccuracy kAccuracy{1e-12, 200};

Mesh brick(std::array<int, 3> cells, Vec3 size) {
  std::vector<double> corners;
  for (int k = 0; k < 8; ++k) {
    const bool right = k % 4 == 1 || k % 4 == 2;
    corners.insert(corners.end(),
                   {right ? size.x : 0.0, k % 4 > 1 ? size.y : 0.0, k > 3 ? size.z : 0.0});
  }
  constexpr std::array<int, 6> kSurfaces{1, 1, 1, 1, 1, 1};
  HexMeshParams params;
  params.corners = corners;
  params.counts = cells;
  params.volume = 1;
  params.surfaces = kSurfaces;
  return make_hex_mesh(params);
}

double largest_of(const FiniteElementMesh& mesh) {
  const std::vector<Vec3> rest(std::size_t(mesh.node_count()));
  return largest_element_eigenvalue(mesh, rest).eigenvalue;
}

/// K of the rest by differences of the internal force.
Eigen::MatrixXd stiffness_by_differences(const FiniteElementMesh& mesh, double size) {
  const auto n = std::size_t(mesh.node_count());
  ElementWorkspace workspace;
  Eigen::MatrixXd K(3 * n, 3 * n);
  const double step = 1e-5 * size;
  for (std::size_t j = 0; j < 3 * n; ++j) {
    std::vector<Vec3> f[2];
    for (int side = 0; side < 2; ++side) {
      std::vector<Vec3> q(n);
      q[j / 3][int(j % 3)] = side == 0 ? -step : step;
      f[side].resize(n);
      internal_force(mesh, q, workspace, f[side]);
    }
    for (std::size_t i = 0; i < 3 * n; ++i) {
      const int axis = int(i % 3);
      K(Eigen::Index(i), Eigen::Index(j)) = (f[1][i / 3][axis] - f[0][i / 3][axis]) / (2.0 * step);
    }
  }
  return 0.5 * (K + K.transpose());
}

/// Eigenvalues by a dense generalised solver.
Eigen::VectorXd dense_eigenvalues(const FiniteElementMesh& mesh, double size) {
  const auto n = std::size_t(mesh.node_count());
  Eigen::MatrixXd M = Eigen::MatrixXd::Zero(Eigen::Index(3 * n), Eigen::Index(3 * n));
  for (std::size_t i = 0; i < 3 * n; ++i) M(Eigen::Index(i), Eigen::Index(i)) = mesh.mass[i / 3];
  return Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd>(
             stiffness_by_differences(mesh, size), M)
      .eigenvalues();
}

/// Largest |φ_iᵀ M φ_j - δ_ij|.
double orthonormality(const FiniteElementMesh& mesh, const Modes& modes) {
  const std::size_t size = 3 * mesh.mass.size();
  double worst = 0.0;
  for (int i = 0; i < modes.count(); ++i) {
    for (int j = 0; j <= i; ++j) {
      double sum = i == j ? -1.0 : 0.0;
      for (std::size_t k = 0; k < size; ++k) {
        sum += mesh.mass[k / 3] * modes.vector[std::size_t(i) * size + k] *
               modes.vector[std::size_t(j) * size + k];
      }
      worst = std::fmax(worst, std::abs(sum));
    }
  }
  return worst;
}

class EachElement : public ::testing::TestWithParam<int> {};

TEST_P(EachElement, AgreesWithADenseSolverOfDifferences) {
  std::mt19937 rng(7);
  const Mesh mesh = GetParam() == 0 ? test::MixedMesh::make(0.08, rng)
                                    : test::single_element(GetParam(), 0.1, rng);
  const FiniteElementMesh body = test::mixed_body(mesh);
  const Eigen::VectorXd exact = dense_eigenvalues(body, 1.0);
  const int all = 3 * body.node_count();
  for (const int count : {3, 6, 7, all}) {
    const Modes modes = lowest_modes(body, count, largest_of(body), kAccuracy);
    ASSERT_EQ(modes.count(), count);
    EXPECT_LT(orthonormality(body, modes), 1e-12);
    for (int k = 0; k < count; ++k) {
      const double found = modes.eigenvalue[std::size_t(k)];
      EXPECT_TRUE(found == 0.0 || k >= 6) << k;
      EXPECT_NEAR(found, exact[k], 1e-8 * exact[all - 1]) << k;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Modal, EachElement, ::testing::Values(0, 4, 5, 6, 8));

// More unknowns than are solved densely; a square section has each bending mode twice.
TEST(Modal, TheSparseSearchFindsAllCopiesOfAnEigenvalue) {
  const FiniteElementMesh body =
      test::uniform(brick({12, 3, 3}, {3.0, 0.5, 0.5}), test::unit_material());
  ASSERT_GT(3 * body.node_count(), 400);
  const Eigen::VectorXd exact = dense_eigenvalues(body, 1.0);
  for (const int count : {7, 8, 15, 40}) {
    const Modes modes = lowest_modes(body, count, largest_of(body), kAccuracy);
    ASSERT_EQ(modes.count(), count);
    EXPECT_LT(orthonormality(body, modes), 1e-10);
    for (int k = 6; k < count; ++k) {
      // the tolerance is that of the differences
      EXPECT_NEAR(modes.eigenvalue[std::size_t(k)], exact[k], 1e-6 * exact[k]) << k;
    }
  }
}

TEST(Modal, ABarOfOneRowHasTheFrequenciesOfItsChain) {
  for (const int cells : {4, 50}) {
    const double length = 5.0;
    const FiniteElementMesh body =
        test::uniform(brick({cells, 1, 1}, {length, 0.2, 0.2}), test::unit_material(2.0, 0.0, 0.5));
    const int count = std::min(60, 12 * (cells + 1));
    const Modes modes = lowest_modes(body, count, largest_of(body), kAccuracy);
    for (int k = 1; k < 4; ++k) {
      const double root =
          2.0 * std::sqrt(2.0 / 0.5) * cells / length * std::sin(0.5 * k * M_PI / cells);
      double nearest = 1.0;
      for (const double value : modes.eigenvalue) {
        nearest = std::fmin(nearest, std::abs(value / (root * root) - 1.0));
      }
      EXPECT_LT(nearest, 1e-10) << cells << ' ' << k;
    }
  }
}

TEST(Modal, RigidMotionsHaveNoStrain) {
  const FiniteElementMesh body =
      test::uniform(brick({2, 1, 1}, {1.0, 0.4, 0.3}), test::unit_material());
  const Modes modes = lowest_modes(body, 6, largest_of(body), kAccuracy);
  const std::vector<Vec3> rest(std::size_t(body.node_count()));
  ElementWorkspace workspace;
  for (std::size_t k = 0; k < 6; ++k) {
    std::vector<Vec3> v(rest.size());
    for (std::size_t a = 0; a < v.size(); ++a) {
      const double* const own = modes.vector.data() + 3 * (v.size() * k + a);
      v[a] = {own[0], own[1], own[2]};
    }
    std::vector<Vec3> force(v.size());
    internal_force_change(body, rest, v, workspace, force);
    EXPECT_LT(test::largest(force), 1e-13 * test::largest(v) * largest_of(body));
    const double translation = 1.0 / std::sqrt(total_mass(body));
    EXPECT_TRUE(k >= 3 || std::abs(v[0][int(k)] - translation) < 1e-12) << k;
  }
}

TEST(Modal, TheHashTellsMeshesAndMaterialsApart) {
  const Mesh mesh = brick({2, 1, 1}, {1.0, 0.4, 0.3});
  const auto hash = [&](double young, double density) {
    return mesh_hash(test::uniform(mesh, test::unit_material(young, 0.25, density)));
  };
  EXPECT_EQ(hash(1.0, 2.0), hash(1.0, 2.0));
  EXPECT_NE(hash(1.0, 2.0), hash(1.5, 2.0));
  EXPECT_NE(hash(1.0, 2.0), hash(1.0, 2.5));
}

// Small stiff bodies: λ is E / (ρ a²) times that of the unit body, 1e13 and more.
TEST(ModalAnalysis, ScalesWithStiffnessDensityAndSize) {
  constexpr int kCount = 20;
  constexpr double kSize = 1e-3;
  constexpr double kYoung = 2e11;
  constexpr double kDensity = 7800.0;
  const auto modes_of = [](double size, double young, double density) {
    const FiniteElementMesh mesh = test::uniform(brick({9, 6, 3}, {3.0 * size, 2.0 * size, size}),
                                                 test::unit_material(young, 0.3, density));
    return lowest_modes(mesh, kCount, largest_of(mesh), kAccuracy);
  };
  const Modes unit = modes_of(1.0, 1.0, 1.0);
  const Modes small = modes_of(kSize, kYoung, kDensity);
  ASSERT_EQ(small.count(), kCount);
  const double factor = kYoung / (kDensity * kSize * kSize);
  const double norm = std::sqrt(kDensity * kSize * kSize * kSize);  // φ is one over it
  for (std::size_t k = 6; k < kCount; ++k) {
    EXPECT_NEAR(small.eigenvalue[k] / factor, unit.eigenvalue[k], 1e-10 * unit.eigenvalue[k]);
  }
  for (std::size_t i = 0; i < unit.vector.size(); ++i) {
    EXPECT_NEAR(small.vector[i] * norm, unit.vector[i], 1e-8);
  }
}

}  // namespace
}  // namespace solfec

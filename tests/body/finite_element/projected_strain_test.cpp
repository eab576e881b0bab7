#include "body/finite_element/projected_strain.h"

#include <array>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "body/finite_element/element_frequency.h"
#include "body/finite_element/element_kernels.h"
#include "body/finite_element/stress_recovery.h"
#include "body/finite_element_fixture.h"
#include "geometry/element/element_quadrature.h"
#include "geometry/element/shape_functions.h"
#include "material/kirchhoff.h"
#include "math/lapack.h"
#include "support/block_mesh.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-12;           // rounding at unit scale, some hundred terms
constexpr double kStep = 1e-5;           // of central differences
constexpr double kDifferenceTol = 2e-8;  // their error, of order kStep^2

FiniteElementMesh body_of(const Mesh& mesh, ElementFormulation element,
                          const BulkMaterial& material = test::unit_material()) {
  const std::vector<int> index(mesh.elements.size(), 0);
  FiniteElementMesh body = make_finite_element_mesh(mesh, std::span(&material, 1), index);
  set_formulation(mesh, element, body);
  return body;
}

/// Stiffness by rows of all displacements.
std::vector<double> dense_stiffness(const FiniteElementMesh& body, std::span<const Vec3> q) {
  BlockCsr K;
  const StiffnessPlan plan = plan_stiffness(body, K);
  assemble_stiffness(body, plan, q, K);
  const std::size_t n = 3 * q.size();
  std::vector<double> dense(n * n, 0.0);
  for (int i = 0; i < K.row_count(); ++i) {
    for (int k = K.row_start[std::size_t(i)]; k < K.row_start[std::size_t(i) + 1]; ++k) {
      for (int e = 0; e < 9; ++e) {
        const auto row = std::size_t(3 * i + e % 3);
        const auto column = std::size_t(3 * K.column[std::size_t(k)] + e / 3);
        dense[row + n * column] = K.block[std::size_t(k)](e % 3, e / 3);
      }
    }
  }
  return dense;
}

/// Formulation and kind of element; 0 nodes: the mesh of all kinds.
using Case = std::pair<ElementFormulation, int>;

class ProjectedStrain : public ::testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    mesh_ = GetParam().second == 0 ? test::MixedMesh::make(0.08, rng_)
                                   : test::single_element(GetParam().second, 0.1, rng_);
    body_ = body_of(mesh_, GetParam().first);
    q_ = test::random_vectors(mesh_.nodes.size(), 0.15, rng_);
  }
  std::vector<Vec3> force(std::span<const Vec3> q) {
    std::vector<Vec3> f(q.size());
    internal_force(body_, q, workspace_, f);
    return f;
  }
  double energy(std::span<const Vec3> q) { return internal_energy(body_, q, workspace_); }
  std::vector<Vec3> shifted(std::span<const Vec3> v, double share) const {
    std::vector<Vec3> q = q_;
    for (std::size_t i = 0; i < q.size(); ++i) q[i] += share * v[i];
    return q;
  }

  std::mt19937 rng_{20261129};  // fixed seed: failures must reproduce
  Mesh mesh_;
  FiniteElementMesh body_;
  std::vector<Vec3> q_;
  ElementWorkspace workspace_;
};

TEST_P(ProjectedStrain, ForceIsTheGradientOfTheEnergy) {
  const std::vector<Vec3> f = force(q_);
  for (std::size_t i = 0; i < q_.size(); ++i) {
    for (int k = 0; k < 3; ++k) {
      std::vector<Vec3> up = q_;
      std::vector<Vec3> down = q_;
      up[i][k] += kStep;
      down[i][k] -= kStep;
      EXPECT_NEAR(f[i][k], (energy(up) - energy(down)) / (2.0 * kStep), kDifferenceTol);
    }
  }
}

TEST_P(ProjectedStrain, StiffnessIsTheDerivativeOfTheForce) {
  BlockCsr K;
  const StiffnessPlan plan = plan_stiffness(body_, K);
  assemble_stiffness(body_, plan, q_, K);
  std::vector<Vec3> product(q_.size());
  std::vector<Vec3> change(q_.size());
  for (int sample = 0; sample < 20; ++sample) {
    const std::vector<Vec3> v = test::random_vectors(q_.size(), 1.0, rng_);
    const std::vector<Vec3> up = force(shifted(v, kStep));
    std::vector<Vec3> slope = force(shifted(v, -kStep));
    for (std::size_t i = 0; i < v.size(); ++i) slope[i] = (up[i] - slope[i]) / (2.0 * kStep);
    multiply(K, v, product);
    EXPECT_LE(test::largest_difference(product, slope), 10 * kDifferenceTol);
    internal_force_change(body_, q_, v, workspace_, change);
    EXPECT_LE(test::largest_difference(product, change), 10 * kTol);
  }
}

TEST_P(ProjectedStrain, EnergyIsTheLeastOfEnhancedStrainsOrThatOfTheMeanDilatation) {
  // A second way: sums over the points with project_strains, which are written for one element.
  double expected = 0.0;
  for (const ElementGroup& group : body_.group) {
    for (int slot = 0; slot < group.element_count(); ++slot) {
      const MeshElement& element = mesh_.elements[std::size_t(group.element[std::size_t(slot)])];
      const std::vector<Vec3> vertices = test::element_vertices(mesh_, element);
      std::vector<Mat3> strain;
      std::vector<double> weight;
      for (const QuadraturePoint& point : body_quadrature(element.node_count)) {
        ShapeFunctions shape = shape_functions(element.node_count, point.local);
        weight.push_back(point.weight * to_space_gradients(vertices, shape));
        Mat3 F = identity();
        for (std::size_t a = 0; a < vertices.size(); ++a) {
          F += outer(q_[std::size_t(element.node[a])], shape.gradient[a]);
        }
        strain.push_back(green_lagrange(F));
      }
      project_strains(group, slot, strain);
      for (std::size_t p = 0; p < strain.size(); ++p) {
        const double dilation = trace(strain[p]);
        expected += weight[p] * (0.5 * group.lambda[std::size_t(slot)] * dilation * dilation +
                                 group.mu[std::size_t(slot)] * double_dot(strain[p], strain[p]));
      }
    }
  }
  EXPECT_NEAR(energy(q_), expected, kTol);
}

TEST_P(ProjectedStrain, SuperposedRigidMotionTurnsTheForces) {
  const Mat3 Q = exponential_map({0.9, -1.7, 0.6});
  const std::vector<Vec3> turned = test::moved(mesh_.nodes, q_, Q, {3.0, -2.0, 1.0});
  EXPECT_NEAR(energy(turned), energy(q_), kTol);
  std::vector<Vec3> f = force(q_);
  for (Vec3& each : f) each = Q * each;
  EXPECT_LE(test::largest_difference(force(turned), f), 10 * kTol);
}

TEST_P(ProjectedStrain, AConstantStrainHasItsOwnStressAndForces) {
  const Mat3 A = identity() + Mat3{0.05, 0.02, -0.01, -0.03, 0.04, 0.06, 0.01, -0.02, 0.03};
  const std::vector<Vec3> q = test::affine(mesh_.nodes, A, {0.1, 0.2, 0.3});
  const FiniteElementMesh linear = body_of(mesh_, ElementFormulation::linear);
  std::vector<Vec3> expected(q.size());
  internal_force(linear, q, workspace_, expected);
  EXPECT_LE(test::largest_difference(force(q), expected), kTol);
  EXPECT_NEAR(energy(q), internal_energy(linear, q, workspace_), kTol);
  const BulkMaterial material = test::unit_material();
  const Mat3 stress = cauchy_stress(A, lame_lambda(material), lame_mu(material));
  const StressRecovery recovery(body_, q, false);
  for (int e = 0; e < body_.element_count(); ++e) {
    const Mat3 difference = recovery.mean(e) - stress;
    EXPECT_LE(std::sqrt(double_dot(difference, difference)), kTol);
  }
}

TEST_P(ProjectedStrain, DampingLeavesRigidRotationsAlone) {
  std::vector<Vec3> spin(q_.size());
  for (std::size_t i = 0; i < spin.size(); ++i) {
    spin[i] = cross({0.3, -0.5, 0.8}, mesh_.nodes[i] + q_[i]);
  }
  std::vector<Vec3> f(q_.size());
  strain_rate_force(body_, q_, spin, workspace_, f);
  EXPECT_LE(test::largest(f), kTol);
}

TEST_P(ProjectedStrain, DampingIsSymmetricAndTakesEnergy) {
  std::vector<Vec3> of_v(q_.size());
  std::vector<Vec3> of_w(q_.size());
  for (int sample = 0; sample < 20; ++sample) {
    const std::vector<Vec3> v = test::random_vectors(q_.size(), 1.0, rng_);
    const std::vector<Vec3> w = test::random_vectors(q_.size(), 1.0, rng_);
    strain_rate_force(body_, q_, v, workspace_, of_v);
    strain_rate_force(body_, q_, w, workspace_, of_w);
    EXPECT_GT(test::inner_product(of_v, v), 0.0);
    EXPECT_NEAR(test::inner_product(of_v, w), test::inner_product(of_w, v), 100 * kTol);
  }
}

TEST_P(ProjectedStrain, IsNowhereStifferThanLinearElements) {
  const FiniteElementMesh linear = body_of(mesh_, ElementFormulation::linear);
  for (int sample = 0; sample < 20; ++sample) {
    const std::vector<Vec3> q = test::random_vectors(q_.size(), 0.3, rng_);
    EXPECT_LE(energy(q), internal_energy(linear, q, workspace_) + kTol);
  }
}

TEST_P(ProjectedStrain, KernelsOfAllInstructionSetsGiveTheSameBits) {
  for (const ElementGroup& group : body_.group) {
    if (group.element_count() == 0) continue;
    const ElementPacks packs = element_packs(group);
    const ElementKernels& narrow = element_kernels_baseline(group.formulation);
    const ElementKernels& wide = element_kernels(group.formulation);
    std::vector<double> a(kStiffnessSize);
    std::vector<double> b(kStiffnessSize);
    narrow.stiffness(packs, 0, q_.data(), {}, a.data());
    wide.stiffness(packs, 0, q_.data(), {}, b.data());
    EXPECT_EQ(a, b);
    narrow.force(packs, 0, 1, q_.data(), a.data());
    wide.force(packs, 0, 1, q_.data(), b.data());
    EXPECT_EQ(a, b);
    narrow.energy(packs, 0, 1, q_.data(), a.data());
    wide.energy(packs, 0, 1, q_.data(), b.data());
    EXPECT_EQ(a, b);
    const std::array<double, 9> turn{};
    narrow.strain(packs, 0, q_.data(), turn.data(), a.data());
    wide.strain(packs, 0, q_.data(), turn.data(), b.data());
    EXPECT_EQ(a, b);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Elements, ProjectedStrain,
    ::testing::Values(Case{ElementFormulation::bending, 8}, Case{ElementFormulation::bending, 0},
                      Case{ElementFormulation::mixed, 5}, Case{ElementFormulation::mixed, 6},
                      Case{ElementFormulation::mixed, 8}, Case{ElementFormulation::mixed, 0}));

/// One distorted element at rest, over Poisson's ratio.
class OneElement : public ::testing::TestWithParam<std::tuple<Case, double>> {};

TEST_P(OneElement, HasSixMotionsWithoutEnergyAndNoMore) {
  const auto [kind, poisson] = GetParam();
  std::mt19937 rng(20261130);
  for (int sample = 0; sample < 10; ++sample) {
    const double distortion = 0.03 * sample;
    const Mesh mesh = test::single_element(kind.second, distortion, rng);
    const FiniteElementMesh body =
        body_of(mesh, kind.first, test::unit_material(2.5, poisson, 2.0));
    const std::vector<Vec3> rest(mesh.nodes.size());
    std::vector<double> K = dense_stiffness(body, rest);
    const int n = 3 * body.node_count();
    std::vector<double> values(static_cast<std::size_t>(n));
    symmetric_eigenvalues(n, K, values);
    const double largest = values.back();
    for (int i = 0; i < 6; ++i) EXPECT_NEAR(values[std::size_t(i)], 0.0, 1e-13 * largest);
    EXPECT_GT(values[6], 1e-2);  // of the order of E times the size of the element
  }
}

TEST_P(OneElement, StepOfLinearElementsIsStableForIt) {
  const auto [kind, poisson] = GetParam();
  std::mt19937 rng(20261131);
  const Mesh mesh = test::single_element(kind.second, 0.15, rng);
  const FiniteElementMesh body = body_of(mesh, kind.first, test::unit_material(2.5, poisson, 2.0));
  const std::vector<Vec3> rest(mesh.nodes.size());
  std::vector<double> K = dense_stiffness(body, rest);
  const std::size_t n = 3 * mesh.nodes.size();
  for (std::size_t k = 0; k < n * n; ++k) {
    K[k] /= std::sqrt(body.mass[k % n / 3] * body.mass[k / n / 3]);
  }
  std::vector<double> values(n);
  symmetric_eigenvalues(static_cast<int>(n), K, values);
  const double bound = largest_element_eigenvalue(body, rest).eigenvalue;
  EXPECT_LE(values.back(), bound * (1.0 + 1e-9));
  EXPECT_GE(values.back(), 0.5 * bound);  // the bound does not shorten the step much
}

INSTANTIATE_TEST_SUITE_P(Elements, OneElement,
                         ::testing::Combine(::testing::Values(Case{ElementFormulation::bending, 8},
                                                              Case{ElementFormulation::mixed, 5},
                                                              Case{ElementFormulation::mixed, 6},
                                                              Case{ElementFormulation::mixed, 8}),
                                            ::testing::Values(0.0, 0.3, 0.499, 0.4999)));

/// Twice the energy over κ² of a block a x b x c in pure bending about y, whose nodes have
/// u = κ x z, v = -c κ y z, w = -κ x² / 2 with a small κ; c is the anticlastic share.
double bending_energy(ElementFormulation element, double poisson, Vec3 size,
                      double anticlastic = 0.0) {
  constexpr double kCurvature = 1e-8;
  const Mesh mesh = test::hexahedra_block(size, {1, 1, 1});
  const FiniteElementMesh body = body_of(mesh, element, test::unit_material(2.0, poisson, 1.0));
  std::vector<Vec3> q(mesh.nodes.size());
  for (std::size_t i = 0; i < q.size(); ++i) {
    const Vec3 x = mesh.nodes[i] - 0.5 * size;
    q[i] = kCurvature * Vec3{x.x * x.z, -anticlastic * x.y * x.z, -0.5 * x.x * x.x};
  }
  ElementWorkspace workspace;
  return internal_energy(body, q, workspace) / (0.5 * kCurvature * kCurvature);
}

constexpr double kBendingStiffness = 2.0 * 0.5 * 0.2 * 0.2 * 0.2 / 12.0;  // E I = E b c³ / 12
constexpr double kLinearised = 1e-4;  // κ times the ratio of the moduli, with room

TEST(BendingElement, HasTheBendingStiffnessOfABeamWithoutPoissonsRatio) {
  // A linear element has E I times 1 + a² / (2 c²): its shear κ x has the energy G κ² a² / 12 per
  // volume, G = E / 2.
  for (const double length : {0.1, 0.2, 1.0, 4.0}) {
    const Vec3 size{length, 0.5, 0.2};
    EXPECT_NEAR(bending_energy(ElementFormulation::bending, 0.0, size), kBendingStiffness * length,
                kLinearised * kBendingStiffness * length);
    const double locked = 1.0 + 0.5 * length * length / 0.04;
    EXPECT_NEAR(bending_energy(ElementFormulation::linear, 0.0, size),
                locked * kBendingStiffness * length,
                kLinearised * locked * kBendingStiffness * length);
  }
}

TEST(BendingElement, BendsAsAPlateWhereItCannotGiveWayAcross) {
  for (const double poisson : {0.3, 0.499, 0.4999}) {
    EXPECT_NEAR(bending_energy(ElementFormulation::bending, poisson, {0.4, 0.5, 0.2}),
                0.4 * kBendingStiffness / (1.0 - poisson * poisson),
                kLinearised * kBendingStiffness);
  }
}

TEST(BendingElement, BendsAsABeamWhereItGivesWayAcross) {
  // ε_yy = -ν ε_xx by the nodes and ε_zz = -ν ε_xx by the modes: uniaxial stress.
  for (const double poisson : {0.3, 0.499, 0.4999}) {
    EXPECT_NEAR(bending_energy(ElementFormulation::bending, poisson, {0.4, 0.5, 0.2}, poisson),
                0.4 * kBendingStiffness, kLinearised * kBendingStiffness);
  }
}

TEST(BendingElement, StressOfABentElementIsThatOfTheBeam) {
  // σ_xx = E κ z at the integration points, all others zero.
  constexpr double kCurvature = 1e-8;
  const Vec3 size{0.4, 0.5, 0.2};
  const Mesh mesh = test::hexahedra_block(size, {1, 1, 1});
  const FiniteElementMesh body =
      body_of(mesh, ElementFormulation::bending, test::unit_material(2.0, 0.3, 1.0));
  std::vector<Vec3> q(mesh.nodes.size());
  for (std::size_t i = 0; i < q.size(); ++i) {
    const Vec3 x = mesh.nodes[i] - 0.5 * size;
    q[i] = kCurvature * Vec3{x.x * x.z, -0.3 * x.y * x.z, -0.5 * x.x * x.x};
  }
  const StressRecovery recovery(body, q, false);
  for (const QuadraturePoint& point : body_quadrature(8)) {
    double z = 0.0;
    const ShapeFunctions shape = shape_functions(8, point.local);
    for (int a = 0; a < 8; ++a) {
      z += shape.value[std::size_t(a)] *
           mesh.nodes[std::size_t(mesh.elements[0].node[std::size_t(a)])].z;
    }
    const double expected = 2.0 * kCurvature * (z - 0.5 * size.z);
    const Mat3 difference = recovery.nearest_gauss(0, point.local) - diagonal(expected, 0.0, 0.0);
    EXPECT_LE(std::sqrt(double_dot(difference, difference)), 1e-6 * std::fabs(expected));
  }
}

TEST(MixedElement, HasTheMeanPressureOfItsVolumeChange) {
  // ε_xx = κ z changes no mean volume: the energy is that of the deviator alone,
  // μ |dev E|² = μ 2/3 κ² z², beside the shear γ_xz = κ x of the bent nodes.
  for (const double poisson : {0.3, 0.4999}) {
    const double mu = 2.0 / (2.0 + 2.0 * poisson);
    const Vec3 size{0.4, 0.5, 0.2};
    const double volume = size.x * size.y * size.z;
    const double expected =
        volume * (4.0 / 3.0 * mu * size.z * size.z / 12.0 + mu * size.x * size.x / 12.0);
    EXPECT_NEAR(bending_energy(ElementFormulation::mixed, poisson, size), expected,
                1e-5 * expected);
  }
}

}  // namespace
}  // namespace solfec

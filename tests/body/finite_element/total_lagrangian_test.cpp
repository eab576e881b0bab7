#include "body/finite_element/total_lagrangian.h"

#include <cmath>
#include <cstring>
#include <random>

#include <gtest/gtest.h>

#include "base/check.h"
#include "base/parallel_for.h"
#include "body/finite_element/element_kernels.h"
#include "body/finite_element/stress_recovery.h"
#include "body/finite_element_fixture.h"
#include "geometry/element/element_quadrature.h"
#include "geometry/element/hex_mesh.h"
#include "geometry/element/shape_functions.h"
#include "geometry/shape/mass_properties.h"
#include "geometry/shape/shape.h"
#include "material/kirchhoff.h"
#include "support/message_of.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-12;           // rounding at unit scale, some hundred terms
constexpr double kStep = 1e-5;           // of central differences
constexpr double kDifferenceTol = 1e-8;  // their error, of order kStep^2

/// A point of the rule of an element, with the law of its material.
struct PlainPoint {
  const MeshElement& element;
  const ShapeFunctions& shape;
  double weight{};
  double lambda{};
  double mu{};

  /// Σ u_a ⊗ ∇N_a of a field over the nodes of the mesh.
  [[nodiscard]] Mat3 gradient(std::span<const Vec3> field) const {
    Mat3 sum;
    for (std::size_t a = 0; a < std::size_t(element.node_count); ++a) {
      sum += outer(field[std::size_t(element.node[a])], shape.gradient[a]);
    }
    return sum;
  }
};

/// A mesh per kind of element (0: the mixed one), every node displaced at random.
class TotalLagrangian : public ::testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    mesh_ = GetParam() == 0 ? test::MixedMesh::make(0.08, rng_)
                            : test::single_element(GetParam(), 0.1, rng_);
    body_ = test::mixed_body(mesh_);
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

  std::vector<Vec3> places() const {
    std::vector<Vec3> x = mesh_.nodes;
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += q_[i];
    return x;
  }
  /// Forces ∫ P ∇N dV as sums over all points of the rule. @param stress  P of a PlainPoint.
  template <typename Stress>
  std::vector<Vec3> plain_sums(const Stress& stress) const {
    std::vector<Vec3> sums(q_.size());
    for (const MeshElement& element : mesh_.elements) {
      const std::vector<Vec3> vertices = test::element_vertices(mesh_, element);
      const BulkMaterial material =
          element.volume % 2 == 0 ? test::unit_material() : test::unit_material(5.0, 0.1, 3.0);
      for (const QuadraturePoint& point : body_quadrature(element.node_count)) {
        ShapeFunctions shape = shape_functions(element.node_count, point.local);
        const double weight = point.weight * to_space_gradients(vertices, shape);
        const Mat3 P =
            stress(PlainPoint{element, shape, weight, lame_lambda(material), lame_mu(material)});
        for (std::size_t a = 0; a < vertices.size(); ++a) {
          sums[std::size_t(element.node[a])] += weight * (P * shape.gradient[a]);
        }
      }
    }
    return sums;
  }

  std::mt19937 rng_{20260303};  // fixed seed: failures must reproduce
  Mesh mesh_;
  FiniteElementMesh body_;
  std::vector<Vec3> q_;
  ElementWorkspace workspace_;
};

TEST_P(TotalLagrangian, ForceIsTheGradientOfTheEnergy) {
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

TEST_P(TotalLagrangian, StiffnessIsTheDerivativeOfTheForceAndSymmetric) {
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
  for (int i = 0; i < K.row_count(); ++i) {
    for (int k = K.row_start[i]; k < K.row_start[i + 1]; ++k) {
      const Mat3* other = K.find(K.column[k], i);
      ASSERT_NE(other, nullptr);
      const Mat3 difference = K.block[k] - transpose(*other);
      EXPECT_LE(std::sqrt(double_dot(difference, difference)), kTol);
    }
  }
}

TEST_P(TotalLagrangian, ForceAgreesWithPlainSumsOverAllPointsOfTheRule) {
  // A second way: P of the material layer, all points, positions instead of displacements.
  double expected_energy = 0.0;
  const std::vector<Vec3> expected = plain_sums([&](const PlainPoint& point) {
    const Mat3 F = point.gradient(places());
    expected_energy += point.weight * strain_energy_density(F, point.lambda, point.mu);
    return first_piola_stress(F, point.lambda, point.mu);
  });
  EXPECT_LE(test::largest_difference(force(q_), expected), kTol);
  EXPECT_NEAR(energy(q_), expected_energy, kTol);
}

/// A second way: the stress of the material layer at all points of the rule.
TEST_P(TotalLagrangian, ForceOfTheStrainRateAgreesWithPlainSums) {
  const std::vector<Vec3> v = test::random_vectors(q_.size(), 1.0, rng_);
  const std::vector<Vec3> expected = plain_sums([&](const PlainPoint& point) {
    return strain_rate_stress(point.gradient(places()), point.gradient(v), point.lambda, point.mu);
  });
  std::vector<Vec3> found(q_.size());
  strain_rate_force(body_, q_, v, workspace_, found);
  EXPECT_LE(test::largest_difference(found, expected), 10 * kTol);
}

TEST_P(TotalLagrangian, ForceOfTheStrainRateHasNoMomentAndLeavesRigidMotionsAlone) {
  const std::vector<Vec3> v = test::random_vectors(q_.size(), 1.0, rng_);
  std::vector<Vec3> found(q_.size());
  strain_rate_force(body_, q_, v, workspace_, found);
  Vec3 sum;
  Vec3 moment;
  for (std::size_t i = 0; i < q_.size(); ++i) {
    sum += found[i];
    moment += cross(mesh_.nodes[i] + q_[i], found[i]);
  }
  EXPECT_LE(norm(sum), 100 * kTol);
  EXPECT_LE(norm(moment), 100 * kTol);
  EXPECT_GT(test::inner_product(found, v), 0.1);

  std::vector<Vec3> rigid(q_.size());
  for (std::size_t i = 0; i < q_.size(); ++i) {
    rigid[i] = Vec3{1, 2, 3} + cross({0.3, -0.7, 0.2}, mesh_.nodes[i] + q_[i]);
  }
  strain_rate_force(body_, q_, rigid, workspace_, found);
  EXPECT_LE(test::largest(found), 10 * kTol);
}

/// K = K_m + s K_g for every share s; K_m is the derivative of the force of the strain rate.
TEST_P(TotalLagrangian, StiffnessHasAShareOfItsGeometricPart) {
  BlockCsr K;
  const StiffnessPlan plan = plan_stiffness(body_, K);
  const std::vector<Vec3> v = test::random_vectors(q_.size(), 1.0, rng_);
  std::vector<Vec3> whole(q_.size());
  std::vector<Vec3> material(q_.size());
  internal_force_change(body_, q_, v, workspace_, whole);
  strain_rate_force(body_, q_, v, workspace_, material);
  EXPECT_GT(test::largest_difference(whole, material), 1e-3);
  std::vector<Vec3> product(q_.size());
  for (const double share : {0.0, 0.25, 1.0}) {
    assemble_stiffness(body_, plan, q_, K, {.share = share});
    multiply(K, v, product);
    for (std::size_t i = 0; i < q_.size(); ++i) {
      const Vec3 expected = material[i] + share * (whole[i] - material[i]);
      EXPECT_LE(norm(product[i] - expected), 10 * kTol) << share;
    }
  }
}

TEST_P(TotalLagrangian, SuperposedRotationTurnsForcesAndKeepsTheEnergy) {
  const Mat3 Q = rotation_about({1, 2, -1}, 130.0);
  const std::vector<Vec3> f = force(q_);
  const double before = energy(q_);
  const std::vector<Vec3> turned = test::moved(mesh_.nodes, q_, Q, {3, -1, 2});
  const std::vector<Vec3> g = force(turned);
  for (std::size_t i = 0; i < f.size(); ++i) EXPECT_LE(norm(g[i] - Q * f[i]), 10 * kTol);
  EXPECT_NEAR(energy(turned), before, 10 * kTol);
}

TEST_P(TotalLagrangian, RigidMotionGivesNoForceAndNoStress) {
  const Mat3 Q = rotation_about({-1, 1, 3}, 70.0);
  const std::vector<Vec3> q = test::affine(mesh_.nodes, Q, {5, 4, -3});
  EXPECT_LE(test::largest(force(q)), 10 * kTol);
  EXPECT_LE(energy(q), kTol);
  std::vector<Mat3> stress(q.size());
  StressRecovery(body_, q, false).nodes(stress);
  for (const Mat3& s : stress) EXPECT_LE(std::sqrt(double_dot(s, s)), 100 * kTol);
}

TEST_P(TotalLagrangian, ForcesAreInBalance) {
  const std::vector<Vec3> f = force(q_);
  Vec3 sum;
  Vec3 moment;
  for (std::size_t i = 0; i < f.size(); ++i) {
    sum += f[i];
    moment += cross(mesh_.nodes[i] + q_[i], f[i]);
  }
  EXPECT_LE(norm(sum), kTol);
  EXPECT_LE(norm(moment), 10 * kTol);
}

TEST_P(TotalLagrangian, UniformDeformationGivesTheStressOfTheMaterialEverywhere) {
  const Mat3 F = {{1.1, 0.05, -0.02, 0.1, 0.95, 0.03, 0.0, 0.2, 1.2}};
  const std::vector<Vec3> q = test::affine(mesh_.nodes, F, {1, 2, 3});
  for (int e = 0; e < body_.element_count(); ++e) {
    const MeshElement& element = mesh_.elements[std::size_t(e)];
    const BulkMaterial material =
        element.volume % 2 == 0 ? test::unit_material() : test::unit_material(5.0, 0.1, 3.0);
    const Mat3 expected = cauchy_stress(F, lame_lambda(material), lame_mu(material));
    const Mat3 found = cauchy_stress(body_, q, e, reference_center(element.node_count));
    EXPECT_LE(std::sqrt(double_dot(found - expected, found - expected)), 100 * kTol);
  }
}

TEST_P(TotalLagrangian, MassIsThatOfTheShapeAndLumpsTheConsistentOne) {
  Shape shape;
  shape.meshes.push_back(mesh_);
  const double expected =
      mass_properties(shape, [](VolumeId volume) { return volume % 2 == 0 ? 2.0 : 3.0; }).volume;
  EXPECT_NEAR(total_mass(body_), expected, 10 * kTol);
  std::vector<double> sums(mesh_.nodes.size(), 0.0);
  for (const MeshElement& element : mesh_.elements) {
    const auto n = static_cast<std::size_t>(element.node_count);
    const std::vector<double> M = consistent_mass(test::element_vertices(mesh_, element),
                                                  element.volume % 2 == 0 ? 2.0 : 3.0);
    for (std::size_t k = 0; k < n * n; ++k) sums[std::size_t(element.node[k / n])] += M[k];
  }
  for (std::size_t i = 0; i < sums.size(); ++i) EXPECT_NEAR(body_.mass[i], sums[i], kTol);
}

TEST_P(TotalLagrangian, AnyNumberOfThreadsAndBothInstructionSetsGiveTheSameBits) {
  BlockCsr K;
  const StiffnessPlan plan = plan_stiffness(body_, K);
  assemble_stiffness(body_, plan, q_, K);
  const std::vector<Vec3> one = force(q_);
  const BlockCsr single = K;
  set_thread_count(3);
  const std::vector<Vec3> three = force(q_);
  assemble_stiffness(body_, plan, q_, K);
  set_thread_count(1);
  EXPECT_EQ(one, three);
  EXPECT_EQ(single.block, K.block);

  std::vector<double> narrow(static_cast<std::size_t>(body_.force_start.back()));
  std::vector<double> wide(narrow.size());
  std::array<double, kStiffnessSize> a{};
  std::array<double, kStiffnessSize> b{};
  const std::array<double, 9> turn{-0.1, 0.2, 0.3, -0.2, -0.1, 0.1, 0.0, 0.3, 0.0};
  std::array<double, kStrainSize> narrow_strain{};
  std::array<double, kStrainSize> wide_strain{};
  for (std::size_t g = 0; g < body_.group.size(); ++g) {
    const int packs = body_.group[g].pack_count();
    const ElementPacks view = element_packs(body_.group[g]);
    const int start = body_.force_start[g];
    element_kernels_baseline().force(view, 0, packs, q_.data(), narrow.data() + start);
    if (&element_kernels() == &element_kernels_baseline()) continue;
    element_kernels_wide().force(view, 0, packs, q_.data(), wide.data() + start);
    if (packs == 0) continue;
    element_kernels_baseline().stiffness(view, packs - 1, q_.data(), {.positive = true}, a.data());
    element_kernels_wide().stiffness(view, packs - 1, q_.data(), {.positive = true}, b.data());
    element_kernels_baseline().strain(view, packs - 1, q_.data(), turn.data(),
                                      narrow_strain.data());
    element_kernels_wide().strain(view, packs - 1, q_.data(), turn.data(), wide_strain.data());
    EXPECT_EQ(narrow_strain, wide_strain);
  }
  if (&element_kernels() == &element_kernels_baseline()) return;
  EXPECT_EQ(std::memcmp(narrow.data(), wide.data(), narrow.size() * sizeof(double)), 0);
  EXPECT_EQ(a, b);
}

INSTANTIATE_TEST_SUITE_P(Kinds, TotalLagrangian, ::testing::Values(0, 4, 5, 6, 8));

/// Solves K q = 0 for the nodes inside with the others given, by conjugate gradients.
void solve_inner(const BlockCsr& K, const std::vector<char>& is_inner, std::vector<Vec3>& q) {
  const auto residual_of = [&](const std::vector<Vec3>& x) {
    std::vector<Vec3> r(x.size());
    multiply(K, x, r);
    for (std::size_t i = 0; i < r.size(); ++i) r[i] = is_inner[i] != 0 ? -r[i] : Vec3{};
    return r;
  };
  std::vector<Vec3> r = residual_of(q);
  std::vector<Vec3> p = r;
  double square = test::inner_product(r, r);
  const double goal = 1e-30 * square;
  for (int iteration = 0; iteration < 1000 && square > goal; ++iteration) {
    const std::vector<Vec3> Kp = residual_of(p);  // minus K p
    const double length = -square / test::inner_product(p, Kp);
    for (std::size_t i = 0; i < q.size(); ++i) {
      q[i] += length * p[i];
      r[i] += length * Kp[i];
    }
    const double next = test::inner_product(r, r);
    for (std::size_t i = 0; i < q.size(); ++i) p[i] = r[i] + next / square * p[i];
    square = next;
  }
}

TEST(PatchTest, MixedMeshReproducesLinearFieldsExactly) {
  std::mt19937 rng(20260304);
  const Mesh mesh = test::MixedMesh::make(0.15, rng);
  const FiniteElementMesh body = test::uniform(mesh, test::unit_material());
  BlockCsr K;
  const StiffnessPlan plan = plan_stiffness(body, K);
  const std::vector<Vec3> zero(mesh.nodes.size());
  assemble_stiffness(body, plan, zero, K);

  std::vector<char> is_inner(mesh.nodes.size(), 1);
  for (const MeshFace& face : mesh.faces) {
    const FaceNodes nodes = face_nodes(mesh.elements[std::size_t(face.element)], face.side);
    for (const int node : nodes.nodes()) is_inner[std::size_t(node)] = 0;
  }
  const Mat3 A = identity() + Mat3{{1e-3, 2e-4, -5e-4, 7e-4, -2e-3, 1e-4, 3e-4, 6e-4, 1e-3}};
  const std::vector<Vec3> exact = test::affine(mesh.nodes, A, {});
  std::vector<Vec3> q = exact;
  int inner = 0;
  for (std::size_t i = 0; i < q.size(); ++i) {
    if (is_inner[i] == 0) continue;
    q[i] = {};
    ++inner;
  }
  EXPECT_GE(inner, 16);
  solve_inner(K, is_inner, q);
  EXPECT_LE(test::largest_difference(q, exact), 1e-10 * test::largest(exact));
}

TEST(PatchTest, UniformFiniteStrainIsInBalanceInside) {
  std::mt19937 rng(20260305);
  const Mesh mesh = test::MixedMesh::make(0.15, rng);
  const FiniteElementMesh body = test::uniform(mesh, test::unit_material());
  std::vector<char> is_inner(mesh.nodes.size(), 1);
  for (const MeshFace& face : mesh.faces) {
    const FaceNodes nodes = face_nodes(mesh.elements[std::size_t(face.element)], face.side);
    for (const int node : nodes.nodes()) is_inner[std::size_t(node)] = 0;
  }
  const Mat3 F = {{1.3, 0.1, -0.2, 0.1, 0.8, 0.3, 0.0, 0.2, 1.2}};
  const std::vector<Vec3> q = test::affine(mesh.nodes, F, {1, 2, 3});
  ElementWorkspace workspace;
  std::vector<Vec3> force(q.size());
  internal_force(body, q, workspace, force);
  for (std::size_t i = 0; i < q.size(); ++i) {
    if (is_inner[i] == 0) continue;
    EXPECT_LE(norm(force[i]), 1e-10);
  }
  std::vector<Mat3> stress(q.size());
  StressRecovery(body, q, false).nodes(stress);
  const BulkMaterial material = test::unit_material();
  const Mat3 expected = cauchy_stress(F, lame_lambda(material), lame_mu(material));
  for (const Mat3& s : stress) EXPECT_LE(std::sqrt(double_dot(s - expected, s - expected)), 1e-10);
}

TEST(FiniteElementMesh, ManyElementsWithThreadsGiveTheSameBits) {
  constexpr int kCells = 12;
  const std::vector<double> corners{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0,
                                    0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1};
  const std::vector<int> surfaces(6, 1);
  const Mesh mesh = make_hex_mesh({corners, {kCells, kCells, kCells}, 1, surfaces, {}});
  const FiniteElementMesh body = test::uniform(mesh, test::unit_material());
  std::mt19937 rng(20260306);
  const std::vector<Vec3> q = test::random_vectors(mesh.nodes.size(), 0.01, rng);
  ElementWorkspace workspace;
  BlockCsr K;
  const StiffnessPlan plan = plan_stiffness(body, K);
  std::vector<Vec3> first(q.size());
  internal_force(body, q, workspace, first);
  assemble_stiffness(body, plan, q, K);
  const std::vector<Mat3> blocks = K.block;
  const double energy = internal_energy(body, q, workspace);
  for (const int threads : {2, 3, 5}) {
    set_thread_count(threads);
    std::vector<Vec3> force(q.size());
    internal_force(body, q, workspace, force);
    assemble_stiffness(body, plan, q, K);
    EXPECT_EQ(force, first) << threads;
    EXPECT_EQ(K.block, blocks) << threads;
    EXPECT_EQ(internal_energy(body, q, workspace), energy) << threads;
  }
  set_thread_count(1);
}

TEST(FiniteElementMesh, KineticEnergyAndMassCentreMatchHandCalculation) {
  std::mt19937 rng(20260307);
  const Mesh mesh = test::MixedMesh::make(0.0, rng);
  const FiniteElementMesh body = test::uniform(mesh, test::unit_material());
  // 2 x 2 x 5 with density 2: 40 kg at (1, 1, 2.5)
  EXPECT_LE(norm(mass_center(body, body.node) - Vec3{1, 1, 2.5}), 1e-12);
  const std::vector<Vec3> velocity(body.node.size(), Vec3{0, 3, 0});
  EXPECT_NEAR(kinetic_energy(body, velocity), 180.0, 1e-10);
}

TEST(FiniteElementMesh, NamesAFoldedElement) {
  Mesh mesh;
  for (const Vec3& node : reference_nodes(8)) mesh.nodes.push_back(node);
  mesh.nodes[6] = {-0.9, -0.9, -0.9};
  mesh.elements.push_back({8, {0, 1, 2, 3, 4, 5, 6, 7}, 1});
  EXPECT_EQ(message_of<InputError>([&] {
              test::uniform(mesh, test::unit_material());
            }).rfind("MESH: element 0 is folded", 0),
            0u);
}

}  // namespace
}  // namespace solfec

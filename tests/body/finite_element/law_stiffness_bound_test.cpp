#include "body/finite_element/law_stiffness_bound.h"

#include <cmath>
#include <functional>
#include <random>

#include <gtest/gtest.h>

#include "base/thread_team.h"
#include "body/finite_element/element_frequency.h"
#include "body/finite_element/element_kernels.h"
#include "body/finite_element/law_points.h"
#include "body/finite_element/projected_strain.h"
#include "body/finite_element_fixture.h"
#include "support/assembled_eigenvalue.h"
#include "support/block_mesh.h"

namespace solfec {
namespace {

constexpr double kLoose = 1.2;      // of the bound over the largest eigenvalue of an element
constexpr double kRounding = 1e-9;  // of eigenvalues, of which those of elements may miss so much

/// A law with a formulation of the elements and Poisson's ratio.
struct Case {
  BulkModel model;
  ElementFormulation element;
  double poisson;
};

FiniteElementMesh body_of(const Mesh& mesh, const Case& of) {
  BulkMaterial material = test::unit_material(2.5, of.poisson);
  material.model = of.model;
  if (of.model == BulkModel::von_mises) {
    material.yield_stress = 0.05;
    material.hardening = 0.1;
  }
  FiniteElementMesh body = test::uniform(mesh, material);
  set_formulation(mesh, of.element, body);
  set_gradient_bounds(body);
  return body;
}

std::vector<Case> cases() {
  std::vector<Case> list;
  for (const BulkModel model : {BulkModel::neo_hooke, BulkModel::von_mises}) {
    for (const double poisson : {-0.3, 0.0, 0.3, 0.49, 0.4999}) {
      list.push_back({model, ElementFormulation::linear, poisson});
      list.push_back({model, ElementFormulation::mixed, poisson});
    }
  }
  return list;
}

/// Meshes of every kind of element, distorted, and flat ones.
std::vector<Mesh> meshes() {
  std::mt19937 rng(20261211);
  std::vector<Mesh> list;
  for (const int kind : {4, 5, 6, 8}) {
    list.push_back(test::single_element(kind, 0.2, rng));
    list.push_back(test::single_element(kind, 0.1, rng));
    for (Vec3& node : list.back().nodes) node.z *= 0.1;
  }
  for (const double distortion : {0.0, 0.15}) {
    list.push_back(test::MixedMesh::make(distortion, rng));
  }
  return list;
}

using Field = std::function<Vec3(Vec3 X)>;

std::vector<Vec3> displacements(const Mesh& mesh, const Field& place) {
  std::vector<Vec3> q;
  for (const Vec3& node : mesh.nodes) q.push_back(place(node) - node);
  return q;
}

std::string text_of(const Case& of) {
  return std::string(name_of(of.model)) + ' ' + std::string(name_of(of.element)) + ' ' +
         std::to_string(of.poisson);
}

/// Stretches to 3 and to 1/3, shears, twists and displacements at random, in a turned frame.
std::vector<std::vector<Vec3>> deformations(const Mesh& mesh, std::mt19937& rng) {
  const Mat3 turn = exponential_map({0.4, 1.1, -0.3});
  std::vector<std::vector<Vec3>> list;
  const auto add = [&](const Field& place) { list.push_back(displacements(mesh, place)); };
  for (const double a : {0.35, 0.7, 0.99, 1.0, 1.01, 1.4, 3.0}) {
    add([&](Vec3 X) { return turn * Vec3{a * X.x, X.y, X.z}; });
    add([&](Vec3 X) { return turn * (std::sqrt(a) * X); });
    add([&](Vec3 X) {
      const double across = 1.0 / std::sqrt(a);
      return turn * Vec3{across * X.x, across * X.y, a * X.z};
    });
    add([&](Vec3 X) { return turn * (X + Vec3{(a - 1.0) * X.y, 0.0, 0.0}); });
    add([&](Vec3 X) { return exponential_map({0, 0, (a - 1.0) * X.z}) * X; });
  }
  for (const double size : {0.01, 0.03, 0.1, 0.2}) {
    for (int sample = 0; sample < 5; ++sample) {
      std::vector<Vec3> q = test::random_vectors(mesh.nodes.size(), size, rng);
      for (std::size_t a = 0; a < q.size(); ++a) {
        if (mesh.nodes.size() < 9) q[a].z *= 0.1;  // some of these are flat
      }
      list.push_back(q);
    }
  }
  return list;
}

/// Whether a point is inside out of a body with a law in logarithms of J, whose stiffness is then
/// no number.
bool has_no_logarithm(const FiniteElementMesh& body, std::span<const Vec3> q) {
  for (const ElementGroup& group : body.group) {
    const bool mixed = group.formulation == ElementFormulation::mixed;
    if (group.model != BulkModel::von_mises && !mixed) continue;
    const ElementPacks packs = element_packs(group);
    for (int slot = 0; slot < group.element_count(); ++slot) {
      const LanePoints of(packs, slot / kElementLanes, slot % kElementLanes, q.data());
      for (int p = 0; p < of.count; ++p) {
        if (!(dilatation_of(of.gradient(p)) > -1.0)) return true;
      }
    }
  }
  return false;
}

// Both before the material has yielded and behind it, with strains up to 200 % and elements that
// are turned inside out; also above the assembled matrices, where these have no element inside out.
TEST(LawStiffnessBound, IsAtLeastTheLargestEigenvalueAndAtMostAFifthMore) {
  std::mt19937 rng(20261212);
  int compared = 0;
  for (const Mesh& mesh : meshes()) {
    for (const Case& of : cases()) {
      for (const std::vector<Vec3>& q : deformations(mesh, rng)) {
        FiniteElementMesh body = body_of(mesh, of);
        for (const bool flowed : {false, true}) {
          if (flowed) advance_states(body, q);
          if (has_no_logarithm(body, q)) continue;
          const double exact = largest_element_eigenvalue(body, q).eigenvalue;
          const double bound = law_eigenvalue_bound(body, q);
          ASSERT_GE(bound, exact * (1.0 - kRounding)) << text_of(of) << ' ' << mesh.nodes.size();
          ASSERT_LE(bound, kLoose * exact * (1.0 + kRounding)) << text_of(of);
          ++compared;
          if (mesh.nodes.size() < 9 || compared % 10 != 0) continue;
          ASSERT_GE(bound, test::assembled_eigenvalue(body, q) * (1.0 - kRounding));
        }
      }
    }
  }
  EXPECT_GT(compared, 18000);
}

/// Σ w ∇v · Q⁻¹ ∇v of a scalar field on the nodes of an element, and Σ m v².
std::pair<double, double> sides(const ElementGroup& group, int lane,
                                const std::array<double, 8>& v) {
  const auto number = [&](int k) { return group.gradient_bound[std::size_t(k) * 4 + lane]; };
  const Mat3 Q{{number(0), number(3), number(4), number(3), number(1), number(5), number(4),
                number(5), number(2)}};
  const std::vector<Vec3> none(8);
  const ElementPacks packs = element_packs(group);
  const LanePoints of(packs, 0, lane, none.data());
  double left = 0.0;
  double right = 0.0;
  for (int p = 0; p < of.count; ++p) {
    Vec3 slope;
    for (int a = 1; a < of.nodes; ++a) {
      slope += (v[std::size_t(a)] - v[0]) * of.slope(p, a);
    }
    left += of.weight(p) * dot(slope, inverse(Q) * slope);
  }
  for (int a = 0; a < of.nodes; ++a) {
    right += group.mass[std::size_t(group.node_place(0, a, lane))] * v[std::size_t(a)] *
             v[std::size_t(a)];
  }
  return {left, right};
}

TEST(GradientBound, HoldsForEveryScalarField) {
  std::mt19937 rng(20261214);
  std::uniform_real_distribution<double> entry(-1.0, 1.0);
  for (int sample = 0; sample < 200; ++sample) {
    for (std::size_t g = 0; g < 4; ++g) {
      const int kind = std::array{4, 5, 6, 8}[g];
      const Mesh mesh = test::single_element(kind, 0.15, rng);
      const FiniteElementMesh body =
          body_of(mesh, {BulkModel::neo_hooke, ElementFormulation::linear, 0.3});
      double closest = 0.0;
      for (int field = 0; field < 20; ++field) {
        std::array<double, 8> v{};
        for (double& value : v) value = entry(rng);
        const auto [left, right] = sides(body.group[g], 0, v);
        ASSERT_LE(left, right * (1.0 + kRounding)) << kind;
        closest = std::max(closest, left / right);
      }
      EXPECT_GT(closest, 0.1);
    }
  }
}

// A box of the edges a, b, c: no field has more than |∂v/∂x|² = (2/a)² times v² at its nodes.
TEST(GradientBound, OfABoxIsThatOfItsEdges) {
  const double density = 2.0;
  Mesh mesh = test::hexahedra_block({0.5, 1.0, 2.0}, {1, 1, 1});
  const FiniteElementMesh body =
      body_of(mesh, {BulkModel::neo_hooke, ElementFormulation::linear, 0.3});
  const double expected[] = {4.0 / 0.25, 4.0, 1.0, 0.0, 0.0, 0.0, 16.0};
  for (std::size_t k = 0; k < 7; ++k) {
    EXPECT_NEAR(body.group[3].gradient_bound[4 * k], expected[k] / density, 1e-12);
  }
}

// The uniform dilatation of a cube has the highest frequency of its modes.
TEST(LawStiffnessBound, OfACubeAtRestIsThatOfItsBreathing) {
  const double edge = 0.5;
  const Mesh mesh = test::hexahedra_block({edge, edge, edge}, {1, 1, 1});
  const std::vector<Vec3> rest(mesh.nodes.size());
  for (const Case& of : cases()) {
    if (of.poisson < 0.0) continue;
    const FiniteElementMesh body = body_of(mesh, of);
    const double bulk = 2.5 / (1.0 - 2.0 * of.poisson);  // 3 κ = 3 λ + 2 μ
    const double expected = 4.0 * bulk / (2.0 * edge * edge);
    EXPECT_NEAR(law_eigenvalue_bound(body, rest), expected, 1e-6 * expected) << text_of(of);
  }
}

TEST(LawStiffnessBound, HasTheSameBitsForAnyThreadsAndInstructions) {
  std::mt19937 rng(20261215);
  const Mesh mesh = test::hexahedra_block({1, 1, 1}, {7, 6, 7});
  for (const Case& of : cases()) {
    FiniteElementMesh body = body_of(mesh, of);
    const std::vector<Vec3> q = test::random_vectors(mesh.nodes.size(), 0.01, rng);
    advance_states(body, q);
    const int threads = thread_count();
    const double one = law_eigenvalue_bound(body, q);
    set_thread_count(3);
    EXPECT_EQ(law_eigenvalue_bound(body, q), one);
    set_thread_count(threads);
    const ElementPacks packs = element_packs(body.group[3]);
    std::array<double, kStretchSize> wide{};
    std::array<double, kStretchSize> narrow{};
    element_kernels_wide().stretch(packs, 5, q.data(), wide.data());
    element_kernels_baseline().stretch(packs, 5, q.data(), narrow.data());
    EXPECT_EQ(wide, narrow);
  }
}

}  // namespace
}  // namespace solfec

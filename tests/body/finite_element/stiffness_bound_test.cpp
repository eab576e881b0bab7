#include "body/finite_element/stiffness_bound.h"

#include <cmath>
#include <functional>
#include <memory>
#include <random>

#include <gtest/gtest.h>

#include "base/thread_team.h"
#include "body/bodies.h"
#include "body/finite_element/element_frequency.h"
#include "body/finite_element/projected_strain.h"
#include "body/finite_element_fixture.h"
#include "geometry/shape/convex_hull.h"
#include "geometry/shape/mass_properties.h"
#include "geometry/shape/shape_pieces.h"
#include "support/assembled_eigenvalue.h"
#include "support/block_mesh.h"

namespace solfec {
namespace {

using test::assembled_eigenvalue;

constexpr double kExcess = 1.0 / 0.98;  // of the bound of an undeformed body
constexpr double kRounding = 1e-11;

FiniteElementBody body_of(const Mesh& mesh, const BulkMaterial& material = test::unit_material(),
                          FiniteElementForm form = FiniteElementForm::total_lagrangian) {
  Bodies bodies;
  auto shape = std::make_shared<Shape>();
  shape->meshes.push_back(mesh);
  bodies.add_finite_element(1, mass_properties(*shape), shape, make_shape_pieces(*shape, 1e-6),
                            material, form);
  return bodies.finite_element[0];
}

double assembled(const FiniteElementBody& body) {
  return assembled_eigenvalue(body.elements, body.displacement);
}

/// Meshes of every kind of element, of one and of many, distorted.
std::vector<Mesh> meshes() {
  std::mt19937 rng(20260401);
  std::vector<Mesh> list;
  for (const int kind : {4, 5, 6, 8}) list.push_back(test::single_element(kind, 0.1, rng));
  list.push_back(test::hexahedra_block({1, 2, 3}, {3, 3, 4}));
  list.push_back(test::tetrahedra_block({1, 2, 3}, {2, 3, 3}));
  for (const double distortion : {0.0, 0.15}) {
    list.push_back(test::MixedMesh::make(distortion, rng));
  }
  return list;
}

/// Meshes with each formulation.
std::vector<std::pair<Mesh, ElementFormulation>> formulated(const std::vector<Mesh>& all) {
  std::vector<std::pair<Mesh, ElementFormulation>> list;
  for (const Mesh& mesh : all) {
    for (const ElementFormulation element :
         {ElementFormulation::linear, ElementFormulation::bending, ElementFormulation::mixed}) {
      list.emplace_back(mesh, element);
    }
  }
  return list;
}

TEST(StiffnessBound, OfNearlyIncompressibleElementsHolds) {
  for (const auto& [mesh, element] : formulated(meshes())) {
    for (const double poisson : {0.499, 0.4999}) {
      FiniteElementBody body = body_of(mesh, test::unit_material(2.5, poisson));
      set_formulation(mesh, element, body.elements);
      const double exact = assembled(body);
      EXPECT_GE(eigenvalue_bound(body), exact * (1.0 - kRounding));
      EXPECT_LE(eigenvalue_bound(body), 1.6 * exact) << name_of(element) << ' ' << poisson;
    }
  }
}

TEST(StiffnessBound, OfTheUndeformedBodyIsThatOfItsMatrixUpToTwoPercent) {
  for (const Mesh& mesh : meshes()) {
    for (const double poisson : {-0.4, 0.0, 0.3, 0.49}) {
      const FiniteElementBody body = body_of(mesh, test::unit_material(2.5, poisson));
      const double exact = assembled(body);
      const double bound = undeformed_bound(body.elements, body.eigenvalue);
      EXPECT_GE(bound, exact * (1.0 - kRounding)) << mesh.elements.size() << ' ' << poisson;
      EXPECT_LE(bound, exact * kExcess * (1.0 + kRounding)) << mesh.elements.size();
      EXPECT_LE(bound, body.eigenvalue * (1.0 + kRounding));
    }
  }
}

// Alternating motion of the nodes of a bar along its axis, uniform across it: an exact eigenvector
// of the lumped chain with ω = 2 c / dx, the highest one where the bar is thick.
TEST(StiffnessBound, OfABarIsTheHighestFrequencyOfTheChain) {
  constexpr double kYoung = 2.5;
  constexpr double kDensity = 2.0;
  const double dx = 0.1;
  const FiniteElementBody body = body_of(test::hexahedra_block({1.0, 1.0, 1.0}, {10, 1, 1}),
                                         test::unit_material(kYoung, 0.0, kDensity));
  const double exact = 4.0 * kYoung / (kDensity * dx * dx);
  EXPECT_NEAR(assembled(body), exact, 0.02 * exact);  // shear adds its share
  EXPECT_GE(undeformed_bound(body.elements, body.eigenvalue), exact * (1.0 - kRounding));
  EXPECT_LE(undeformed_bound(body.elements, body.eigenvalue), 1.05 * exact);
}

using Field = std::function<Vec3(Vec3 X)>;

void deform(FiniteElementBody& body, const Field& place) {
  for (std::size_t a = 0; a < body.displacement.size(); ++a) {
    body.displacement[a] = place(body.elements.node[a]) - body.elements.node[a];
  }
}

TEST(StiffnessBound, ARigidMotionAddsNothing) {
  const Mat3 turn = exponential_map({1.0, -2.0, 0.7});
  for (const Mesh& mesh : meshes()) {
    FiniteElementBody body = body_of(mesh);
    const double before = eigenvalue_bound(body);
    deform(body, [&](Vec3 X) { return turn * X + Vec3{10, 20, 30}; });
    EXPECT_NEAR(eigenvalue_bound(body), before, 1e-9 * before);
    EXPECT_NEAR(assembled(body), before / kExcess, 0.021 * before);
  }
}

// Stretch and compression up to 40 %, shear, bending by a right angle, twist, and nodes at random;
// each of both bounds holds by itself.
TEST(StiffnessBound, HoldsForEveryKindOfStrain) {
  std::mt19937 rng(20260402);
  const Mat3 turn = exponential_map({0.4, 1.1, -0.3});
  const auto bent = [](double angle) {
    return [angle](Vec3 X) {
      const double r = 5.0 / angle - X.x;
      return Vec3{5.0 / angle - r * std::cos(angle * X.z / 5.0), X.y,
                  r * std::sin(angle * X.z / 5.0)};
    };
  };
  const auto twisted = [](double angle) {
    return [angle](Vec3 X) { return exponential_map({0, 0, angle * X.z}) * X; };
  };
  double loosest = 0.0;
  double loosest_projected = 0.0;
  for (const double poisson : {-0.3, 0.0, 0.3, 0.45}) {
    for (const auto& [mesh, element] : formulated(meshes())) {
      FiniteElementBody body = body_of(mesh, test::unit_material(2.5, poisson));
      set_formulation(mesh, element, body.elements);
      double& looseness = element == ElementFormulation::linear ? loosest : loosest_projected;
      const double undeformed = undeformed_bound(body.elements, body.eigenvalue);
      const auto expect_bound = [&](const char* what, double size) {
        const double exact = assembled(body);
        const StiffnessGrowth growth = stiffness_growth(body);
        EXPECT_GE(growth.of_body * undeformed, exact) << what << ' ' << size << ' ' << poisson;
        EXPECT_GE(growth.of_elements * body.eigenvalue, exact) << what << ' ' << size;
        EXPECT_EQ(eigenvalue_bound(body),
                  std::min(growth.of_body * undeformed, growth.of_elements * body.eigenvalue));
        if (size <= 0.01) looseness = std::max(looseness, eigenvalue_bound(body) / exact);
      };
      for (const double size : {0.001, 0.01, 0.1, 0.4}) {
        for (const double sign : {1.0, -1.0}) {
          const double e = sign * size;
          deform(body, [&](Vec3 X) { return turn * Vec3{(1 + e) * X.x, X.y, X.z}; });
          expect_bound("uniaxial", size);
          deform(body, [&](Vec3 X) { return turn * ((1 + e) * X); });
          expect_bound("volume", size);
          deform(body, [&](Vec3 X) { return turn * (X + Vec3{e * X.y, 0, e * X.x}); });
          expect_bound("shear", size);
        }
        deform(body, bent(4.0 * size));
        expect_bound("bending", size);
        deform(body, twisted(size));
        expect_bound("twist", size);
        const std::vector<Vec3> moves = test::random_vectors(mesh.nodes.size(), 0.5 * size, rng);
        for (std::size_t a = 0; a < moves.size(); ++a) body.displacement[a] = moves[a];
        expect_bound("random", size);
      }
    }
  }
  EXPECT_LE(loosest, 1.35);           // strains of 1 % with ν = 0.45 at most
  EXPECT_LE(loosest_projected, 1.6);  // λ of linear elements
}

// A turned uniaxial stretch, by hand: D = e along one axis, the largest stress is (λ + 2 μ) E.
TEST(StiffnessBound, OfAUniformStretchIsItsFormula) {
  constexpr double kStretch = 0.02;
  constexpr double kLambda = 1.0;  // of the unit material
  constexpr double kMu = 1.0;
  const Mat3 turn = exponential_map({0.5, -1.0, 2.0});
  const double kappa = (kLambda + 4.0 * kMu) / 3.0;
  const double share = 1.0 + kStretch * std::sqrt((2.0 * kMu + 3.0 * kLambda) / kappa);
  const double strain = kStretch + 0.5 * kStretch * kStretch;
  const double expected = share * share + (kLambda + 2.0 * kMu) * strain / kappa;
  for (const Mesh& mesh : meshes()) {
    FiniteElementBody body = body_of(mesh);
    deform(body, [&](Vec3 X) { return turn * Vec3{(1.0 + kStretch) * X.x, X.y, X.z}; });
    const StiffnessGrowth growth = stiffness_growth(body);
    EXPECT_NEAR(growth.of_body, expected, 1e-9);
    EXPECT_GE(growth.of_elements, expected * (1.0 - kRounding));
    EXPECT_LE(growth.of_elements, expected + 5.0 * strain * strain);
  }
}

// Parts of a body in a background mesh have points of their own: elements with fewer of them have
// others without weight and gradients, which a turn must not mistake for strain.
TEST(StiffnessBound, OfABodyInABackgroundMeshDoesNotGrowByATurn) {
  Bodies bodies;
  auto shape = std::make_shared<Shape>();
  const std::vector<double> corners{0.1, 0.1, 0.1, 0.9, 0.1, 0.1, 0.9, 0.6, 0.1, 0.1, 0.6, 0.1,
                                    0.1, 0.1, 0.9, 0.9, 0.1, 0.9, 0.9, 0.6, 0.9, 0.1, 0.6, 0.9};
  shape->convices.push_back(make_convex_hull(std::span<const double>(corners), 1, 1));
  shape->background.push_back(test::hexahedra_block({1, 1, 1}, {3, 3, 3}));
  bodies.add_finite_element(1, mass_properties(*shape), shape, make_shape_pieces(*shape, 1e-6),
                            test::unit_material(), FiniteElementForm::total_lagrangian);
  FiniteElementBody& body = bodies.finite_element[0];
  const double exact = assembled(body);
  const double before = eigenvalue_bound(body);
  EXPECT_GE(before, exact * (1.0 - kRounding));
  EXPECT_LE(before, exact * kExcess * (1.0 + kRounding));
  const Mat3 turn = exponential_map({1.0, -2.0, 0.7});
  deform(body, [&](Vec3 X) { return turn * X; });
  EXPECT_NEAR(eigenvalue_bound(body), before, 1e-9 * before);
}

TEST(StiffnessBound, OfTheCorotationalFormIsThatOfTheReference) {
  FiniteElementBody body = body_of(test::hexahedra_block({1, 1, 1}, {3, 2, 2}),
                                   test::unit_material(), FiniteElementForm::corotational);
  const double before = eigenvalue_bound(body);
  deform(body, [&](Vec3 X) { return 1.1 * X; });
  EXPECT_EQ(eigenvalue_bound(body), before);
}

// A material changes the bound; a copy that has it already and one that has not are the same.
TEST(StiffnessBound, FollowsTheMaterialAndKeepsItsBits) {
  FiniteElementBody body = body_of(test::hexahedra_block({1, 1, 1}, {3, 2, 2}));
  const FiniteElementBody fresh = body;
  const double soft = eigenvalue_bound(body);
  const int threads = thread_count();
  set_thread_count(3);
  EXPECT_EQ(eigenvalue_bound(fresh), soft);
  set_thread_count(threads);
  const BulkMaterial hard = test::unit_material(10.0);
  set_elements(body, {&hard, 1}, std::vector<int>(body.mesh->elements.size(), 0));
  EXPECT_NEAR(eigenvalue_bound(body), 4.0 * soft, 1e-9 * soft);
}

}  // namespace
}  // namespace solfec

#include "body/finite_element/element_frequency.h"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "base/parallel_for.h"
#include "body/finite_element_fixture.h"
#include "support/assembled_eigenvalue.h"
#include "support/block_mesh.h"

namespace solfec {
namespace {

using test::assembled_eigenvalue;

TEST(ElementFrequency, IsThatOfTheMeshForASingleElement) {
  std::mt19937 rng(20260310);
  for (const int kind : {4, 5, 6, 8}) {
    const Mesh mesh = test::single_element(kind, 0.1, rng);
    const FiniteElementMesh body = test::uniform(mesh, test::unit_material());
    const std::vector<Vec3> q = test::random_vectors(mesh.nodes.size(), 0.1, rng);
    const double expected = assembled_eigenvalue(body, q);
    EXPECT_NEAR(largest_element_eigenvalue(body, q).eigenvalue, expected, 1e-11 * expected);
    EXPECT_NEAR(critical_step(body, q), 2.0 / std::sqrt(expected), 1e-10);
  }
}

TEST(ElementFrequency, BoundsTheAssembledEigenvalueFromAbove) {
  std::mt19937 rng(20260311);
  for (int sample = 0; sample < 5; ++sample) {
    const Mesh mesh = test::MixedMesh::make(0.1, rng);
    const FiniteElementMesh body = test::mixed_body(mesh);
    const std::vector<Vec3> q = test::random_vectors(mesh.nodes.size(), 0.05 * sample, rng);
    const double assembled = assembled_eigenvalue(body, q);
    const double bound = largest_element_eigenvalue(body, q).eigenvalue;
    EXPECT_GE(bound, assembled);
    EXPECT_LE(bound, 10.0 * assembled);  // and is of use
  }
}

TEST(ElementFrequency, NamesTheSmallestElement) {
  // Of three cells of lengths 1, 0.2, 1 the middle one is the stiffest.
  Mesh mesh = test::hexahedra_block({3, 1, 1}, {3, 1, 1});
  for (Vec3& node : mesh.nodes) node.x = node.x < 1.5 ? node.x : node.x - 0.8;
  const FiniteElementMesh body = test::uniform(mesh, test::unit_material());
  const std::vector<Vec3> q(mesh.nodes.size());
  EXPECT_EQ(largest_element_eigenvalue(body, q).element, 1);
}

TEST(ElementFrequency, BarOfOneElementMatchesHandCalculation) {
  // Poisson 0, a cube of side a with eight lumped masses m/8: the two ends move against each other,
  // λ = 4 E/(ρ a²); the hourglass and shear modes of the cube are softer.
  const Mesh mesh = test::hexahedra_block({0.5, 0.5, 0.5}, {1, 1, 1});
  const FiniteElementMesh body = test::uniform(mesh, test::unit_material(2.5, 0.0, 2.0));
  const std::vector<Vec3> q(mesh.nodes.size());
  EXPECT_NEAR(largest_element_eigenvalue(body, q).eigenvalue, 4 * 2.5 / (2.0 * 0.25), 1e-10);
}

TEST(ElementFrequency, ThreadsGiveTheSameBits) {
  std::mt19937 rng(20260312);
  const Mesh mesh = test::tetrahedra_block({1, 1, 1}, {7, 6, 5});
  const FiniteElementMesh body = test::uniform(mesh, test::unit_material());
  const std::vector<Vec3> q = test::random_vectors(mesh.nodes.size(), 0.01, rng);
  const ElementFrequency one = largest_element_eigenvalue(body, q);
  set_thread_count(3);
  const ElementFrequency three = largest_element_eigenvalue(body, q);
  set_thread_count(1);
  EXPECT_EQ(one.eigenvalue, three.eigenvalue);
  EXPECT_EQ(one.element, three.element);
}

}  // namespace
}  // namespace solfec

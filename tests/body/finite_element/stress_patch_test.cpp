#include "body/finite_element/stress_patch.h"

#include <array>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "body/finite_element_fixture.h"
#include "geometry/element/hex_mesh.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-11;  // rounding of weights at unit scale

/// Block of n x n x layers hexahedra of unit width; layers have the given thicknesses.
Mesh block(int n, const std::vector<double>& thickness) {
  double height = 0.0;
  for (const double t : thickness) height += t;
  const double w = n;
  const std::vector<double> corners{0, 0, 0,      w, 0, 0,      w, w, 0,      0, w, 0,
                                    0, 0, height, w, 0, height, w, w, height, 0, w, height};
  const std::array<int, 6> surfaces{1, 1, 1, 1, 1, 1};
  HexMeshParams params;
  params.corners = corners;
  params.counts = {n, n, static_cast<int>(thickness.size())};
  params.surfaces = surfaces;
  params.sizes[2] = thickness;
  return make_hex_mesh(params);
}

int node_at(const Mesh& mesh, Vec3 place) {
  for (std::size_t i = 0; i < mesh.nodes.size(); ++i) {
    if (norm(mesh.nodes[i] - place) < 1e-9) return static_cast<int>(i);
  }
  return -1;
}

/// Centre of an element by its nodes.
Vec3 center_of(const FiniteElementMesh& body, ElementPlace place) {
  const ElementGroup& group = body.group[static_cast<std::size_t>(place.group)];
  Vec3 sum;
  for (int a = 0; a < group.node_count; ++a) {
    const int node = group.node[static_cast<std::size_t>(
        group.node_place(place.slot / kElementLanes, a, place.slot % kElementLanes))];
    sum += body.node[static_cast<std::size_t>(node)];
  }
  return sum / group.node_count;
}

/// A linear field at the centres of elements is met exactly at the node, and weights add up to 1.
void expect_linear_fields(const FiniteElementMesh& body, int node) {
  std::vector<PatchWeight> weights;
  ASSERT_TRUE(StressPatches(body).weigh(node, weights)) << node;
  double sum = 0.0;
  Vec3 place;
  for (const PatchWeight& part : weights) {
    sum += part.weight;
    place += part.weight * center_of(body, part.element);
  }
  EXPECT_NEAR(sum, 1.0, kTol) << node;
  EXPECT_LE(norm(place - body.node[static_cast<std::size_t>(node)]), kTol) << node;
}

TEST(StressPatch, LinearFieldsAreMetAtAllNodesOfABlock) {
  const Mesh mesh = block(3, {1.0, 0.5, 2.0});
  const FiniteElementMesh body = test::uniform(mesh, test::unit_material());
  for (int node = 0; node < body.node_count(); ++node) expect_linear_fields(body, node);
}

TEST(StressPatch, AnInnerNodeHasItsEightElementsAlone) {
  const Mesh mesh = block(3, {1.0, 1.0, 1.0});
  const FiniteElementMesh body = test::uniform(mesh, test::unit_material());
  std::vector<PatchWeight> weights;
  ASSERT_TRUE(StressPatches(body).weigh(node_at(mesh, {1, 1, 1}), weights));
  ASSERT_EQ(weights.size(), 8U);
  for (const PatchWeight& part : weights) EXPECT_NEAR(part.weight, 0.125, kTol);
}

/// Two layers of thicknesses a and b have centres of which the mean square distance from their
/// mean is a b / 4, and nodes with (a³ + b³) / (4 (a + b)) about the centres: layers tell how
/// stress changes across them while a b (a + b) / (a³ + b³) is more than a twentieth.
TEST(StressPatch, ThinLayersCountAsTheRatioOfTheirThicknessesSays) {
  for (const double thin : {0.02, 0.04, 0.06, 0.1, 0.3}) {
    const double ratio = thin * (1.0 + thin) / (1.0 + std::pow(thin, 3));
    const Mesh mesh = block(2, {1.0, thin});
    const FiniteElementMesh body = test::uniform(mesh, test::unit_material());
    const int node = node_at(mesh, {1, 1, 1});
    ASSERT_GE(node, 0);
    std::vector<PatchWeight> weights;
    EXPECT_EQ(StressPatches(body).weigh(node, weights), ratio > 0.05) << thin;
    if (ratio > 0.05) expect_linear_fields(body, node);
    if (ratio < 0.05) {
      EXPECT_TRUE(weights.empty());
    }
  }
}

TEST(StressPatch, OneLayerDoesNotTellHowStressChangesAcrossIt) {
  const Mesh mesh = block(4, {1.0});
  const FiniteElementMesh body = test::uniform(mesh, test::unit_material());
  std::vector<PatchWeight> weights;
  for (int node = 0; node < body.node_count(); ++node) {
    EXPECT_FALSE(StressPatches(body).weigh(node, weights)) << node;
    EXPECT_TRUE(weights.empty());
  }
}

TEST(StressPatch, ElementsOfAnotherMaterialAreLeftOut) {
  const Mesh mesh = block(2, {1.0, 1.0, 1.0, 1.0});
  const std::vector<BulkMaterial> materials{test::unit_material(), test::unit_material(5.0, 0.1)};
  std::vector<int> index(mesh.elements.size(), 0);
  for (std::size_t e = index.size() / 2; e < index.size(); ++e) index[e] = 1;  // the upper half
  const FiniteElementMesh body = make_finite_element_mesh(mesh, materials, index);
  const StressPatches patches(body);
  const int node = node_at(mesh, {1, 1, 2});  // where they meet
  std::vector<ElementPlace> around;
  patches.around(node, around);
  ASSERT_EQ(around.size(), 8U);
  for (const ElementPlace place : around) {
    const bool upper = center_of(body, place).z > 2.0;
    const std::vector<ElementPlace> patch = patches.patch_of(node, place);
    EXPECT_EQ(patch.size(), 4U);
    std::vector<PatchWeight> weights;
    ASSERT_TRUE(patches.weigh(node, place, weights));
    Vec3 met;
    for (const PatchWeight& part : weights) {
      EXPECT_EQ(center_of(body, part.element).z > 2.0, upper);
      met += part.weight * center_of(body, part.element);
    }
    EXPECT_LE(norm(met - Vec3{1, 1, 2}), kTol);  // the line of the next inner node goes on
  }
}

}  // namespace
}  // namespace solfec

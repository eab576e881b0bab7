#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "domain/finite_element_fixture.h"
#include "geometry/shape/rough_hex.h"
#include "material/kirchhoff.h"
#include "math/rotation.h"
#include "support/block_mesh.h"

namespace solfec {
namespace {

class BackgroundMeshes : public FiniteElementFixture,
                         public ::testing::WithParamInterface<FiniteElementForm> {
 protected:
  /// Convices with a grid around them.
  BodyId add_covered(Shape shape, const std::array<int, 3>& counts) {
    shape.background.push_back(make_rough_hex(shape, counts, {}));
    BodyDefinition definition;
    definition.kind = BodyKind::finite_element;
    definition.shape = std::move(shape);
    definition.material = material_;
    definition.form = GetParam();
    definition.label = "covered";
    definition.origin = "test.py:1";
    return domain_.add_body(std::move(definition));
  }
  Shape hull(Vec3 center, double radius) {
    std::normal_distribution<double> normal;
    std::vector<Vec3> points;
    for (int i = 0; i < 40; ++i) {
      points.push_back(center + radius * normalized({normal(rng_), normal(rng_), normal(rng_)}));
    }
    Shape shape;
    shape.convices.push_back(make_convex_hull(points, 1, 1));
    return shape;
  }
};

TEST_P(BackgroundMeshes, HaveTheMassOfTheShapeAndMoveRigidly) {
  const Shape shape = hull({1, 2, 3}, 0.5);
  const double mass = 1000.0 * mass_properties(shape).volume;
  for (const int n : {1, 2, 4}) {
    const BodyId id = add_covered(shape, {n, n, n});
    FiniteElementBody& mesh = mesh_of(id);
    EXPECT_NEAR(total_mass(mesh.elements), mass, 1e-11 * mass);
    EXPECT_LE(norm(mass_center(mesh.elements, mesh.elements.node) - mass_properties(shape).center),
              1e-11);
    // turned and moved: vertices follow, no strain energy, and form 'BC' finds the turn
    const Mat3 turn = exponential_map({0.5, -0.4, 0.9});
    set_affine(id, turn, {0.1, 0.2, 0.3});
    follow_rotation(mesh);
    update_energies(mesh);
    EXPECT_LE(mesh.energy.internal, 1e-18 * 2e5);
    const ShapePieces& pieces = *domain_.find_body(id)->pieces;
    std::vector<Vec3> placed(pieces.vertex.size());
    domain_.bodies.place(domain_.body_ref(id), pieces.vertex, placed);
    for (std::size_t v = 0; v < placed.size(); ++v) {
      EXPECT_LE(norm(placed[v] - turn * pieces.vertex[v] - Vec3{0.1, 0.2, 0.3}), 1e-12);
    }
    // and points of the pieces are found where they are
    const MeshPoint point = mesh.point_of_piece(0, placed[7]);
    EXPECT_LE(norm(point.of(mesh.elements.node) - pieces.vertex[7]), 1e-11);
  }
}

// The strain energy of a homogeneous deformation is the density of Saint Venant and Kirchhoff times
// the volume ('TL'), or that of the linear law ('BC', a stretch without rotation).
TEST_P(BackgroundMeshes, HaveTheEnergyOfAHomogeneousDeformation) {
  const Shape shape = hull({1, 2, 3}, 0.5);
  const double volume = mass_properties(shape).volume;
  Mat3 F = identity();
  F(0, 0) = 1.02;
  F(1, 1) = 0.99;
  F(0, 1) = F(1, 0) = 0.015;
  const double lambda = 2e5 * 0.25 / (1.25 * 0.5);
  const double mu = 2e5 / 2.5;
  const Mat3 E = GetParam() == FiniteElementForm::total_lagrangian
                     ? 0.5 * (transpose(F) * F - identity())
                     : F - identity();
  const double density = 0.5 * lambda * trace(E) * trace(E) + mu * double_dot(E, E);
  for (const int n : {1, 3}) {
    const BodyId id = add_covered(shape, {n, n, n});
    set_affine(id, F, {});
    FiniteElementBody& mesh = mesh_of(id);
    follow_rotation(mesh);
    update_energies(mesh);
    EXPECT_NEAR(mesh.energy.internal, density * volume, 1e-10 * density * volume) << n;
  }
}

// A brick in a grid that it fills is the fitted mesh: the same masses, forces and frequencies.
TEST_P(BackgroundMeshes, AFilledGridIsAFittedMesh) {
  const BodyId covered = add_covered(box_shape({0, 0, 0}, {2, 1, 0.5}), {4, 2, 1});
  const BodyId fitted = add_mesh(test::hexahedra_block({2, 1, 0.5}, {4, 2, 1}), GetParam());
  FiniteElementBody& a = mesh_of(covered);
  FiniteElementBody& b = mesh_of(fitted);
  ASSERT_EQ(a.node_count(), b.node_count());
  std::uniform_real_distribution<double> move(-0.01, 0.01);
  for (std::size_t i = 0; i < b.displacement.size(); ++i) {
    EXPECT_LE(norm(a.elements.node[i] - b.elements.node[i]), 1e-5);
    EXPECT_NEAR(a.elements.mass[i], b.elements.mass[i], 1e-4 * b.elements.mass[i]);
    a.displacement[i] = b.displacement[i] = {move(rng_), move(rng_), move(rng_)};
  }
  for (FiniteElementBody* body : {&a, &b}) {
    follow_rotation(*body);
    update_energies(*body);
  }
  EXPECT_NEAR(a.energy.internal, b.energy.internal, 1e-4 * b.energy.internal);
  EXPECT_NEAR(a.eigenvalue, b.eigenvalue, 1e-3 * b.eigenvalue);
}

// Two coarse bodies and a rigid one: the joints carry the weights above.
TEST_P(BackgroundMeshes, AStackCarriesItsWeight) {
  domain_.update_bulk_material(material_, {"stone", BulkModel::kirchhoff, 1e7, 0.25, 1000.0});
  add(BodyKind::obstacle, box_shape({-2, -2, -1}, {3, 3, 0}));
  std::array<BodyId, 2> stack{add_covered(box_shape({0, 0, 0}, {1, 1, 0.5}), {1, 1, 1}),
                              add_covered(box_shape({0.1, 0.2, 0.5}, {0.9, 0.8, 1}), {2, 2, 2})};
  for (const BodyId id : stack) {
    mesh_of(id).scheme = Scheme::def_lim;
    mesh_of(id).damping = 5e-3;
  }
  domain_.loads.gravity[2].constant = -10.0;
  run(300, 2e-3);
  const double above[2] = {7400.0, 2400.0};
  for (std::size_t k = 0; k < 2; ++k) {
    double force = 0.0;
    for (const ConstraintRecord& row : domain_.constraints()) {
      const BodyId under = k == 0 ? 1 : stack[0];
      const bool joint = (row.master == stack[k] && row.slave == under) ||
                         (row.master == under && row.slave == stack[k]);
      if (joint) force += std::fabs((row.frame * row.R).z);
    }
    EXPECT_NEAR(force, above[k], 1e-3 * above[k]) << k;
  }
}

TEST_P(BackgroundMeshes, PartsOfOtherMaterialCountByTheirVolumeId) {
  const int heavy =
      domain_.define_bulk_material({"lead", BulkModel::kirchhoff, 4e5, 0.25, 3000.0}).first;
  Shape shape = box_shape({0, 0, 0}, {1, 1, 1});
  shape.convices.push_back(box_shape({1, 0, 0}, {2, 1, 1}, 7).convices.front());
  const BodyId id = add_covered(shape, {1, 1, 1});
  domain_.set_part_material(id, 7, heavy);
  EXPECT_NEAR(total_mass(mesh_of(id).elements), 4000.0, 1e-8);
  Mat3 F = identity();
  F(0, 0) = 1.001;
  set_affine(id, F, {});
  follow_rotation(mesh_of(id));
  update_energies(mesh_of(id));
  // ½ (λ + 2 μ) ε² of both halves; ε of form 'TL' is Green's
  const double e =
      GetParam() == FiniteElementForm::total_lagrangian ? 0.5 * (1.001 * 1.001 - 1.0) : 0.001;
  const double modulus = 2e5 * 0.25 / (1.25 * 0.5) + 2.0 * 2e5 / 2.5;
  EXPECT_NEAR(mesh_of(id).energy.internal, 0.5 * 3.0 * modulus * e * e, 1e-7);
}

INSTANTIATE_TEST_SUITE_P(Forms, BackgroundMeshes,
                         ::testing::Values(FiniteElementForm::total_lagrangian,
                                           FiniteElementForm::corotational),
                         [](const auto& test) {
                           return test.param == FiniteElementForm::corotational ? "BC" : "TL";
                         });

}  // namespace
}  // namespace solfec

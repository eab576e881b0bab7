#include "body/surface_points.h"

#include <cmath>
#include <memory>
#include <random>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "body/finite_element_fixture.h"
#include "body/surface_fields.h"
#include "geometry/element/hex_mesh.h"
#include "geometry/polyhedron_fixture.h"
#include "geometry/shape/rough_hex.h"
#include "geometry/shape/shape_pieces.h"
#include "geometry/surface_fixture.h"
#include "material/kirchhoff.h"
#include "support/allocation_counter.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-12;  // some ulps at the scale of the numbers below

/// A body of each kind with its surface; finite elements on their own and on a background mesh.
struct Case {
  std::string name;
  BodyKind kind{};
  FiniteElementForm form{};
  bool background = false;
};

std::ostream& operator<<(std::ostream& out, const Case& c) { return out << c.name; }

class SurfaceOfBody : public ::testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    auto shape = std::make_shared<Shape>();
    if (GetParam().kind != BodyKind::finite_element) {
      shape->convices.push_back(random_.hull(20, {1, 2, 3}, 1.0));
      shape->meshes.push_back(test::MixedMesh::make(0.1, rng_));
      shape->spheres.push_back({{-3, 0, 1}, 0.5, 2, 2});
      shape->spheres.push_back({{-5, 0, 1}, 0.5, 2, 2});
    } else if (GetParam().background) {
      shape->convices.push_back(random_.hull(20, {1, 2, 3}, 1.0));
      shape->convices.push_back(random_.hull(20, {3.5, 2, 3}, 1.0));
      shape->convices[1].volume = 9;
      shape->background.push_back(make_rough_hex(*shape, {3, 2, 2}, {}));
    } else {
      shape->meshes.push_back(test::MixedMesh::make(0.1, rng_));
    }
    add(shape);
  }

  void add(const std::shared_ptr<const Shape>& shape) {
    shape_ = shape;
    const MassProperties properties = mass_properties(*shape);
    const BodyId id = bodies_.last_id() + 1;
    body_ = GetParam().kind == BodyKind::finite_element
                ? bodies_.add_finite_element(id, properties, shape, make_shape_pieces(*shape, 1e-6),
                                             material_, GetParam().form)
                : bodies_.add(id, GetParam().kind, properties, material_);
    surface_ = make_surface(*shape, {0.5, 0.02});
    points_ = vertices_of(bodies_, body_, surface_);
  }

  /// Placement and velocity at random; of rigid bodies and obstacles a rotation.
  void randomize() {
    std::vector<double> state(static_cast<std::size_t>(bodies_.state_size(body_)));
    for (double& number : state) number = random_.between(-0.1, 0.1);
    if (body_.kind != BodyKind::finite_element) {
      Mat3 gradient = random_.rotation();
      if (body_.kind == BodyKind::pseudo_rigid) {
        gradient += 0.2 * outer(random_.direction(), random_.direction());
      }
      std::copy(std::begin(gradient.m), std::end(gradient.m), state.begin());
    } else if (GetParam().form == FiniteElementForm::corotational) {
      const Mat3 turn = random_.rotation();
      std::copy(std::begin(turn.m), std::end(turn.m), state.end() - 9);
    }
    bodies_.set_state(body_, state);
  }

  /// x = F X + shift, at rest.
  void deform(const Mat3& F, Vec3 shift) {
    if (body_.kind == BodyKind::finite_element) {
      FiniteElementBody& mesh = bodies_.finite_element[body_.slot];
      mesh.displacement = test::affine(mesh.elements.node, F, shift);
      return;
    }
    PseudoRigidSet& set = bodies_.pseudo_rigid;
    set.gradient[body_.slot] = F;
    set.center[body_.slot] = F * set.reference_center[body_.slot] + shift;
  }

  std::vector<Vec3> positions() {
    std::vector<Vec3> x(points_.size());
    current_positions(bodies_, body_, points_, x);
    return x;
  }
  std::vector<double> values(std::string_view name) {
    const SurfaceField* field = find_surface_field(name);
    std::vector<double> result(points_.size() * static_cast<std::size_t>(field->components));
    field->write(bodies_, body_, points_, result);
    return result;
  }

  RandomGeometry random_{20261107};
  std::mt19937 rng_{20261108};
  Bodies bodies_;
  BulkMaterial material_ = test::unit_material();
  BodyRef body_;
  std::shared_ptr<const Shape> shape_;
  Surface surface_;
  SurfacePoints points_;
};

class SurfaceOfRigidBody : public SurfaceOfBody {};
class SurfaceOfDeformableBody : public SurfaceOfBody {};

TEST_P(SurfaceOfBody, VerticesMoveAsTheirMaterialPoints) {
  for (int sample = 0; sample < 5; ++sample) {
    randomize();
    const std::vector<Vec3> x = positions();
    ASSERT_EQ(x.size(), surface_.vertex.size());
    for (std::size_t v = 0; v < x.size(); ++v) {
      const Vec3 expected = bodies_.current_point(body_, surface_.vertex[v]);
      EXPECT_LE(norm(x[v] - expected), 100 * kTol);
      EXPECT_GT(norm(x[v] - surface_.vertex[v]), 1e-6);
    }
  }
}

TEST_P(SurfaceOfBody, DisplacementsAndVelocitiesAreThoseOfTheMaterialPoints) {
  randomize();
  const std::vector<double> displacement = values("displacement");
  const std::vector<double> velocity = values("velocity");
  for (std::size_t v = 0; v < points_.size(); ++v) {
    const Vec3 X = surface_.vertex[v];
    const Vec3 moved = bodies_.current_point(body_, X) - X;
    const Vec3 speed = bodies_.velocity(body_, X);
    for (int i = 0; i < 3; ++i) {
      EXPECT_NEAR(displacement[3 * v + i], moved[i], 100 * kTol);
      EXPECT_NEAR(velocity[3 * v + i], speed[i], 100 * kTol);
    }
  }
}

TEST_P(SurfaceOfBody, NormalsAreThoseOfTheMovedTriangles) {
  randomize();
  const std::vector<Vec3> x = positions();
  std::vector<CornerNormals> normal(surface_.triangle.size());
  current_normals(bodies_, body_, surface_, x, normal);
  for (int t = 0; t < surface_.triangle_count(); ++t) {
    if (surface_.part[t].kind != ShapePartKind::sphere) continue;
    // of the ellipsoid about the moved centre: x . (F Fᵀ)⁻¹ x = r²
    const Mat3 F = bodies_.gradient(body_);
    const Mat3 metric = inverse(F * transpose(F));
    const Vec3 center =
        bodies_.current_point(body_, shape_->spheres[surface_.part[t].index].center);
    for (int k = 0; k < 3; ++k) {
      const Vec3 arm = x[surface_.triangle[t][k]] - center;
      EXPECT_LE(norm(normal[t][k] - normalized(metric * arm)), 1e-11);
    }
  }
  for (int t = 0; t < surface_.triangle_count(); ++t) {
    if (surface_.part[t].kind != ShapePartKind::convex) continue;
    const auto& corner = surface_.triangle[t];
    const Vec3 own = normalized(cross(x[corner[1]] - x[corner[0]], x[corner[2]] - x[corner[0]]));
    EXPECT_GT(dot(own, normal[t][0]), body_.kind == BodyKind::finite_element ? 0.5 : 1.0 - 1e-9);
  }
}

TEST_P(SurfaceOfDeformableBody, AHomogeneousDeformationScalesTheVolume) {
  const Mat3 F = {{1.3, 0.1, -0.2, 0.3, 0.8, 0.3, 0.0, 0.2, 1.2}};
  deform(F, {3, 4, 5});
  const double before = test::enclosed_volume(surface_, surface_.vertex);
  EXPECT_NEAR(test::enclosed_volume(surface_, positions()), determinant(F) * before, 1e3 * kTol);
}

TEST_P(SurfaceOfDeformableBody, AStretchGivesTheStressByHand) {
  // x is stretched by s and turned to y: Green's strain (s² - 1) / 2, S = (λ + 2 μ) E along and
  // λ E across, Cauchy stress F S Fᵀ / s.
  const double s = 1.2;
  deform(rotation_about({0, 0, 1}, 90.0) * diagonal(s, 1, 1), {1, 2, 3});
  const double E = 0.5 * (s * s - 1.0);
  const double along = s * (lame_lambda(material_) + 2.0 * lame_mu(material_)) * E;
  const double across = lame_lambda(material_) * E / s;
  const std::array<double, 6> expected{across, along, across, 0, 0, 0};
  const std::vector<double> stress = values("stress");
  const std::vector<double> mises = values("mises");
  ASSERT_EQ(mises.size(), points_.size());
  for (std::size_t v = 0; v < points_.size(); ++v) {
    for (std::size_t k = 0; k < 6; ++k) EXPECT_NEAR(stress[6 * v + k], expected[k], 100 * kTol);
    EXPECT_NEAR(mises[v], along - across, 100 * kTol);
  }
}

TEST_P(SurfaceOfRigidBody, RigidBodiesAndObstaclesHaveNoStress) {
  randomize();
  for (const double s : values("stress")) EXPECT_EQ(s, 0.0);
  for (const double s : values("mises")) EXPECT_EQ(s, 0.0);
}

TEST_P(SurfaceOfBody, SphereCentresMoveAsTheirMaterialPoints) {
  randomize();
  const SurfacePoints centers = sphere_centers_of(bodies_, body_, surface_);
  ASSERT_EQ(centers.size(), shape_->spheres.size());
  std::vector<Vec3> x(centers.size());
  current_positions(bodies_, body_, centers, x);
  for (std::size_t i = 0; i < x.size(); ++i) {
    EXPECT_LE(norm(x[i] - bodies_.current_point(body_, shape_->spheres[i].center)), 100 * kTol);
  }
}

TEST_P(SurfaceOfBody, PositionsAndNormalsTakeNoMemory) {
  std::vector<Vec3> x(points_.size());
  std::vector<CornerNormals> normal(surface_.triangle.size());
  const std::int64_t before = allocation_count();
  current_positions(bodies_, body_, points_, x);
  current_normals(bodies_, body_, surface_, x, normal);
  EXPECT_EQ(allocation_count(), before);
}

std::string case_name(const ::testing::TestParamInfo<Case>& test) { return test.param.name; }

const std::vector<Case>& rigid_cases() {
  static const std::vector<Case> cases{{"obstacle", BodyKind::obstacle},
                                       {"rigid", BodyKind::rigid}};
  return cases;
}
const std::vector<Case>& deformable_cases() {
  constexpr auto kMesh = BodyKind::finite_element;
  constexpr auto kTurning = FiniteElementForm::corotational;
  static const std::vector<Case> cases{{"pseudo_rigid", BodyKind::pseudo_rigid},
                                       {"mesh_TL", kMesh},
                                       {"mesh_BC", kMesh, kTurning},
                                       {"background_TL", kMesh, {}, true},
                                       {"background_BC", kMesh, kTurning, true}};
  return cases;
}

INSTANTIATE_TEST_SUITE_P(Rigid, SurfaceOfBody, ::testing::ValuesIn(rigid_cases()), case_name);
INSTANTIATE_TEST_SUITE_P(Deformable, SurfaceOfBody, ::testing::ValuesIn(deformable_cases()),
                         case_name);
INSTANTIATE_TEST_SUITE_P(Kinds, SurfaceOfRigidBody, ::testing::ValuesIn(rigid_cases()), case_name);
INSTANTIATE_TEST_SUITE_P(Kinds, SurfaceOfDeformableBody, ::testing::ValuesIn(deformable_cases()),
                         case_name);

TEST(SurfacePoints, FacesOfADeformedMeshHaveTheNormalOfTheirDiagonals) {
  std::mt19937 rng(20261109);
  auto shape = std::make_shared<Shape>();
  shape->meshes.push_back(test::MixedMesh::make(0.1, rng));
  const Mesh& mesh = shape->meshes[0];
  Bodies bodies;
  const BodyRef body =
      bodies.add_finite_element(1, mass_properties(*shape), shape, make_shape_pieces(*shape, 1e-6),
                                test::unit_material(), FiniteElementForm::total_lagrangian);
  bodies.finite_element[body.slot].displacement = test::random_vectors(mesh.nodes.size(), 0.1, rng);
  std::vector<Vec3> x;  // of all nodes
  bodies.finite_element[body.slot].positions(x);
  const Surface surface = make_surface(*shape, {});
  const SurfacePoints points = vertices_of(bodies, body, surface);
  std::vector<Vec3> position(points.size());
  current_positions(bodies, body, points, position);
  std::vector<CornerNormals> normal(surface.triangle.size());
  current_normals(bodies, body, surface, position, normal);
  ASSERT_EQ(surface.face.back() + 1, int(mesh.faces.size()));
  for (int t = 0; t < surface.triangle_count(); ++t) {
    const MeshFace& face = mesh.faces[surface.face[t]];
    const FaceNodes nodes = face_nodes(mesh.elements[face.element], face.side);
    const auto at = [&](int k) { return x[nodes.node[k]]; };
    const Vec3 expected =
        nodes.size == 3 ? cross(at(1) - at(0), at(2) - at(0)) : cross(at(2) - at(0), at(3) - at(1));
    EXPECT_LE(norm(normal[t][1] - normalized(expected)), kTol);
  }
}

TEST(SurfacePoints, AnEmptySurfaceHasNone) {
  Bodies bodies;
  MassProperties properties;
  properties.volume = 1.0;
  properties.euler = identity();
  const BodyRef body = bodies.add(1, BodyKind::rigid, properties, test::unit_material());
  const SurfacePoints points = vertices_of(bodies, body, {});
  EXPECT_EQ(points.size(), 0u);
  current_positions(bodies, body, points, {});
  for (const SurfaceField& field : surface_fields()) field.write(bodies, body, points, {});
}

TEST(SurfaceFields, StressIsTheMeanOverTheElementsAtANode) {
  // Two unit cubes along x: the left one stretched by s, the right one at rest. Nodes of the joint
  // have half of the left stress.
  auto shape = std::make_shared<Shape>();
  const std::vector<double> corners{0, 0, 0, 2, 0, 0, 2, 1, 0, 0, 1, 0,
                                    0, 0, 1, 2, 0, 1, 2, 1, 1, 0, 1, 1};
  const std::vector<int> surfaces(6, 1);
  shape->meshes.push_back(make_hex_mesh({corners, {2, 1, 1}, 1, surfaces, {}}));
  Bodies bodies;
  const BulkMaterial material = test::unit_material();
  const BodyRef body =
      bodies.add_finite_element(1, mass_properties(*shape), shape, make_shape_pieces(*shape, 1e-6),
                                material, FiniteElementForm::total_lagrangian);
  FiniteElementBody& mesh = bodies.finite_element[body.slot];
  const double s = 1.1;
  for (std::size_t a = 0; a < mesh.displacement.size(); ++a) {
    if (mesh.elements.node[a].x == 0.0) mesh.displacement[a].x = 1.0 - s;
  }
  const Surface surface = make_surface(*shape, {});
  const SurfacePoints points = vertices_of(bodies, body, surface);
  std::vector<double> stress(6 * points.size());
  find_surface_field("stress")->write(bodies, body, points, stress);
  const double E = 0.5 * (s * s - 1.0);
  const double along = s * (lame_lambda(material) + 2.0 * lame_mu(material)) * E;
  for (std::size_t v = 0; v < points.size(); ++v) {
    EXPECT_NEAR(stress[6 * v], along * (1.0 - 0.5 * surface.vertex[v].x), kTol);
  }
}

TEST(SurfaceFields, AreAskedForByTheirNames) {
  std::set<std::string_view> names;
  std::set<std::string_view> components;
  for (const SurfaceField& field : surface_fields()) {
    EXPECT_TRUE(names.insert(field.name).second);
    EXPECT_EQ(find_surface_field(field.name), &field);
    EXPECT_FALSE(field.unit.empty());
    EXPECT_FALSE(field.text.empty());
    for (int k = 0; k < kMostComponents; ++k) {
      EXPECT_EQ(field.component[k].empty(), k >= field.components);
      if (k >= field.components) continue;
      EXPECT_TRUE(components.insert(field.component[k]).second);
    }
  }
  EXPECT_EQ(names, (std::set<std::string_view>{"displacement", "velocity", "stress", "mises",
                                               "plastic_strain"}));
  EXPECT_EQ(find_surface_field("temperature"), nullptr);
}

}  // namespace
}  // namespace solfec

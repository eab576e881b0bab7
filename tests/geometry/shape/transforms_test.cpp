#include "geometry/shape/transforms.h"

#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "geometry/element/element_tables.h"
#include "geometry/element/mesh_builder.h"
#include "geometry/element/mesh_faces.h"
#include "geometry/expect_message.h"
#include "geometry/polyhedron_fixture.h"
#include "geometry/shape/convex_checks.h"
#include "geometry/shape/mass_properties.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-12;

double volume_of(const Mesh& mesh) {
  Shape shape;
  shape.meshes.push_back(mesh);
  return mass_properties(shape).volume;
}

TEST(Transforms, ScalingMultipliesCoordinatesAboutTheOrigin) {
  Convex brick = make_brick({1, 1, 1}, {2, 2, 2});
  scale(brick, {2, 3, 4});
  EXPECT_EQ(brick.vertices[0], (Vec3{2, 3, 4}));
  EXPECT_EQ(brick.vertices[6], (Vec3{4, 6, 8}));
  EXPECT_EQ(scaled({1, 2, 3}, {2, 2, -1}), (Vec3{2, 4, -3}));
}

TEST(Transforms, MirroredPolyhedraStayValid) {
  RandomGeometry random(1);
  for (const Vec3 factors : {Vec3{-1, 1, 1}, Vec3{1, -2, 1}, Vec3{-1, -1, -1}, Vec3{-1, -1, 2}}) {
    Convex hull = random.hull(20, {1, 2, 3}, 1.0);
    scale(hull, factors);
    EXPECT_EQ(convex_defect(hull), "");
  }
}

TEST(Transforms, MirroredMeshesStayValidWithTheirSurfaceIds) {
  const std::vector<double> nodes{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0,
                                  0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1};
  const std::vector<std::vector<int>> elements{{8, 0, 1, 2, 3, 4, 5, 6, 7, 0},
                                               {6, 0, 1, 2, 4, 5, 6, 0},
                                               {5, 0, 1, 2, 3, 4, 0},
                                               {4, 0, 1, 2, 4, 0}};
  for (const auto& list : elements) {
    Mesh mesh = make_mesh(nodes, list, std::vector<int>{1});
    std::vector<std::pair<FaceKey, SurfaceId>> before;
    for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
      MeshFace& face = mesh.faces[f];
      face.surface = static_cast<SurfaceId>(f);
      before.emplace_back(face_key(face_nodes(mesh.elements[0], face.side).nodes()), face.surface);
    }
    const double volume = volume_of(mesh);
    scale(mesh, {1, 1, -2});
    EXPECT_NEAR(volume_of(mesh), 2 * volume, kTol) << list[0];
    EXPECT_EQ(message_of([&] { check_elements("MESH", mesh); }), "");
    for (const MeshFace& face : mesh.faces) {
      const FaceKey key = face_key(face_nodes(mesh.elements[0], face.side).nodes());
      EXPECT_NE(std::find(before.begin(), before.end(), std::pair{key, face.surface}),
                before.end());
    }
  }
}

TEST(Transforms, ASphereIsScaledWithItsCentre) {
  Sphere ball{{1, 2, 3}, 0.5, 0, 0};
  scale(ball, {-2, -2, -2});
  EXPECT_EQ(ball.center, (Vec3{-2, -4, -6}));
  EXPECT_EQ(ball.radius, 1.0);
}

TEST(Transforms, BadFactorsAreErrorsAndChangeNothing) {
  Shape shape;
  shape.convices.push_back(make_brick({1, 1, 1}, {2, 2, 2}));
  shape.spheres.push_back({{1, 2, 3}, 0.5, 0, 0});
  EXPECT_EQ(message_of([&] {
              scale(shape, {1, 2, 1});
            }),
            "SCALE: a SPHERE must stay a sphere, so the factors must be equal, got (1, 2, 1)");
  EXPECT_EQ(message_of([&] {
              scale(shape, {1, 0, 1});
            }),
            "SCALE: factors must be finite and not zero, got 0 at place 1");
  EXPECT_EQ(shape.convices[0].vertices[0], (Vec3{1, 1, 1}));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(message_of([&] {
              translate(shape.spheres[0], {0, nan, 0});
            }),
            "TRANSLATE: 'vector' must be finite, got (0, nan, 0)");
}

TEST(Transforms, TranslationMovesEveryPart) {
  Shape shape;
  shape.convices.push_back(make_brick({0, 0, 0}, {1, 1, 1}));
  shape.spheres.push_back({{1, 2, 3}, 0.5, 0, 0});
  translate(shape, {1, 2, 3});
  EXPECT_EQ(shape.convices[0].vertices[6], (Vec3{2, 3, 4}));
  EXPECT_EQ(shape.spheres[0].center, (Vec3{2, 4, 6}));
  EXPECT_EQ(translated({1, 1, 1}, {1, 2, 3}), (Vec3{2, 3, 4}));
}

TEST(Transforms, RotationIsRightHandedAboutThePoint) {
  const AxisRotation quarter = make_axis_rotation({1, 0, 0}, {0, 0, 5}, 90);
  EXPECT_LE(norm(rotated({2, 0, 7}, quarter) - Vec3{1, 1, 7}), kTol);
  EXPECT_LE(norm(rotated({1, 0, 3}, quarter) - Vec3{1, 0, 3}), kTol);
  Shape shape;
  shape.spheres.push_back({{2, 0, 0}, 0.5, 0, 0});
  shape.convices.push_back(make_brick({1, 0, 0}, {2, 1, 1}));
  rotate(shape, quarter);
  EXPECT_LE(norm(shape.spheres[0].center - Vec3{1, 1, 0}), kTol);
  EXPECT_EQ(convex_defect(shape.convices[0]), "");
}

TEST(Transforms, RotationNeedsADirection) {
  EXPECT_EQ(message_of([] { make_axis_rotation({}, {}, 30); }),
            "ROTATE: Rotation direction is zero");
  EXPECT_LE(norm(rotated({1, 0, 0}, make_axis_rotation({}, {0, 0, 1e-200}, 90)) - Vec3{0, 1, 0}),
            kTol);  // any length will do
}

TEST(Transforms, ShapesThatHaveOverflowedAreNotFinite) {
  const auto message = [](const Shape& shape) { return message_of([&] { check_finite(shape); }); };
  Shape hull;
  hull.convices.push_back(make_brick({1, 1, 1}, {2, 2, 2}));
  EXPECT_EQ(message(hull), "");
  scale(hull, {1e308, 1, 1});
  EXPECT_EQ(message(hull), "coordinates of the new shape must be finite, got (inf, 1, 1) m");

  Shape ball;
  ball.spheres.push_back({{0, 0, 0}, 1e308, 1, 1});
  EXPECT_EQ(message(ball), "");
  scale(ball, {2, 2, 2});
  EXPECT_EQ(message(ball), "the radius of the new shape must be finite, got inf m");
}

}  // namespace
}  // namespace solfec

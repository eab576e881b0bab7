#include "geometry/shape/convex_builder.h"

#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "geometry/expect_message.h"
#include "geometry/polyhedron_fixture.h"
#include "geometry/shape/mass_properties.h"

namespace solfec {
namespace {

const std::vector<double> kCubeVertices{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0,
                                        0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1};
const std::vector<int> kCubeFaces{4, 0, 4, 7, 3, 10, 4, 1, 2, 6, 5, 11, 4, 0, 1, 5, 4, 12,
                                  4, 3, 7, 6, 2, 13, 4, 0, 3, 2, 1, 14, 4, 4, 5, 6, 7, 15};

std::string message(const std::vector<double>& vertices, const std::vector<int>& faces) {
  return message_of([&] { make_convex(vertices, faces, 0); });
}

TEST(ConvexBuilder, ACubeKeepsItsListsAndIds) {
  const Convex cube = make_convex(kCubeVertices, kCubeFaces, 3);
  EXPECT_EQ(cube.vertices.size(), 8u);
  EXPECT_EQ(cube.vertices[6], (Vec3{1, 1, 1}));
  EXPECT_EQ(cube.face_count(), 6);
  EXPECT_EQ(cube.surface, (std::vector<SurfaceId>{10, 11, 12, 13, 14, 15}));
  EXPECT_EQ(cube.face(1)[2], 6);
  EXPECT_EQ(cube.volume, 3);
}

TEST(ConvexBuilder, NamesTheListThatIsTooShort) {
  EXPECT_EQ(message({0, 0, 0, 1}, kCubeFaces),
            "CONVEX: 'vertices' must have 3 numbers per point, got 4 numbers");
  EXPECT_EQ(message({0, 0, 0}, kCubeFaces),
            "CONVEX: 'vertices' must have at least 4 points, got 1");
  EXPECT_EQ(message(kCubeVertices, {}), "CONVEX: At least 4 faces must be defined, got 0");
  EXPECT_EQ(message(kCubeVertices, {4, 0, 3, 2, 1, 0}),
            "CONVEX: At least 4 faces must be defined, got 1");
}

TEST(ConvexBuilder, NamesTheFaceThatIsWrong) {
  EXPECT_EQ(message(kCubeVertices, {2, 0, 1, 0}),
            "CONVEX: face 0: A face must have more than 2 vertices, got 2");
  EXPECT_EQ(message(kCubeVertices, {3, 0, 1, 2, 0, 3, 0, 1}),
            "CONVEX: face 1: The last face definition is incomplete, 3 vertices and a surface id "
            "must follow, got 2 numbers");
  EXPECT_EQ(message(kCubeVertices, {3, 0, 1, 8, 0}),
            "CONVEX: face 0: index out of range, got 8 at place 2, must be in [0, 7]");
  EXPECT_EQ(message(kCubeVertices, {3, 0, -1, 2, 0}),
            "CONVEX: face 0: index out of range, got -1 at place 1, must be in [0, 7]");
  EXPECT_EQ(message(kCubeVertices, {3, 0, 1, 0, 0}),
            "CONVEX: face 0: indices must differ, got 0 at places 0 and 2");
}

TEST(ConvexBuilder, AHugeVertexCountIsIncompleteAndNotAnOverflow) {
  EXPECT_EQ(message(kCubeVertices, {std::numeric_limits<int>::max(), 0, 1, 2}),
            "CONVEX: face 0: The last face definition is incomplete, 2147483647 vertices and a "
            "surface id must follow, got 3 numbers");
}

TEST(ConvexBuilder, NamesTheCoordinateThatIsNotFinite) {
  std::vector<double> vertices = kCubeVertices;
  vertices[7] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(message(vertices, kCubeFaces),
            "CONVEX: 'vertices' must be finite, got nan as coordinate y of point 2");
}

TEST(ConvexBuilder, AnOpenSurfaceIsAnError) {
  const std::vector<int> open(kCubeFaces.begin(), kCubeFaces.end() - 6);
  EXPECT_EQ(message(kCubeVertices, open),
            "CONVEX: the surface is not closed: the edge between vertices 4 and 5 must belong to "
            "2 faces, got 1 (face 2)");
}

TEST(ConvexBuilder, AFaceThatIsTurnedIsNamedWithItsNeighbour) {
  std::vector<int> faces = kCubeFaces;
  std::swap(faces[1], faces[3]);  // face 0 clockwise
  EXPECT_EQ(message(kCubeVertices, faces).substr(0, 45),
            "CONVEX: faces 0 and 4 turn opposite ways: the");
}

TEST(ConvexBuilder, InwardFacesAreAnError) {
  std::vector<int> faces = kCubeFaces;
  for (std::size_t k = 0; k < faces.size(); k += 6) std::swap(faces[k + 1], faces[k + 3]);
  EXPECT_EQ(message(kCubeVertices, faces),
            "CONVEX: the faces must be counter-clockwise seen from outside, all of them are "
            "clockwise (volume -1 m^3)");
}

TEST(ConvexBuilder, ADentIsNotConvex) {
  // pyramid over a square whose apex is pushed through the base plane of a lower one
  const std::vector<double> vertices{0, 0, 0, 1,   0,   0, 1,   1,   0,
                                     0, 1, 0, 0.5, 0.5, 1, 0.5, 0.5, 0.5};
  const std::vector<int> faces{3, 0, 1, 4, 0, 3, 1, 2, 4, 0, 3, 2, 3, 4, 0, 3, 3, 0, 4, 0,
                               3, 1, 0, 5, 0, 3, 2, 1, 5, 0, 3, 3, 2, 5, 0, 3, 0, 3, 5, 0};
  EXPECT_EQ(message(vertices, faces).substr(0, 57),
            "CONVEX: the polyhedron is not convex: vertex 2 is 0.70710");
}

TEST(ConvexBuilder, ABentFaceIsAnError) {
  std::vector<double> vertices = kCubeVertices;
  vertices[20] = 1.2;  // z of vertex 6
  EXPECT_EQ(message(vertices, kCubeFaces).substr(0, 32), "CONVEX: face 5 is not planar: it");
}

TEST(ConvexBuilder, RoundedCoordinatesAreFine) {
  std::vector<double> vertices = kCubeVertices;
  RandomGeometry random(3);
  for (double& x : vertices) x += random.between(-2e-5, 2e-5);  // five digits
  EXPECT_EQ(message(vertices, kCubeFaces), "");
}

TEST(ConvexBuilder, EveryRandomHullPassesItsOwnChecks) {
  RandomGeometry random(4);
  for (int sample = 0; sample < 100; ++sample) {
    const Convex hull = random.hull(random.integer(4, 60), random.in_cube(5), 1.0);
    std::vector<double> vertices;
    for (const Vec3& p : hull.vertices) vertices.insert(vertices.end(), {p.x, p.y, p.z});
    std::vector<int> faces;
    for (int f = 0; f < hull.face_count(); ++f) {
      const auto face = hull.face(f);
      faces.push_back(static_cast<int>(face.size()));
      faces.insert(faces.end(), face.begin(), face.end());
      faces.push_back(f);
    }
    EXPECT_EQ(message(vertices, faces), "") << sample;
  }
}

}  // namespace
}  // namespace solfec

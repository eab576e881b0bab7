#include "body/common/pressed_surface.h"

#include <random>

#include <gtest/gtest.h>

#include "geometry/shape/convex_hull.h"
#include "math/rotation.h"
#include "support/block_mesh.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-13;  // a few ulps at unit scale

double largest(const Mat3& a) {
  double found = 0.0;
  for (const double entry : a.m) found = std::fmax(found, std::fabs(entry));
  return found;
}

/// A block of 1 x 2 x 3 m at the origin whose faces at x = 1 have the id 4.
Shape block_with_end(Vec3 origin = {}) {
  Shape shape;
  Mesh mesh = test::hexahedra_block({1.0, 2.0, 3.0}, {2, 3, 2});
  for (MeshFace& face : mesh.faces) face.surface = 1;
  Shape found;
  found.meshes.push_back(mesh);
  for (MeshFace& face : mesh.faces) {
    Shape one;
    one.meshes.push_back(mesh);
    one.meshes[0].faces = {face};
    const std::vector<std::vector<Vec3>> corners = faces_with(one, 1);
    bool at_end = true;
    for (const Vec3 X : corners[0]) at_end = at_end && X.x > 1.0 - kTol;
    if (at_end) face.surface = 4;
  }
  for (Vec3& node : mesh.nodes) node += origin;
  shape.meshes.push_back(mesh);
  return shape;
}

TEST(PressedSurface, OfAFlatEndHasItsAreaAndItsCentre) {
  const PressedSurface end = pressed_surface(block_with_end(), 4);
  EXPECT_EQ(end.surface, 4);
  EXPECT_NEAR(end.size, 6.0, 10.0 * kTol);
  EXPECT_LE(norm_inf(end.center - Vec3{1.0, 1.0, 1.5}), kTol);
  EXPECT_LE(norm_inf(end.area - Vec3{6.0, 0.0, 0.0}), 10.0 * kTol);
  EXPECT_LE(largest(end.spread), 10.0 * kTol);
  EXPECT_LE(norm_inf(moment_of(end)), 10.0 * kTol);
}

TEST(PressedSurface, OfAClosedSurfaceHasTheVolumeAsItsSpread) {
  // ∫ N (X - X0)ᵀ dA = V 1 by the divergence theorem.
  Shape shape;
  std::mt19937 rng(5);
  std::uniform_real_distribution<double> entry(-1.0, 1.0);
  std::vector<Vec3> points(30);
  for (Vec3& point : points) point = {entry(rng), entry(rng), entry(rng)};
  shape.convices.push_back(make_convex_hull(points, 1, 2));
  const PressedSurface all = pressed_surface(shape, 2);
  const double volume = all.spread(0, 0);
  EXPECT_GT(volume, 1.0);
  EXPECT_LE(norm_inf(all.area), 10.0 * kTol);
  EXPECT_LE(largest(all.spread - volume * identity()), 100.0 * kTol);
  EXPECT_LE(norm_inf(moment_of(all)), 100.0 * kTol);
}

TEST(PressedSurface, CarriesTheIntegralsOfTheMovedFaces) {
  // Areas by the cofactor of F and the couple about the moved centre, against the moved shape.
  const Mat3 F = from_columns({1.2, 0.1, -0.2}, {0.3, 0.9, 0.1}, {-0.1, 0.2, 1.1});
  Shape shape = block_with_end();
  for (MeshFace& face : shape.meshes[0].faces) {
    face.surface = face.side % 2 == 0 ? 4 : 1;  // faces in several planes
  }
  const PressedSurface before = pressed_surface(shape, 4);
  for (Vec3& node : shape.meshes[0].nodes) node = F * node + Vec3{1.0, -2.0, 0.5};
  const PressedSurface after = pressed_surface(shape, 4);
  EXPECT_LE(norm_inf(cofactor(F) * before.area - after.area), 100.0 * kTol);
  const Vec3 carried = F * before.center + Vec3{1.0, -2.0, 0.5};
  const Mat3 spread = after.spread + outer(after.area, after.center - carried);
  EXPECT_LE(largest(cofactor(F) * before.spread * transpose(F) - spread), 1000.0 * kTol);
}

TEST(PressedSurface, OfOneFaceOffItsCentreHasTheMomentOfItsForce) {
  // Two faces of one id, x = 1 and z = 3: the moment about the common centre by hand.
  Shape shape;
  shape.convices.push_back(make_convex_hull(
      std::vector<Vec3>{
          {0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {1, 2, 0}, {0, 0, 3}, {1, 0, 3}, {0, 2, 3}, {1, 2, 3}},
      1, 1));
  Convex& convex = shape.convices[0];
  for (int f = 0; f < convex.face_count(); ++f) {
    bool x = true;
    bool z = true;
    for (const int v : convex.face(f)) {
      x = x && convex.vertices[static_cast<std::size_t>(v)].x == 1.0;
      z = z && convex.vertices[static_cast<std::size_t>(v)].z == 3.0;
    }
    if (x || z) convex.surface[static_cast<std::size_t>(f)] = 4;
  }
  const PressedSurface found = pressed_surface(shape, 4);
  const Vec3 center = (1.0 / 8.0) * (6.0 * Vec3{1.0, 1.0, 1.5} + 2.0 * Vec3{0.5, 1.0, 3.0});
  const Vec3 moment = cross(Vec3{1.0, 1.0, 1.5} - center, Vec3{6.0, 0.0, 0.0}) +
                      cross(Vec3{0.5, 1.0, 3.0} - center, Vec3{0.0, 0.0, 2.0});
  EXPECT_LE(norm_inf(found.center - center), 10.0 * kTol);
  EXPECT_LE(norm_inf(found.area - Vec3{6.0, 0.0, 2.0}), 10.0 * kTol);
  EXPECT_LE(norm_inf(moment_of(found) - moment), 100.0 * kTol);
  EXPECT_GT(norm_inf(moment), 1.0);
}

TEST(PressedSurface, KeepsItsDigitsFarAway) {
  const PressedSurface here = pressed_surface(block_with_end(), 4);
  const PressedSurface far = pressed_surface(block_with_end({1048576.0, 0.0, -1048576.0}), 4);
  EXPECT_LE(norm_inf(far.area - here.area), 1e-9);  // ulps of nodes that are 1e6 m away
  EXPECT_LE(largest(far.spread - here.spread), 1e-8);
}

TEST(PressedSurface, OfNoFaceHasNoSize) {
  Shape shape = block_with_end();
  EXPECT_EQ(pressed_surface(shape, 5).size, 0.0);
  EXPECT_EQ(face_surfaces(shape), (std::vector<SurfaceId>{1, 4}));
  shape.meshes.clear();
  shape.spheres.push_back({{0, 0, 0}, 1.0, 1, 4});
  EXPECT_EQ(pressed_surface(shape, 4).size, 0.0);
  EXPECT_TRUE(face_surfaces(shape).empty());
}

}  // namespace
}  // namespace solfec

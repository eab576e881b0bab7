#include "geometry/shape/rod.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "archive/archive_error.h"
#include "geometry/expect_message.h"
#include "geometry/shape/bore.h"
#include "geometry/shape/mass_properties.h"
#include "geometry/shape/piece_kinds.h"
#include "geometry/shape/shape_pieces.h"
#include "geometry/surface/surface.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-13;
constexpr double kPi = std::numbers::pi;

SolidRod a_rod() { return {{1, 2, 3}, {0, 0, 2}, {0.5, 0, 0}, 7, 8}; }
Bore a_bore() { return {{1, 2, 3}, {0, 0, 2}, {0.5, 0, 0}, 0.25, 7, 8}; }

void expect_near(const Mat3& a, const Mat3& b) {
  const Mat3 error = a - b;
  EXPECT_LE(std::sqrt(double_dot(error, error)), 10 * kTol);
}

TEST(Rod, HasTheVolumeAndTheEulerTensorOfACylinder) {
  const MassProperties got = mass_properties(a_rod());
  const double volume = kPi * 0.25 * 4;
  EXPECT_NEAR(got.volume, volume, kTol);
  EXPECT_EQ(got.center, (Vec3{1, 2, 3}));
  // moments of inertia m r^2/2 about the axis and m (3 r^2 + l^2)/12 across it, J = tr E - E
  const Mat3 inertia = trace(got.euler) * identity() - got.euler;
  const double across = volume * (3 * 0.25 + 16) / 12;
  expect_near(inertia, diagonal(across, across, volume * 0.25 / 2));
}

TEST(Bore, HasTheVolumeAndTheEulerTensorOfAHollowCylinder) {
  const MassProperties got = mass_properties(a_bore());
  const double inner = 0.25;
  const double outer = 0.75 * 0.75;
  const double volume = kPi * (outer - inner) * 4;
  EXPECT_NEAR(got.volume, volume, kTol);
  const Mat3 inertia = trace(got.euler) * identity() - got.euler;
  const double across = volume * (3 * (inner + outer) + 16) / 12;
  expect_near(inertia, diagonal(across, across, volume * (inner + outer) / 2));
}

/// Volume and tensor of the drawn facets, for rods and bores.
template <typename Part>
MassProperties of_facets(const Part& part) {
  Shape shape;
  shape.meshes.push_back(facets_of(part));
  return mass_properties(shape);
}

TEST(RodAndBore, FacetsHaveTheVolumeOfAPrismInscribedInTheCircles) {
  const double ratio = std::sin(2 * kPi / kDrawnFacets) * kDrawnFacets / (2 * kPi);
  EXPECT_NEAR(of_facets(a_rod()).volume, ratio * mass_properties(a_rod()).volume, 10 * kTol);
  EXPECT_NEAR(of_facets(a_bore()).volume, ratio * mass_properties(a_bore()).volume, 10 * kTol);
}

TEST(RodAndBore, TransformsMoveAxisAndSpokeWithTheShape) {
  const AxisRotation turn = make_axis_rotation({0, 0, 0}, {1, 0, 0}, 90.0);
  SolidRod rod = a_rod();
  rotate(rod, turn);
  translate(rod, {1, 1, 1});
  scale(rod, {-2, -2, -2});
  EXPECT_LE(norm(rod.center - Vec3{-4, 4, -6}), 10 * kTol);
  EXPECT_LE(norm(rod.half_axis - Vec3{0, 4, 0}), 10 * kTol);
  EXPECT_LE(norm(rod.spoke - Vec3{-1, 0, 0}), 10 * kTol);
  Bore bore = a_bore();
  rotate(bore, turn);
  translate(bore, {1, 1, 1});
  scale(bore, {-2, -2, -2});
  EXPECT_LE(norm(bore.center - rod.center), 10 * kTol);
  EXPECT_LE(norm(bore.half_axis - rod.half_axis), 10 * kTol);
  EXPECT_EQ(bore.thickness, 0.5);
  EXPECT_EQ(message_of([&] {
              scale(rod, {1, 1, 2});
            }),
            "SCALE: a ROD must stay round, so the factors must be equal, got (1, 1, 2)");
  EXPECT_EQ(message_of([&] {
              scale(bore, {1, 1, 2});
            }),
            "SCALE: a BORE must stay round, so the factors must be equal, got (1, 1, 2)");
}

TEST(RodAndBore, HeightsAreDistancesFromTheSurface) {
  const SolidRod rod = a_rod();
  EXPECT_NEAR(height_above(rod, {1, 2, 3}), -0.5, kTol);
  EXPECT_NEAR(height_above(rod, {3, 2, 3}), 1.5, kTol);
  const Bore bore = a_bore();
  EXPECT_NEAR(height_above(bore, {1, 2, 3}), 0.5, kTol);     // in the hole
  EXPECT_NEAR(height_above(bore, {1.6, 2, 3}), -0.1, kTol);  // in the wall
  EXPECT_NEAR(height_above(bore, {3, 2, 3}), 1.25, kTol);    // outside
  EXPECT_NEAR(height_above(bore, {1.6, 2, 6}), 1.0, kTol);   // above a mouth
  EXPECT_NEAR(height_above(bore, {1, 2, 6}), std::hypot(0.5, 1.0), kTol);
}

TEST(RodAndBore, StoredNumbersThatMakeNoCylinderAreRefused) {
  SolidRod rod = a_rod();
  EXPECT_NO_THROW(check_stored(rod));
  rod.spoke = {0.5, 0, 0.1};
  EXPECT_THROW(check_stored(rod), ArchiveError);
  rod.spoke = {};
  EXPECT_THROW(check_stored(rod), ArchiveError);
  Bore bore = a_bore();
  EXPECT_NO_THROW(check_stored(bore));
  bore.thickness = 0.0;
  EXPECT_THROW(check_stored(bore), ArchiveError);
}

TEST(RodAndBore, SizesAreTold) {
  EXPECT_EQ(size_text(a_rod()), "radius 0.5 m, length 4 m");
  EXPECT_EQ(size_text(a_bore()), "radius 0.5 m, length 4 m");
}

Shape both() {
  Shape shape;
  shape.rods.push_back(a_rod());
  shape.bores.push_back(a_bore());
  shape.bores.back().center.x = 10;
  return shape;
}

TEST(RodAndBore, PiecesHaveTheBoxAndTheExtentOfTheCylinder) {
  Shape shape;
  shape.rods.push_back(a_rod());
  const Vec3 way = normalized({1, 2, 2});
  shape.rods[0].half_axis = 2.0 * way;
  shape.rods[0].spoke = 0.5 * normalized({2, 1, -2});
  const ShapePieces pieces = make_shape_pieces(shape, 1e-4);
  ASSERT_EQ(pieces.piece_count(), 1);
  EXPECT_EQ(pieces.kind[0], PieceKind::rod);
  EXPECT_EQ(pieces.round_surface[0], 7);
  const PieceView piece = piece_view(pieces, 0);
  const Box box = box_of(piece, 0.1);
  for (int k = 0; k < 3; ++k) {
    const double half = 2.0 * way[k] + 0.5 * std::sqrt(1 - way[k] * way[k]) + 0.1;
    EXPECT_NEAR(box.hi[k] - shape.rods[0].center[k], half, kTol);
    EXPECT_NEAR(shape.rods[0].center[k] - box.lo[k], half, kTol);
  }
  const Extent extent = extent_along(piece, way);
  EXPECT_NEAR(extent.high - extent.low, 4.0, kTol);
  EXPECT_NEAR(reach_from(piece, shape.rods[0].center), std::hypot(2.0, 0.5), kTol);
  EXPECT_NEAR(height_above(piece, shape.rods[0].center), -0.5, kTol);
}

TEST(RodAndBore, DistancesOfPiecesAreThoseByHand) {
  const ShapePieces pieces = make_shape_pieces(both(), 1e-4);
  const PieceView rod = piece_view(pieces, 0);
  const PieceView bore = piece_view(pieces, 1);
  // the bore counts as filled, with its outer radius
  EXPECT_NEAR(closest_points(rod, bore, 100.0).distance, 9 - 0.5 - 0.75, 1e-9);
  EXPECT_NEAR(closest_points(bore, rod, 100.0).distance, 9 - 0.5 - 0.75, 1e-9);
  const Vec3 middle{10, 2, 3};
  const PieceView dot{PieceKind::sphere, std::span(&middle, 1), 0.1};
  EXPECT_NEAR(closest_points(bore, dot, 100.0).distance, 0.4, 1e-9);
  EXPECT_NEAR(closest_points(dot, rod, 100.0).distance, 9 - 0.5 - 0.1, 1e-9);
  EXPECT_EQ(closest_points(rod, rod, 100.0).distance, 0.0);
}

TEST(RodAndBore, SurfacesForPicturesAreClosedAndRoundOnTheirSides) {
  const Surface surface = make_surface(both(), {});
  EXPECT_TRUE(surface.sphere.empty());
  // rod: a triangle at each end and two on the side; bore: eight in a ring
  EXPECT_EQ(surface.triangle_count(), kDrawnFacets * (4 + 8));
  double volume = 0.0;
  for (int t = 0; t < surface.triangle_count(); ++t) {
    const auto& c = surface.triangle[t];
    const Vec3 p = surface.vertex[c[0]];
    const Vec3 q = surface.vertex[c[1]];
    const Vec3 r = surface.vertex[c[2]];
    volume += dot(p, cross(q, r)) / 6.0;
    const Vec3 flat = normalized(cross(q - p, r - p));
    for (int k = 0; k < 3; ++k) {
      const Vec3 n = surface.normal[t][k];
      EXPECT_NEAR(norm(n), 1.0, kTol);
      EXPECT_GT(dot(n, flat), 0.99);
      if (std::abs(flat.z) > 0.5) continue;
      const Vec3 axis{surface.part[t].kind == ShapePartKind::rod ? 1.0 : 10.0, 2, 0};
      const Vec3 arm = surface.vertex[c[k]] - axis;
      EXPECT_NEAR(std::abs(n.x * arm.x + n.y * arm.y), std::hypot(arm.x, arm.y), kTol);
    }
  }
  EXPECT_NEAR(volume, of_facets(a_rod()).volume + of_facets(a_bore()).volume, 1e-11);
}

}  // namespace
}  // namespace solfec

// Ellipsoids as parts of shapes, against closed forms, sampled integrals and spheres.
#include "geometry/shape/ellipsoid.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include <gtest/gtest.h>

#include "base/check.h"
#include "geometry/shape/mass_properties.h"
#include "geometry/shape/piece_kinds.h"
#include "geometry/shape/point_in_shape.h"
#include "geometry/shape/shape_pieces.h"
#include "geometry/shape/split.h"
#include "geometry/shape/transforms.h"
#include "geometry/surface/surface.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-12;

Ellipsoid sample() {
  Ellipsoid e{{1, -2, 3}, {0.5, 1.0, 2.0}, identity(), 4, 7};
  rotate(e, make_axis_rotation({0, 0, 0}, {1, 2, -1}, 40.0));
  return e;
}

Shape shape_of(const Ellipsoid& e) {
  Shape shape;
  shape.ellipsoids.push_back(e);
  return shape;
}

bool inside(const Ellipsoid& e, Vec3 p) {
  const Vec3 y = transposed_times(e.axes, p - e.center);
  const Vec3 u{y.x / e.radii.x, y.y / e.radii.y, y.z / e.radii.z};
  return dot(u, u) <= 1.0;
}

TEST(Ellipsoid, MassPropertiesAreThoseOfSampledPoints) {
  const Ellipsoid e = sample();
  const MassProperties exact = mass_properties(shape_of(e));
  std::mt19937 rng(1);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  constexpr int kSamples = 400000;
  constexpr double kReach = 2.0;
  int hits = 0;
  Vec3 sum;
  Mat3 squares;
  for (int k = 0; k < kSamples; ++k) {
    const Vec3 arm = kReach * Vec3{unit(rng), unit(rng), unit(rng)};
    if (!inside(e, e.center + arm)) continue;
    ++hits;
    sum += arm;
    squares += outer(arm, arm);
  }
  const double cell = 8.0 * kReach * kReach * kReach / kSamples;
  EXPECT_NEAR(hits * cell / exact.volume, 1.0, 0.02);
  EXPECT_LE(norm(sum / hits), 0.01);
  EXPECT_EQ(exact.center, e.center);
  const Mat3 error = cell * squares - exact.euler;
  EXPECT_LE(std::sqrt(double_dot(error, error)),
            0.03 * std::sqrt(double_dot(exact.euler, exact.euler)));
  EXPECT_NEAR(exact.volume, 4.0 / 3.0 * std::numbers::pi * 0.5 * 1.0 * 2.0, kTol);
  // trace: V (a^2 + b^2 + c^2) / 5
  EXPECT_NEAR(trace(exact.euler), exact.volume * (0.25 + 1.0 + 4.0) / 5.0, kTol);
}

TEST(Ellipsoid, UnequalFactorsGiveTheEllipsoidOfTheScaledPoints) {
  const Vec3 factors{2.0, -0.5, 3.0};
  const Ellipsoid before = sample();
  Ellipsoid after = before;
  scale(after, factors);
  EXPECT_NO_THROW(check_stored(after));
  std::mt19937 rng(2);
  std::normal_distribution<double> normal;
  for (int k = 0; k < 100; ++k) {
    const Vec3 u = normalized(Vec3{normal(rng), normal(rng), normal(rng)});
    const Vec3 of_surface = scaled(round_image_of(before).place(u), factors);
    EXPECT_NEAR(height_above(after, of_surface), 0.0, kTol);
  }
  EXPECT_NEAR(mass_properties(after).volume, 3.0 * mass_properties(before).volume, 1e-11);
  Ellipsoid straight{{1, 1, 1}, {1, 2, 3}, identity(), 1, 1};
  scale(straight, {2, 3, -4});
  EXPECT_EQ(straight.radii, (Vec3{2, 6, 12}));  // to the bit
  EXPECT_EQ(straight.center, (Vec3{2, 3, -4}));
}

TEST(Ellipsoid, GoesWholeToTheSideOfItsCentre) {
  const SplitShape parts = split(shape_of(sample()), {0, 0, 3.0 + 1e-9}, {0, 0, 1}, {{0, 0}});
  EXPECT_EQ(parts.below.ellipsoids.size(), 1u);
  EXPECT_TRUE(parts.above.empty());
}

TEST(Ellipsoid, ContainsWhatItsEquationSays) {
  const Ellipsoid e = sample();
  const Shape shape = shape_of(e);
  std::mt19937 rng(3);
  std::uniform_real_distribution<double> unit(-2.0, 2.0);
  for (int k = 0; k < 1000; ++k) {
    const Vec3 p = e.center + Vec3{unit(rng), unit(rng), unit(rng)};
    const auto part = part_containing(shape, p, 0.0);
    ASSERT_EQ(part.has_value(), inside(e, p));
    if (part) {
      EXPECT_EQ(part->kind, ShapePartKind::ellipsoid);
      EXPECT_EQ(part->index, 0);
    }
  }
}

TEST(Ellipsoid, PieceHasItsBoxExtentAndDistances) {
  Shape shape = shape_of(sample());
  shape.spheres.push_back({{1, 1, 3}, 0.5, 1, 1});
  const ShapePieces pieces = make_shape_pieces(shape, 1e-4);
  ASSERT_EQ(pieces.piece_count(), 2);
  ASSERT_EQ(pieces.kind[1], PieceKind::ellipsoid);  // after the spheres
  EXPECT_EQ(pieces.round_surface[1], 4);
  EXPECT_EQ(pieces.volume[1], 7);
  const PieceView view = piece_view(pieces, 1);
  const Box box = box_of(view, 0.0);
  Box sampled;
  Extent extent{1e9, -1e9};
  const Vec3 along{1, 1, 1};
  std::mt19937 rng(4);
  std::normal_distribution<double> normal;
  const RoundImage image = round_image_of(shape.ellipsoids[0]);
  double reach = 0.0;
  for (int k = 0; k < 200000; ++k) {
    const Vec3 p = image.place(normalized(Vec3{normal(rng), normal(rng), normal(rng)}));
    sampled.add(p);
    extent.low = std::min(extent.low, dot(along, p));
    extent.high = std::max(extent.high, dot(along, p));
    reach = std::max(reach, norm(p - Vec3{4, 0, 0}));
  }
  EXPECT_LE(norm(sampled.lo - box.lo), 1e-3);
  EXPECT_LE(norm(sampled.hi - box.hi), 1e-3);
  EXPECT_NEAR(extent_along(view, along).low, extent.low, 1e-3);
  EXPECT_NEAR(extent_along(view, along).high, extent.high, 1e-3);
  EXPECT_GE(reach_from(view, {4, 0, 0}), reach);
  // distance from the sphere: from its centre less its radius
  const double distance = height_above(shape.ellipsoids[0], {1, 1, 3}) - 0.5;
  EXPECT_NEAR(closest_points(piece_view(pieces, 0), view).distance, distance, kTol);
  EXPECT_NEAR(closest_points(view, piece_view(pieces, 0)).distance, distance, kTol);
}

TEST(Ellipsoid, DeformsAsItsPointsDo) {
  // the piece of a homogeneously deformed body is the image of the ellipsoid
  const Ellipsoid e = sample();
  const Mat3 F = {{1.3, 0.1, -0.2, 0.3, 0.8, 0.3, 0.0, 0.2, 1.2}};
  auto points = points_of(e);
  for (Vec3& p : points) p = F * p;
  const PieceView view{PieceKind::ellipsoid, points, 0.0};
  std::mt19937 rng(5);
  std::normal_distribution<double> normal;
  for (int k = 0; k < 100; ++k) {
    const Vec3 u = normalized(Vec3{normal(rng), normal(rng), normal(rng)});
    EXPECT_NEAR(height_above(view, F * round_image_of(e).place(u)), 0.0, kTol);
  }
}

TEST(Ellipsoid, TrianglesLieOnItWithinTheChordError) {
  const Ellipsoid e = sample();
  const Surface surface = make_surface(shape_of(e), {.chord_error = 1e-2});
  ASSERT_GT(surface.triangle_count(), 100);
  double volume = 0.0;
  for (int t = 0; t < surface.triangle_count(); ++t) {
    const auto [a, b, c] = surface.triangle[t];
    const Vec3 p = surface.vertex[a];
    const Vec3 q = surface.vertex[b];
    const Vec3 r = surface.vertex[c];
    volume += dot(p - e.center, cross(q - e.center, r - e.center)) / 6.0;
    EXPECT_NEAR(height_above(e, p), 0.0, kTol);
    EXPECT_GE(height_above(e, (p + q + r) / 3.0), -surface.chord_error);
    EXPECT_LE(height_above(e, (p + q + r) / 3.0), kTol);
    // the normal of a corner is that of the nearest point
    const Separation out = separation(view_of(e), p + 0.1 * surface.normal[t][0]);
    EXPECT_NEAR(out.distance, 0.1, kTol);
  }
  EXPECT_LE(surface.chord_error, 1e-2);
  EXPECT_NEAR(volume / mass_properties(e).volume, 1.0, 0.05);
  ASSERT_EQ(surface.sphere.size(), 1u);
  EXPECT_EQ(surface.sphere[0].part.kind, ShapePartKind::ellipsoid);
}

}  // namespace
}  // namespace solfec

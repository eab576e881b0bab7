#include "geometry/shape/face_sagitta.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include "geometry/polyhedron_fixture.h"
#include "geometry/shape/convex_hull.h"
#include "geometry/shape/shape_pieces.h"

namespace solfec {
namespace {

ShapePieces hull_of(const std::vector<Vec3>& points) {
  Shape shape;
  shape.convices.push_back(make_convex_hull(points, 1, 1));
  return make_shape_pieces(shape, 1e-9);
}

/// Prism over a regular polygon, 2 m high.
ShapePieces prism(int sides, double radius) {
  std::vector<Vec3> points;
  for (int k = 0; k < sides; ++k) {
    const double angle = 2.0 * std::numbers::pi * k / sides;
    for (const double z : {-1.0, 1.0}) {
      points.push_back({radius * std::cos(angle), radius * std::sin(angle), z});
    }
  }
  return hull_of(points);
}

TEST(FaceSagitta, SidesOfAPrismHaveTwiceThatOfItsCircle) {
  for (const int sides : {9, 12, 40, 200}) {
    for (const double radius : {1e-3, 1.0, 50.0}) {
      const ShapePieces pieces = prism(sides, radius);
      const double sagitta = radius * (1.0 - std::cos(std::numbers::pi / sides));
      for (int f = 0; f < static_cast<int>(pieces.face_sagitta.size()); ++f) {
        const int corners = pieces.loop_start[f + 1] - pieces.loop_start[f];
        const double expected = corners == 4 ? 2.0 * sagitta : 0.0;
        EXPECT_NEAR(pieces.face_sagitta[f], expected, 1e-9 * sagitta) << sides << ' ' << radius;
      }
    }
  }
}

TEST(FaceSagitta, EdgesOfFortyFiveDegreesAndMoreAreSharp) {
  for (const int sides : {4, 5, 8}) {
    for (const double sagitta : prism(sides, 1.0).face_sagitta) EXPECT_EQ(sagitta, 0.0) << sides;
  }
}

TEST(FaceSagitta, FacesOfABallLieWithinItOfTheSphere) {
  constexpr double kRadius = 0.3;
  std::vector<Vec3> points;
  const double golden = std::numbers::pi * (3.0 - std::sqrt(5.0));
  constexpr int kPoints = 500;
  for (int k = 0; k < kPoints; ++k) {  // a spiral of nearly equal areas
    const double z = 1.0 - 2.0 * (k + 0.5) / kPoints;
    const double r = std::sqrt(1.0 - z * z);
    points.push_back(kRadius * Vec3{r * std::cos(golden * k), r * std::sin(golden * k), z});
  }
  const ShapePieces pieces = hull_of(points);
  for (int f = 0; f < static_cast<int>(pieces.face_sagitta.size()); ++f) {
    const auto loop =
        std::span(pieces.loop)
            .subspan(pieces.loop_start[f], pieces.loop_start[f + 1] - pieces.loop_start[f]);
    const double depth = kRadius - face_plane(piece_vertices(pieces, 0), loop).offset;
    EXPECT_GE(pieces.face_sagitta[f], depth);
    EXPECT_LE(pieces.face_sagitta[f], 4.0 * depth);
  }
}

}  // namespace
}  // namespace solfec

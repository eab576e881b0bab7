#include "geometry/shape/bounding_ball.h"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "geometry/shape/convex_hull.h"

namespace solfec {
namespace {

TEST(BoundingBall, HoldsAllPiecesAndIsNotMuchLarger) {
  Shape shape;
  shape.spheres.push_back({{2.0, 0.0, 0.0}, 0.5, 1, 1});
  std::mt19937 random(4);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  std::vector<Vec3> points;
  for (int i = 0; i < 30; ++i) points.push_back({number(random), number(random), number(random)});
  shape.convices.push_back(make_convex_hull(points, 1, 1));
  const BoundingBall ball = bounding_ball(make_shape_pieces(shape, 1e-4));
  for (const Vec3 p : points) {
    EXPECT_LE(norm(p - ball.center), ball.radius);
  }
  EXPECT_LE(norm(Vec3{2.0, 0.0, 0.0} - ball.center) + 0.5, ball.radius);
  EXPECT_LE(ball.radius, 0.5 * norm(Vec3{3.5, 2.0, 2.0}) + 1e-12);
}

TEST(BoundingBall, OfASphereIsAboutItsCentre) {
  Shape shape;
  shape.spheres.push_back({{1.0, 2.0, 3.0}, 0.25, 1, 1});
  const BoundingBall ball = bounding_ball(make_shape_pieces(shape, 1e-4));
  EXPECT_NEAR(norm(ball.center - Vec3{1.0, 2.0, 3.0}), 0.0, 1e-15);
  EXPECT_GE(ball.radius, 0.25);
  EXPECT_LE(ball.radius, 0.25 + 1e-12);
}

}  // namespace
}  // namespace solfec

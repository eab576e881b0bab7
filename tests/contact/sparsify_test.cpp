#include "contact/sparsify.h"

#include <gtest/gtest.h>

#include "scene.h"

namespace solfec {
namespace {

using test::Scene;

Scene two_bricks(const ContactParams& params) {
  Scene scene;
  scene.params = params;
  scene.add(test::brick({0, 0, 0}, {3, 2, 1}, 3, 2, 1));
  scene.add(test::brick({0, 0, 1}, {3, 2, 2}, 3, 2, 1));
  return scene;
}

TEST(Sparsify, TwoBricksFaceToFaceKeepOneContactPerElement) {
  Scene scene = two_bricks({});
  const auto points = scene.detect();
  for (const auto& p : points) printf("%g %g %g area %g gap %g key %d %d n %g %g %g\n", p.point.x, p.point.y, p.point.z, p.area, p.gap, p.key.first_piece, p.key.second_piece, p.frame(0,2), p.frame(1,2), p.frame(2,2));
  EXPECT_EQ(points.size(), 6u);
}

TEST(Sparsify, WithoutSparsificationEveryTouchingPairOfElementsIsAContact) {
  Scene scene = two_bricks(test::every_overlap());
  const auto points = scene.detect();
  for (const auto& p : points) printf("%g %g %g area %g gap %g key %d %d n %g %g %g\n", p.point.x, p.point.y, p.point.z, p.area, p.gap, p.key.first_piece, p.key.second_piece, p.frame(0,2), p.frame(1,2), p.frame(2,2));
  EXPECT_EQ(points.size(), 28u);
}

}  // namespace
}  // namespace solfec

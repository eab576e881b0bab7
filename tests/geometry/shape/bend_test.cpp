#include "geometry/shape/bend.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "base/check.h"
#include "geometry/element/hex_mesh.h"
#include "geometry/shape/mass_properties.h"
#include "support/message_of.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-12;  // rounding at unit scale

/// Bar from x = 0 to `length`, y from 0 to 1, z from 1 to 2, with n elements along x.
Mesh bar(double length, int n) {
  const std::vector<double> corners{0, 0, 1, length, 0, 1, length, 1, 1, 0, 1, 1,
                                    0, 0, 2, length, 0, 2, length, 1, 2, 0, 1, 2};
  const std::vector<int> surfaces{0, 1, 2, 3, 4, 5};
  return make_hex_mesh({corners, {n, 1, 1}, 0, surfaces, {}});
}

TEST(Bend, ABarOfTheLengthOfTheArcBecomesARing) {
  const double length = std::numbers::pi / 2.0;  // a quarter at the radius 1
  Mesh mesh = bar(length, 200);
  bend(mesh, {{0, 5, 0}, {0, 2, 0}, 90.0});  // about y through the origin, along x
  const Mesh straight = bar(length, 200);
  for (std::size_t i = 0; i < mesh.nodes.size(); ++i) {
    const Vec3 a = straight.nodes[i];
    const Vec3 expected{a.z * std::sin(a.x), a.y, a.z * std::cos(a.x)};
    EXPECT_LE(norm(mesh.nodes[i] - expected), kTol);
  }
  Shape shape;
  shape.meshes.push_back(mesh);
  // quarter of a ring between the radii 1 and 2; inscribed polygons, so of second order
  EXPECT_NEAR(mass_properties(shape).volume, 0.75 * std::numbers::pi, 1e-4);
}

TEST(Bend, WhatIsBeyondTheArcStaysStraight) {
  Mesh mesh = bar(3.0, 6);
  bend(mesh, {{0, 0, 0}, {0, 1, 0}, 90.0});
  const double rest = 3.0 - std::numbers::pi / 2.0;
  const Vec3 end = mesh.nodes[6];  // was (3, 0, 1)
  EXPECT_LE(norm(end - Vec3{1, 0, -rest}), kTol);
  EXPECT_LE(norm(mesh.nodes[0] - Vec3{0, 0, 1}), kTol);
}

TEST(Bend, AnAxisThroughTheMeshIsRefusedAndLeavesItAlone) {
  Mesh mesh = bar(3.0, 6);
  const std::string text = message_of<InputError>([&] {
    bend(mesh, {{0, 0, 1}, {0, 1, 0}, 90.0});
  });
  EXPECT_EQ(text.find("Bending axis is stabbing the mesh"), 0U) << text;
  EXPECT_EQ(mesh.nodes, bar(3.0, 6).nodes);
  EXPECT_THROW(bend(mesh, {{0, 0, 0}, {0, 0, 0}, 90.0}), InputError);
  EXPECT_THROW(bend(mesh, {{0, 0, 0}, {0, 1, 0}, 0.0}), InputError);
}

}  // namespace
}  // namespace solfec

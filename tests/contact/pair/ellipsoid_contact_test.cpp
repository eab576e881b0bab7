// Contacts of ellipsoids: with equal radii those of spheres, on tiles and meshes, and old pairs.
#include "contact/pair/ellipsoid_contact.h"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "contact/examine.h"
#include "contact/scene.h"
#include "geometry/collision/ellipsoid_distance.h"
#include "geometry/shape/transforms.h"
#include "support/instrumented.h"

namespace solfec {
namespace {

using test::Examined;
using test::Scene;

constexpr double kTol = 1e-10;

Shape ellipsoid(Vec3 center, Vec3 radii, const Mat3& axes = identity()) {
  Shape shape;
  shape.ellipsoids.push_back({center, radii, axes, 2, 1});
  return shape;
}

Examined examined(const Shape& first, const Shape& second, const ContactParams& params) {
  Scene scene;
  scene.add(first);
  scene.add(second);
  scene.pieces.refresh(params.tolerance);
  PairQuery query{{0, 1}, -1, true, {}};
  return test::examine_query(scene.pieces, params, query);
}

void expect_equal(const Examined& a, const Examined& b) {
  ASSERT_EQ(a.found, b.found);
  if (!a.found) return;
  EXPECT_NEAR(a.distance, b.distance, kTol);
  EXPECT_NEAR(a.gap, b.gap, kTol);
  EXPECT_LE(norm(a.point - b.point), kTol);
  EXPECT_LE(norm(a.normal - b.normal), kTol);
  EXPECT_EQ(a.first_is_slave, b.first_is_slave);
  EXPECT_EQ(a.gap_law, b.gap_law);
  EXPECT_EQ(a.first_surface, b.first_surface);
  EXPECT_EQ(a.second_surface, b.second_surface);
  EXPECT_EQ(a.area, b.area);
}

TEST(EllipsoidContact, WithEqualRadiiIsThatOfASphere) {
  std::mt19937 rng(11);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  const ContactParams params{.tolerance = 1e-4};
  const Shape cube = test::brick({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5});
  const Shape ball = test::ball({0, 0, 0}, 0.5);
  int found = 0;
  for (int sample = 0; sample < test::unless_instrumented(2000, 400); ++sample) {
    const Vec3 at{1.1 * unit(rng), 1.1 * unit(rng), 1.1 * unit(rng)};
    const Shape sphere = test::ball(at, 0.4);
    const Shape same = ellipsoid(at, {0.4, 0.4, 0.4}, test::random_rotation(rng));
    for (const Shape& other : {cube, ball}) {
      // deep in a cube the nearest outer face decides in both, but for its rim
      const bool deep = norm_inf(at) < 0.5;
      if (deep && &other != &ball && other.spheres.empty()) continue;
      const Examined expected = examined(other, sphere, params);
      expect_equal(examined(other, same, params), expected);
      expect_equal(examined(same, other, params), examined(sphere, other, params));
      found += expected.found ? 1 : 0;
    }
  }
  EXPECT_GT(found, test::unless_instrumented(300, 60));
}

TEST(EllipsoidContact, LeavesAPolyhedronThatItHasSunkIntoByTheShortestWay) {
  // centre inside: every face is tried by hand
  const ContactParams params{.tolerance = 1e-4};
  const Shape box = test::brick({-1, -2, -3}, {1, 2, 3});
  const Vec3 at{0.2, 1.7, -0.4};
  const Vec3 radii{0.1, 0.3, 0.2};
  const Examined contact = examined(box, ellipsoid(at, radii), params);
  ASSERT_TRUE(contact.found);
  EXPECT_NEAR(contact.distance, -(2.0 - 1.7 + 0.3), kTol);  // through the face y = 2
  EXPECT_LE(norm(contact.normal - Vec3{0, 1, 0}), kTol);
}

TEST(EllipsoidContact, RollingOverAMeshIsAlwaysCarriedAlongTheFaceNormal) {
  // 4 x 3 elements; the ellipsoid passes along faces, edges and nodes and turns as it goes
  for (const double y : {0.3, 1.0, 1.37}) {
    Scene scene;
    scene.add(test::brick({0, 0, -1}, {4, 3, 0}, {4, 3, 1}), {.obstacle = true});
    const int body = scene.add(ellipsoid({0.5, y, 0}, {0.5, 0.2, 0.3}));
    const Mat3 turn = make_axis_rotation({}, {1, 2, 0.5}, 0.3).matrix;
    for (int step = 0; step < 3000; ++step) {
      // put on the floor with its lowest point 1e-5 below
      const std::span<Vec3> points = scene.vertices(body);
      const Vec3 center = 0.5 * (points[0] + points[1]);
      scene.transform(body, turn, center);
      const EllipsoidView view{
          center,
          0.5 * from_columns(points[0] - points[1], points[2] - points[3], points[4] - points[5])};
      scene.translate(body, {1e-3, 0, view.height({0, 0, 1}) - 1e-5 - center.z});
      const auto contacts = scene.detect();
      ASSERT_EQ(contacts.size(), 1u) << "step " << step << " y " << y;
      EXPECT_NEAR(contacts[0].frame(2, 2), 1.0, 1e-9);
      EXPECT_NEAR(contacts[0].gap, -1e-5, 1e-9);
    }
  }
}

TEST(EllipsoidContact, RollsOverTheJointOfTwoBodies) {
  // tiles of two obstacles, the second a tenth of the tolerance higher
  Scene scene = test::patch_scene();
  scene.add(test::brick({-2, -1, -1}, {0, 1, 0}), {.obstacle = true, .rigid = true});
  const int higher =
      scene.add(test::brick({0, -1, -1}, {2, 1, 0}), {.obstacle = true, .rigid = true});
  scene.translate(higher, {0, 0, 1e-5});
  const int body = scene.add(ellipsoid({-0.1, 0, 0.3 - 1e-5}, {0.5, 0.2, 0.3}), {.rigid = true});
  int steps = 0;
  for (; steps < 200; ++steps) {
    const auto contacts = scene.detect();
    for (const ContactPoint& contact : contacts) {
      if (contact.gap > scene.params.tolerance) continue;
      EXPECT_GT(std::abs(contact.frame(2, 2)), 1.0 - 1e-4) << steps;  // nothing pushes back
    }
    ASSERT_GE(contacts.size(), 1u);
    scene.translate(body, {1e-3, 0, 0});
  }
}

TEST(EllipsoidContact, KeepsItsRolesAndDoesNotDependOnWhatWasKnown) {
  Scene scene;
  scene.add(ellipsoid({0, 0, 0}, {1, 0.5, 0.3}), {.rigid = true});
  scene.add(ellipsoid({0.1, 0.2, 0.6}, {0.6, 1, 0.4}), {.rigid = true});
  scene.detect();
  const ContactParams params{.tolerance = 1e-4};
  PairQuery fresh{{0, 1}, -1, true, {}};
  const Examined first = test::examine_query(scene.pieces, params, fresh);
  PairQuery known = fresh;
  const Examined again = test::examine_query(scene.pieces, params, known);
  PairQuery old{{0, 1}, 0, !first.first_is_slave, {}};
  const Examined kept = test::examine_query(scene.pieces, params, old);
  ASSERT_TRUE(first.found && again.found && kept.found);
  EXPECT_EQ(first.distance, again.distance);
  EXPECT_EQ(first.point, again.point);
  EXPECT_EQ(kept.first_is_slave, !first.first_is_slave);
  EXPECT_EQ(kept.normal, -first.normal);
}

}  // namespace
}  // namespace solfec

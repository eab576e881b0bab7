// Patches through detection: groups of faces, identity from step to step, order of bodies, bonds,
// joints.

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "contact/scene.h"
#include "geometry/polyhedron_fixture.h"

namespace solfec {
namespace {

using test::area_of;
using test::brick;
using test::Divisions;
using test::part_of;
using test::patch_scene;
using test::Scene;

constexpr double kTol = 1e-10;

Shape boxes(const std::vector<std::pair<Vec3, Vec3>>& corners) {
  Shape shape;
  for (const auto& [lo, hi] : corners) shape.convices.push_back(make_brick(lo, hi));
  return shape;
}

std::vector<Vec3> places(const Scene& scene) {
  std::vector<Vec3> found;
  for (const ContactPoint& point : scene.contacts.points()) found.push_back(point.point);
  return found;
}

bool has_place(const std::vector<Vec3>& found, Vec3 place) {
  return std::any_of(found.begin(), found.end(), [&](Vec3 p) { return norm(p - place) < kTol; });
}

TEST(PatchContacts, BricksTouchAtTheirCornersHoweverTheyAreMeshed) {
  for (const Divisions lower : {Divisions{1, 1, 1}, {2, 2, 1}, {3, 1, 2}}) {
    for (const Divisions upper : {Divisions{1, 1, 1}, {2, 2, 1}, {5, 4, 1}}) {
      Scene scene = patch_scene();
      scene.add(brick({0, 0, 0}, {2, 1, 1}, lower), {.rigid = true});
      scene.add(brick({1.25, 0, 1}, {3, 0.75, 2}, upper), {.rigid = true});
      scene.detect();
      const auto found = places(scene);
      ASSERT_EQ(found.size(), 4U);
      for (const double x : {1.25, 2.0}) {
        for (const double y : {0.0, 0.75}) EXPECT_TRUE(has_place(found, {x, y, 1}));
      }
      EXPECT_NEAR(area_of(scene), 0.75 * 0.75, kTol);
      EXPECT_NEAR(part_of(scene), 1.0, kTol);
      for (const ContactPoint& point : scene.contacts.points()) {
        EXPECT_NEAR(point.part, 0.25, kTol);
        EXPECT_LE(norm(point.frame.column(2) - Vec3{0, 0, 1}), kTol);  // out of the lower one
      }
    }
  }
}

TEST(PatchContacts, RandomFeetPressOnTheHullOfAllTheirCorners) {
  RandomGeometry random(4);
  for (int sample = 0; sample < 60; ++sample) {
    std::vector<std::pair<Vec3, Vec3>> feet;
    std::vector<Vec3> corners;
    double area = 0.0;
    const int number = random.integer(2, 9);
    for (int k = 0; k < number; ++k) {
      const Vec3 lo{random.between(-3, 3), random.between(-3, 3), 0};
      const Vec3 size{random.between(0.1, 1), random.between(0.1, 1), 0.5};
      const bool apart = std::all_of(feet.begin(), feet.end(), [&](const auto& foot) {
        return lo.x > foot.second.x + 0.01 || lo.x + size.x < foot.first.x - 0.01 ||
               lo.y > foot.second.y + 0.01 || lo.y + size.y < foot.first.y - 0.01;
      });
      if (!apart) continue;
      feet.emplace_back(lo, lo + size);
      area += size.x * size.y;
      for (const double x : {lo.x, lo.x + size.x}) {
        for (const double y : {lo.y, lo.y + size.y}) corners.push_back({x, y, 0});
      }
    }
    Scene scene = patch_scene();
    scene.add(boxes({{{-9, -9, -1}, {9, 9, 0}}}), {.obstacle = true, .rigid = true});
    scene.add(boxes(feet), {.rigid = true});
    scene.detect();
    const auto found = places(scene);
    for (const Vec3 p : found) EXPECT_TRUE(has_place(corners, p));
    EXPECT_NEAR(area_of(scene), area, 1e-9);
    EXPECT_NEAR(part_of(scene), 1.0, 1e-9);
    for (int k = 0; k < 64; ++k) {  // support functions of both point sets
      const Vec3 direction{std::cos(k * M_PI / 32), std::sin(k * M_PI / 32), 0};
      double all = -1e9;
      double kept = -1e9;
      for (const Vec3 p : corners) all = std::max(all, dot(p, direction));
      for (const Vec3 p : found) kept = std::max(kept, dot(p, direction));
      EXPECT_NEAR(kept, all, 0.1);  // 1 % of the radius per point that is left out
    }
  }
}

TEST(PatchContacts, OtherSurfacesAndLevelsAreOtherPatches) {
  Scene scene = patch_scene();
  Shape floor = boxes({{{0, 0, -1}, {1, 1, 0}}, {{1, 0, -1}, {2, 1, 0}}});
  floor.convices[1].surface.assign(6, 7);
  scene.add(floor, {.obstacle = true, .rigid = true});
  scene.add(brick({0.25, 0.25, 0}, {1.75, 0.75, 1}), {.rigid = true});
  scene.detect();
  EXPECT_EQ(scene.contacts.points().size(), 8U);
  EXPECT_NEAR(part_of(scene), 2.0, kTol);
}

TEST(PatchContacts, PointsKeepTheirIdsWhileABrickSlidesAndRocks) {
  Scene scene = patch_scene();
  scene.add(brick({-5, -5, -1}, {5, 5, 0}, {3, 3, 1}), {.obstacle = true, .rigid = true});
  const int body = scene.add(brick({-4, -0.5, 0}, {-3, 0.5, 1}, {2, 2, 1}), {.rigid = true});
  std::set<ConstraintId> first;
  for (int k = 0; k < 200; ++k) {
    scene.detect();
    std::set<ConstraintId> now;
    for (const ContactPoint& point : scene.contacts.points()) now.insert(point.state.id);
    EXPECT_EQ(now.size(), 4U) << k;
    if (k == 0) first = now;
    // within one tile of the floor the corners stay vertices of the brick on the same piece
    if (k < 20) {
      EXPECT_EQ(now, first) << k;
    }
    scene.translate(body, {0.01, 0, k % 2 == 0 ? 2e-5 : -2e-5});
  }
}

TEST(PatchContacts, OrderOfBodiesDoesNotMatter) {
  RandomGeometry random(9);
  for (int sample = 0; sample < 40; ++sample) {
    const Mat3 rotation = random.rotation();
    const Vec3 shift = random.in_cube(3);
    std::vector<Shape> shapes{brick({0, 0, 0}, {2, 1, 1}, {2, 2, 1}),
                              brick({0.5, 0.25, 1 - 1e-5}, {3, 2, 2}, {1, 2, 1}),
                              brick({2, 0, 0}, {4, 1, 1})};
    for (Shape& shape : shapes) {
      for (Vec3& p : shape.meshes[0].nodes) p = rotation * p + shift;
    }
    std::vector<std::vector<Vec3>> found;
    for (const bool reverse : {false, true}) {
      Scene scene = patch_scene();
      for (std::size_t k = 0; k < shapes.size(); ++k) {
        scene.add(shapes[reverse ? shapes.size() - 1 - k : k], {.rigid = true});
      }
      scene.detect();
      found.emplace_back();
      for (const ContactPoint& point : scene.contacts.points()) {
        found.back().push_back(point.point);
        found.back().push_back({point.gap, std::abs(dot(point.frame.column(2), {1, 2, 3})), 0});
      }
      std::sort(found.back().begin(), found.back().end(),
                [](Vec3 a, Vec3 b) { return std::tie(a.x, a.y, a.z) < std::tie(b.x, b.y, b.z); });
    }
    EXPECT_EQ(found[0], found[1]) << sample;  // to the bit
  }
}

TEST(PatchContacts, BondedPairsGetNoNewPoints) {
  Scene scene = patch_scene();
  scene.add(brick({-5, -5, -1}, {0.5, 5, 0}), {.obstacle = true, .rigid = true});
  const int body = scene.add(brick({0, 0, 0}, {0.4, 1, 1}), {.rigid = true});
  scene.detect();
  ASSERT_EQ(scene.contacts.points().size(), 4U);
  for (ContactPoint& point : scene.contacts.points()) point.state.bonded = true;
  scene.translate(body, {0.3, 0, 0});  // beyond the border: crossings in place of two corners
  scene.detect();
  EXPECT_EQ(scene.contacts.points().size(), 4U);
  for (ContactPoint& point : scene.contacts.points()) point.state.bonded = false;
  scene.detect();
  const auto found = places(scene);
  EXPECT_EQ(found.size(), 4U);
  EXPECT_TRUE(has_place(found, {0.5, 0, 0}));
}

TEST(PatchContacts, BlockThatHasSunkIntoTilesLeavesUpward) {
  for (const double over : {1e-5, 1e-4, 5e-4, 3e-3}) {  // of the second tile
    for (const bool covered : {true, false}) {
      Scene scene = patch_scene();
      if (covered) scene.add(brick({0, 0, -1}, {1, 1, 0}), {.obstacle = true, .rigid = true});
      scene.add(brick({1, 0, -1}, {2, 1, 0}), {.obstacle = true, .rigid = true});
      scene.add(brick({0.5, 0.25, -2e-3}, {1 + over, 0.75, 0.5}), {.rigid = true});
      scene.detect();
      for (const ContactPoint& point : scene.contacts.points()) {
        const double upward = std::abs(point.frame.column(2).z);
        // without the first tile the shortest way leads off through the end of the second one
        EXPECT_NEAR(upward, covered || over > 2e-3 ? 1.0 : 0.0, kTol) << over;
      }
      if (covered) {
        EXPECT_FALSE(scene.contacts.covered().empty());
      }
    }
  }
}

TEST(PatchContacts, CentroidGivesOnePointPerPairOfPieces) {
  Scene scene;
  scene.add(brick({0, 0, 0}, {2, 2, 1}, {2, 2, 1}), {.rigid = true});
  scene.add(brick({0, 0, 1}, {2, 2, 2}), {.rigid = true});
  scene.detect();
  EXPECT_EQ(scene.contacts.points().size(), 4U);
  for (const ContactPoint& point : scene.contacts.points()) {
    EXPECT_EQ(point.key.feature, 0U);
    EXPECT_EQ(std::abs(point.point.x - 1.0), 0.5);
  }
  EXPECT_TRUE(scene.contacts.covered().empty());
}

}  // namespace
}  // namespace solfec

// A mesh that is convex as one piece has the contact of its elements.

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "contact/scene.h"
#include "geometry/polyhedron_fixture.h"

namespace solfec {
namespace {

using test::brick;
using test::Divisions;
using test::patch_scene;
using test::Scene;

constexpr double kSame = 1e-12;

/// Contacts of two rigid bodies at a placement, by the places of the points.
std::vector<ContactPoint> contacts_of(const Shape& first, const Shape& second, bool whole,
                                      const Mat3& turn, Vec3 shift, const Mat3& frame) {
  Scene scene = patch_scene();
  scene.add(first, {.rigid = true, .whole = whole});
  scene.add(second, {.rigid = true, .whole = whole});
  scene.transform(1, turn, {}, shift);
  for (const int body : {0, 1}) scene.transform(body, frame, {});
  const auto points = scene.detect();
  return {points.begin(), points.end()};
}

/// Every point of the one list has one in the other with the same gap, share and normal.
void expect_same(const std::vector<ContactPoint>& elements, const std::vector<ContactPoint>& whole,
                 int sample) {
  ASSERT_EQ(elements.size(), whole.size()) << sample;
  for (const ContactPoint& point : whole) {
    const auto near = [&](const ContactPoint& other) { return norm(other.point - point.point); };
    const auto other =
        std::min_element(elements.begin(), elements.end(),
                         [&](const auto& a, const auto& b) { return near(a) < near(b); });
    EXPECT_LE(near(*other), kSame) << sample;
    EXPECT_NEAR(other->gap, point.gap, kSame) << sample;
    EXPECT_NEAR(other->area, point.area, kSame) << sample;
    EXPECT_NEAR(other->part, point.part, kSame) << sample;
    EXPECT_LE(norm(other->frame.column(2) - point.frame.column(2)), kSame) << sample;
    EXPECT_EQ(other->master_surface, point.master_surface);
    EXPECT_EQ(other->slave_surface, point.slave_surface);
  }
}

using Polygon = std::vector<Vec3>;  // counter-clockwise, z = 0

/// Part of a convex polygon to the left of the line from p to q.
Polygon left_of(const Polygon& polygon, Vec3 p, Vec3 q) {
  Polygon kept;
  const auto height = [&](Vec3 r) { return cross(q - p, r - p).z; };
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const Vec3 r = polygon[k];
    const Vec3 s = polygon[(k + 1) % polygon.size()];
    if (height(r) >= 0.0) kept.push_back(r);
    if ((height(r) >= 0.0) == (height(s) >= 0.0)) continue;
    kept.push_back(r + height(r) / (height(r) - height(s)) * (s - r));
  }
  return kept;
}

Polygon common(Polygon one, const Polygon& other) {
  for (std::size_t k = 0; k < other.size(); ++k) {
    one = left_of(one, other[k], other[(k + 1) % other.size()]);
  }
  return one;
}

double area_of_polygon(const Polygon& polygon) {
  double area = 0.0;
  for (std::size_t k = 2; k < polygon.size(); ++k) {
    area += 0.5 * cross(polygon[k - 1] - polygon[0], polygon[k] - polygon[0]).z;
  }
  return area;
}

/// Whether no corner is superfluous, or nearly: those that stick out by 0.01 of the radius are.
bool is_fat(const Polygon& polygon) {
  double radius = 0.0;
  for (const Vec3 p : polygon) radius = std::max(radius, norm(p - polygon[0]));
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const Vec3 p = polygon[k];
    const Vec3 q = polygon[(k + 1) % polygon.size()];
    const Vec3 r = polygon[(k + 2) % polygon.size()];
    if (cross(q - p, r - p).z < 0.03 * radius * norm(r - p)) return false;
  }
  return true;
}

/// Cells of a rectangle about the middle, turned and shifted.
std::vector<Polygon> cells_of(Vec3 half, Divisions n, const Mat3& turn, Vec3 shift) {
  std::vector<Polygon> cells;
  for (int i = 0; i < n.x; ++i) {
    for (int j = 0; j < n.y; ++j) {
      const auto at = [&](int a, int b) {
        const Vec3 p{half.x * (2.0 * a / n.x - 1.0), half.y * (2.0 * b / n.y - 1.0), 0.0};
        return turn * p + shift;
      };
      cells.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  }
  return cells;
}

/// Whether all pairs of cells have nothing in common, or something fat.
bool all_fat(const std::vector<Polygon>& one, const std::vector<Polygon>& other) {
  return std::all_of(one.begin(), one.end(), [&](const Polygon& a) {
    return std::all_of(other.begin(), other.end(), [&](const Polygon& b) {
      const Polygon both = common(a, b);
      return both.empty() || is_fat(both);
    });
  });
}

TEST(WholePieces, FaceOnFaceHasTheCommonPolygonAsTheElementsHave) {
  RandomGeometry random(21);
  int fat = 0;
  int fat_cells = 0;
  for (int sample = 0; sample < 600; ++sample) {
    const Divisions lower{random.integer(2, 3), random.integer(1, 3), random.integer(1, 2)};
    const Divisions upper{random.integer(2, 3), random.integer(1, 3), random.integer(1, 2)};
    const Shape floor = brick({-1, -1, -1}, {1, 1, 0}, lower, 1);
    const Shape block = brick({-0.75, -0.5, 0}, {0.75, 0.5, 1}, upper, 2);
    const double yaw = random.between(-3, 3);
    const Mat3 k = skew({0, 0, 1});
    const Mat3 turn = identity() + std::sin(yaw) * k + (1.0 - std::cos(yaw)) * (k * k);
    const double gap = random.between(-1e-5, 9e-5);
    const Vec3 shift{random.between(-1.2, 1.2), random.between(-1.2, 1.2), 0.0};
    const Polygon both = common(cells_of({1, 1, 0}, {}, identity(), {})[0],
                                cells_of({0.75, 0.5, 0}, {}, turn, shift)[0]);
    if (both.empty() || !is_fat(both)) continue;
    ++fat;
    const Mat3 frame = random.rotation();
    // about the pivot of the block
    const auto at = [&](bool whole) {
      return contacts_of(floor, block, whole, turn, shift + Vec3{0, 0, gap}, frame);
    };
    const auto whole = at(true);
    ASSERT_EQ(whole.size(), both.size()) << sample;
    double area = 0.0;
    for (const Vec3 corner : both) {
      const Vec3 place = frame * (corner + Vec3{0, 0, 0.5 * gap});
      EXPECT_TRUE(std::any_of(whole.begin(), whole.end(), [&](const ContactPoint& point) {
        return norm(point.point - place) <= 1e-11;
      })) << sample;
    }
    for (const ContactPoint& point : whole) {
      EXPECT_NEAR(point.gap, gap, kSame);
      area += point.area;
    }
    EXPECT_NEAR(area, area_of_polygon(both), 1e-11) << sample;
    if (!all_fat(cells_of({1, 1, 0}, lower, identity(), {}),
                 cells_of({0.75, 0.5, 0}, upper, turn, shift))) {
      continue;
    }
    ++fat_cells;
    expect_same(at(false), whole, sample);
  }
  EXPECT_GT(fat, 200);
  EXPECT_GT(fat_cells, 30);
}

TEST(WholePieces, EdgeAndCornerOnAFaceAreThoseOfTheElements) {
  RandomGeometry random(22);
  for (int sample = 0; sample < 100; ++sample) {
    const Shape floor = brick({-4, -4, -1}, {4, 4, 0}, {2, 2, 1}, 1);
    const Shape block = brick({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}, {2, 2, 2}, 2);
    const Vec3 axis = sample % 2 == 0 ? Vec3{0, 1, 0} : normalized(Vec3{1, -1, 0});
    const double angle = random.between(0.3, 0.6);
    const Mat3 k = skew(axis);
    const Mat3 turn = identity() + std::sin(angle) * k + (1.0 - std::cos(angle)) * (k * k);
    double lowest = 0.0;
    for (int c = 0; c < 8; ++c) {
      const Vec3 corner{c & 1 ? 0.5 : -0.5, c & 2 ? 0.5 : -0.5, c & 4 ? 0.5 : -0.5};
      lowest = std::min(lowest, (turn * corner).z);
    }
    const Vec3 shift{random.between(1, 3), random.between(1, 3),
                     random.between(-5e-5, 5e-5) - lowest};
    const Mat3 frame = random.rotation();
    const auto elements = contacts_of(floor, block, false, turn, shift, frame);
    const auto whole = contacts_of(floor, block, true, turn, shift, frame);
    EXPECT_EQ(whole.size(), sample % 2 == 0 ? 2U : 1U);
    // what elements have beside: the end of an element inside of the edge
    double area = 0.0;
    for (const ContactPoint& point : elements) area += point.area;
    for (const ContactPoint& point : whole) {
      const auto same = std::find_if(elements.begin(), elements.end(), [&](const auto& other) {
        return norm(other.point - point.point) <= kSame;
      });
      ASSERT_NE(same, elements.end()) << sample;
      EXPECT_NEAR(same->gap, point.gap, kSame);
      EXPECT_LE(norm(same->frame.column(2) - point.frame.column(2)), kSame);
    }
    EXPECT_EQ(elements.size(), whole.size()) << sample;
    EXPECT_GT(area, 0.0);
  }
}

TEST(WholePieces, PairsOfPiecesAreFew) {
  Scene elements = patch_scene();
  Scene whole = patch_scene();
  for (Scene* scene : {&elements, &whole}) {
    const bool as_one = scene == &whole;
    scene->add(brick({0, 0, 0}, {1, 1, 1}, {2, 2, 2}), {.rigid = true, .whole = as_one});
    scene->add(brick({0, 0, 1}, {1, 1, 2}, {2, 2, 2}), {.rigid = true, .whole = as_one});
    EXPECT_EQ(scene->detect().size(), 4U);
  }
  EXPECT_EQ(elements.pieces.piece_count(), 16);
  EXPECT_EQ(whole.pieces.piece_count(), 2);
  for (const ContactPoint& point : std::as_const(whole.contacts).points()) {
    EXPECT_EQ(point.key.first_piece, 0);
    EXPECT_EQ(point.key.second_piece, 0);
  }
}

TEST(WholePieces, ABallOnAJointOfElementsHasOneContact) {
  for (const bool as_one : {false, true}) {
    Scene scene = patch_scene();
    scene.add(brick({0, 0, 0}, {2, 2, 1}, {2, 2, 1}), {.rigid = true, .whole = as_one});
    scene.add(test::ball({1, 1, 1.5}, 0.5), {.rigid = true});
    const auto points = scene.detect();
    double area = 0.0;
    for (const ContactPoint& point : points) {
      EXPECT_LE(norm(point.point - Vec3{1, 1, 1}), kSame);
      area += point.area;
    }
    EXPECT_GT(area, 0.0);
    if (as_one) {
      EXPECT_EQ(points.size(), 1U);
    }
  }
}

}  // namespace
}  // namespace solfec

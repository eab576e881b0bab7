#include "contact/sparsify.h"

#include <algorithm>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "contact/scene.h"

namespace solfec {
namespace {

using test::Scene;

constexpr double kTol = 1e-9;

// --- two bricks of 3 x 2 x 1 elements, the upper one moved aside

Scene two_bricks(const ContactParams& params, Vec3 shift = {}) {
  Scene scene;
  scene.params = params;
  scene.add(test::brick({0, 0, 0}, {3, 2, 1}, {3, 2, 1}));
  scene.translate(scene.add(test::brick({0, 0, 1}, {3, 2, 2}, {3, 2, 1})), shift);
  return scene;
}

TEST(Sparsify, TwoBricksFaceToFaceKeepOneContactPerElement) {
  Scene scene = two_bricks({});
  const auto points = scene.detect();
  ASSERT_EQ(points.size(), 6u);
  for (const ContactPoint& point : points) {
    EXPECT_EQ(point.key.first_piece, point.key.second_piece);
    EXPECT_NEAR(point.area, 1.0, kTol);
    EXPECT_EQ(point.gap, 0.0);
  }
  EXPECT_GT(scene.contacts.sparsified(), 0);
}

TEST(Sparsify, WithoutSparsificationEveryOverlapIsAContact) {
  // Moved by (0.1, 0.2): 3 + 2 overlaps along x times 2 + 1 along y.
  Scene scene = two_bricks(test::every_overlap(), {0.1, 0.2, 0});
  const auto points = scene.detect();
  EXPECT_EQ(points.size(), 15u);
  EXPECT_EQ(scene.contacts.sparsified(), 0);
  double area = 0.0;
  for (const ContactPoint& point : points) area += point.area;
  EXPECT_NEAR(area, 2.9 * 1.8, kTol);
}

TEST(Sparsify, ThresholdComparesAreasOfNeighbours) {
  // Moved by (0.1, 0.2): areas 0.72, 0.18 (aside in y), 0.08 (in x), 0.02 (in both).
  const auto contacts_left = [](double threshold) {
    Scene scene =
        two_bricks({.sparsify_threshold = threshold, .minimal_distance = 0.0}, {0.1, 0.2, 0});
    return scene.detect().size();
  };
  EXPECT_EQ(contacts_left(0.02), 15u);
  EXPECT_EQ(contacts_left(0.03), 13u);  // 2 of 0.02 go
  EXPECT_EQ(contacts_left(0.12), 9u);   // and 4 of 0.08
  EXPECT_EQ(contacts_left(0.26), 6u);   // and 3 of 0.18
}

TEST(Sparsify, MinimalAreaRemovesEveryContactBelowIt) {
  const auto contacts_left = [](double minimal_area) {
    Scene scene = two_bricks(
        {.sparsify_threshold = 0.0, .minimal_area = minimal_area, .minimal_distance = 0.0},
        {0.1, 0.2, 0});
    return scene.detect().size();
  };
  EXPECT_EQ(contacts_left(0.019), 15u);
  EXPECT_EQ(contacts_left(0.021), 13u);
  EXPECT_EQ(contacts_left(0.1), 9u);
  EXPECT_EQ(contacts_left(1.0), 0u);
}

TEST(Sparsify, APairWithoutAContactLargeEnoughIsKnown) {
  // moved by (0.1, 0.2) and pressed together by 1e-4: areas 0.72 at most
  const auto bare_of = [](double minimal_area) {
    Scene scene = two_bricks(
        {.sparsify_threshold = 0.0, .minimal_area = minimal_area, .minimal_distance = 0.0},
        {0.1, 0.2, -1e-4});
    (void)scene.detect();
    return scene.contacts.bare_pair();
  };
  EXPECT_EQ(bare_of(0.0).first, 0);
  EXPECT_EQ(bare_of(0.71).first, 0);
  const BarePair pair = bare_of(0.73);
  EXPECT_EQ(pair.first, 1);
  EXPECT_EQ(pair.second, 2);
  EXPECT_NEAR(pair.area, 0.72, kTol);
  EXPECT_NEAR(pair.depth, 1e-4, kTol);
}

TEST(Sparsify, TouchingNeighboursMakeSliversThatMergeWhereTheyCoincide) {
  // Face to face every pair of elements that shares at least a corner touches: 7 of the 3 x 3 pairs
  // along x times 4 of the 2 x 2 along y. The slivers sit on 7 inner edges and 2 inner corners.
  Scene all = two_bricks(test::every_overlap());
  EXPECT_EQ(all.detect().size(), 28u);
  int full = 0;
  for (const ContactPoint& point : all.contacts.points()) {
    if (point.key.first_piece == point.key.second_piece) {
      ++full;
      EXPECT_NEAR(point.area, 1.0, kTol);
    } else {
      EXPECT_LT(point.area, 1e-3);
    }
  }
  EXPECT_EQ(full, 6);

  ContactParams apart = test::every_overlap();
  apart.minimal_distance = 1e-4;
  Scene merged = two_bricks(apart);
  EXPECT_EQ(merged.detect().size(), 6u + 7u + 2u);
  EXPECT_EQ(merged.contacts.sparsified(), 13);
}

// --- open contacts and spheres

TEST(Sparsify, OpenContactsHaveNoAreaToBeJudgedBy) {
  Scene scene = two_bricks({.minimal_area = 0.01});
  ASSERT_EQ(scene.detect().size(), 6u);
  scene.translate(1, {0, 0, 5e-4});
  const auto points = scene.detect();
  ASSERT_EQ(points.size(), 6u);
  EXPECT_NEAR(points[0].gap, 5e-4, kTol);
  EXPECT_EQ(points[0].area, 0.0);
}

TEST(Sparsify, SphereContactsDoNotRemoveSmallPolyhedralOnes) {
  // One body of a small brick and a ball side by side, adjacent pieces, on one floor element.
  Scene scene;
  Shape shape = test::brick({0, 0, 0}, {0.05, 0.05, 0.05});
  shape.spheres.push_back({{0.1, 0.025, 0.05}, 0.05, 2, 1});
  scene.add(shape);
  scene.add(test::brick({-1, -1, -1}, {1, 1, 0}), {.obstacle = true});
  ASSERT_TRUE(adjacent_pieces(*scene.pieces.body_shape[0], 0, 1));
  const auto points = scene.detect();
  ASSERT_EQ(points.size(), 2u);
  EXPECT_NEAR(points[0].area, 0.0025, kTol);  // below 0.01 of the conventional area 1
  EXPECT_EQ(points[1].area, 1.0);
}

// --- against the rules written down naively, on contacts drawn at random

std::vector<ContactKey> keys_of(const std::vector<ContactPoint>& points) {
  std::vector<ContactKey> keys;
  keys.reserve(points.size());
  for (const ContactPoint& c : points) keys.push_back(c.key);
  return keys;
}

struct Rules {
  const PieceSet& pieces;
  ContactParams params;

  [[nodiscard]] const ShapePieces& shape(BodyId id) const { return *pieces.body_shape[id - 1]; }

  [[nodiscard]] bool has_sphere(const ContactPoint& c) const {
    return shape(c.key.first_body).kind[c.key.first_piece] == PieceKind::sphere ||
           shape(c.key.second_body).kind[c.key.second_piece] == PieceKind::sphere;
  }

  [[nodiscard]] bool neighbours(const ContactKey& a, const ContactKey& b) const {
    if (a.first_body != b.first_body || a.second_body != b.second_body) return false;
    const ShapePieces& first = shape(a.first_body);
    const ShapePieces& second = shape(a.second_body);
    const bool straight = adjacent_pieces(first, a.first_piece, b.first_piece) &&
                          adjacent_pieces(second, a.second_piece, b.second_piece);
    const bool crossed = a.first_body == a.second_body &&
                         adjacent_pieces(first, a.first_piece, b.second_piece) &&
                         adjacent_pieces(first, a.second_piece, b.first_piece);
    return straight || crossed;
  }

  [[nodiscard]] bool small(const ContactPoint& c, const std::vector<ContactPoint>& all) const {
    if (c.gap > 0.0) return false;
    if (c.area < params.minimal_area) return true;
    return !has_sphere(c) && std::any_of(all.begin(), all.end(), [&](const ContactPoint& other) {
      return !has_sphere(other) && c.area < params.sparsify_threshold * other.area &&
             neighbours(c.key, other.key);
    });
  }

  [[nodiscard]] bool coincide(const ContactPoint& a, const ContactPoint& b) const {
    const bool share =
        a.key.first_body == b.key.first_body || a.key.first_body == b.key.second_body ||
        a.key.second_body == b.key.first_body || a.key.second_body == b.key.second_body;
    return share && norm_inf(a.point - b.point) < 2 * params.minimal_distance;
  }

  [[nodiscard]] std::vector<ContactKey> survivors(const std::vector<ContactPoint>& all) const {
    std::vector<ContactPoint> left;
    for (const ContactPoint& c : all) {
      if (!small(c, all)) left.push_back(c);
    }
    std::stable_sort(left.begin(), left.end(),
                     [](const ContactPoint& a, const ContactPoint& b) { return a.area > b.area; });
    std::vector<ContactPoint> kept;
    for (const ContactPoint& c : left) {
      const bool taken = std::any_of(kept.begin(), kept.end(),
                                     [&](const ContactPoint& other) { return coincide(c, other); });
      if (!taken) kept.push_back(c);
    }
    std::vector<ContactKey> keys = keys_of(kept);
    std::sort(keys.begin(), keys.end());
    return keys;
  }
};

Scene bodies_for_random_contacts() {
  Scene scene;
  scene.add(test::brick({0, 0, 0}, {4, 3, 2}, {4, 3, 2}));
  scene.add(test::brick({0, 0, 0}, {1, 1, 1}));
  Shape mixed = test::brick({0, 0, 0}, {2, 2, 1}, {2, 2, 1});
  mixed.spheres.push_back({{2.5, 1, 0.5}, 0.5, 1, 1});
  scene.add(mixed);
  scene.add(test::brick({0, 0, 0}, {5, 1, 1}, {5, 1, 1}), {.self_contact = true});
  return scene;
}

std::vector<ContactPoint> random_contacts(const PieceSet& pieces, int n, std::mt19937& rng) {
  const auto draw = [&](int below) {
    return static_cast<int>(std::uniform_int_distribution<int>(0, below - 1)(rng));
  };
  std::vector<ContactPoint> points;
  for (int k = 0; k < n; ++k) {
    int a = draw(pieces.body_count());
    int b = draw(pieces.body_count());
    if (a == b) a = b = 3;  // self-contact of the last body
    int i = draw(pieces.body_shape[std::min(a, b)]->piece_count());
    int j = draw(pieces.body_shape[std::max(a, b)]->piece_count());
    if (a == b && i >= j) continue;
    ContactPoint c;
    c.key = {std::min(a, b) + 1, i, std::max(a, b) + 1, j};
    c.state.first_is_slave = draw(2) == 0;
    c.slave = c.state.first_is_slave ? std::min(a, b) : std::max(a, b);
    c.master = c.state.first_is_slave ? std::max(a, b) : std::min(a, b);
    c.slave_piece = c.state.first_is_slave ? i : j;
    c.master_piece = c.state.first_is_slave ? j : i;
    c.area = std::pow(10.0, -draw(5));  // equal areas occur
    if (draw(6) == 0) {
      c.gap = 1e-3;
      c.area = 0.0;
    }
    c.point = {0.1 * (draw(30) - 15), 0.1 * draw(10), 0.1 * draw(10)};
    points.push_back(c);
  }
  std::sort(points.begin(), points.end(),
            [](const ContactPoint& a, const ContactPoint& b) { return a.key < b.key; });
  points.erase(
      std::unique(points.begin(), points.end(),
                  [](const ContactPoint& a, const ContactPoint& b) { return a.key == b.key; }),
      points.end());
  return points;
}

TEST(Sparsify, KeepsWhatTheNaiveRulesKeepOnRandomContacts) {
  std::mt19937 rng(20260101);
  const Scene scene = bodies_for_random_contacts();
  const ContactParams variants[] = {
      {.sparsify_threshold = 0.05, .minimal_area = 0.0, .minimal_distance = 0.0},
      {.sparsify_threshold = 1.0, .minimal_area = 0.0, .minimal_distance = 0.0},
      {.sparsify_threshold = 0.0, .minimal_area = 2e-3, .minimal_distance = 0.0},
      {.sparsify_threshold = 0.0, .minimal_area = 0.0, .minimal_distance = 0.049},
      {.sparsify_threshold = 0.0, .minimal_area = 0.0, .minimal_distance = 0.12},
      {.sparsify_threshold = 0.05, .minimal_area = 1e-4, .minimal_distance = 0.08},
  };
  Sparsifier sparsifier;
  int removed_in_all = 0;
  for (const ContactParams& params : variants) {
    for (int sample = 0; sample < 40; ++sample) {
      const auto all = random_contacts(scene.pieces, 20 * (1 + sample % 8), rng);
      const auto expected = Rules{scene.pieces, params}.survivors(all);
      auto points = all;
      const int removed = sparsifier.run(scene.pieces, params, points);
      EXPECT_EQ(keys_of(points), expected);
      EXPECT_EQ(removed, count(all) - count(expected));
      removed_in_all += removed;
    }
  }
  EXPECT_GT(removed_in_all, 1000);
}

TEST(Sparsify, CoincidentPointOfTheSmallerAreaGoesAndOfEqualOnesTheLargerKey) {
  const Scene scene = bodies_for_random_contacts();
  const auto at = [](BodyId first, BodyId second, double area) {
    ContactPoint c;
    c.key = {first, 0, second, 0};
    c.slave = static_cast<int>(first - 1);
    c.master = static_cast<int>(second - 1);
    c.area = area;
    return c;
  };
  const ContactParams params{.sparsify_threshold = 0.0};
  Sparsifier sparsifier;

  std::vector<ContactPoint> points{at(1, 2, 0.5), at(1, 3, 0.7)};
  EXPECT_EQ(sparsifier.run(scene.pieces, params, points), 1);
  EXPECT_EQ(points[0].key.second_body, 3);

  points = {at(1, 2, 0.5), at(1, 3, 0.5)};
  EXPECT_EQ(sparsifier.run(scene.pieces, params, points), 1);
  EXPECT_EQ(points[0].key.second_body, 2);

  points = {at(1, 2, 0.5), at(3, 4, 0.7)};  // no common body
  EXPECT_EQ(sparsifier.run(scene.pieces, params, points), 0);

  // In a chain the middle one gives way to the largest; the smallest has no rival left.
  points = {at(1, 2, 0.1), at(2, 3, 0.2), at(3, 4, 0.3)};
  EXPECT_EQ(sparsifier.run(scene.pieces, params, points), 1);
  ASSERT_EQ(points.size(), 2u);
  EXPECT_EQ(points[0].key.second_body, 2);
  EXPECT_EQ(points[1].key.first_body, 3);
}

TEST(Sparsify, ManyContactsOnOneFloorPieceAreHandledInNearLinearTime) {
  // 90000 elements of one body on one floor piece, every area judged (threshold 1): quadratic work
  // would be 8e9 comparisons and show as a time-out.
  Scene scene;
  scene.add(test::brick({0, 0, -1}, {300, 300, 0}), {.obstacle = true});
  scene.add(test::brick({0, 0, 0}, {300, 300, 1}, {300, 300, 1}));
  std::vector<ContactPoint> points;
  for (int e = 0; e < 90000; ++e) {
    ContactPoint c;
    c.key = {1, 0, 2, e};
    c.slave = 0;
    c.master = 1;
    c.master_piece = e;
    c.area = e == 450 ? 2.0 : 1.0;
    const int row = e / 300;
    c.point = {e - 300 * row + 0.5, row + 0.5, 0.0};
    points.push_back(c);
  }
  Sparsifier sparsifier;
  EXPECT_EQ(sparsifier.run(scene.pieces, {.sparsify_threshold = 1.0}, points), 8);
}

}  // namespace
}  // namespace solfec

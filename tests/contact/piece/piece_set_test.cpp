#include "contact/piece/piece_set.h"

#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "contact/scene.h"

namespace solfec {
namespace {

using test::Scene;

constexpr double kTol = 1e-13;  // rounding at unit scale

TEST(PieceSet, AppendingBodiesShiftsEveryRange) {
  Scene scene;
  scene.add(test::brick({0, 0, 0}, {2, 1, 1}, {2, 1, 1}, 7));
  scene.add(test::ball({5, 0, 0}, 0.5, 9), {.obstacle = true});
  scene.add(test::brick({0, 0, 3}, {1, 1, 4}, {1, 1, 1}, 8), {.self_contact = true});
  const PieceSet& set = scene.pieces;

  EXPECT_EQ(set.body_count(), 3);
  EXPECT_EQ(set.piece_count(), 4);
  EXPECT_EQ(set.body_id, (std::vector<BodyId>{1, 2, 3}));
  EXPECT_EQ(set.body, (std::vector<int>{0, 0, 1, 2}));
  EXPECT_EQ(set.body_piece_start, (std::vector<int>{0, 2, 3, 4}));
  EXPECT_EQ(set.body_vertex_start, (std::vector<int>{0, 16, 17, 25}));
  EXPECT_EQ(set.vertex_start, (std::vector<int>{0, 8, 16, 17, 25}));
  EXPECT_EQ(set.face_start, (std::vector<int>{0, 6, 12, 12, 18}));
  EXPECT_EQ(set.loop_start.size(), 19u);
  EXPECT_EQ(set.loop_start.back(), 72);
  EXPECT_EQ(set.body_is_obstacle, (std::vector<std::uint8_t>{0, 1, 0}));
  EXPECT_EQ(set.body_self_contact, (std::vector<std::uint8_t>{0, 0, 1}));
  EXPECT_EQ(set.radius, (std::vector<double>{0, 0, 0.5, 0}));
  EXPECT_EQ(set.round_surface[2], 9);
  EXPECT_EQ(set.surface[12], 8);
}

TEST(PieceSet, OneBodyMayTouchNothingUnlessItMayTouchItself) {
  Scene scene;
  EXPECT_FALSE(scene.pieces.may_touch());
  scene.add(test::ball({5, 0, 0}, 0.5), {.obstacle = true});
  scene.add(test::ball({0, 0, 0}, 0.5), {.obstacle = true});
  EXPECT_FALSE(scene.pieces.may_touch());
  scene.add(test::brick({0, 0, 0}, {2, 1, 1}));
  EXPECT_TRUE(scene.pieces.may_touch());

  scene.pieces.clear();
  scene.add(test::brick({0, 0, 0}, {2, 1, 1}));
  EXPECT_FALSE(scene.pieces.may_touch());
  scene.pieces.clear();
  scene.add(test::brick({0, 0, 0}, {2, 1, 1}), {.self_contact = true});
  EXPECT_TRUE(scene.pieces.may_touch());
}

TEST(PieceSet, ClearedSetIsEmptyAndMayBeFilledAgain) {
  Scene scene;
  scene.add(test::ball({0, 0, 0}, 1.0));
  scene.pieces.clear();
  EXPECT_EQ(scene.pieces.body_count(), 0);
  EXPECT_EQ(scene.pieces.piece_count(), 0);
  scene.pieces.refresh(0.1);
  scene.add(test::ball({0, 0, 0}, 1.0));
  EXPECT_EQ(scene.pieces.piece_count(), 1);
  EXPECT_EQ(scene.pieces.vertex_start, (std::vector<int>{0, 1}));
}

TEST(PieceSet, PlanesOfARotatedBrickAreItsRotatedAxes) {
  std::mt19937 rng(20260101);
  const Vec3 half{0.5, 1.0, 1.5};
  for (int sample = 0; sample < 50; ++sample) {
    Scene scene;
    const int body = scene.add(test::brick(-half, half));
    const Mat3 rotation = test::random_rotation(rng);
    const Vec3 shift{3.0, -2.0, 1.0};
    scene.transform(body, rotation, {}, shift);
    scene.pieces.refresh(0.0);

    double axes_seen = 0.0;
    for (int f = 0; f < 6; ++f) {
      const Vec3 local = transposed_times(rotation, scene.pieces.normal[f]);
      const double extent =
          std::fabs(local.x) * half.x + std::fabs(local.y) * half.y + std::fabs(local.z) * half.z;
      EXPECT_NEAR(norm_inf(local), 1.0, kTol);
      EXPECT_NEAR(scene.pieces.offset[f], extent + dot(scene.pieces.normal[f], shift), 10 * kTol);
      axes_seen += std::fabs(local.x) * 1 + std::fabs(local.y) * 10 + std::fabs(local.z) * 100;
    }
    EXPECT_NEAR(axes_seen, 222.0, 1e-10);  // two faces along each axis
  }
}

TEST(PieceSet, BoxesEncloseThePiecesWithTheMargin) {
  Scene scene;
  scene.add(test::brick({0, 0, 0}, {1, 2, 3}));
  scene.add(test::ball({1, 1, 1}, 0.25));
  scene.pieces.refresh(0.01);
  EXPECT_EQ(scene.pieces.box[0].lo, (Vec3{-0.01, -0.01, -0.01}));
  EXPECT_EQ(scene.pieces.box[0].hi, (Vec3{1.01, 2.01, 3.01}));
  EXPECT_EQ(scene.pieces.box[1].lo, (Vec3{0.74, 0.74, 0.74}));
  EXPECT_EQ(scene.pieces.box[1].hi, (Vec3{1.26, 1.26, 1.26}));
}

TEST(PieceSet, RigidBodyIsPlacedByRotationAndPivot) {
  std::mt19937 rng(20260101);
  Scene given;
  Scene rigid;
  for (const bool is_rigid : {false, true}) {
    Scene& scene = is_rigid ? rigid : given;
    scene.add(test::brick({1, 2, 3}, {2, 4, 6}, {2, 1, 1}), {.rigid = is_rigid});
    scene.add(test::ball({7, 1, 1}, 0.25), {.rigid = is_rigid});
  }
  for (int sample = 0; sample < 20; ++sample) {
    const Mat3 rotation = test::random_rotation(rng);
    for (Scene* const scene : {&given, &rigid}) {
      for (int body = 0; body < 2; ++body) scene->transform(body, rotation, {1, 1, 1}, {2, 0, 1});
    }
    given.pieces.refresh(0.01);
    for (int body = 0; body < 2; ++body) {
      EXPECT_TRUE(rigid.pieces.place(body, 0.01));
      EXPECT_FALSE(rigid.pieces.place(body, 0.01));
    }
    for (std::size_t v = 0; v < given.pieces.vertex.size(); ++v) {
      EXPECT_LE(norm(given.pieces.vertex[v] - rigid.pieces.vertex[v]), 1e-10);
    }
    for (std::size_t f = 0; f < given.pieces.normal.size(); ++f) {
      EXPECT_LE(norm(given.pieces.normal[f] - rigid.pieces.normal[f]), 1e-10);
      EXPECT_NEAR(given.pieces.offset[f], rigid.pieces.offset[f], 1e-10);
    }
    for (std::size_t p = 0; p < given.pieces.box.size(); ++p) {
      EXPECT_LE(norm(given.pieces.box[p].lo - rigid.pieces.box[p].lo), 1e-10);
      EXPECT_LE(norm(given.pieces.box[p].hi - rigid.pieces.box[p].hi), 1e-10);
    }
  }
}

TEST(PieceSet, PieceThatIsNotFiniteMeetsNothing) {
  Scene scene;
  const int lost = scene.add(test::brick({0, 0, 0}, {1, 1, 1}));
  scene.add(test::ball({0.5, 0.5, 1.5}, 0.5));
  ASSERT_EQ(scene.detect().size(), 1u);

  scene.vertices(lost)[3].y = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(scene.detect().size(), 0u);
}

}  // namespace
}  // namespace solfec

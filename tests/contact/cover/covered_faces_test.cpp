#include "contact/cover/covered_faces.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "contact/blocks.h"
#include "contact/scene.h"

namespace solfec {
namespace {

using test::Block;
using test::BlockSide;
using test::Scene;

constexpr double kTolerance = 1e-4;           // m
constexpr double kClear = 1e-3 * kTolerance;  // of a border: beyond what rounding decides
constexpr std::array<BlockSide, 6> kSides{{{0, 1}, {0, -1}, {1, 1}, {1, -1}, {2, 1}, {2, -1}}};

/// A bed of blocks, each of them a body.
class Bed {
 public:
  explicit Bed(std::vector<Block> blocks, test::BodyOptions options = {.rigid = true})
      : blocks_(std::move(blocks)) {
    for (const Block& block : blocks_) scene_.add(block.shape(), options);
    update();
  }

  PieceSet& pieces() { return scene_.pieces; }
  CoveredFaces& covered() { return covered_; }
  const Block& operator[](int block) const { return blocks_[block]; }

  void translate(int block, Vec3 by) {
    scene_.translate(block, by);
    blocks_[block].center += by;
  }
  void turn(int block, const Mat3& rotation, Vec3 about) {
    scene_.transform(block, rotation, about);
    blocks_[block] = blocks_[block].moved(rotation, about - rotation * about);
  }
  void update() {
    pieces().refresh(kTolerance);
    covered_.update(pieces(), kTolerance);
  }

  bool covered_at(int block, BlockSide side, Vec3 place, int except_body = -1) {
    const int face = test::face_with_normal(pieces(), block, normal(block, side));
    return covered_.covered_at(pieces(), block, face, place, except_body);
  }
  bool covered_at(int block, BlockSide side, double u, double v) {
    return covered_at(block, side, test::on_side(blocks_[block], side, u, v));
  }
  bool any(int block, BlockSide side) {
    return covered_.any(pieces(), block,
                        test::face_with_normal(pieces(), block, normal(block, side)));
  }
  Vec3 normal(int block, BlockSide side) const { return test::side_normal(blocks_[block], side); }

  /// Compares random places of all sides with the coordinates of all other blocks: what is within
  /// the tolerance has to be covered, what is beyond twice that must not be.
  void expect_covers_of_brute_force(int samples = 60) {
    compare_all(samples);
    EXPECT_GT(covered_places_, 6);
    EXPECT_GT(uncovered_places_, 20);
  }
  void compare_all(int samples) {
    for (int block = 0; block < count(blocks_); ++block) {
      for (const BlockSide side : kSides) {
        for (int k = 0; k < samples; ++k) compare(block, side);
      }
    }
  }

 private:
  void compare(int block, BlockSide side) {
    const Vec3 place = test::on_side(blocks_[block], side, coordinate(), coordinate());
    const Vec3 up = normal(block, side);
    double near = -1.0;
    double far = -1.0;
    for (int other = 0; other < count(blocks_); ++other) {
      if (other == block) continue;
      const auto margin = [&](double distance, double beside) {
        return test::cover_margin(blocks_[other], up, place, kTolerance, distance * kTolerance,
                                  beside * kTolerance);
      };
      near = std::max(near, margin(1.0, -0.5));
      far = std::max(far, margin(2.0, 1.0));
    }
    if (near > kClear) {
      EXPECT_TRUE(covered_at(block, side, place)) << block << ' ' << side.axis << ' ' << side.sign;
      ++covered_places_;
    } else if (far < -kClear) {
      EXPECT_FALSE(covered_at(block, side, place)) << block << ' ' << side.axis << ' ' << side.sign;
      ++uncovered_places_;
    }
  }
  /// In [-1, 1], often near the ends.
  double coordinate() {
    std::uniform_real_distribution<double> unit(-1.0, 1.0);
    const double u = unit(rng_);
    return rng_() % 4 == 0 ? std::copysign(1.0 - 4e-3 * std::fabs(unit(rng_)), u) : u;
  }

  Scene scene_;
  std::vector<Block> blocks_;
  CoveredFaces covered_;
  std::mt19937 rng_{20260514};
  int covered_places_ = 0;
  int uncovered_places_ = 0;
};

std::vector<Block> tiles() {
  std::vector<Block> blocks;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      blocks.push_back(Block::between({0.2 * i, 0.2 * j, -0.1}, {0.2 * i + 0.2, 0.2 * j + 0.2, 0}));
    }
  }
  return blocks;
}

/// Three courses of bricks; each course set off by `offset`.
std::vector<Block> wall(double offset) {
  std::vector<Block> blocks;
  for (int course = 0; course < 3; ++course) {
    for (int k = 0; k < 3; ++k) {
      const double x = 0.2 * k + (course % 2 == 1 ? offset : 0.0);
      blocks.push_back(Block::between({x, 0, 0.1 * course}, {x + 0.2, 0.1, 0.1 * course + 0.1}));
    }
  }
  return blocks;
}

std::vector<Block> cubes() {
  std::vector<Block> blocks;
  for (int k = 0; k < 8; ++k) {
    const Vec3 lo{0.1 * (k & 1), 0.1 * (k >> 1 & 1), 0.1 * (k >> 2 & 1)};
    blocks.push_back(Block::between(lo, lo + Vec3{0.1, 0.1, 0.1}));
  }
  return blocks;
}

/// Floor with a wall that stands on its end, flush with it on three sides.
std::vector<Block> corner() {
  return {Block::between({0, 0, -0.1}, {1, 0.5, 0}), Block::between({0, 0, 0}, {0.1, 0.5, 0.6})};
}

/// Beams that cross, one with a joint of half a tolerance below it, one with a joint of four.
std::vector<Block> beams() {
  const double half = 0.5 * kTolerance;
  return {Block::between({0, 0, 0}, {1, 0.1, 0.1}),
          Block::between({0.3, -0.4, 0.1 + half}, {0.4, 0.6, 0.2}),
          Block::between({0.7, -0.4, 0.1 + 8 * half}, {0.8, 0.6, 0.2})};
}

std::vector<std::vector<Block>> beds() {
  return {tiles(), wall(0.0), wall(0.1), cubes(), corner(), beams()};
}

struct Placement {
  Mat3 rotation = identity();
  Vec3 shift;
};

std::vector<Placement> placements() {
  std::mt19937 rng(4);
  return {{},
          {identity(), {30, -70, 11}},
          {test::random_rotation(rng), {}},
          {test::random_rotation(rng), {5, 3, -40}}};
}

std::vector<Block> placed(std::vector<Block> blocks, const Placement& placement) {
  for (Block& block : blocks) block = block.moved(placement.rotation, placement.shift);
  return blocks;
}

TEST(CoveredFaces, AgreesWithCoordinatesInEveryBedTurnedAndShifted) {
  for (const auto& blocks : beds()) {
    for (const Placement& placement : placements()) {
      Bed bed(placed(blocks, placement));
      bed.expect_covers_of_brute_force();
    }
  }
}

TEST(CoveredFaces, AgreesWithCoordinatesForObstaclesAndBodiesThatAreNotRigid) {
  for (const auto& blocks : beds()) {
    Bed obstacles(blocks, {.obstacle = true, .rigid = true});
    obstacles.expect_covers_of_brute_force();
    Bed soft(blocks, {.rigid = false});
    soft.expect_covers_of_brute_force();
  }
}

TEST(CoveredFaces, AgreesWithCoordinatesWhenBlocksAreShaken) {
  std::mt19937 rng(9);
  std::uniform_real_distribution<double> random(-1.0, 1.0);
  for (const auto& blocks : beds()) {
    Bed bed(blocks);
    for (int step = 0; step < 30; ++step) {
      for (int b = 0; b < count(blocks); ++b) {
        const Vec3 angle = 2e-4 * Vec3{random(rng), random(rng), random(rng)};
        const Mat3 turn = identity() + skew(angle) + 0.5 * (skew(angle) * skew(angle));
        bed.turn(b, turn, bed[b].center);
        bed.translate(b, 0.3 * kTolerance * Vec3{random(rng), random(rng), random(rng)});
      }
      bed.update();
      bed.compare_all(10);
    }
    bed.expect_covers_of_brute_force();
  }
}

TEST(CoveredFaces, JointsOfFlushTilesAreCoveredTheirTopsAreNot) {
  Bed bed(tiles(), {.obstacle = true, .rigid = true});
  for (const double u : {-1.0, -0.5, 0.0, 0.7, 1.0}) {
    for (const double v : {-1.0, 0.0, 0.99, 1.0}) {
      EXPECT_TRUE(bed.covered_at(4, {0, 1}, u, v));
      EXPECT_TRUE(bed.covered_at(4, {1, -1}, u, v));
      EXPECT_FALSE(bed.covered_at(4, {2, 1}, u, v));
      EXPECT_FALSE(bed.covered_at(0, {0, -1}, u, v));
    }
  }
  EXPECT_FALSE(bed.any(4, {2, 1}));
  EXPECT_FALSE(bed.any(0, {0, -1}));
  EXPECT_TRUE(bed.any(0, {0, 1}));
  EXPECT_TRUE(bed.covered().any(bed.pieces(), 0));
  EXPECT_EQ(bed.covered().covers().size(), 24u);  // 12 joints, each seen from both sides
}

TEST(CoveredFaces, CubesThatShareAnEdgeOrACornerAloneDoNotCoverEachOther) {
  Bed bed(cubes());
  EXPECT_EQ(bed.covered().covers().size(), 24u);  // 12 common faces
  Bed two({cubes()[0], cubes()[3]});
  EXPECT_TRUE(two.covered().covers().empty());
}

TEST(CoveredFaces, StepOfHalfAToleranceIsCoveredTheUpperHalfOfOneOfTwoIsNot) {
  for (const double step : {0.5, 2.0}) {
    const double up = step * kTolerance;
    Bed bed({Block::between({0, 0, -0.1}, {0.2, 0.2, 0}),
             Block::between({0.2, 0, -0.1}, {0.4, 0.2, up})},
            {.obstacle = true, .rigid = true});
    EXPECT_TRUE(bed.covered_at(1, {0, -1}, {0.2, 0.1, -0.05}));
    EXPECT_TRUE(bed.covered_at(1, {0, -1}, {0.2, 0.1, 0.5 * kTolerance}));
    EXPECT_EQ(bed.covered_at(1, {0, -1}, {0.2, 0.1, up}), step == 0.5);
    EXPECT_FALSE(bed.covered_at(1, {0, -1}, {0.2, 0.1, 1.01 * kTolerance}));
    EXPECT_TRUE(bed.covered_at(0, {0, 1}, {0.2, 0.1, 0.0}));  // of the lower one nothing sticks out
  }
}

TEST(CoveredFaces, JointIsCoveredWithinTheToleranceAndStaysSoUntilTwice) {
  for (const bool rigid : {true, false}) {
    Bed bed(
        {Block::between({0, 0, 0}, {0.2, 0.2, 0.2}), Block::between({0.2, 0, 0}, {0.4, 0.2, 0.2})},
        {.rigid = rigid});
    double gap = 0.0;
    const auto open_to = [&](double tolerances) {
      bed.translate(1, {tolerances * kTolerance - gap, 0, 0});
      gap = tolerances * kTolerance;
      bed.update();
      const bool first = bed.covered_at(0, {0, 1}, 0.3, -0.4);
      EXPECT_EQ(bed.covered_at(1, {0, -1}, 0.3, -0.4), first);
      EXPECT_EQ(bed.any(0, {0, 1}), first);
      return first;
    };
    EXPECT_TRUE(open_to(0.5));
    EXPECT_TRUE(open_to(1.5));
    EXPECT_TRUE(open_to(1.99));
    EXPECT_FALSE(open_to(2.01));
    EXPECT_FALSE(open_to(1.5));
    EXPECT_FALSE(open_to(1.01));
    EXPECT_TRUE(open_to(0.99));
    EXPECT_TRUE(open_to(1.5));
    EXPECT_FALSE(open_to(400.0));
    EXPECT_FALSE(open_to(1.5));
    EXPECT_TRUE(open_to(-5.0));  // sunk in
    EXPECT_TRUE(open_to(-9.9));
    EXPECT_FALSE(open_to(-10.1));
    EXPECT_TRUE(open_to(1.0 - 1e-6));
  }
}

TEST(CoveredFaces, WedgeIsCoveredWhereItIsNarrow) {
  Bed bed(
      {Block::between({0, 0, -0.1}, {0.2, 0.2, 0}), Block::between({0, 0, 0}, {0.2, 0.2, 0.2})});
  const double angle = 1e-2;  // opens to 20 tolerances
  const Mat3 turn{
      {std::cos(angle), 0, std::sin(angle), 0, 1, 0, -std::sin(angle), 0, std::cos(angle)}};
  bed.turn(1, turn, {0, 0, 0});
  bed.update();
  EXPECT_TRUE(bed.covered_at(0, {2, 1}, {0.9 * kTolerance / angle, 0.1, 0}));
  EXPECT_TRUE(bed.covered_at(0, {2, 1}, {1.9 * kTolerance / angle, 0.1, 0}));
  EXPECT_FALSE(bed.covered_at(0, {2, 1}, {2.1 * kTolerance / angle, 0.1, 0}));
  bed.turn(1, transpose(turn), {0, 0, 0});
  bed.update();
  EXPECT_TRUE(bed.covered_at(0, {2, 1}, 0.9, 0.9));
}

TEST(CoveredFaces, EdgeOnAFaceCoversNothing) {
  const double half = std::sqrt(0.5);
  const Mat3 turn{{half, 0, -half, 0, 1, 0, half, 0, half}};
  Block cube = Block::between({-0.1, -0.1, -0.1}, {0.1, 0.1, 0.1});
  cube = cube.moved(turn, {0, 0, 0.1 / half});
  Bed bed({Block::between({-1, -1, -0.1}, {1, 1, 0}), cube});
  EXPECT_TRUE(bed.covered().covers().empty());
}

TEST(CoveredFaces, TopOfAThinPlateIsNotCoveredByWhatLiesBelow) {
  Bed bed({Block::between({0, 0, 0}, {1, 1, 4 * kTolerance}),
           Block::between({0, 0, 4 * kTolerance}, {1, 1, 8 * kTolerance})});
  EXPECT_TRUE(bed.covered_at(0, {2, 1}, 0.0, 0.0));
  EXPECT_TRUE(bed.covered_at(1, {2, -1}, 0.0, 0.0));
  EXPECT_FALSE(bed.covered_at(1, {2, 1}, 0.0, 0.0));
  EXPECT_FALSE(bed.covered_at(0, {2, -1}, 0.0, 0.0));
}

TEST(CoveredFaces, BodyInContactHidesNoContactOfItsOwn) {
  // Block 1 stands on block 0, block 2 beside it.
  Bed bed({Block::between({0, 0, -0.1}, {0.4, 0.2, 0}), Block::between({0, 0, 0}, {0.2, 0.2, 0.2}),
           Block::between({0.2, 0, 0}, {0.4, 0.2, 0.2})});
  const BlockSide top{2, 1};
  EXPECT_TRUE(bed.covered_at(0, top, {0.1, 0.1, 0}));
  EXPECT_FALSE(bed.covered_at(0, top, {0.1, 0.1, 0}, 1));
  EXPECT_TRUE(bed.covered_at(0, top, {0.1, 0.1, 0}, 2));
  EXPECT_TRUE(bed.covered_at(0, top, {0.3, 0.1, 0}, 1));
}

TEST(CoveredFaces, PlaceOfADeepContactIsBroughtIntoTheFace) {
  Bed bed(tiles(), {.obstacle = true, .rigid = true});
  const Vec3 place = test::on_side(bed[4], {0, 1}, 0.2, 0.3);
  EXPECT_TRUE(bed.covered_at(4, {0, 1}, place - Vec3{30 * kTolerance, 0, 0}));
  EXPECT_TRUE(bed.covered_at(4, {0, 1}, place + Vec3{30 * kTolerance, 0, 0}));
}

TEST(CoveredFaces, ConvicesOfOneBodyCoverEachOther) {
  for (const bool rigid : {true, false}) {
    Shape shape;
    const std::array<Block, 2> parts{corner()[0], corner()[1]};
    for (const Block& part : parts) shape.convices.push_back(part.shape().convices[0]);
    Scene scene;
    scene.add(shape, {.rigid = rigid});
    scene.pieces.refresh(kTolerance);
    CoveredFaces covered;
    covered.update(scene.pieces, kTolerance);
    ASSERT_EQ(covered.covers().size(), 2u);
    const int top = test::face_with_normal(scene.pieces, 0, {0, 0, 1});
    const auto at = [&](Vec3 place, int except_body, int except_piece) {
      return covered.covered_at(scene.pieces, 0, top, place, except_body, except_piece);
    };
    EXPECT_TRUE(at({0.05, 0.2, 0}, 7, -1));
    EXPECT_TRUE(at({0.05, 0.2, 0}, -1, -1));
    EXPECT_FALSE(at({0.05, 0.2, 0}, -1, 1));  // the other piece of a self-contact
    EXPECT_FALSE(at({0.15, 0.2, 0}, 7, -1));
    EXPECT_EQ(covered.compared(), 1);
    std::mt19937 rng(3);
    scene.transform(0, test::random_rotation(rng), {1, 2, 3});
    scene.pieces.refresh(kTolerance);
    covered.update(scene.pieces, kTolerance);
    EXPECT_EQ(covered.compared(), rigid ? 0 : 1);
    EXPECT_EQ(covered.covers().size(), 2u);
  }
}

TEST(CoveredFaces, ElementsOfOneMeshDoNotCoverEachOtherThoseOfTwoDo) {
  for (const bool rigid : {true, false}) {
    Scene scene;
    scene.add(test::brick({0, 0, 0}, {0.2, 0.2, 0.1}, {2, 2, 1}), {.rigid = rigid});
    scene.pieces.refresh(kTolerance);
    CoveredFaces covered;
    covered.update(scene.pieces, kTolerance);
    EXPECT_TRUE(covered.covers().empty());

    scene.add(test::brick({0.2, 0, 0}, {0.4, 0.2, 0.1}, {1, 3, 1}), {.rigid = rigid});
    scene.pieces.refresh(kTolerance);
    covered.update(scene.pieces, kTolerance);
    const Block first = Block::between({0, 0, 0}, {0.2, 0.2, 0.1});
    int places = 0;
    for (const int piece : {1, 3}) {
      const double lo = piece == 1 ? 0.0 : 0.1;
      const int side = test::face_with_normal(scene.pieces, piece, {1, 0, 0});
      for (double y = lo; y <= lo + 0.1; y += 0.01) {
        EXPECT_TRUE(covered.covered_at(scene.pieces, piece, side, {0.2, y, 0.03}, -1)) << y;
        EXPECT_FALSE(covered.covered_at(scene.pieces, piece, side, {0.2, y, 0.03}, 1)) << y;
        ++places;
      }
    }
    EXPECT_GE(places, 20);
    for (const int piece : {0, 2}) EXPECT_FALSE(covered.any(scene.pieces, piece));
    // The three elements of the other: the joints between them fall beside those of the first.
    for (const int piece : {4, 5, 6}) {
      const int side = test::face_with_normal(scene.pieces, piece, {-1, 0, 0});
      const double y = (piece - 4 + 0.5) / 15.0;
      EXPECT_GT(test::cover_margin(first, {-1, 0, 0}, {0.2, y, 0.03}, kTolerance, kTolerance, 0.0),
                0);
      EXPECT_TRUE(covered.covered_at(scene.pieces, piece, side, {0.2, y, 0.03}, -1));
    }
  }
}

TEST(CoveredFaces, SpheresNeitherCoverNorAreCovered) {
  Scene scene;
  scene.add(test::brick({0, 0, 0}, {1, 1, 1}), {.rigid = true});
  scene.add(test::ball({0.5, 0.5, 1.2}, 0.2), {.rigid = true});
  scene.pieces.refresh(kTolerance);
  CoveredFaces covered;
  covered.update(scene.pieces, kTolerance);
  EXPECT_TRUE(covered.covers().empty());
  EXPECT_FALSE(covered.any(scene.pieces, 1));
  EXPECT_EQ(covered.compared(), 0);
}

}  // namespace
}  // namespace solfec

// Rules of areas on whole patches: a deck that lies on a ledge and, beyond it, on a pin.

#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "contact/scene.h"
#include "contact/sparsify.h"
#include "geometry/polyhedron_fixture.h"

namespace solfec {
namespace {

using test::Scene;
using Boxes = std::vector<std::pair<Vec3, Vec3>>;

constexpr double kTol = 1e-10;

Shape boxes(const Boxes& corners) {
  Shape shape;
  for (const auto& [lo, hi] : corners) shape.convices.push_back(make_brick(lo, hi));
  return shape;
}

/// Ground of two steps that join at x = 1, heights 1 and 0.5; the area of the deck on the upper one
/// is 1 m^2. `feet` are the pieces of the deck that stand on the lower one.
Scene deck_on_ledge(const ContactParams& params, const Boxes& feet, double between = 0.0) {
  Scene scene;
  scene.params = params;
  scene.params.points = ContactPoints::patch;
  scene.add(boxes({{{-1, 0, 0}, {1, 1, 1}}, {{1 + between, 0, 0}, {3, 1, 0.5}}}),
            {.obstacle = true, .rigid = true});
  Boxes deck{{{0, 0, 1}, {2, 1, 1.2}}};
  deck.insert(deck.end(), feet.begin(), feet.end());
  scene.add(boxes(deck), {.rigid = true});
  return scene;
}

const Boxes kPin{{{1.9, 0.45, 0.5}, {2.0, 0.55, 1.0}}};  // 0.01 m^2

std::size_t points_on_ledge(const Scene& scene) {
  std::size_t found = 0;
  for (const ContactPoint& point : scene.contacts.points()) found += point.point.z > 0.75 ? 1 : 0;
  return found;
}

TEST(PatchSparsify, TheDefaultThresholdLeavesPatchesAlone) {
  Scene scene = deck_on_ledge({}, {{{1.9, 0.49, 0.5}, {2.0, 0.51, 1.0}}});  // 0.002 m^2
  EXPECT_EQ(scene.detect().size(), 8U);
  EXPECT_EQ(scene.contacts.sparsified(), 0);
}

TEST(PatchSparsify, AThresholdThatIsAskedForComparesWholePatches) {
  // each point of the pin has 0.0025 m^2, each of the deck 0.25 m^2: the ratio is 0.01 either way
  for (const auto& [threshold, left] : {std::pair{0.009, 8U}, {0.011, 4U}, {1.0, 4U}}) {
    Scene scene = deck_on_ledge({.patch_threshold = threshold}, kPin);
    EXPECT_EQ(scene.detect().size(), left) << threshold;
    EXPECT_EQ(points_on_ledge(scene), 4U);
    EXPECT_EQ(scene.contacts.sparsified(), 8 - static_cast<int>(left));
  }
}

TEST(PatchSparsify, PatchesOfPiecesThatAreNoNeighboursAreNotCompared) {
  Scene scene = deck_on_ledge({.patch_threshold = 0.02}, kPin, 0.1);
  EXPECT_EQ(scene.detect().size(), 8U);
}

TEST(PatchSparsify, LeastAreaIsThatOfAWholePatch) {
  // between the areas of the points of the deck and of the deck: none of its points goes
  for (const auto& [area, left] :
       {std::pair{0.009, 8U}, {0.011, 4U}, {0.3, 4U}, {0.99, 4U}, {1.01, 0U}}) {
    Scene scene = deck_on_ledge({.minimal_area = area}, kPin);
    EXPECT_EQ(scene.detect().size(), left) << area;
  }
}

TEST(PatchSparsify, APatchOfSeveralPiecesGoesAsAWhole) {
  // The foot has two pieces, of which only the first joins the deck: 0.01 + 0.01 m^2.
  const Boxes foot{{{1.8, 0.45, 0.5}, {1.9, 0.55, 1.0}}, {{1.9, 0.45, 0.5}, {2.0, 0.55, 0.9}}};
  for (const auto& [threshold, left] : {std::pair{0.015, 8U}, {0.021, 4U}}) {
    Scene scene = deck_on_ledge({.patch_threshold = threshold}, foot);
    const auto points = scene.detect();
    ASSERT_EQ(points.size(), left) << threshold;
    double area = 0.0;
    std::set<int> pieces;
    for (const ContactPoint& point : points) {
      if (point.point.z > 0.75) continue;
      area += point.area;
      EXPECT_NEAR(point.patch_area, 0.02, kTol);
      pieces.insert(point.key.second_piece);
    }
    EXPECT_NEAR(area, left == 8U ? 0.02 : 0.0, kTol);
    EXPECT_EQ(pieces.size(), left == 8U ? 2U : 0U);
  }
}

TEST(PatchSparsify, BondedPointsStay) {
  Scene scene = deck_on_ledge({}, kPin);
  const auto points = scene.detect();
  std::vector<ContactPoint> all(points.begin(), points.end());
  ASSERT_EQ(all.size(), 8U);
  for (ContactPoint& point : all) point.state.bonded = true;
  Sparsifier sparsifier;
  const ContactParams params{.minimal_area = 0.5, .patch_threshold = 0.5};
  EXPECT_EQ(sparsifier.run(scene.pieces, params, all), 0);
  for (ContactPoint& point : all) point.state.bonded = false;
  EXPECT_EQ(sparsifier.run(scene.pieces, params, all), 4);
}

/// While bodies rest their contacts are carried on: what was left out stays out, and comes back
/// when the rule goes.
TEST(PatchSparsify, RestingBodiesKeepWhatWasDecided) {
  Scene scene = deck_on_ledge({.patch_threshold = 0.02}, kPin);
  for (int step = 0; step < 5; ++step) {
    EXPECT_EQ(scene.detect().size(), 4U);
    EXPECT_EQ(scene.contacts.sparsified(), 4);
  }
  scene.params.patch_threshold = 0.0;
  EXPECT_EQ(scene.detect().size(), 8U);
  scene.params.minimal_area = 0.5;
  EXPECT_EQ(scene.detect().size(), 4U);
  scene.translate(1, {0, 0, -5e-5});  // no rest
  EXPECT_EQ(scene.detect().size(), 4U);
  EXPECT_EQ(scene.contacts.sparsified(), 4);
}

}  // namespace
}  // namespace solfec

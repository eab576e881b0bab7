#include "run/model_warnings.h"

#include <gtest/gtest.h>

namespace solfec {
namespace {

constexpr double kEpsilon = 1e-4;  // geometric tolerance, m

/// Balls of radius 0.5 whose origins are lines of a script.
class ModelWarnings : public ::testing::Test {
 protected:
  ModelWarnings() : domain_(Analysis::dynamic, kEpsilon) {
    domain_.define_bulk_material({"m", BulkModel::kirchhoff, 1e6, 0.25, 1000.0});
  }

  void add_ball(Vec3 center, const std::string& label, BodyKind kind = BodyKind::rigid) {
    BodyDefinition ball;
    ball.kind = kind;
    ball.shape.spheres.push_back({center, 0.5, 1, 1});
    ball.label = label;
    ball.origin = "yard.py:" + std::to_string(++line_);
    domain_.add_body(std::move(ball));
  }

  std::vector<std::string> warnings() {
    domain_.detect_contacts();
    return model_warnings(domain_);
  }

  Domain domain_;
  int line_ = 0;
};

using Lines = std::vector<std::string>;

TEST_F(ModelWarnings, ASoundModelHasNone) {
  add_ball({0, 0, 0}, "a");
  add_ball({1.0, 0, 0}, "b");   // touches
  add_ball({0, 0.95, 0}, "c");  // overlaps by a twentieth
  add_ball({5, 0, 0}, "d");
  EXPECT_EQ(warnings(), Lines{});
}

TEST_F(ModelWarnings, DeepOverlapNamesBothBodiesTheirLinesAndTheDepth) {
  add_ball({0, 0, 0}, "a");
  add_ball({0.75, 0, 0}, "");
  EXPECT_EQ(warnings(), Lines{"body 'a' (created at yard.py:1) and body 2 (created at yard.py:2) "
                              "overlap by 0.25 m before the first step"});
}

TEST_F(ModelWarnings, TheSameBodyTwiceIsToldOnceAndNotAsAnOverlap) {
  add_ball({0, 0, 0}, "a");
  add_ball({3, 0, 0}, "b");
  add_ball({0, 0, 0}, "c", BodyKind::obstacle);
  EXPECT_EQ(warnings(), Lines{"body 'a' (created at yard.py:1) and body 'c' (created at yard.py:3) "
                              "are the same body twice at the same place"});
}

TEST_F(ModelWarnings, ObstaclesInEachOtherAreNoWarningUnlessTheyCoincide) {
  add_ball({0, 0, 0}, "a", BodyKind::obstacle);
  add_ball({0.3, 0, 0}, "b", BodyKind::obstacle);
  EXPECT_EQ(warnings(), Lines{});
}

TEST_F(ModelWarnings, ManyAreCounted) {
  for (int i = 0; i < 15; ++i) {
    add_ball({3.0 * i, 0, 0}, "");
    add_ball({3.0 * i + 0.5, 0, 0}, "");
  }
  const Lines lines = warnings();
  ASSERT_EQ(lines.size(), 11U);
  EXPECT_EQ(lines.back(), "15 pairs of bodies overlap deeply in all");
}

}  // namespace
}  // namespace solfec

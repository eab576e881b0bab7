#include "run/watch/ended_accelerations.h"

#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace solfec {
namespace {

/// Balls that are driven by a series from 0 to 2 s.
class EndedAccelerations : public ::testing::Test {
 protected:
  EndedAccelerations() : domain_(Analysis::dynamic, 1e-4) {
    domain_.define_bulk_material({"m", BulkModel::kirchhoff, 1e6, 0.25, 1000.0});
  }

  void drive(const std::string& label, MotionKind kind, double last) {
    BodyDefinition ball;
    ball.kind = BodyKind::rigid;
    ball.shape.spheres.push_back({{}, 0.5, 1, 1});
    ball.label = label;
    const BodyId body = domain_.add_body(std::move(ball));
    const auto series = std::make_shared<const TimeSeries>(std::vector<double>{0.0, 2.0},
                                                           std::vector<double>{1.0, last});
    domain_.add_constraint(make_prescribed_motion(body, {}, {1, 0, 0}, {kind, 0.0, series, 0.0}));
  }

  Domain domain_;
};

TEST_F(EndedAccelerations, NamesTheFirstBodyTheTimeAndTheValue) {
  drive("ends with zero", MotionKind::acceleration, 0.0);
  drive("a speed is kept", MotionKind::velocity, 3.0);
  drive("a place is kept", MotionKind::displacement, 3.0);
  EXPECT_EQ(ended_accelerations(domain_, 0.0, 5.0), "");
  drive("cart", MotionKind::acceleration, 3.0);
  EXPECT_EQ(ended_accelerations(domain_, 0.0, 5.0),
            "the acceleration prescribed for body 'cart' ends at t=2 s with 3 m/s^2: from there on "
            "it is zero and the velocity is kept");
  drive("another", MotionKind::acceleration, -1.0);
  const std::string both = ended_accelerations(domain_, 0.0, 5.0);
  EXPECT_NE(both.find("'cart' ends at t=2 s with 3 m/s^2 (so do 2 series in all)"),
            std::string::npos)
      << both;
}

TEST_F(EndedAccelerations, OnlyTheRunThatPassesTheEndTellsIt) {
  drive("cart", MotionKind::acceleration, 3.0);
  EXPECT_EQ(ended_accelerations(domain_, 0.0, 2.0), "");
  EXPECT_NE(ended_accelerations(domain_, 0.0, 2.1), "");
  EXPECT_NE(ended_accelerations(domain_, 1.9, 2.1), "");
  EXPECT_EQ(ended_accelerations(domain_, 2.0, 3.0), "");
}

}  // namespace
}  // namespace solfec

#include "constraint/followed_displacement.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

namespace solfec {
namespace {

using Function = std::function<double(double)>;

/// Sampled at every step of a grid that begins at `start`.
PrescribedMotion sampled(const Function& f, double h, double duration, double start = 0.0) {
  std::vector<double> times;
  std::vector<double> values;
  for (int k = 0; k * h <= duration + 30.0 * h; ++k) {
    times.push_back(start + k * h);
    values.push_back(f(k * h));
  }
  return {MotionKind::displacement, 0.0, std::make_shared<const TimeSeries>(times, values), start};
}

/// Largest distance of the trapezium rule from the displacement, from a step on.
double largest_lag(const PrescribedMotion& motion, double h, double given, double duration,
                   int first_step) {
  const FollowedDisplacement followed(motion, h, given);
  double place = 0.0;
  double largest = 0.0;
  for (int k = 1; k * h <= duration + 0.5 * h; ++k) {
    const double t = motion.start + (k - 1) * h;
    place += 0.5 * h * (followed.velocity(t) + followed.velocity(t + h));
    if (k < first_step) continue;
    largest = std::max(largest, std::fabs(place - motion.displacement(motion.start + k * h)));
  }
  return largest;
}

TEST(FollowedDisplacement, AMotionThatBeginsSmoothlyIsFollowedToRoundingFromTheFirstStep) {
  for (const double h : {1e-2, 2e-2, 0.1}) {
    for (const double size : {1e-3, 1.0, 1e3}) {
      for (const double start : {0.0, 2.5}) {
        const Function wave = [=](double t) { return size * (1.0 - std::cos(2.0 * t)); };
        EXPECT_LE(largest_lag(sampled(wave, h, 10.0, start), h, 0.0, 10.0, 1), 2e-12 * size) << h;
        const Function parabola = [=](double t) { return size * (3.0 * t + t * t); };
        EXPECT_LE(largest_lag(sampled(parabola, h, 2.0, start), h, 3.0 * size, 2.0, 1),
                  1e-12 * size);
      }
    }
  }
}

TEST(FollowedDisplacement, OtherBeginningsAreForgottenAfterTheFirstSteps) {
  constexpr int kForgotten = 15;
  const double h = 1e-2;
  const Function sine = [](double t) { return std::sin(2.0 * t); };
  const Function cubic = [](double t) { return t * t * t; };
  const Function both = [](double t) { return std::sin(2.0 * t) + t * t; };
  EXPECT_LE(largest_lag(sampled(sine, h, 5.0), h, 2.0, 5.0, kForgotten), 1e-13);
  EXPECT_LE(largest_lag(sampled(sine, h, 5.0), h, 2.0, 5.0, 1), 1.0 / 6.0 * h * h * h * 4.0);
  EXPECT_LE(largest_lag(sampled(sine, h, 5.0), h, 0.0, 5.0, kForgotten), 1e-13);  // from rest
  EXPECT_LE(largest_lag(sampled(cubic, h, 2.0), h, 0.0, 2.0, kForgotten), 1e-13);
  EXPECT_LE(largest_lag(sampled(both, h, 2.0), h, 2.0, 2.0, kForgotten), 1e-13);
}

TEST(FollowedDisplacement, CoarseStepsHaveTheErrorOfTheSeries) {
  // (h ω / 2)^18 for a vibration, which is the order of the last term of G
  const double omega = 2.0;
  for (const double h : {0.3, 0.4}) {
    const Function wave = [=](double t) { return 1.0 - std::cos(omega * t); };
    const double bound = std::pow(std::sin(0.5 * h * omega), 18.0);
    EXPECT_LE(largest_lag(sampled(wave, h, 20.0), h, 0.0, 20.0, 1), 3.0 * bound + 1e-13) << h;
  }
}

TEST(FollowedDisplacement, AKinkNeitherRingsNorLeavesAnError) {
  const double h = 1e-2;
  const Function kink = [](double t) { return 0.3 * std::max(0.0, t - 0.5); };
  const PrescribedMotion motion = sampled(kink, h, 1.0);
  const FollowedDisplacement followed(motion, h, 0.0);
  for (int k = 0; k <= 100; ++k) {
    const double exact = k < 50 ? 0.0 : k == 50 ? 0.15 : 0.3;
    EXPECT_NEAR(followed.velocity(k * h), exact, 1e-13) << k;
  }
  EXPECT_NEAR(largest_lag(motion, h, 0.0, 1.0, 1), 0.25 * h * 0.3, 1e-13);  // in one step
  EXPECT_LE(largest_lag(motion, h, 0.0, 1.0, 52), 1e-13);
}

TEST(FollowedDisplacement, AJumpOfTheVelocityAtTheStartIsInBothVelocities) {
  const double h = 0.125;
  const PrescribedMotion line = sampled([](double t) { return 2.5 * t; }, h, 2.0);
  const FollowedDisplacement followed(line, h, 0.0);
  for (int k = 0; k < 10; ++k) EXPECT_NEAR(followed.velocity(k * h), 2.5, 1e-13);
}

TEST(FollowedDisplacement, BetweenTheStepsOfItsGridItIsTheSlope) {
  // A step that has changed since the motion began leaves no grid to start from.
  const double h = 1e-2;
  const PrescribedMotion wave = sampled([](double t) { return std::sin(t); }, 1e-3, 3.0);
  const FollowedDisplacement followed(wave, h, 1.0);
  EXPECT_EQ(followed.velocity(5.4 * h), followed.slope(5.4 * h));
  EXPECT_NEAR(followed.slope(1.0), std::cos(1.0), h * h);
}

}  // namespace
}  // namespace solfec

// Meshes that fit each other, with errors as solvers leave them.

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "contact/scene.h"

namespace solfec {
namespace {

using test::brick;
using test::Divisions;
using test::patch_scene;
using test::random_rotation;
using test::Scene;

/// Adds noise to the nodes of a body.
void shake(Scene& scene, int body, double noise, std::mt19937& rng) {
  std::normal_distribution<double> normal(0.0, noise);
  for (Vec3& v : scene.vertices(body)) v += Vec3{normal(rng), normal(rng), normal(rng)};
}

TEST(FittingMeshes, HaveNoGapDeeperThanTheirNoiseInAnyFrame) {
  std::mt19937 rng(54);
  constexpr double kFewTimes = 10.0;
  for (int sample = 0; sample < 400; ++sample) {
    const double noise = sample % 2 == 0 ? 1e-9 : 1e-12;
    const Divisions n{2, 2, 2};
    Scene scene = patch_scene();
    const int lower = scene.add(brick({0, 0, 0}, {1, 1, 1}, n));
    const int upper = scene.add(brick({0, 0, 1}, {1, 1, 2}, n));
    const Mat3 frame = random_rotation(rng);
    for (const int body : {lower, upper}) scene.transform(body, frame, {});
    shake(scene, upper, noise, rng);
    scene.detect();
    EXPECT_NEAR(test::area_of(scene), 1.0, 1e-3) << sample;
    for (const ContactPoint& point : scene.contacts.points()) {
      EXPECT_NEAR(point.gap, 0.0, kFewTimes * noise) << sample;
      EXPECT_GE(std::fabs(dot(point.frame.column(2), frame * Vec3{0, 0, 1})), 0.999) << sample;
    }
  }
}

}  // namespace
}  // namespace solfec

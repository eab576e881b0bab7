#include "integrator/integrator.h"

#include <cmath>

#include <gtest/gtest.h>

#include "base/parallel_for.h"
#include "body/point_velocity.h"
#include "math/rotation.h"

namespace solfec {
namespace {

const MassProperties kUnit{1.0, {}, identity()};

TEST(Scheme, NamesAreThoseOfTheManualAndReadBack) {
  EXPECT_EQ(name_of(Scheme::rig_pos), "RIG_POS");
  EXPECT_EQ(name_of(Scheme::rig_neg), "RIG_NEG");
  EXPECT_EQ(name_of(Scheme::rig_imp), "RIG_IMP");
  EXPECT_EQ(name_of(Scheme::def_exp), "DEF_EXP");
  EXPECT_EQ(name_of(Scheme::def_lim), "DEF_LIM");
  EXPECT_EQ(name_of(Scheme::def_lim2), "DEF_LIM2");
  EXPECT_EQ(name_of(Scheme::def_imp), "DEF_IMP");
  EXPECT_EQ(name_of(Scheme::none), "NONE");
  for (const std::string_view name : all_names<Scheme>()) {
    const std::optional<Scheme> scheme = find_item<Scheme>(name);
    ASSERT_TRUE(scheme.has_value()) << name;
    EXPECT_EQ(name_of(*scheme), name);
  }
  EXPECT_FALSE(find_item<Scheme>("RIG_NEGATIVE").has_value());
}

TEST(Scheme, DefaultsAreThoseOfTheManual) {
  EXPECT_EQ(default_scheme(BodyKind::rigid), Scheme::rig_neg);
  EXPECT_EQ(default_scheme(BodyKind::pseudo_rigid), Scheme::def_exp);
  EXPECT_EQ(default_scheme(BodyKind::obstacle), Scheme::none);
}

TEST(ObstacleMotion, IsAConstantSpatialRotationAboutAMovingCentre) {
  Bodies bodies;
  const BodyRef drum = bodies.add(1, BodyKind::obstacle, {1.0, {1, 2, 3}, identity()}, {});
  bodies.obstacles.rotation[0] = rotation_about({1, 0, 0}, 30.0);
  const Mat3 start = bodies.obstacles.rotation[0];
  bodies.set_rigid_velocity(drum, {0.5, 0.0, -1.0}, {0.0, 0.0, 2.0});
  for (int n = 0; n < 1000; ++n) {
    first_half_step(bodies, 1e-3);
    free_velocity(bodies, 1e-3);
    EXPECT_EQ(finish_step(bodies, 1e-3).not_converged, 0);
  }
  const Mat3 error = bodies.obstacles.rotation[0] -
                     rotation_about({0, 0, 1}, 2.0 * 180.0 / std::acos(-1.0)) * start;
  EXPECT_LE(std::sqrt(double_dot(error, error)), 1e-13);
  EXPECT_LE(norm_inf(bodies.obstacles.center[0] - Vec3{1.5, 2.0, 2.0}), 1e-12);
}

TEST(FirstHalfStep, ClearsLoadsAndChangesAndRemembersTheVelocities) {
  Bodies bodies;
  const BodyRef rigid = bodies.add(1, BodyKind::rigid, kUnit, {});
  const BodyRef soft = bodies.add(2, BodyKind::pseudo_rigid, kUnit, {});
  for (const BodyRef body : {rigid, soft}) bodies.set_rigid_velocity(body, {1, 2, 3}, {4, 5, 6});
  bodies.rigid.force[0] = bodies.rigid.torque[0] = {1, 1, 1};
  bodies.rigid.angular_change[0] = bodies.rigid.linear_change[0] = {1, 1, 1};
  bodies.pseudo_rigid.force[0] = bodies.pseudo_rigid.linear_change[0] = {1, 1, 1};
  bodies.pseudo_rigid.couple[0] = bodies.pseudo_rigid.rate_change[0] = identity();

  first_half_step(bodies, 0.1);

  EXPECT_EQ(bodies.rigid.start_angular[0], (Vec3{4, 5, 6}));
  EXPECT_EQ(bodies.rigid.start_linear[0], (Vec3{1, 2, 3}));
  EXPECT_EQ(bodies.pseudo_rigid.start_rate[0], skew({4, 5, 6}));
  EXPECT_EQ(bodies.pseudo_rigid.start_linear[0], (Vec3{1, 2, 3}));
  EXPECT_EQ(bodies.rigid.force[0], Vec3{});
  EXPECT_EQ(bodies.rigid.torque[0], Vec3{});
  EXPECT_EQ(bodies.rigid.angular_change[0], Vec3{});
  EXPECT_EQ(bodies.rigid.linear_change[0], Vec3{});
  EXPECT_EQ(bodies.pseudo_rigid.couple[0], Mat3{});
  EXPECT_EQ(bodies.pseudo_rigid.force[0], Vec3{});
  EXPECT_EQ(bodies.pseudo_rigid.rate_change[0], Mat3{});
  EXPECT_EQ(bodies.pseudo_rigid.linear_change[0], Vec3{});
  EXPECT_LE(norm_inf(bodies.rigid.center[0] - Vec3{0.05, 0.1, 0.15}), 1e-16);
  EXPECT_LE(norm_inf(bodies.pseudo_rigid.center[0] - Vec3{0.05, 0.1, 0.15}), 1e-16);
}

TEST(FreeVelocity, OfAPointIsItsStartVelocityPlusStepTimesTheAccelerationOfTheLoads) {
  // Gravity gives every point of every body the same change of velocity h g.
  Bodies bodies;
  const BodyRef rigid = bodies.add(1, BodyKind::rigid, kUnit, {});
  const BodyRef soft = bodies.add(2, BodyKind::pseudo_rigid, kUnit, {});
  for (const BodyRef body : {rigid, soft}) bodies.set_rigid_velocity(body, {1, 2, 3}, {});
  first_half_step(bodies, 0.1);
  bodies.rigid.force[0] = bodies.rigid.mass[0] * Vec3{0, 0, -10};
  bodies.pseudo_rigid.force[0] = bodies.pseudo_rigid.mass[0] * Vec3{0, 0, -10};
  free_velocity(bodies, 0.1);
  for (const BodyRef body : {rigid, soft}) {
    const Vec3 arm{0.3, 0.4, 0.5};
    const Vec3 change = free_velocity(bodies, body, arm) - start_velocity(bodies, body, arm);
    EXPECT_LE(norm_inf(change - Vec3{0, 0, -1.0}), 1e-15);
  }
}

TEST(Step, GivesTheSameBitsForAnyNumberOfThreads) {
  const auto run = [](int threads) {
    set_thread_count(threads);
    Bodies bodies;
    const std::array schemes = {Scheme::rig_pos, Scheme::rig_neg, Scheme::rig_imp};
    for (int i = 0; i < 3000; ++i) {
      const MassProperties properties{1.0, {}, diagonal(1.0, 2.0 + 0.001 * i, 3.0)};
      const bool is_rigid = i % 2 == 0;
      const BodyRef body = bodies.add(i + 1, is_rigid ? BodyKind::rigid : BodyKind::pseudo_rigid,
                                      properties, BulkMaterial{});
      bodies.set_scheme(body, schemes[i % 3]);
      bodies.set_rigid_velocity(body, {1, 0, 0}, {0.1, 2.0, 0.001 * i});
    }
    for (int n = 0; n < 5; ++n) {
      first_half_step(bodies, 0.01);
      free_velocity(bodies, 0.01);
      EXPECT_EQ(finish_step(bodies, 0.01).not_converged, 0);
    }
    return bodies;
  };
  const int threads = thread_count();
  const Bodies one = run(1);
  const Bodies three = run(3);
  set_thread_count(threads);
  EXPECT_EQ(one.rigid.rotation, three.rigid.rotation);
  EXPECT_EQ(one.rigid.angular, three.rigid.angular);
  EXPECT_EQ(one.pseudo_rigid.gradient, three.pseudo_rigid.gradient);
  EXPECT_EQ(one.pseudo_rigid.rate, three.pseudo_rigid.rate);
}

}  // namespace
}  // namespace solfec

#include <cmath>
#include <memory>
#include <random>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "body/bodies.h"
#include "body/finite_element/follower_pressure.h"
#include "body/finite_element_fixture.h"
#include "body/point_load.h"
#include "geometry/shape/shape_pieces.h"
#include "integrator/finite_element_static.h"
#include "integrator/integrator.h"
#include "support/block_mesh.h"

namespace solfec {
namespace {

constexpr double kStep = 0.05;     // of the order of the period of an element
constexpr double kPressure = 0.7;  // a third of Young's modulus, so that its tangent counts
constexpr double kDamping = 0.02;  // s

/// A block with a pressure on its whole surface, which turns and stretches.
class PressedBody {
 public:
  explicit PressedBody(Scheme scheme, FiniteElementForm form) {
    auto shape = std::make_shared<Shape>();
    shape->meshes.push_back(test::hexahedra_block({1.0, 1.2, 0.8}, {2, 2, 1}));
    for (MeshFace& face : shape->meshes[0].faces) face.surface = 3;
    surface_ = pressed_surface(*shape, 3);
    ref_ = bodies_.add_finite_element(1, mass_properties(*shape), shape,
                                      make_shape_pieces(*shape, 1e-6), test::unit_material(), form);
    bodies_.set_scheme(ref_, scheme);
    bodies_.set_damping(ref_, kDamping);
    std::mt19937 rng(7);
    const std::vector<Vec3> noise = test::random_vectors(body().velocity.size(), 0.3, rng);
    for (std::size_t a = 0; a < noise.size(); ++a) {
      const Vec3 X = body().elements.node[a];
      body().velocity[a] = cross({0.5, 1.0, -0.4}, X) + 0.5 * X + noise[a];
    }
  }

  FiniteElementBody& body() { return bodies_.finite_element[ref_.slot]; }
  /// The first half of a step up to the velocity, to which no reaction adds.
  void begin() {
    first_half_step(bodies_, kStep);
    middle_ = body().displacement;
    bodies_.finite_element.add_gravity({0.0, 1.0, -2.0});
    press();
    free_velocity(bodies_, kStep);
  }
  void end() { (void)finish_step(bodies_, kStep); }

  /// M Δu - h (gravity + pressure - f_int - η K ½ (u_t + u)) at q½ + ¼h Δu, where the last two
  /// forces and the first are linear in Δu for `linear`.
  std::vector<Vec3> residual(bool linear) {
    const FiniteElementBody& b = body();
    const std::size_t n = b.velocity.size();
    std::vector<Vec3> quarter(n);  // ¼h Δu
    std::vector<Vec3> mean(n);
    for (std::size_t a = 0; a < n; ++a) {
      quarter[a] = 0.25 * kStep * (b.velocity[a] - b.start_velocity[a]);
      mean[a] = 0.5 * (b.velocity[a] + b.start_velocity[a]);
    }
    std::vector<Vec3> q = middle_;
    if (!linear) {
      for (std::size_t a = 0; a < n; ++a) q[a] += quarter[a];
    }
    ElementWorkspace workspace;
    std::vector<Vec3> inner(n);
    std::vector<Vec3> damped(n);
    internal_force(b.elements, q, workspace, inner);
    strain_rate_force(b.elements, q, mean, workspace, damped);
    std::vector<Vec3> pressed = force(q);
    if (linear) {
      std::vector<Vec3> more(n);
      internal_force_change(b.elements, q, quarter, workspace, more);
      const std::vector<Vec3> pull = change(q, quarter);
      for (std::size_t a = 0; a < n; ++a) {
        inner[a] += more[a];
        pressed[a] += pull[a];
      }
    }
    std::vector<Vec3> r(n);
    for (std::size_t a = 0; a < n; ++a) {
      const double mass = b.elements.mass[a];
      const Vec3 forces =
          mass * Vec3{0.0, 1.0, -2.0} + pressed[a] - inner[a] - kDamping * damped[a];
      r[a] = mass * (b.velocity[a] - b.start_velocity[a]) - kStep * forces;
    }
    return r;
  }

  void press() { add_pressure(bodies_, ref_, surface_, kPressure); }
  [[nodiscard]] std::vector<Vec3> force(const std::vector<Vec3>& q) {
    std::vector<Vec3> f(q.size());
    add_pressure_force(*body().mesh, q, {3, kPressure}, f);
    return f;
  }

  Bodies bodies_;

 private:
  /// The change of the pressure along v, by central differences of a quadratic function.
  std::vector<Vec3> change(const std::vector<Vec3>& q, const std::vector<Vec3>& v) {
    std::vector<Vec3> ahead = q;
    std::vector<Vec3> behind = q;
    for (std::size_t a = 0; a < q.size(); ++a) {
      ahead[a] += v[a];
      behind[a] -= v[a];
    }
    std::vector<Vec3> d = force(ahead);
    const std::vector<Vec3> less = force(behind);
    for (std::size_t a = 0; a < q.size(); ++a) d[a] = 0.5 * (d[a] - less[a]);
    return d;
  }

  PressedSurface surface_;
  BodyRef ref_;
  std::vector<Vec3> middle_;  // q½
};

TEST(FollowerPressureStep, LinearisedSchemeTakesTheChangeOfThePressureOverTheStep) {
  PressedBody pressed(Scheme::def_lim, FiniteElementForm::total_lagrangian);
  pressed.begin();
  EXPECT_LE(test::largest(pressed.residual(true)), 1e-13);
}

TEST(FollowerPressureStep, MidPointRuleTakesThePressureAtTheMiddleOfTheMotion) {
  PressedBody pressed(Scheme::def_imp, FiniteElementForm::total_lagrangian);
  pressed.begin();
  EXPECT_FALSE(pressed.body().failed);
  EXPECT_LE(test::largest(pressed.residual(false)), 1e-11);
}

using Case = std::tuple<Scheme, FiniteElementForm>;
class PressedEnergy : public ::testing::TestWithParam<Case> {};

TEST_P(PressedEnergy, IsBooked) {
  PressedBody pressed(std::get<0>(GetParam()), std::get<1>(GetParam()));
  update_energies(pressed.body());
  const auto balance = [&] {
    const Energies& e = pressed.body().energy;
    return e.kinetic + e.internal + e.damping - e.external - e.numerical;
  };
  const double before = balance();
  for (int step = 0; step < 5; ++step) {
    pressed.begin();
    pressed.end();
  }
  EXPECT_NEAR(balance(), before, 1e-12);
  EXPECT_GT(std::fabs(pressed.body().energy.external), 0.01);
}

INSTANTIATE_TEST_SUITE_P(All, PressedEnergy,
                         ::testing::Combine(::testing::Values(Scheme::def_exp, Scheme::def_lim,
                                                              Scheme::def_lim2, Scheme::def_imp),
                                            ::testing::Values(FiniteElementForm::total_lagrangian,
                                                              FiniteElementForm::corotational)));

TEST(FollowerPressureStep, QuasiStaticBalanceAndWorkTakeThePressureAtTheEndOfTheStep) {
  PressedBody pressed(Scheme::def_lim, FiniteElementForm::total_lagrangian);
  FiniteElementSet& set = pressed.bodies_.finite_element;
  FiniteElementBody& body = pressed.body();
  begin_static_meshes(set);
  pressed.press();
  std::vector<Vec3> end = body.displacement;
  for (std::size_t a = 0; a < end.size(); ++a) end[a] += kStep * body.velocity[a];
  const std::vector<Vec3> load = pressed.force(end);
  std::vector<Vec3> missing(end.size());
  ElementWorkspace workspace;
  internal_force(body.elements, end, workspace, missing);
  for (std::size_t a = 0; a < end.size(); ++a) missing[a] = load[a] - missing[a];
  find_mesh_balance(set, kStep, 1.0);
  EXPECT_NEAR(body.nodal_balance.left, std::sqrt(test::inner_product(missing, missing)), 1e-13);
  const double before = body.energy.external;
  finish_static_meshes(set, kStep, 1.0);
  const double work = kStep * test::inner_product(body.velocity, load);
  EXPECT_GT(std::fabs(work), 1e-3);
  EXPECT_NEAR(body.energy.external - before, work, 1e-14);
}

TEST(FollowerPressureStep, EndsWithTheStep) {
  PressedBody pressed(Scheme::def_exp, FiniteElementForm::total_lagrangian);
  pressed.begin();
  EXPECT_GT(test::largest(pressed.body().load), 0.01);
  pressed.end();
  first_half_step(pressed.bodies_, kStep);
  EXPECT_TRUE(pressed.body().pressure.empty());
  EXPECT_EQ(test::largest(pressed.body().load), 0.0);
}

}  // namespace
}  // namespace solfec

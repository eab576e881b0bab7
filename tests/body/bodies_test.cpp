#include "body/bodies.h"

#include <array>
#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "archive/archive_error.h"
#include "base/check.h"
#include "body/body_archive.h"
#include "math/rotation.h"
#include "support/message_of.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-13;  // a few ulps at the scale of the numbers below

constexpr std::array kKinds = {BodyKind::obstacle, BodyKind::rigid, BodyKind::pseudo_rigid};

class BodiesTest : public ::testing::Test {
 protected:
  Vec3 random_vector() { return {unit_(rng_), unit_(rng_), unit_(rng_)}; }

  BodyRef add(BodyKind kind) {
    MassProperties properties;
    properties.volume = 2.0 + unit_(rng_);
    properties.center = random_vector();
    properties.euler = diagonal(0.3, 0.4, 0.5) + 0.05 * outer(properties.center, properties.center);
    return bodies_.add(++last_id_, kind, properties, material_);
  }

  /// Some placement and velocity, rotations made by Rodrigues' formula of the math layer.
  void randomize(BodyRef body) {
    std::vector<double> state(static_cast<std::size_t>(fixed_state_size(body.kind)));
    for (double& number : state) number = unit_(rng_);
    Mat3 gradient = exponential_map(random_vector());
    if (body.kind == BodyKind::pseudo_rigid)
      gradient += 0.2 * outer(random_vector(), random_vector());
    std::copy(std::begin(gradient.m), std::end(gradient.m), state.begin());
    bodies_.set_state(body, state);
  }

  std::vector<double> state_of(BodyId id) {
    const BodyRef body = bodies_.refs()[bodies_.find(id)];
    std::vector<double> state(static_cast<std::size_t>(fixed_state_size(body.kind)));
    bodies_.get_state(body, state);
    return state;
  }

  Bodies bodies_;
  BulkMaterial material_;

 private:
  BodyId last_id_ = 0;
  std::mt19937 rng_{20260103};  // fixed seed: failures must reproduce
  std::uniform_real_distribution<double> unit_{-1.0, 1.0};
};

void expect_near(Vec3 a, Vec3 b, double tolerance) { EXPECT_LE(norm_inf(a - b), tolerance); }

TEST_F(BodiesTest, NewBodiesRestUndeformedWithTheDefaultScheme) {
  const Vec3 point{0.3, -0.4, 0.5};
  for (const BodyKind kind : kKinds) {
    const BodyRef body = add(kind);
    expect_near(bodies_.current_point(body, point), point, kTol);
    EXPECT_EQ(bodies_.velocity(body, point), Vec3{});
    EXPECT_EQ(bodies_.scheme(body), default_scheme(kind));
  }
}

TEST_F(BodiesTest, ReferencePointInvertsCurrentPoint) {
  for (const BodyKind kind : kKinds) {
    const BodyRef body = add(kind);
    for (int sample = 0; sample < 100; ++sample) {
      randomize(body);
      const Vec3 point = random_vector();
      expect_near(bodies_.reference_point(body, bodies_.current_point(body, point)), point,
                  100.0 * kTol);
    }
  }
}

TEST_F(BodiesTest, VelocityIsTheTimeDerivativeOfTheCurrentPoint) {
  // Placements a little before and after come from the motion itself: R exp(±d Ω̂), F ± d Ḟ.
  constexpr double kStep = 1e-5;
  constexpr double kDifferenceTol = 1e-9;
  for (const BodyKind kind : kKinds) {
    const BodyRef body = add(kind);
    randomize(body);
    const Vec3 point = random_vector();
    const Vec3 velocity = bodies_.velocity(body, point);
    std::vector<double> state = state_of(bodies_.ids().back());
    const auto moved_point = [&](double d) {
      Bodies moved = bodies_;
      Mat3 gradient;
      std::copy_n(state.begin(), 9, std::begin(gradient.m));
      Mat3 after = gradient;
      if (kind == BodyKind::pseudo_rigid) {
        for (int k = 0; k < 9; ++k) after.m[k] += d * state[12 + k];
      } else {
        const Mat3 turn = exponential_map(d * Vec3{state[12], state[13], state[14]});
        after = kind == BodyKind::rigid ? gradient * turn : turn * gradient;
      }
      std::vector<double> next = state;
      std::copy(std::begin(after.m), std::end(after.m), next.begin());
      const std::size_t linear = state.size() - 3;
      for (std::size_t k = 0; k < 3; ++k) next[9 + k] += d * state[linear + k];
      moved.set_state(body, next);
      return moved.current_point(body, point);
    };
    expect_near(velocity, (moved_point(kStep) - moved_point(-kStep)) / (2.0 * kStep),
                kDifferenceTol);
  }
}

TEST_F(BodiesTest, PlacingManyPointsEqualsPlacingEach) {
  for (const BodyKind kind : kKinds) {
    const BodyRef body = add(kind);
    randomize(body);
    const std::array<Vec3, 3> points = {random_vector(), random_vector(), random_vector()};
    std::array<Vec3, 3> placed;
    bodies_.place(body, points, placed);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(placed[i], bodies_.current_point(body, points[i]));
  }
}

TEST_F(BodiesTest, RigidVelocityIsLinearPlusAngularCrossArm) {
  const Vec3 linear{1.0, 2.0, 3.0};
  const Vec3 angular{-0.5, 0.25, 2.0};
  for (const BodyKind kind : kKinds) {
    const BodyRef body = add(kind);
    randomize(body);
    bodies_.set_rigid_velocity(body, linear, angular);
    const Vec3 point = random_vector();
    const Vec3 arm = bodies_.current_point(body, point) -
                     bodies_.current_point(body, bodies_.motion(body).reference_center);
    expect_near(bodies_.velocity(body, point), linear + cross(angular, arm), 10.0 * kTol);
  }
}

TEST_F(BodiesTest, RemovingABodyKeepsTheStateOfAllOthers) {
  std::vector<std::vector<double>> before;
  for (int round = 0; round < 3; ++round) {
    for (const BodyKind kind : kKinds) randomize(add(kind));
  }
  for (const BodyId id : bodies_.ids()) before.push_back(state_of(id));

  for (const BodyId gone : {5, 1, 9}) {
    bodies_.remove(gone);
    EXPECT_EQ(bodies_.find(gone), -1);
  }
  EXPECT_EQ(bodies_.count(), 6);
  EXPECT_EQ(bodies_.obstacles.size() + bodies_.rigid.size() + bodies_.pseudo_rigid.size(), 6);
  for (const BodyId id : bodies_.ids()) {
    EXPECT_EQ(state_of(id), before[static_cast<std::size_t>(id - 1)]);
    EXPECT_EQ(bodies_.refs()[bodies_.find(id)].kind,
              kKinds[static_cast<std::size_t>((id - 1) % 3)]);
  }
  randomize(add(BodyKind::rigid));  // slots stay dense
  EXPECT_EQ(bodies_.refs().back().slot, bodies_.rigid.size() - 1);
}

TEST_F(BodiesTest, StateSurvivesWritingAndReadingToTheBit) {
  for (const BodyKind kind : kKinds) {
    const BodyRef body = add(kind);
    randomize(body);
    const std::vector<double> state = state_of(bodies_.ids().back());
    const Energies energies = bodies_.energies(body);
    randomize(body);
    EXPECT_NE(state_of(bodies_.ids().back()), state);
    bodies_.set_state(body, state);
    EXPECT_EQ(state_of(bodies_.ids().back()), state);
    EXPECT_EQ(bodies_.energies(body).kinetic, energies.kinetic);
    EXPECT_EQ(bodies_.energies(body).internal, energies.internal);
  }
}

TEST_F(BodiesTest, ConfigurationAndVelocityHaveTheSizesOfTheManual) {
  std::vector<double> q;
  std::vector<double> u;
  const std::array<std::size_t, 3> q_sizes = {0, 12, 12};
  const std::array<std::size_t, 3> u_sizes = {0, 6, 12};
  for (std::size_t k = 0; k < 3; ++k) {
    const BodyRef body = add(kKinds[k]);
    bodies_.configuration(body, q);
    bodies_.velocity(body, u);
    EXPECT_EQ(q.size(), q_sizes[k]);
    EXPECT_EQ(u.size(), u_sizes[k]);
  }
}

TEST_F(BodiesTest, PseudoRigidConfigurationIsTheGradientByColumnsThenTheCentre) {
  const BodyRef body = add(BodyKind::pseudo_rigid);
  Mat3& F = bodies_.pseudo_rigid.gradient[body.slot];
  F(0, 1) = 0.5;  // row x, column y: the fourth number by columns
  bodies_.pseudo_rigid.rate[body.slot](2, 0) = 0.25;
  bodies_.pseudo_rigid.center[body.slot] = {7.0, 8.0, 9.0};
  bodies_.pseudo_rigid.linear[body.slot] = {1.0, 2.0, 3.0};
  std::vector<double> q;
  std::vector<double> u;
  bodies_.configuration(body, q);
  bodies_.velocity(body, u);
  EXPECT_EQ(q, (std::vector<double>{1, 0, 0, 0.5, 1, 0, 0, 0, 1, 7, 8, 9}));
  EXPECT_EQ(u, (std::vector<double>{0, 0, 0.25, 0, 0, 0, 0, 0, 0, 1, 2, 3}));
}

TEST_F(BodiesTest, RigidVelocityForTheUserIsReferentialAngularThenLinear) {
  const BodyRef body = add(BodyKind::rigid);
  bodies_.rigid.rotation[body.slot] = rotation_about({0, 0, 1}, 90.0);
  bodies_.set_rigid_velocity(body, {1.0, 2.0, 3.0}, {5.0, 0.0, 0.0});
  std::vector<double> u;
  bodies_.velocity(body, u);
  // The spatial x axis is the body's -y axis after a quarter turn about z.
  const std::vector<double> expected = {0, -5, 0, 1, 2, 3};
  for (std::size_t k = 0; k < 6; ++k) EXPECT_NEAR(u[k], expected[k], 5.0 * kTol);
}

TEST_F(BodiesTest, StressOfAStretchedBodyMatchesHandCalculation) {
  // E = 1e6, nu = 0.25: lambda = mu = 4e5. F = diag(1.1, 1, 1): E_xx = 0.105,
  // S_xx = 3 lambda 0.105, S_yy = lambda 0.105; sigma_xx = 1.1 S_xx, sigma_yy = S_yy / 1.1.
  const BodyRef body = add(BodyKind::pseudo_rigid);
  bodies_.pseudo_rigid.gradient[body.slot] = diagonal(1.1, 1.0, 1.0);
  std::array<double, 6> stress{};
  bodies_.stress(body, {}, stress);
  const double s = 4e5 * 0.105;
  const std::array<double, 6> expected = {3.3 * s, s / 1.1, s / 1.1, 0.0, 0.0, 0.0};
  for (std::size_t k = 0; k < 6; ++k) EXPECT_NEAR(stress[k], expected[k], 1e-9);
}

TEST_F(BodiesTest, StressTurnsWithASuperposedRotation) {
  // A quarter turn about z carries xx to yy, xz to yz, and xy to -xy.
  const BodyRef body = add(BodyKind::pseudo_rigid);
  Mat3 F = diagonal(1.1, 0.9, 1.05);
  F(0, 1) = 0.1;
  F(0, 2) = 0.2;
  std::array<double, 6> before{};
  std::array<double, 6> after{};
  bodies_.pseudo_rigid.gradient[body.slot] = F;
  bodies_.stress(body, {}, before);
  bodies_.pseudo_rigid.gradient[body.slot] = from_columns({0, 1, 0}, {-1, 0, 0}, {0, 0, 1}) * F;
  bodies_.stress(body, {}, after);
  const std::array<double, 6> expected = {before[1],  before[0],  before[2],
                                          -before[3], -before[5], before[4]};
  for (std::size_t k = 0; k < 6; ++k) EXPECT_NEAR(after[k], expected[k], 1e-8);
}

TEST_F(BodiesTest, RigidBodiesAndObstaclesHaveNoStress) {
  for (const BodyKind kind : {BodyKind::rigid, BodyKind::obstacle}) {
    std::array<double, 6> stress = {1, 1, 1, 1, 1, 1};
    bodies_.stress(add(kind), {}, stress);
    for (const double component : stress) EXPECT_EQ(component, 0.0);
  }
}

TEST_F(BodiesTest, CharacteristicsAreReplacedWithTheirInverses) {
  for (const BodyKind kind : kKinds) {
    const BodyRef body = add(kind);
    BodyCharacteristics values = bodies_.characteristics(body);
    values.mass = 3.0;
    values.volume = 4.0;
    values.tensor = diagonal(1.0, 2.0, 4.0);
    bodies_.set_characteristics(body, values);
    EXPECT_EQ(bodies_.characteristics(body).mass, 3.0);
    EXPECT_EQ(bodies_.characteristics(body).volume, 4.0);
    EXPECT_EQ(bodies_.characteristics(body).tensor, values.tensor);
  }
  EXPECT_EQ(bodies_.rigid.inverse_inertia[0], diagonal(1.0, 0.5, 0.25));
  EXPECT_EQ(bodies_.pseudo_rigid.inverse_euler[0], diagonal(1.0, 0.5, 0.25));
}

TEST_F(BodiesTest, AnotherCentreLeavesTheMaterialPointsAndTheirVelocity) {
  for (const BodyKind kind : kKinds) {
    const BodyRef body = add(kind);
    randomize(body);
    const Vec3 point = random_vector();
    const Vec3 current = bodies_.current_point(body, point);
    const Vec3 velocity = bodies_.velocity(body, point);
    BodyCharacteristics values = bodies_.characteristics(body);
    values.center += Vec3{0.1, 0.2, 0.3};
    bodies_.set_characteristics(body, values);
    expect_near(bodies_.current_point(body, point), current, 10.0 * kTol);
    expect_near(bodies_.velocity(body, point), velocity, 10.0 * kTol);
  }
}

TEST_F(BodiesTest, WrongCharacteristicsLeaveTheBodyAsItWas) {
  const BodyRef body = add(BodyKind::rigid);
  BodyCharacteristics values = bodies_.characteristics(body);
  const double mass = values.mass;
  values.mass = -1.0;
  EXPECT_THROW(bodies_.set_characteristics(body, values), InputError);
  EXPECT_EQ(bodies_.characteristics(body).mass, mass);
}

TEST_F(BodiesTest, AShapeWithoutVolumeIsRefusedAndNothingIsAdded) {
  EXPECT_THROW(bodies_.add(1, BodyKind::rigid, MassProperties{}, material_), InputError);
  EXPECT_EQ(bodies_.count(), 0);
  EXPECT_EQ(bodies_.rigid.size(), 0);
}

TEST_F(BodiesTest, KineticEnergyOfAStartVelocityMatchesTheFormulas) {
  // J = diag(1, 2, 4), m = 3: ½ (1 + 2·4 + 4·9) + ½ 3 (1 + 4 + 4) = 22.5 + 13.5 = 36.
  // E = diag(1, 2, 4): tr(ω̂ E ω̂ᵀ) = ω·(tr(E) 1 - E) ω = 6·1 + 5·4 + 3·9 = 53,
  // so 26.5 + 13.5 = 40.
  for (const auto& [kind, energy] :
       {std::pair{BodyKind::rigid, 36.0}, std::pair{BodyKind::pseudo_rigid, 40.0}}) {
    const BodyRef body = add(kind);
    bodies_.set_characteristics(body, {3.0, 1.0, {}, diagonal(1.0, 2.0, 4.0)});
    bodies_.set_rigid_velocity(body, {1.0, 2.0, 2.0}, {1.0, 2.0, 3.0});
    EXPECT_NEAR(bodies_.energies(body).kinetic, energy, 40.0 * kTol);
  }
}

TEST_F(BodiesTest, EnergiesAreKeptForEveryKind) {
  for (const BodyKind kind : kKinds) {
    const BodyRef body = add(kind);
    bodies_.set_energies(body, {1.0, 2.0, 3.0, 4.0, 5.0});
    EXPECT_EQ(bodies_.energies(body).external, 3.0);
    EXPECT_EQ(bodies_.energies(body).friction, 5.0);
  }
}

TEST_F(BodiesTest, SchemesBelongToTheirKinds) {
  const BodyRef rigid = add(BodyKind::rigid);
  const BodyRef soft = add(BodyKind::pseudo_rigid);
  const BodyRef obstacle = add(BodyKind::obstacle);
  EXPECT_TRUE(bodies_.set_scheme(rigid, Scheme::rig_imp));
  EXPECT_EQ(bodies_.scheme(rigid), Scheme::rig_imp);
  EXPECT_FALSE(bodies_.set_scheme(rigid, Scheme::def_exp));
  EXPECT_EQ(bodies_.scheme(rigid), Scheme::rig_imp);
  EXPECT_FALSE(bodies_.set_scheme(soft, Scheme::rig_neg));
  EXPECT_TRUE(bodies_.set_scheme(soft, Scheme::def_exp));
  EXPECT_FALSE(bodies_.set_scheme(obstacle, Scheme::rig_neg));
}

TEST_F(BodiesTest, OnlyBodiesWithStiffnessTakeDamping) {
  const BodyRef rigid = add(BodyKind::rigid);
  const BodyRef soft = add(BodyKind::pseudo_rigid);
  EXPECT_FALSE(bodies_.set_damping(rigid, 0.1));
  EXPECT_EQ(bodies_.damping(rigid), 0.0);
  EXPECT_TRUE(bodies_.set_damping(soft, 0.1));
  EXPECT_EQ(bodies_.damping(soft), 0.1);
}

TEST_F(BodiesTest, OnlyRigidBodiesCanStopTurningAndTheirPointsHaveNoArms) {
  for (const BodyKind kind : kKinds) {
    const BodyRef body = add(kind);
    bodies_.set_rigid_velocity(body, {1.0, 2.0, 3.0}, {0.0, 0.0, 4.0});
    const bool rigid = body.kind == BodyKind::rigid;
    EXPECT_EQ(bodies_.disable_rotation(body, true), rigid);
    EXPECT_EQ(bodies_.rotation_disabled(body), rigid);
    if (!rigid) continue;
    const Vec3 corner{1.5, -0.5, 2.0};
    EXPECT_EQ(bodies_.velocity(body, corner), (Vec3{1.0, 2.0, 3.0}));
    EXPECT_EQ(bodies_.mobility(body, bodies_.point(body, corner)),
              (1.0 / bodies_.characteristics(body).mass) * identity());
    EXPECT_EQ(bodies_.energies(body).kinetic, 0.5 * bodies_.characteristics(body).mass * 14.0);
    bodies_.kick(body, bodies_.point(body, corner), {0.0, bodies_.characteristics(body).mass, 0.0});
    EXPECT_EQ(bodies_.velocity(body, corner), (Vec3{1.0, 3.0, 3.0}));
    bodies_.set_rigid_velocity(body, {}, {0.0, 0.0, 4.0});
    EXPECT_EQ(bodies_.motion(body).rate, Mat3{});
    EXPECT_TRUE(bodies_.disable_rotation(body, false));
    EXPECT_FALSE(bodies_.rotation_disabled(body));
  }
}

TEST(BodyState, SchemeAndFlagsAreOneNumberAndOnlyRigidBodiesHaveAllOfThem) {
  BodyState state;
  state.kind = BodyKind::rigid;
  state.scheme = Scheme::rig_imp;
  state.rotation_disabled = true;
  for (const bool self : {false, true}) {
    state.self_contact = self;
    BodyState read;
    read.kind = BodyKind::rigid;
    set_scheme_code(read, scheme_code(state));
    EXPECT_EQ(read.scheme, Scheme::rig_imp);
    EXPECT_EQ(read.self_contact, self);
    EXPECT_TRUE(read.rotation_disabled);
  }
  EXPECT_EQ(scheme_code(state), 3 + 256 + 512);
  BodyState soft;
  soft.kind = BodyKind::pseudo_rigid;
  EXPECT_EQ(message_of<ArchiveError>([&] { set_scheme_code(soft, 4 + 512); }),
            "body 0 has the impossible scheme 516");
}

TEST_F(BodiesTest, AnotherMaterialChangesMassAndStiffness) {
  const MassProperties properties{2.0, {1.0, 0.0, 0.0}, identity()};
  const BodyRef body = bodies_.add(1, BodyKind::pseudo_rigid, properties, material_);
  BulkMaterial stiff = material_;
  stiff.young = 5e6;  // nu = 0.25: lambda = mu = 0.4 E
  stiff.density = 3.0;
  bodies_.set_material(body, properties, stiff);
  EXPECT_NEAR(bodies_.pseudo_rigid.lame_lambda[0], 2e6, 2e6 * kTol);
  EXPECT_NEAR(bodies_.pseudo_rigid.lame_mu[0], 2e6, 2e6 * kTol);
  EXPECT_EQ(bodies_.characteristics(body).mass, 6.0);
  EXPECT_EQ(bodies_.characteristics(body).tensor, 3.0 * identity());
}

TEST(BodyKind, NamesAreThoseOfTheManual) {
  EXPECT_EQ(name_of(BodyKind::obstacle), "OBSTACLE");
  EXPECT_EQ(name_of(BodyKind::rigid), "RIGID");
  EXPECT_EQ(name_of(BodyKind::pseudo_rigid), "PSEUDO_RIGID");
}

}  // namespace
}  // namespace solfec

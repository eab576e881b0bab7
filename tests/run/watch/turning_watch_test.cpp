#include "run/watch/turning_watch.h"

#include <cmath>

#include <gtest/gtest.h>

#include "domain/domain_fixture.h"

namespace solfec {
namespace {

class TurningWatchTest : public DomainFixture {
 protected:
  /// A bar along x that turns about (1, 1, 0)/√2, whose momentum is nearly along y.
  BodyId add_bar(double speed, Scheme scheme) {
    const BodyId id = add(BodyKind::rigid, box_shape({-5, -0.1, -0.1}, {5, 0.1, 0.1}));
    domain_.bodies.set_scheme(domain_.body_ref(id), scheme);
    const double part = speed / std::sqrt(2.0);
    domain_.set_rigid_velocity(id, {}, {part, part, 0});
    return id;
  }
};

// A block that turns about (1, 1, 0)/√2: J Ω is along (J_x, J_y, 0).
TEST_F(TurningWatchTest, TellsOnceOfTheFirstBodyThatTurnsTooFar) {
  const BodyId id = add(BodyKind::rigid, box_shape({-5, -3, -1.5}, {5, 3, 1.5}));
  domain_.bodies.set_scheme(domain_.body_ref(id), Scheme::rig_neg);
  domain_.set_rigid_velocity(id, {}, {std::sqrt(0.5), std::sqrt(0.5), 0});
  constexpr double kTurn = 0.2;
  const double jx = (36.0 + 9.0) / 12.0;
  const double jy = (100.0 + 9.0) / 12.0;
  const double rate = (jy - jx) / std::sqrt(2.0 * (jx * jx + jy * jy));  // |Ω × JΩ| / |JΩ|
  TurningWatch watch;
  EXPECT_EQ(watch.news(domain_, 0.999 * kTurn / rate), "");
  const std::string text = watch.news(domain_, 1.001 * kTurn / rate);
  EXPECT_NE(text.find("above 0.2 rad RIG_NEG"), std::string::npos) << text;
  EXPECT_NE(text.find("or BODY.scheme = 'RIG_IMP'"), std::string::npos) << text;
  EXPECT_EQ(watch.news(domain_, 10.0), "");
}

// A bar that turns far takes the velocity of RIG_IMP, and with it the border of RIG_IMP.
TEST_F(TurningWatchTest, ABarOfRigNegMayTurnAsFarAsOneOfRigImp) {
  add_bar(1.0, Scheme::rig_neg);
  TurningWatch watch;
  EXPECT_EQ(watch.news(domain_, 1.41), "");
  EXPECT_NE(watch.news(domain_, 1.42).find("above 1 rad RIG_NEG"), std::string::npos);
}

TEST_F(TurningWatchTest, TheImplicitSchemeMayTurnFarther) {
  add_bar(1.0, Scheme::rig_imp);
  TurningWatch watch;
  EXPECT_EQ(watch.news(domain_, 1.41), "");
  const std::string text = watch.news(domain_, 1.42);
  EXPECT_NE(text.find("above 1 rad RIG_IMP"), std::string::npos) << text;
  EXPECT_EQ(text.find("scheme ="), std::string::npos) << text;
}

// Nothing acts on the bar, so its kinetic energy should stay. It has grown by 1 % when the watch
// says so: not before the step in which it does.
TEST_F(TurningWatchTest, TellsWhenTheExplicitSchemeHasAddedAHundredth) {
  const BodyId id = add_bar(1.0, Scheme::rig_pos);
  const BodyRef body = domain_.body_ref(id);
  const double initial = domain_.bodies.energies(body).kinetic;
  TurningWatch watch;
  std::string text = watch.news(domain_, 0.05);
  EXPECT_EQ(text, "");
  double before = initial;
  for (int k = 0; k < 4000 && text.empty(); ++k) {
    before = domain_.bodies.energies(body).kinetic;
    run(1, 0.05);
    text = watch.news(domain_, 0.05);
  }
  EXPECT_LE(before, 1.01 * initial * (1.0 + 1e-9));
  EXPECT_GT(domain_.bodies.energies(body).kinetic, 1.01 * initial * (1.0 - 1e-9));
  EXPECT_NE(text.find("RIG_POS has added 1"), std::string::npos) << text;
  run(1, 0.05);
  EXPECT_EQ(watch.news(domain_, 0.05), "");
}

TEST_F(TurningWatchTest, WhatTheOtherSchemesDoIsNotTold) {
  add_bar(1.0, Scheme::rig_neg);
  TurningWatch watch;
  for (int k = 0; k < 200; ++k) {
    run(1, 0.03);
    EXPECT_EQ(watch.news(domain_, 0.03), "");
  }
}

TEST_F(TurningWatchTest, ABodyThatTurnsAboutItsOwnAxisMayTurnByAnyAngle) {
  const BodyId id = add(BodyKind::rigid, box_shape({-5, -0.1, -0.1}, {5, 0.1, 0.1}));
  domain_.set_rigid_velocity(id, {}, {0, 0, 100.0});
  TurningWatch watch;
  EXPECT_EQ(watch.news(domain_, 1.0), "");
}

}  // namespace
}  // namespace solfec

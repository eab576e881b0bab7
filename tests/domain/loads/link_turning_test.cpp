#include "domain/loads/link_turning.h"

#include <cmath>

#include "domain/domain_fixture.h"

namespace solfec {
namespace {

class LinkTurningTest : public DomainFixture {
 protected:
  /// Balls of 0.5 kg and a heavy one at the end, in a row of links of 0.1 m that hangs at rest.
  void chain(int balls, double heavy) {
    domain_.loads.gravity[2].constant = -10.0;
    BodyId last = 0;
    for (int k = 0; k <= balls; ++k) {
      const Vec3 center{0, 0, -0.1 * (k + 1)};
      const BodyId ball = add(BodyKind::rigid, ball_shape(center, 0.04));
      const double mass = k < balls ? 0.5 : heavy;
      domain_.bodies.set_characteristics(domain_.body_ref(ball),
                                         {mass, 1e-4, center, mass * 3.2e-4 * identity()});
      domain_.add_constraint(make_rigid_link(ball, last, center, center + Vec3{0, 0, 0.1}, 1e-6));
      balls_.push_back(last = ball);
    }
  }
  CriticalStep critical() { return LinkTurning().find(domain_.bodies, domain_.user_constraints()); }

  std::vector<BodyId> balls_;
};

TEST_F(LinkTurningTest, ALinkUnderTensionIsAPendulumOfItsFrequency) {
  chain(0, 2.0);
  EXPECT_TRUE(std::isinf(critical().step));  // nothing pulls yet
  run(1, 1e-3);
  EXPECT_NEAR(critical().step, 2.0 / std::sqrt(10.0 / 0.1), 1e-4);  // ω² = g / L
  EXPECT_EQ(critical().body, balls_[0]);
}

TEST_F(LinkTurningTest, TheLimitOfAHeavyLoadOnALightChainIsThatOfALongString) {
  chain(10, 2e4);
  run(1, 1e-5);
  // ω² of a long string of beads, 4 T / (m L)
  EXPECT_NEAR(critical().step, 2.0 / std::sqrt(4.0 * 2e5 / (0.5 * 0.1)), 1e-6);
}

TEST_F(LinkTurningTest, APushedChainUnderAHeavyLoadKeepsItsEnergyInStepsOfAnyLength) {
  // the beads have 1 mm/s times the square root of 0.5 kg in all, whatever the step
  for (const double step : {1e-4, 1e-3, 1e-2, 1e-1}) {
    domain_ = Domain(Analysis::dynamic, 1e-4);
    domain_.define_bulk_material({"stone", BulkModel::kirchhoff, 1e9, 0.2, 1000.0});
    balls_.clear();
    chain(10, 2e4);
    domain_.set_rigid_velocity(balls_[5], {1e-3, 0, 0}, {});
    double fastest = 0.0;
    for (int k = 0; k < 200; ++k) {
      run(1, step);
      for (int ball = 0; ball <= 10; ++ball) {
        fastest = std::fmax(fastest, norm(speed(balls_[ball], {0, 0, -0.1 * (ball + 1)})));
      }
    }
    EXPECT_LE(fastest, 1.001e-3) << step;
    EXPECT_GE(fastest, 0.4e-3) << step;
  }
}

TEST_F(LinkTurningTest, PushedLinksAndSpringsAlongADirectionOfTheirOwnNeedNoTurning) {
  const BodyId a = add(BodyKind::rigid, ball_shape({}, 0.1));
  domain_.loads.gravity[2].constant = -10.0;
  domain_.add_constraint(make_rigid_link(a, 0, {}, {0, 0, -0.5}, 1e-6));  // stands on it
  Spring fixed = make_linear_spring(1e6);
  fixed.direction = SpringDirection::fixed;
  domain_.add_constraint(make_spring(a, 0, {}, {1, 0, 0}, fixed, {1, 0, 0}));
  run(2, 1e-3);
  EXPECT_TRUE(std::isinf(critical().step));
}

/// Four balls of 0.5 kg in a row that turn and bend without gravity, linked or on springs.
class FreeRow : public LinkTurningTest {
 protected:
  struct State {
    double kinetic{};
    double stretch{};  // largest change of a distance over the distance
    Vec3 momentum;
    Vec3 turning;  // angular momentum about the origin
  };

  void make(double stiffness, double size) {
    size_ = size;
    domain_ = Domain(Analysis::dynamic, 1e-4 * size);
    domain_.define_bulk_material({"stone", BulkModel::kirchhoff, 1e9, 0.2, 1000.0});
    balls_.clear();
    for (int k = 0; k < 4; ++k) {
      const Vec3 center = place(k);
      balls_.push_back(add(BodyKind::rigid, ball_shape(center, 0.04 * size)));
      domain_.bodies.set_characteristics(domain_.body_ref(balls_.back()),
                                         {0.5, 1.0, center, size * size * 1e-4 * identity()});
      const Vec3 velocity{0, size * std::sin(2.1 * k + 0.4), size * std::cos(1.3 * k)};
      domain_.set_rigid_velocity(balls_.back(), velocity, {});
      if (k == 0) continue;
      const Vec3 last = place(k - 1);
      domain_.add_constraint(stiffness > 0.0
                                 ? make_spring(balls_[k], balls_[k - 1], center, last,
                                               make_linear_spring(stiffness), {})
                                 : make_rigid_link(balls_[k], balls_[k - 1], center, last, 1e-9));
    }
  }
  [[nodiscard]] Vec3 place(int k) const { return {0.1 * size_ * k, 0, 0}; }
  [[nodiscard]] State state() const {
    State all;
    for (int k = 0; k < 4; ++k) {
      const Vec3 x = point(balls_[k], place(k));
      const Vec3 v = speed(balls_[k], place(k));
      all.kinetic += 0.25 * dot(v, v);
      all.momentum += 0.5 * v;
      all.turning += 0.5 * cross(x, v);
      if (k == 0) continue;
      const double distance = norm(x - point(balls_[k - 1], place(k - 1)));
      all.stretch = std::fmax(all.stretch, std::fabs(distance / (0.1 * size_) - 1.0));
    }
    return all;
  }

  double size_ = 1.0;
};

TEST_F(FreeRow, VeryStiffSpringsBehaveAsRigidLinksInLongSteps) {
  for (const double size : {1e-3, 1.0, 1e3}) {
    for (const double step : {1e-3, 1e-2, 3e-2}) {
      make(1e12, size);
      const State start = state();
      for (int k = 0; k < 200; ++k) {
        run(1, step);
        const State now = state();
        EXPECT_LE(now.kinetic, 1.15 * start.kinetic) << step;
        EXPECT_GE(now.kinetic, 0.5 * start.kinetic) << step;
        EXPECT_LE(now.stretch, 1e-7) << step;
      }
      const State end = state();
      EXPECT_LE(norm(end.momentum - start.momentum), 1e-12 * size);
      EXPECT_LE(norm(end.turning - start.turning), 1e-12 * size * size);
    }
  }
}

/// Share of the force at the end of a step of 0.1 s in that of a spring of 0.1 m whose ball of
/// 0.5 kg moves across; h² k w = 0.02 k.
class EndShare : public LinkTurningTest {
 protected:
  double share(double k, double across) {
    const Vec3 center{1, 2, -0.1};
    const BodyId ball = add(BodyKind::rigid, ball_shape(center, 0.04));
    domain_.bodies.set_characteristics(domain_.body_ref(ball),
                                       {0.5, 1e-4, center, 1.6e-4 * identity()});
    domain_.bodies.rigid.start_linear[at(domain_.body_ref(ball).slot)] = {across, 0, 0};
    UserConstraint spring = make_spring(ball, 0, center, {1, 2, 0}, make_linear_spring(k), {});
    place_constraint(domain_.bodies, spring);
    return end_share(domain_.bodies, spring, 0.1);
  }
};

TEST_F(EndShare, GrowsWithTheStiffnessOverTheMass) {
  EXPECT_EQ(share(100.0, 1.0), 0.0);            // h² k w = 2
  EXPECT_NEAR(share(2600.0, 1.0), 0.5, 1e-12);  // 52, half way from 4 to 100
  EXPECT_EQ(share(1e5, 1.0), 1.0);
}

// The way across is y = 0.05 s v and the excess of length y² / (2 L).
TEST_F(EndShare, GrowsWithTheExcessOfLengthByTurning) {
  EXPECT_EQ(share(1e5, 0.0), 0.0);
  EXPECT_NEAR(share(1e5, 2e-3), 0.5, 1e-6);  // y = 1e-4 m: half of 1e-6 L
  EXPECT_NEAR(share(2600.0, 2e-3), 0.25, 1e-6);
  EXPECT_EQ(share(1e5, 3e-3), 1.0);
}

TEST(LinkTurning, ErrorsOfRowsAreSmallBesideWhatGravityGivesOrBesideTheFastest) {
  EXPECT_DOUBLE_EQ(LinkTurning::error_bound(0.5, 0.0), 5e-4);
  EXPECT_DOUBLE_EQ(LinkTurning::error_bound(0.0, 100.0), 1e-4);
  EXPECT_DOUBLE_EQ(LinkTurning::error_bound(0.5, 100.0), 5e-4);
  EXPECT_DOUBLE_EQ(LinkTurning::error_bound(0.05, 100.0), 1e-4);
  EXPECT_EQ(LinkTurning::error_bound(0.0, 0.0), 0.0);
  EXPECT_DOUBLE_EQ(LinkTurning::error_bound(0.5, 0.0, true), 5e-6);
  EXPECT_DOUBLE_EQ(LinkTurning::error_bound(0.0, 100.0, true), 1e-6);
}

}  // namespace
}  // namespace solfec

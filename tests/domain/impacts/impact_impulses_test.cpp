#include "domain/impacts/impact_impulses.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "domain/finite_element_fixture.h"
#include "domain/ranks/random_cells.h"
#include "parallel/mailbox_comm.h"
#include "support/block_mesh.h"

namespace solfec {
namespace {

constexpr int kPhases = 20;
constexpr double kSpeed = 2.0;    // m/s, of the impacts
constexpr double kExact = 1e-10;  // relative, of impulses
constexpr BodyId kFloor = 1;
constexpr BodyId kBody = 2;

/// Impulse on a body in one step, N s; spatial.
Vec3 impulse_on(const Domain& domain, BodyId id, double h) {
  Vec3 sum;
  for (const ConstraintRecord& row : domain.constraints()) {
    const double sign = (row.master == id ? 1.0 : 0.0) - (row.slave == id ? 1.0 : 0.0);
    sum += sign * h * (row.frame * row.R);
  }
  return sum;
}

std::vector<double> state_of(const Domain& domain) {
  std::vector<double> all;
  for (const BodyId id : domain.bodies.ids()) {
    const BodyRef body = domain.body_ref(id);
    std::vector<double> numbers(static_cast<std::size_t>(domain.bodies.state_size(body)));
    domain.bodies.get_state(body, numbers);
    all.insert(all.end(), numbers.begin(), numbers.end());
  }
  for (const ContactPoint& contact : domain.contact_points()) {
    for (const Vec3 v : {contact.state.R, contact.state.U}) all.insert(all.end(), {v.x, v.y, v.z});
  }
  return all;
}

class ImpactImpulsesTest : public FiniteElementFixture {
 protected:
  using Setup = std::function<void(Domain&)>;

  /// A scene with 'RATTLE', and the same scene with 'SHAKE' that has to move alike.
  struct Twins {
    Domain shown{Analysis::dynamic, 1e-4};
    Domain plain{Analysis::dynamic, 1e-4};
    GaussSeidelSolver shown_solver{tight_params()};
    GaussSeidelSolver plain_solver{tight_params()};
    double h{};

    void step() {
      (void)shown.step(shown_solver, h);
      (void)plain.step(plain_solver, h);
      ASSERT_EQ(state_of(shown), state_of(plain));
    }
    /// Steps until a body feels an impulse of this size; its number, or -1.
    int find_impact(double least, int most = 400) {
      for (int k = 0; k < most; ++k) {
        step();
        if (norm(impulse_on(shown, kBody, h)) > least) return k;
      }
      return -1;
    }
  };

  void make(Twins& twins, double h, const Setup& setup) const {
    twins.h = h;
    twins.shown.impacts = ImpactScheme::rattle;
    for (Domain* domain : {&twins.shown, &twins.plain}) {
      domain->define_bulk_material({"stone", BulkModel::kirchhoff, 1e9, 0.2, 1000.0});
      domain->contact_params.points = ContactPoints::patch;
      domain->contact_params.projection = true;
      setup(*domain);
    }
  }
  /// Distance that a body of kSpeed falls through in two steps and a phase of the third.
  static double way(double h, int phase) { return (2.0 + phase / double(kPhases)) * kSpeed * h; }

  void add_floor(Domain& domain) const {
    add_to(domain, BodyKind::obstacle, box_shape({-5, -5, -1}, {5, 5, 0}));
  }
  void add_ball(Domain& domain, double low, Vec3 velocity) const {
    const BodyId ball = add_to(domain, BodyKind::rigid, ball_shape({0, 0, 0.5 + low}, 0.5));
    domain.set_rigid_velocity(ball, velocity, {});
  }
  static double mass_of(const Domain& domain, BodyId id = kBody) {
    return domain.characteristics(id).mass;
  }
  static void set_gravity(Domain& domain, double g) { domain.loads.gravity[2].constant = -g; }
  static void set_friction(Domain& domain, double friction) {
    SurfaceMaterial material;
    material.friction = friction;
    domain.surface_materials.define(material);
  }
  /// Calls test(twins, phase) for all phases and steps.
  template <typename Test>
  void for_each_phase(const std::function<void(Domain&, double)>& setup, const Test& test) const {
    for (const double h : {1e-2, 1e-3, 1e-4}) {
      for (int phase = 0; phase < kPhases; ++phase) {
        SCOPED_TRACE(cat("h = ", h, ", phase ", phase));
        Twins twins;
        make(twins, h, [&](Domain& domain) { setup(domain, way(h, phase)); });
        test(twins);
        if (::testing::Test::HasFatalFailure()) return;
      }
    }
  }
};

TEST_F(ImpactImpulsesTest, BallLosesItsMomentumInTheStepOfTheImpactAtEveryPhase) {
  double least = 1.0;  // share of it with SHAKE
  double most = 0.0;
  for_each_phase(
      [&](Domain& domain, double way) {
        add_floor(domain);
        add_ball(domain, way, {0, 0, -kSpeed});
      },
      [&](Twins& twins) {
        const double momentum = mass_of(twins.shown) * kSpeed;
        ASSERT_GE(twins.find_impact(1e-3 * momentum), 0);
        EXPECT_NEAR(impulse_on(twins.shown, kBody, twins.h).z, momentum, kExact * momentum);
        const double share = impulse_on(twins.plain, kBody, twins.h).z / momentum;
        least = std::min(least, share);
        most = std::max(most, share);
        for (int k = 0; k < 5; ++k) {
          twins.step();
          EXPECT_NEAR(impulse_on(twins.shown, kBody, twins.h).z, 0.0, kExact * momentum);
        }
        EXPECT_TRUE(twins.shown.impulses().late().empty());
      });
  EXPECT_LT(least, 0.6);  // which is why the setting is there
  EXPECT_GT(most, 0.9);
}

TEST_F(ImpactImpulsesTest, BlockThatFallsFlatLosesItsMomentumAndThenCarriesItsWeight) {
  constexpr double kPull = 10.0;
  for_each_phase(
      [&](Domain& domain, double way) {
        add_floor(domain);
        const BodyId block =
            add_to(domain, BodyKind::rigid, box_shape({-0.5, -0.4, way}, {0.5, 0.4, 0.6 + way}));
        domain.set_rigid_velocity(block, {0, 0, -kSpeed}, {});
        set_gravity(domain, kPull);
      },
      [&](Twins& twins) {
        const double mass = mass_of(twins.shown);
        const int before = twins.find_impact(1e-3 * mass * kSpeed);
        ASSERT_GE(before, 0);
        const double momentum = mass * (kSpeed + (before + 1) * kPull * twins.h);
        EXPECT_NEAR(impulse_on(twins.shown, kBody, twins.h).z, momentum, kExact * momentum);
        for (int k = 0; k < 5; ++k) {
          twins.step();
          EXPECT_NEAR(impulse_on(twins.shown, kBody, twins.h).z, mass * kPull * twins.h,
                      kExact * momentum);
        }
      });
}

TEST_F(ImpactImpulsesTest, BallOnBallExchangesTheReducedMassTimesTheRelativeVelocity) {
  for_each_phase(
      [&](Domain& domain, double way) {
        domain.set_rigid_velocity(add_to(domain, BodyKind::rigid, ball_shape({-1.0, 0, 0}, 0.4)),
                                  {1.0, 0, 0}, {});
        domain.set_rigid_velocity(
            add_to(domain, BodyKind::rigid, ball_shape({-0.3 + way, 0, 0}, 0.3)),
            {1.0 - kSpeed, 0, 0}, {});
      },
      [&](Twins& twins) {
        const double one = mass_of(twins.shown, 1);
        const double other = mass_of(twins.shown, 2);
        const double momentum = one * other / (one + other) * kSpeed;
        ASSERT_GE(twins.find_impact(1e-3 * momentum), 0);
        EXPECT_NEAR(impulse_on(twins.shown, 2, twins.h).x, momentum, kExact * momentum);
        EXPECT_NEAR(impulse_on(twins.shown, 1, twins.h).x, -momentum, kExact * momentum);
        twins.step();
        EXPECT_NEAR(norm(impulse_on(twins.shown, 2, twins.h)), 0.0, kExact * momentum);
      });
}

/// A ball that does not turn sticks by 2/7 of its tangential momentum, the rest makes it roll.
TEST_F(ImpactImpulsesTest, ObliqueImpactSticksOrSlipsAsCoulombSays) {
  constexpr double kTangential = 1.4;
  const double sticks = 2.0 / 7.0 * kTangential / kSpeed;  // friction that is just enough
  for (const double friction : {0.5 * sticks, 0.95 * sticks, 1.05 * sticks, 3.0 * sticks}) {
    for_each_phase(
        [&](Domain& domain, double way) {
          add_floor(domain);
          add_ball(domain, way, {kTangential, 0, -kSpeed});
          set_friction(domain, friction);
        },
        [&](Twins& twins) {
          const double normal = mass_of(twins.shown) * kSpeed;
          const double tangential = std::min(friction, sticks) * normal;
          ASSERT_GE(twins.find_impact(1e-3 * normal), 0);
          const Vec3 p = impulse_on(twins.shown, kBody, twins.h);
          EXPECT_NEAR(p.z, normal, kExact * normal);
          EXPECT_NEAR(p.x, -tangential, kExact * normal);
          EXPECT_NEAR(p.y, 0.0, kExact * normal);
          EXPECT_LE(std::hypot(p.x, p.y), friction * p.z * (1.0 + kExact));
          twins.step();
          EXPECT_NEAR(norm(impulse_on(twins.shown, kBody, twins.h)), 0.0, kExact * normal);
        });
  }
}

/// The face of a pseudo-rigid block feels a force as the mass 1 / (1 / M + a² / E): a from its
/// centre to the points of contact, midway in the gap, and the Euler tensor E = M c² / 3 of its
/// height 2 c.
TEST_F(ImpactImpulsesTest, PseudoRigidBlockStopsItsLowerFace) {
  constexpr double kHalfHeight = 0.3;
  for (const double h : {1e-4, 1e-5}) {
    for (int phase = 0; phase < kPhases; ++phase) {
      const double low = way(h, phase);
      Twins twins;
      make(twins, h, [&](Domain& domain) {
        add_floor(domain);
        const BodyId block =
            add_to(domain, BodyKind::pseudo_rigid,
                   box_shape({-0.5, -0.5, low}, {0.5, 0.5, 2.0 * kHalfHeight + low}));
        domain.set_rigid_velocity(block, {0, 0, -kSpeed}, {});
      });
      const double mass = mass_of(twins.shown);
      const int before = twins.find_impact(1e-3 * mass * kSpeed);
      ASSERT_GE(before, 0);
      const double center = low + kHalfHeight - (before + 0.5) * h * kSpeed;
      const double arm = center - twins.shown.constraints()[0].point.z;
      const double momentum = kSpeed * mass / (1.0 + 3.0 * arm * arm / (kHalfHeight * kHalfHeight));
      EXPECT_NEAR(impulse_on(twins.shown, kBody, h).z, momentum, kExact * momentum);
    }
  }
}

TEST_F(ImpactImpulsesTest, LinkBringsTheMomentumOfTheUpperBallInTheSameStep) {
  for_each_phase(
      [&](Domain& domain, double way) {
        add_floor(domain);
        add_ball(domain, way, {0, 0, -kSpeed});
        const BodyId upper = add_to(domain, BodyKind::rigid, ball_shape({0, 0, 2.5 + way}, 0.3));
        domain.set_rigid_velocity(upper, {0, 0, -kSpeed}, {});
        domain.add_constraint(
            make_rigid_link(kBody, upper, {0, 0, 0.5 + way}, {0, 0, 2.5 + way}, 1e-4));
      },
      [&](Twins& twins) {
        const double lower = mass_of(twins.shown, 2) * kSpeed;
        const double upper = mass_of(twins.shown, 3) * kSpeed;
        ASSERT_GE(twins.find_impact(1e-3 * lower), 0);
        EXPECT_NEAR(impulse_on(twins.shown, 1, twins.h).z, -(lower + upper), kExact * lower);
        EXPECT_NEAR(impulse_on(twins.shown, 3, twins.h).z, upper, kExact * lower);
        twins.step();
        EXPECT_NEAR(norm(impulse_on(twins.shown, 1, twins.h)), 0.0, kExact * lower);
        EXPECT_NEAR(norm(impulse_on(twins.shown, 3, twins.h)), 0.0, kExact * lower);
      });
}

/// A block that rocks to rest has lost all of its momentum, up to what its weight does in a step:
/// contacts do not pull where it lifts one after the impact. Between impacts reactions are those of
/// the motion.
TEST_F(ImpactImpulsesTest, TiltedBlockComesToRestByTheSumOfItsImpulses) {
  constexpr double kPull = 10.0;
  for (const double h : {4e-3, 1e-3}) {
    Twins twins;
    make(twins, h, [&](Domain& domain) {
      add_floor(domain);
      Shape shape = box_shape({-0.5, -0.4, -0.3}, {0.5, 0.4, 0.3});
      const double c = std::cos(0.2);
      const double s = std::sin(0.2);
      for (Vec3& v : shape.convices[0].vertices) {
        v = {c * v.x - s * v.z, v.y, s * v.x + c * v.z + 0.45};
      }
      domain.set_rigid_velocity(add_to(domain, BodyKind::rigid, std::move(shape)), {0, 0, -kSpeed},
                                {});
      set_gravity(domain, kPull);
      set_friction(domain, 0.8);
    });
    double sum = 0.0;
    double least = 0.0;
    int plain_steps = 0;
    const int steps = static_cast<int>(std::lround(2.0 / h));
    for (int k = 0; k < steps; ++k) {
      const bool was_late = !twins.shown.impulses().late().empty();
      twins.step();
      if (!was_late && twins.shown.impulses().late().empty()) {
        ++plain_steps;
        EXPECT_EQ(impulse_on(twins.shown, kBody, h), impulse_on(twins.plain, kBody, h));
      }
      sum += impulse_on(twins.shown, kBody, h).z;
      for (const ConstraintRecord& row : twins.shown.constraints()) {
        least = std::min(least, row.R.z);
      }
    }
    const double mass = mass_of(twins.shown);
    EXPECT_NEAR(sum, mass * (kSpeed + 2.0 * kPull), mass * kPull * h);
    EXPECT_GT(plain_steps, steps / 2);
    EXPECT_GE(least, 0.0);  // contacts do not pull
  }
}

TEST_F(ImpactImpulsesTest, BodyThatIsGivenAVelocityAfterItsImpactBeginsAnew) {
  constexpr double kPull = 10.0;
  Twins twins;
  make(twins, 1e-3, [&](Domain& domain) {
    add_floor(domain);
    add_ball(domain, 4.7e-3, {0, 0, -kSpeed});
    set_gravity(domain, kPull);
  });
  const double mass = mass_of(twins.shown);
  ASSERT_GE(twins.find_impact(1e-3 * mass * kSpeed), 0);
  ASSERT_FALSE(twins.shown.impulses().late().empty());
  for (Domain* domain : {&twins.shown, &twins.plain}) {
    domain->set_rigid_velocity(kBody, {0, 0, -kSpeed}, {});
  }
  EXPECT_TRUE(twins.shown.impulses().late().empty());
  twins.step();
  const double momentum = mass * (kSpeed + kPull * twins.h);
  EXPECT_NEAR(impulse_on(twins.shown, kBody, twins.h).z, momentum, kExact * momentum);
}

TEST_F(ImpactImpulsesTest, BounceIsTheSameWithBothSchemes) {
  Twins twins;
  make(twins, 1e-3, [&](Domain& domain) {
    add_floor(domain);
    add_ball(domain, 2.3e-3, {0, 0, -kSpeed});
    SurfaceMaterial material;
    material.restitution = 0.5;
    domain.surface_materials.define(material);
  });
  const double momentum = mass_of(twins.shown) * kSpeed;
  ASSERT_GE(twins.find_impact(1e-3 * momentum), 0);
  EXPECT_NEAR(impulse_on(twins.shown, kBody, twins.h).z, 1.5 * momentum, kExact * momentum);
  EXPECT_EQ(impulse_on(twins.shown, kBody, twins.h).z, impulse_on(twins.plain, kBody, twins.h).z);
}

TEST_F(ImpactImpulsesTest, ReactionOfADrivenObstacleIsThatOfItsContacts) {
  Twins twins;
  make(twins, 1e-3, [&](Domain& domain) {
    add_floor(domain);
    add_ball(domain, 4.7e-3, {0, 0, -kSpeed});
    domain.add_constraint(make_prescribed_motion(kFloor, {}, {0, 0, 1}, PrescribedMotion{}));
  });
  const double momentum = mass_of(twins.shown) * kSpeed;
  ASSERT_GE(twins.find_impact(1e-3 * momentum), 0);
  EXPECT_NEAR(twins.h * twins.shown.constraints()[0].R.z, momentum, kExact * momentum);
}

std::string message(const Domain& domain, const ConstraintSolver& solver) {
  try {
    domain.check_impacts(solver);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST_F(ImpactImpulsesTest, RanksAreRefused) {
  test::on_ranks(2, [](test::MailboxComm& comm) {
    test::NoBisection bisection;
    Domain domain(Analysis::dynamic, 1e-4, comm, &bisection);
    domain.impacts = ImpactScheme::rattle;
    EXPECT_EQ(message(domain, GaussSeidelSolver(tight_params())),
              "SOLFEC.impacts = 'RATTLE' is for one rank, got 2; use 'SHAKE'");
  });
}

TEST_F(ImpactImpulsesTest, WhatItCannotDoIsRefusedByName) {
  const std::string setting = "SOLFEC.impacts = 'RATTLE' ";
  EXPECT_EQ(message(domain_, PenaltySolver(PenaltyVariant{})), "");
  domain_.impacts = ImpactScheme::rattle;
  EXPECT_EQ(message(domain_, solver_), "");
  EXPECT_EQ(message(domain_, PenaltySolver(PenaltyVariant{})),
            setting + "is not for PENALTY_SOLVER, whose contacts are springs; use 'SHAKE'");
  Domain still(Analysis::quasi_static, 1e-4);
  still.impacts = ImpactScheme::rattle;
  EXPECT_EQ(message(still, solver_),
            setting + "is for dynamic analyses, and this one is QUASI_STATIC; use 'SHAKE'");
  add_mesh(test::hexahedra_block({1, 1, 1}, {1, 1, 1}));
  EXPECT_EQ(message(domain_, solver_),
            setting +
                "is for bodies of one motion, and body 'mesh' (created at test.py:1) is of finite "
                "elements; use 'SHAKE'");
  SurfaceMaterial sprung;
  sprung.label = "rubber";
  sprung.model = SurfaceModel::spring_dashpot;
  domain_.surface_materials.define(sprung);
  EXPECT_EQ(message(domain_, solver_),
            setting +
                "is not for springs, and SURFACE_MATERIAL 'rubber' is SPRING_DASHPOT; use "
                "'SHAKE'");
}

}  // namespace
}  // namespace solfec

#include "domain/step_momentum.h"

#include <string>
#include <vector>

#include "domain/finite_element_fixture.h"
#include "support/block_mesh.h"

namespace solfec {
namespace {

constexpr double kStep = 1e-3;
constexpr double kRounding = 1e-12;  // of the momentum, over a few hundred steps

class StepMomentumTest : public FiniteElementFixture {
 protected:
  BodyId add_cube(BodyKind kind, Scheme scheme, Vec3 low) {
    const Vec3 high = low + Vec3{0.5, 0.4, 0.6};
    BodyId body = 0;
    if (kind == BodyKind::finite_element) {
      const std::vector<double> corners{low.x,  low.y,  low.z,  high.x, low.y,  low.z,
                                        high.x, high.y, low.z,  low.x,  high.y, low.z,
                                        low.x,  low.y,  high.z, high.x, low.y,  high.z,
                                        high.x, high.y, high.z, low.x,  high.y, high.z};
      const std::vector<int> surfaces(6, 1);
      body = add_mesh(make_hex_mesh({corners, {2, 2, 2}, 1, surfaces, {}}));
    } else {
      body = add(kind, box_shape(low, high));
    }
    if (scheme != Scheme::none) {
      EXPECT_TRUE(domain_.bodies.set_scheme(domain_.body_ref(body), scheme));
    }
    bodies_.push_back(body);
    return body;
  }
  [[nodiscard]] Vec3 angular_momentum() const {
    Vec3 sum;
    for (const BodyId id : bodies_) {
      const RigidInertia body = domain_.bodies.rigid_inertia(domain_.body_ref(id));
      sum += cross(body.center, body.mass * body.linear) +
             domain_.bodies.spin_momentum(domain_.body_ref(id));
    }
    return sum;
  }
  /// Moment of the weight about the origin at the middle of the next step, N m.
  [[nodiscard]] Vec3 moment_of(Vec3 gravity) const {
    Vec3 sum;
    for (const BodyId id : bodies_) {
      const RigidInertia body = domain_.bodies.rigid_inertia(domain_.body_ref(id));
      sum += cross(body.center + 0.5 * kStep * body.linear, body.mass * gravity);
    }
    return sum;
  }
  /// Gives a body a turn that no force has given, as an implicit step does, within a step that
  /// ends with a contact of two bodies. @return Velocity of the first body's corner after it.
  Vec3 turned_in_step(BodyId first, BodyId second) {
    Comm& comm = domain_.comm();
    StepMomentum step;
    step.note_start(domain_.bodies, comm);
    step.note_loads(domain_.bodies, kStep);
    domain_.bodies.add_rigid_velocity(domain_.body_ref(first), {}, {0.1, -0.2, 0.3});
    ContactPoint contact;
    contact.key.first_body = first;
    contact.key.second_body = second;
    contact.state.R = {0.0, 0.0, 1.0};
    step.give_back(domain_.bodies, {}, std::span(&contact, second != 0 ? 1U : 0U), comm);
    return speed(first, {0.5, 0.4, 0.6});
  }

  std::vector<BodyId> bodies_;
};

TEST_F(StepMomentumTest, ACollisionKeepsTheAngularMomentumForEverySchemeAndKind) {
  struct Case {
    BodyKind kind;
    Scheme scheme;
    BodyKind other;
    Scheme other_scheme;
  };
  const auto mesh = BodyKind::finite_element;
  const auto soft = BodyKind::pseudo_rigid;
  const std::vector<Case> cases{{mesh, Scheme::def_lim, mesh, Scheme::def_lim},
                                {mesh, Scheme::def_lim2, mesh, Scheme::def_imp},
                                {mesh, Scheme::def_imp, mesh, Scheme::def_exp},
                                {mesh, Scheme::def_lim, BodyKind::rigid, Scheme::rig_neg},
                                {mesh, Scheme::def_imp, BodyKind::rigid, Scheme::rig_imp},
                                {mesh, Scheme::def_lim, soft, Scheme::def_exp},
                                {soft, Scheme::def_lim, soft, Scheme::def_imp},
                                {soft, Scheme::def_lim2, BodyKind::rigid, Scheme::rig_neg}};
  SurfaceMaterial rough;
  rough.friction = 0.4;
  for (const Case& pair : cases) {
    domain_ = Domain(Analysis::dynamic, 1e-4);
    (void)domain_.define_bulk_material({"stone", BulkModel::kirchhoff, 1e6, 0.3, 1000.0});
    domain_.contact_params.points = ContactPoints::patch;
    domain_.surface_materials.define(rough);
    const Vec3 gravity{1.0, -2.0, -9.81};
    for (int i = 0; i < 3; ++i)
      domain_.loads.gravity[static_cast<std::size_t>(i)].constant = gravity[i];
    bodies_.clear();
    const BodyId left = add_cube(pair.kind, pair.scheme, {-0.6, 0, 0});
    const BodyId right = add_cube(pair.other, pair.other_scheme, {0, 0.1, -0.1});
    domain_.set_rigid_velocity(left, {3.0, 0.2, 0.1}, {1, 2, -3});
    domain_.set_rigid_velocity(right, {-1.0, 0, 0}, {-2, 1, 0.5});
    const double energy = balance(left) + balance(right);
    Vec3 expected = angular_momentum();
    const double amount = norm(expected);
    bool met = false;
    for (int k = 0; k < 150; ++k) {
      expected += kStep * moment_of(gravity);
      run(1, kStep);
      for (const ContactPoint& contact : domain_.contact_points()) {
        met = met || contact.state.R.z > 0.0;
      }
    }
    const std::string name =
        std::string(name_of(pair.scheme)) + " and " + std::string(name_of(pair.other_scheme));
    EXPECT_TRUE(met) << name;
    EXPECT_LE(norm(angular_momentum() - expected), kRounding * amount) << name;
    EXPECT_NEAR(balance(left) + balance(right), energy, 1e-9 * energy) << name;
  }
}

TEST_F(StepMomentumTest, AFreeGroupTurnsBackAsOneBody) {
  const BodyId first = add_cube(BodyKind::finite_element, Scheme::def_lim, {});
  const BodyId second = add_cube(BodyKind::rigid, Scheme::none, {0.5, 0, 0});
  const double mass = domain_.bodies.rigid_inertia(domain_.body_ref(first)).mass;
  (void)turned_in_step(first, second);
  EXPECT_LE(norm(angular_momentum()), 1e-15 * mass);
  // both have the angular velocity of the group beside what the first one got
  const Vec3 group = domain_.bodies.rigid.angular[0];
  EXPECT_GT(norm(group), 0.01);
  const Vec3 difference = speed(first, {0.5, 0.4, 0.6}) - speed(first, {0, 0, 0});
  EXPECT_LE(norm(difference - cross(group + Vec3{0.1, -0.2, 0.3}, {0.5, 0.4, 0.6})), 1e-14);
  // what the turn that no force has given brought; all that came later is booked
  const Vec3 turn{0.1, -0.2, 0.3};
  EXPECT_NEAR(
      balance(first) + balance(second),
      0.5 *
          dot(turn, inverse(domain_.bodies.rigid_inertia(domain_.body_ref(first)).inverse_inertia) *
                        turn),
      1e-12 * mass);
}

TEST_F(StepMomentumTest, WhatSomethingHoldsIsLeftAlone) {
  const BodyId first = add_cube(BodyKind::finite_element, Scheme::def_imp, {});
  const BodyId floor = add(BodyKind::obstacle, box_shape({-1, -1, -1}, {1, 1, 0}));
  const Vec3 turn{0.1, -0.2, 0.3};
  const Vec3 arm{0.25, 0.2, 0.3};
  EXPECT_LE(norm(turned_in_step(first, floor) - cross(turn, arm)), 1e-15);
}

TEST_F(StepMomentumTest, ABodyThatMayNotTurnHoldsItsGroup) {
  const BodyId first = add_cube(BodyKind::finite_element, Scheme::def_lim, {});
  const BodyId second = add_cube(BodyKind::rigid, Scheme::none, {0.5, 0, 0});
  EXPECT_TRUE(domain_.bodies.disable_rotation(domain_.body_ref(second), true));
  EXPECT_LE(norm(turned_in_step(first, second) - cross(Vec3{0.1, -0.2, 0.3}, {0.25, 0.2, 0.3})),
            1e-15);
}

TEST_F(StepMomentumTest, ForcesOfTheManualThatHaveAMomentKeepIt) {
  const BodyId first = add_cube(BodyKind::finite_element, Scheme::def_lim, {});
  const Vec3 given = cross(Vec3{0.1, -0.2, 0.3}, {0.25, 0.2, 0.3});
  mesh_of(first).form = FiniteElementForm::manual_corotational;
  EXPECT_LE(norm(turned_in_step(first, 0) - given), 1e-15);
  domain_.set_rigid_velocity(first, {}, {});
  mesh_of(first).form = FiniteElementForm::corotational;
  EXPECT_LE(norm(turned_in_step(first, 0)), 1e-15);
}

TEST_F(StepMomentumTest, GroupsOfExplicitAndRigidBodiesAreLeftAloneToTheBit) {
  const BodyId first = add_cube(BodyKind::finite_element, Scheme::def_exp, {});
  const BodyId second = add_cube(BodyKind::rigid, Scheme::none, {0.5, 0, 0});
  (void)add_cube(BodyKind::finite_element, Scheme::def_lim, {5, 0, 0});  // another group
  domain_.bodies.add_rigid_velocity(domain_.body_ref(first), {}, {0.1, -0.2, 0.3});
  const Vec3 once = speed(first, {0.5, 0.4, 0.6});
  domain_.set_rigid_velocity(first, {}, {});
  EXPECT_EQ(turned_in_step(first, second), once);
  EXPECT_EQ(domain_.bodies.rigid.angular[0], Vec3{});
}

}  // namespace
}  // namespace solfec

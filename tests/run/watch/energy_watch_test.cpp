#include "run/watch/energy_watch.h"

#include <algorithm>
#include <string>

#include "domain/finite_element_fixture.h"
#include "support/block_mesh.h"

namespace solfec {
namespace {

class EnergyWatchTest : public FiniteElementFixture {
 protected:
  /// Steps with a watch until it finds something; the step count is bounded.
  BodyId watched_run(int steps, double h) {
    EnergyWatch watch;
    for (int k = 0; k < steps; ++k) {
      const BodyId id = watched_step(watch, h);
      if (id == 0) continue;
      text_ = watch.text(domain_, id, h);
      return id;
    }
    return 0;
  }

  /// The body that a step shows to be unstable, or 0.
  BodyId watched_step(EnergyWatch& watch, double h) {
    watch.begin(domain_);
    (void)domain_.step(solver_, h);
    return watch.find_unstable(domain_, solver_.report().residual);
  }

  /// An elastic cube, strained as in its fastest mode, the dilation.
  BodyRef add_strained_cube() {
    const BodyRef ref =
        domain_.body_ref(add(BodyKind::pseudo_rigid, box_shape({0, 0, 0}, {1, 1, 1})));
    domain_.bodies.pseudo_rigid.gradient[at(ref.slot)] = (1.0 + 1e-5) * identity();
    domain_.bodies.pseudo_rigid.update_energies(ref.slot);
    return ref;
  }

  std::string text_;
};

// From rounding on: nothing but gravity and a free fall.
TEST_F(EnergyWatchTest, FindsExplicitBodiesBeyondTheirCriticalStep) {
  for (const BodyKind kind : {BodyKind::pseudo_rigid, BodyKind::finite_element}) {
    for (const double damping : {0.0, 2e-3}) {
      for (const double share : {0.9, 1.3}) {
        Domain domain{Analysis::dynamic, 1e-4};
        (void)domain.define_bulk_material({"stone", BulkModel::kirchhoff, 2e5, 0.25, 1000.0});
        std::swap(domain, domain_);
        domain_.loads.gravity[2].constant = -10.0;
        const BodyId id = kind == BodyKind::pseudo_rigid
                              ? add(kind, box_shape({0, 0, 0}, {1, 1, 1}))
                              : add_mesh(test::hexahedra_block({1, 1, 1}, {1, 1, 1}));
        ASSERT_TRUE(domain_.bodies.set_damping(domain_.body_ref(id), damping));
        domain_.set_rigid_velocity(id, {0.1, 0.2, 0.3}, {0.01, 0.02, 0.01});
        const double h = share * critical_step(domain_.bodies).step;
        EXPECT_EQ(watched_run(1000, h), share > 1.0 ? id : 0) << damping << " " << share;
        if (share > 1.0) {
          EXPECT_NE(text_.find("too long for its scheme DEF_EXP"), std::string::npos) << text_;
        }
      }
    }
  }
}

// What loads, joints and users do is no growth: a body that rests, is lifted, let fall and shot.
TEST_F(EnergyWatchTest, LeavesBodiesAloneWhoseEnergyComesFromOutside) {
  const BodyId id = add_mesh(test::hexahedra_block({1, 1, 1}, {2, 2, 2}));
  const double h = 0.5 * critical_step(domain_.bodies).step;
  EnergyWatch watch;
  for (int k = 0; k < 400; ++k) {
    if (k == 100) domain_.loads.gravity[2].constant = -10.0;
    if (k == 200) domain_.loads.gravity[2].constant = 1000.0;
    if (k == 300) domain_.set_rigid_velocity(id, {500.0, 0.0, 0.0}, {1.0, 0.0, 0.0});
    ASSERT_EQ(watched_step(watch, h), 0) << k;
  }
}

// The strained cube at 0.9 of the critical step: (1 - 0.81) kinetic plus internal energy is what
// keeps its value. The watch begins where all is strained.
TEST_F(EnergyWatchTest, LeavesStableExplicitBodiesAloneWhoseEnergiesSwing) {
  const BodyRef ref = add_strained_cube();
  const double h = kCriticalShare * critical_step(domain_.bodies).step;
  const double begun = domain_.bodies.energies(ref).internal;
  double most = 0.0;
  EnergyWatch watch;
  for (int k = 0; k < 400; ++k) {
    ASSERT_EQ(watched_step(watch, h), 0) << k;
    const Energies e = domain_.bodies.energies(ref);
    EXPECT_NEAR((1.0 - 0.81) * e.kinetic + e.internal, begun, 1e-3 * begun);
    most = std::max(most, e.kinetic + e.internal);
  }
  EXPECT_NEAR(most, begun / (1.0 - 0.81), 0.02 * begun);
}

// In mid-swing, when the scheme has added most, another one takes over.
TEST_F(EnergyWatchTest, BeginsAnewWhenTheSchemeOfABodyChanges) {
  const BodyRef ref = add_strained_cube();
  const double h = kCriticalShare * critical_step(domain_.bodies).step;
  const double begun = domain_.bodies.energies(ref).internal;
  EnergyWatch watch;
  double numerical = 0.0;
  for (int k = 0; k < 400 && numerical < 3.0 * begun; ++k) {
    ASSERT_EQ(watched_step(watch, h), 0) << k;
    numerical = domain_.bodies.energies(ref).numerical;
  }
  ASSERT_GE(numerical, 3.0 * begun);
  ASSERT_TRUE(domain_.bodies.set_scheme(ref, Scheme::def_lim));
  for (int k = 0; k < 20; ++k) {
    ASSERT_EQ(watched_step(watch, h), 0) << k;
  }
}

TEST_F(EnergyWatchTest, TakesUpNewBodiesAndForgetsRemovedOnes) {
  const BodyId first = add(BodyKind::pseudo_rigid, box_shape({0, 0, 0}, {1, 1, 1}));
  const double h = 1.3 * critical_step(domain_.bodies).step;
  domain_.remove_body(first);
  EXPECT_EQ(watched_run(10, h), 0);
  const BodyId second = add(BodyKind::pseudo_rigid, box_shape({0, 0, 0}, {1, 1, 1}));
  domain_.set_rigid_velocity(second, {}, {0.01, 0.02, 0.01});
  EXPECT_EQ(watched_run(1000, h), second);
}

}  // namespace
}  // namespace solfec

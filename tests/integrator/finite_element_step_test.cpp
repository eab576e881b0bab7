#include <memory>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "base/thread_team.h"
#include "body/bodies.h"
#include "body/finite_element/finite_element_inverse.h"
#include "geometry/shape/shape_pieces.h"
#include "integrator/integrator.h"
#include "support/block_mesh.h"

namespace solfec {
namespace {

using Case = std::tuple<Scheme, FiniteElementForm>;

/// Blocks of different numbers of elements that turn, stretch and are loaded.
class FiniteElementSteps : public ::testing::TestWithParam<Case> {
 protected:
  static constexpr double kStep = 1e-3;

  ~FiniteElementSteps() override { set_thread_count(threads_); }

  static void add(Bodies& bodies, BodyId id) {
    BulkMaterial material;
    material.young = 1e6;
    auto shape = std::make_shared<Shape>();
    const int n = 1 + static_cast<int>(id) % 3;
    shape->meshes.push_back(test::hexahedra_block({1.0, 1.0, 1.0}, {n, n, n}));
    const BodyRef ref = bodies.add_finite_element(id, mass_properties(*shape), shape,
                                                  make_shape_pieces(*shape, 1e-6), material,
                                                  std::get<1>(GetParam()));
    bodies.set_scheme(ref, std::get<0>(GetParam()));
    bodies.set_damping(ref, 1e-4);
    FiniteElementBody& body = bodies.finite_element[ref.slot];
    for (std::size_t a = 0; a < body.velocity.size(); ++a) {
      const Vec3 X = body.elements.node[a];
      body.velocity[a] = Vec3{0.1 * double(id), 1.0, -2.0} + cross({3.0, 1.0, 2.0}, X) + 0.5 * X;
    }
  }

  /// Reactions at every other node, as a solution gives them: Δu = h A⁻¹ Σ HᵀR.
  static void react(FiniteElementBody& body) {
    for (std::size_t a = 0; a < body.reaction.size(); a += 2) body.reaction[a] = {5.0, -9.0, 7.0};
    if (body.factored) {
      apply_inverse(body, body.reaction, body.change);
      for (Vec3& change : body.change) change *= kStep;
    } else {
      for (std::size_t a = 0; a < body.change.size(); ++a) {
        body.change[a] = (kStep / body.elements.mass[a]) * body.reaction[a];
      }
    }
  }

  static void take_step(Bodies& bodies) {
    first_half_step(bodies, kStep);
    bodies.finite_element.add_gravity({0.0, 1.0, -10.0});
    free_velocity(bodies, kStep);
    for (FiniteElementBody& body : bodies.finite_element.body) react(body);
    EXPECT_EQ(finish_step(bodies, kStep).not_converged, 0);
  }

  static std::vector<double> numbers_of(const Bodies& bodies, BodyId id) {
    const BodyRef ref = bodies.refs()[static_cast<std::size_t>(bodies.find(id))];
    std::vector<double> numbers(static_cast<std::size_t>(bodies.state_size(ref)));
    bodies.get_state(ref, numbers);
    const Energies e = bodies.energies(ref);
    for (const double part : {e.kinetic, e.internal, e.external, e.damping, e.numerical}) {
      numbers.push_back(part);
    }
    return numbers;
  }

 private:
  int threads_ = thread_count();
};

TEST_P(FiniteElementSteps, BodiesThatShareTheirScratchMoveAsEachAlone) {
  constexpr BodyId kBodies = 9;
  std::vector<std::vector<double>> alone;
  set_thread_count(1);
  for (BodyId id = 1; id <= kBodies; ++id) {
    Bodies bodies;
    add(bodies, id);
    for (int step = 0; step < 3; ++step) take_step(bodies);
    alone.push_back(numbers_of(bodies, id));
  }
  for (const int threads : {1, 2, 3}) {
    set_thread_count(threads);
    Bodies bodies;
    for (BodyId id = 1; id <= kBodies; ++id) add(bodies, id);
    for (int step = 0; step < 3; ++step) take_step(bodies);
    for (BodyId id = 1; id <= kBodies; ++id) {
      EXPECT_EQ(numbers_of(bodies, id), alone[static_cast<std::size_t>(id - 1)]) << id;
    }
  }
}

TEST_P(FiniteElementSteps, AStepKeepsItsStartVelocityToTheBit) {
  Bodies bodies;
  add(bodies, 2);
  take_step(bodies);
  const std::vector<Vec3> start = bodies.finite_element[0].velocity;
  take_step(bodies);
  EXPECT_EQ(bodies.finite_element[0].start_velocity, start);
}

TEST_P(FiniteElementSteps, EnergyIsBalanced) {
  Bodies bodies;
  add(bodies, 2);
  bodies.set_state(bodies.refs()[0], [&] {
    std::vector<double> state(static_cast<std::size_t>(bodies.state_size(bodies.refs()[0])));
    bodies.get_state(bodies.refs()[0], state);
    return state;
  }());  // finds the kinetic energy
  const auto balance = [&] {
    const Energies e = bodies.energies(bodies.refs()[0]);
    return e.kinetic + e.internal + e.damping - e.external - e.numerical;
  };
  const double before = balance();
  for (int step = 0; step < 5; ++step) take_step(bodies);
  EXPECT_NEAR(balance(), before, 1e-11 * before);
}

INSTANTIATE_TEST_SUITE_P(Schemes, FiniteElementSteps,
                         ::testing::Combine(::testing::Values(Scheme::def_exp, Scheme::def_lim,
                                                              Scheme::def_lim2, Scheme::def_imp),
                                            ::testing::Values(FiniteElementForm::total_lagrangian,
                                                              FiniteElementForm::corotational)));

}  // namespace
}  // namespace solfec

#include "integrator/static_balance.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "body/finite_element_fixture.h"
#include "geometry/shape/shape_pieces.h"
#include "integrator/finite_element_static.h"
#include "support/block_mesh.h"

namespace solfec {
namespace {

constexpr double kStep = 0.1;
constexpr double kThrough = 0.01;            // of internal forces measures a resultant
constexpr Vec3 kGravity{0.0, 0.0, -0.0005};  // weak beside what a strain of 0.2 does

/// A block of 1 x 2 x 3 m, E = 1 Pa, which rests in space and weighs.
class BlockBalance : public ::testing::Test {
 protected:
  BlockBalance() {
    auto shape = std::make_shared<Shape>();
    shape->meshes.push_back(test::hexahedra_block({1.0, 2.0, 3.0}, {2, 2, 3}));
    (void)bodies_.add_finite_element(1, mass_properties(*shape), shape,
                                     make_shape_pieces(*shape, 1e-6), test::unit_material(),
                                     FiniteElementForm::total_lagrangian);
    begin_static_meshes(bodies_.finite_element);
    bodies_.finite_element.add_gravity(kGravity);
  }

  FiniteElementBody& body() { return bodies_.finite_element[0]; }
  [[nodiscard]] double weight() { return body().characteristics.mass * norm(kGravity); }
  void stretch(double strain) {
    for (std::size_t a = 0; a < body().displacement.size(); ++a) {
      body().displacement[a] = {0.0, 0.0, strain * body().elements.node[a].z};
    }
  }
  /// Reactions that balance the weight node by node but for a part of it.
  void hold_up(double part) {
    for (std::size_t a = 0; a < body().load.size(); ++a) {
      body().change[a] = -part * kStep * kGravity;  // with the lumped masses, push = h
    }
  }
  BodyBalance balance(Vec3 prescribed = {}) {
    std::vector<BodyBalance> all;
    find_balance(bodies_, kStep, kStep, {{}, {}, {prescribed}, 0.0, 0.0}, {}, all);
    set_residuals(largest_load(all), all);
    return all.at(0);
  }

  Bodies bodies_;
};

TEST_F(BlockBalance, WithoutStrainNodesAndTheResultantSayTheSamePart) {
  hold_up(0.75);
  // all nodes move alike by h u, which strains nothing
  const BodyBalance found = balance();
  EXPECT_NEAR(found.residual, 0.25, 1e-12);
  EXPECT_NEAR(found.resultant_residual, 0.25, 1e-12);
  EXPECT_NEAR(body().resultant_balance.load, weight(), 1e-12);
  EXPECT_NEAR(body().resultant_balance.left, 0.25 * weight(), 1e-12);
}

TEST_F(BlockBalance, StrongInternalForcesDoNotHideTheWeight) {
  // Self-equilibrated internal forces are held node by node by reactions; the weight is not.
  stretch(0.2);
  std::vector<Vec3> internal(body().load.size());
  ElementWorkspace workspace;
  internal_force(body().elements, body().displacement, workspace, internal);
  for (std::size_t a = 0; a < internal.size(); ++a) {
    body().change[a] = (kStep / body().elements.mass[a]) * internal[a];
    // and the place q + h u where the balance is measured is the stretched one
    body().velocity[a] = -body().change[a];
  }
  double through = 0.0;
  for (const Vec3& force : internal) through += norm(force);
  ASSERT_GT(kThrough * through, weight());
  const BodyBalance found = balance();
  EXPECT_NEAR(found.resultant.left, weight(), 1e-9);
  EXPECT_NEAR(found.resultant.load, kThrough * through, 1e-9);
  EXPECT_NEAR(found.resultant_residual, weight() / (kThrough * through), 1e-9);
  const ForceBalance nodal = body().nodal_balance;
  EXPECT_NEAR(nodal.load, std::sqrt(test::inner_product(internal, internal)), 1e-9);
  EXPECT_NEAR(found.residual, nodal.left / nodal.load, 1e-15);
  EXPECT_LT(found.residual, 0.5 * found.resultant_residual);
  EXPECT_EQ(worst_balance({found}).residual, found.resultant_residual);
  // a prescribed motion that draws with more than that measures it
  EXPECT_NEAR(balance({0.0, 0.0, through}).resultant_residual, weight() / through, 1e-9);
}

TEST_F(BlockBalance, MomentsCountAtTheMeanDistanceOfTheMass) {
  // couples about x on two nodes that lie 3 m above each other, far stronger than the weight
  const std::vector<Vec3>& node = body().elements.node;
  std::size_t low = 0;
  std::size_t high = 0;
  for (std::size_t a = 0; a < node.size(); ++a) {
    if (node[a].z < node[low].z || (node[a].z == node[low].z && node[a].x < node[low].x)) low = a;
    if (node[a].x == node[low].x && node[a].y == node[low].y && node[a].z > node[high].z) high = a;
  }
  ASSERT_NEAR(norm(node[high] - node[low]), 3.0, 1e-12);
  body().load.assign(body().load.size(), {});
  body().load[low] = {0.0, 2.0, 0.0};
  body().load[high] = {0.0, -2.0, 0.0};
  const double moment = 6.0;
  const double distance = std::sqrt((1.0 + 4.0 + 9.0) / 12.0);
  (void)balance();
  EXPECT_NEAR(body().resultant_balance.load, moment / distance, 1e-9);
}

TEST_F(BlockBalance, LoadsThatBalanceEachOtherMeasureTheResultant) {
  std::vector<Vec3>& load = body().load;
  load.assign(load.size(), {});
  const Vec3 along = normalized(body().elements.node.back() - body().elements.node.front());
  load.front() = 5.0 * along;
  load.back() = -5.0 * along;  // in one line: no force, no moment
  (void)balance();
  EXPECT_NEAR(body().resultant_balance.left, 0.0, 1e-12);
  EXPECT_NEAR(body().resultant_balance.load, 10.0, 1e-12);
}

TEST_F(BlockBalance, ABodyAtRestWithoutLoadIsMeasuredWithWhatStrainsIt) {
  body().load.assign(body().load.size(), {});
  const BodyCharacteristics& whole = body().characteristics;
  const double strains = body().eigenvalue * whole.mass * std::cbrt(whole.volume);
  (void)balance();
  EXPECT_NEAR(body().nodal_balance.load, 1e-12 * strains, 1e-24 * strains);
  EXPECT_EQ(body().resultant_balance.load, body().nodal_balance.load);
}

}  // namespace
}  // namespace solfec

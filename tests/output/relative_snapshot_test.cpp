#include "output/relative_snapshot.h"

#include <memory>
#include <random>

#include <gtest/gtest.h>

#include "body/finite_element_fixture.h"
#include "geometry/shape/shape_pieces.h"
#include "math/rotation.h"
#include "support/block_mesh.h"

namespace solfec {
namespace {

/// A body of each kind in some motion, the first one rigid and the last one an obstacle.
class SeenBodies : public ::testing::Test {
 protected:
  SeenBodies() {
    Bodies& bodies = snapshot_.bodies;
    const MassProperties cube{1.0, {0.3, 0.1, -0.2}, (1.0 / 12.0) * identity()};
    bodies.add(1, BodyKind::rigid, cube, BulkMaterial{});
    bodies.add(2, BodyKind::rigid, cube, BulkMaterial{});
    bodies.add(3, BodyKind::pseudo_rigid, cube, BulkMaterial{});
    auto shape = std::make_shared<Shape>();
    shape->meshes.push_back(test::hexahedra_block({1.0, 2.0, 1.0}, {2, 2, 2}));
    (void)bodies.add_finite_element(4, mass_properties(*shape), shape,
                                    make_shape_pieces(*shape, 1e-6), test::unit_material(),
                                    FiniteElementForm::total_lagrangian);
    bodies.add(5, BodyKind::obstacle, cube, BulkMaterial{});
    for (int i = 0; i < 5; ++i) {
      SnapshotBody body;
      body.id = body.id_in_bodies = i + 1;
      body.place = bodies.ref(body.id);
      snapshot_.members.push_back(body);
      std::vector<double> state(static_cast<std::size_t>(bodies.state_size(body.place)));
      bodies.get_state(body.place, state);
      for (double& number : state) number += 0.1 * unit_(rng_);
      bodies.set_state(body.place, state);
    }
    for (int k = 0; k < 2; ++k) bodies.rigid.rotation[static_cast<std::size_t>(k)] = turn();
    bodies.obstacles.rotation[0] = turn();
  }

  Vec3 random_vector() { return {unit_(rng_), unit_(rng_), unit_(rng_)}; }
  Mat3 turn() { return exponential_map(random_vector()); }

  /// Place of a point of the world as the body sees it, a short time later.
  [[nodiscard]] Vec3 seen(const SnapshotBody& by, Vec3 x, Vec3 v, double later) const {
    const BodyMotion motion = snapshot_.bodies.motion(by.place);
    const Mat3 rotation = motion.gradient + later * motion.rate;
    const Vec3 center = motion.center + later * motion.linear;
    return motion.reference_center + transposed_times(rotation, x + later * v - center);
  }

  void expect_seen_from(const SnapshotBody& by) {
    const auto found = relative_snapshot(snapshot_, by);
    constexpr double kLater = 1e-5;
    for (const SnapshotBody& body : snapshot_.members) {
      for (int n = 0; n < 4; ++n) {
        const Vec3 X = body.id == 4 ? Vec3{0.5, 1.0, 0.5} + 0.4 * random_vector() : random_vector();
        const Vec3 x = snapshot_.bodies.current_point(body.place, X);
        const Vec3 v = snapshot_.bodies.velocity(body.place, X);
        const Vec3 expected = seen(by, x, v, 0.0);
        EXPECT_LE(norm(found->bodies.current_point(body.place, X) - expected), 1e-12) << body.id;
        const Vec3 rate =
            (0.5 / kLater) * (seen(by, x, v, kLater) - seen(by, x, v, -kLater));  // central
        EXPECT_LE(norm(found->bodies.velocity(body.place, X) - rate), 1e-8) << body.id;
      }
    }
  }

  std::mt19937 rng_{20261129};
  std::uniform_real_distribution<double> unit_{-1.0, 1.0};
  Snapshot snapshot_;
};

TEST_F(SeenBodies, PlacesAndVelocitiesAreThoseAgainstTheBody) {
  expect_seen_from(snapshot_.members.front());
  expect_seen_from(snapshot_.members.back());
}

TEST_F(SeenBodies, TheBodyItselfRestsWhereItWasMade) {
  const SnapshotBody& by = snapshot_.members.front();
  const auto found = relative_snapshot(snapshot_, by);
  const Vec3 X{0.7, -0.2, 0.4};
  EXPECT_LE(norm(found->bodies.current_point(by.place, X) - X), 1e-12);
  EXPECT_LE(norm(found->bodies.velocity(by.place, X)), 1e-12);
}

TEST_F(SeenBodies, EnergiesStayAndRowsTurn) {
  ConstraintRecord row;
  row.point = {1.0, 2.0, 3.0};
  row.slave_point = {-1.0, 0.5, 0.0};
  row.frame = turn();
  row.R = {1.0, 2.0, 3.0};
  snapshot_.constraints.push_back(row);
  Energies energies;
  energies.kinetic = 17.0;
  snapshot_.bodies.set_energies(snapshot_.members[2].place, energies);
  const SnapshotBody& by = snapshot_.members.front();
  const auto found = relative_snapshot(snapshot_, by);
  EXPECT_EQ(found->bodies.energies(by.place).kinetic, snapshot_.bodies.energies(by.place).kinetic);
  EXPECT_EQ(found->bodies.energies(snapshot_.members[2].place).kinetic, 17.0);
  const ConstraintRecord& turned = found->constraints.at(0);
  EXPECT_LE(norm(turned.point - seen(by, row.point, {}, 0.0)), 1e-12);
  EXPECT_LE(norm(turned.slave_point - seen(by, row.slave_point, {}, 0.0)), 1e-12);
  const Vec3 force = row.frame * row.R;
  const Vec3 there = transposed_times(snapshot_.bodies.gradient(by.place), force);
  EXPECT_LE(norm(turned.frame * turned.R - there), 1e-12);
}

}  // namespace
}  // namespace solfec

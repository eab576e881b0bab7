#include <cmath>
#include <numbers>
#include <vector>

#include "domain/finite_element_fixture.h"
#include "support/block_mesh.h"

namespace solfec {
namespace {

constexpr double kSpin = 2.0 * std::numbers::pi;  // rad/s: one turn per second

class TurningPairTest : public FiniteElementFixture {
 protected:
  /// An empty model with friction that nothing overcomes.
  void begin() {
    domain_ = Domain(Analysis::dynamic, 1e-4);
    domain_.contact_params.points = ContactPoints::patch;
    domain_.contact_params.projection = true;
    material_ =
        domain_.define_bulk_material({"stone", BulkModel::kirchhoff, 1e9, 0.2, 1000.0}).first;
    SurfaceMaterial material;
    material.friction = 20.0;
    domain_.surface_materials.define(material);
    solver_ = GaussSeidelSolver(tight_params());
  }
  /// A rigid table that turns with kSpin about the z axis, on which joints hold it.
  BodyId add_table() {
    const BodyId table = add(BodyKind::rigid, box_shape({-2, -2, -0.5}, {2, 2, 0}));
    domain_.set_rigid_velocity(table, {}, {0, 0, kSpin});
    domain_.add_constraint(make_fixed_point(table, {0, 0, -0.5}));
    domain_.add_constraint(make_fixed_point(table, {0, 0, 0}));
    return table;
  }
  /// Largest distance from the circle at a few steps.
  double largest_drift(BodyId block, int steps, double h, double duration) {
    double most = 0.0;
    for (int k = 0; k < steps; ++k) {
      run(static_cast<int>(std::round(duration / h)) / steps, h);
      const Vec3 center = point(block, {1, 0, 0.05});
      most = std::max(most, std::fabs(std::hypot(center.x, center.y) - 1.0));
    }
    return most;
  }
};

TEST_F(TurningPairTest, ABlockKeepsItsRadiusOnARigidTableInThirdOrder) {
  std::vector<double> drift;
  for (const double h : {4e-3, 2e-3}) {
    begin();
    const BodyId table = add_table();
    const BodyId block = add(BodyKind::rigid, box_shape({0.9, -0.1, 0}, {1.1, 0.1, 0.1}));
    domain_.set_rigid_velocity(block, {0, kSpin, 0}, {0, 0, kSpin});
    domain_.loads.gravity[2].constant = -200.0;
    drift.push_back(largest_drift(block, 5, h, 2.0));
    const Vec3 center = point(block, {1, 0, 0.05});
    const Vec3 seen = domain_.bodies.reference_point(domain_.body_ref(table), center);
    EXPECT_LE(std::fabs(std::atan2(seen.y, seen.x)), 250.0 * h * h);  // second order
  }
  EXPECT_LE(drift[0], 1e-4);  // ω² r h / 2 per second would be 1.7e-1
  EXPECT_GE(drift[0] / drift[1], 7.0);
}

TEST_F(TurningPairTest, DeformableBlocksKeepTheirRadiusOnARigidTable) {
  constexpr double kStrain = 1e-5;  // of the block under its own loads
  for (const bool mesh : {false, true}) {
    begin();
    add_table();
    BodyId block = 0;
    if (mesh) {
      const std::vector<double> corners{0.9,  -0.1, 0,   1.1, -0.1, 0,    1.1, 0.1,
                                        0,    0.9,  0.1, 0,   0.9,  -0.1, 0.1, 1.1,
                                        -0.1, 0.1,  1.1, 0.1, 0.1,  0.9,  0.1, 0.1};
      const std::vector<int> surfaces(6, 1);
      block = add_mesh(make_hex_mesh({corners, {1, 1, 1}, 1, surfaces, {}}),
                       FiniteElementForm::corotational);
    } else {
      block = add(BodyKind::pseudo_rigid, box_shape({0.9, -0.1, 0}, {1.1, 0.1, 0.1}));
    }
    domain_.bodies.set_scheme(domain_.body_ref(block), Scheme::def_lim);
    domain_.bodies.set_damping(domain_.body_ref(block), 1e-3);
    domain_.set_rigid_velocity(block, {0, kSpin, 0}, {0, 0, kSpin});
    domain_.loads.gravity[2].constant = -200.0;
    EXPECT_LE(largest_drift(block, 1, 1e-3, 1.0), kStrain) << mesh;  // else 2.0e-2
  }
}

TEST_F(TurningPairTest, ABallRollsOnARigidTableOnACircleInThirdOrder) {
  // A ball that rolls on a table of angular velocity W goes on circles with 2/7 W, whatever spins
  // (Weltner 1979, Am. J. Phys. 47, 984-986).
  const double slow = 2.0 / 7.0 * kSpin;
  for (const double spin : {0.0, 20.0}) {
    std::vector<double> drift;
    for (const double h : {4e-3, 2e-3}) {
      begin();
      add_table();
      const BodyId ball = add(BodyKind::rigid, ball_shape({1, 0, 0.1}, 0.1));
      domain_.set_rigid_velocity(ball, {0, slow, 0}, {(kSpin - slow) / 0.1, 0, spin});
      domain_.loads.gravity[2].constant = -10.0;
      run(static_cast<int>(std::round(3.2 / h)), h);
      const Vec3 center = point(ball, {1, 0, 0.1});
      drift.push_back(std::fabs(std::hypot(center.x, center.y) - 1.0));
      const double angle = std::atan2(center.y, center.x) - (slow * 3.2 - 2.0 * std::numbers::pi);
      EXPECT_LE(std::fabs(angle), 10.0 * h * h);  // second order
      EXPECT_NEAR(center.z, 0.1, 1e-12);
    }
    EXPECT_LE(drift[0], 5e-6);  // 3.9e-3 with the mean of both velocities
    EXPECT_GE(drift[0] / drift[1], 7.0);
  }
}

TEST_F(TurningPairTest, ASpinningBallRollsStraightOnWhateverIsLevel) {
  // The spin about the normal has no moment at the contact and turns nothing.
  for (const BodyKind kind : {BodyKind::rigid, BodyKind::pseudo_rigid, BodyKind::finite_element}) {
    begin();
    BodyId table = 0;
    if (kind == BodyKind::finite_element) {
      table = add_mesh(test::hexahedra_block({2, 2, 0.5}, {2, 2, 1}));
    } else {
      table = add(kind, box_shape({0, 0, 0}, {2, 2, 0.5}));
    }
    for (const double x : {0.0, 1.0, 2.0}) {
      for (const double y : {0.0, 1.0, 2.0}) {
        if (kind != BodyKind::finite_element && (x == 1.0 || y == 1.0)) continue;
        domain_.add_constraint(make_fixed_point(table, {x, y, 0}));
      }
    }
    if (kind != BodyKind::rigid) {
      domain_.bodies.set_scheme(domain_.body_ref(table), Scheme::def_lim);
    }
    const BodyId ball = add(BodyKind::rigid, ball_shape({0.7, 1.1, 0.6}, 0.1));
    domain_.set_rigid_velocity(ball, {1, 0, 0}, {0, 10, 20});
    domain_.loads.gravity[2].constant = -10.0;
    run(100, 4e-3);
    constexpr double kStrain = 2e-6;  // of a mesh below the ball: m of its top
    EXPECT_LE(std::fabs(point(ball, {0.7, 1.1, 0.6}).y - 1.1),
              kind == BodyKind::finite_element ? kStrain : 1e-14);  // else 1.1e-3 and 4.5e-3
    EXPECT_NEAR(point(ball, {0.7, 1.1, 0.6}).x, 1.1, kStrain);
  }
}

TEST_F(TurningPairTest, ABondedPairThatTurnsFreelyKeepsItsPlaceAndItsAngularMomentum) {
  begin();
  SurfaceMaterial material;
  material.friction = 0.5;
  material.cohesion = 1e8;
  domain_.surface_materials.define(material);
  const BodyId low = add(BodyKind::rigid, box_shape({-0.5, -0.5, -0.3}, {0.5, 0.5, 0}));
  const BodyId top = add(BodyKind::rigid, box_shape({0.1, -0.2, 0}, {0.5, 0.2, 0.2}));
  for (const BodyId body : {low, top}) {
    const Vec3 center = domain_.bodies.motion(domain_.body_ref(body)).center;
    domain_.set_rigid_velocity(body, cross(Vec3{0, 0, kSpin}, center), {0, 0, kSpin});
  }
  const auto momentum = [&] {
    Vec3 sum;
    for (const BodyId id : {low, top}) {
      const BodyMotion motion = domain_.bodies.motion(domain_.body_ref(id));
      const auto& set = domain_.bodies.rigid;
      const auto i = static_cast<std::size_t>(domain_.body_ref(id).slot);
      sum += set.mass[i] * cross(motion.center, motion.linear);
      sum += set.rotation[i] * (set.inertia[i] * set.angular[i]);
    }
    return sum;
  };
  const Vec3 before = momentum();
  run(1000, 1e-3);  // one turn
  EXPECT_LE(norm(momentum() - before), 1e-10 * norm(before));
  const Vec3 corner{0.5, 0.2, 0};
  const Vec3 seen = domain_.bodies.reference_point(domain_.body_ref(low), point(top, corner));
  EXPECT_LE(norm(seen - corner), 1e-3);  // else 5e-3 outwards
}

}  // namespace
}  // namespace solfec

#include "run/watch/outside_bodies.h"

#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "run/simulation_fixture.h"

namespace solfec {
namespace {

class OutsideBodies : public SimulationTest {
 protected:
  static BodyId add_ball(Simulation& simulation, Vec3 center, double radius = 0.5) {
    BodyDefinition ball;
    ball.kind = BodyKind::rigid;
    ball.shape.spheres.push_back({center, radius, 1, 1});
    return simulation.domain.add_body(std::move(ball));
  }
};

TEST_F(OutsideBodies, AreThoseWhoseBoxesShareNoPointWithTheExtents) {
  auto simulation = make("boxes");
  const Box extents{{-2, -1, -3}, {3, 2, 1}};
  std::mt19937 rng(20260401);
  std::uniform_real_distribution<double> unit(-6.0, 6.0);
  std::uniform_real_distribution<double> size(0.1, 2.0);
  std::vector<BodyId> expected;  // the first ball, which `make` adds, is inside
  int straddling = 0;
  for (int k = 0; k < 300; ++k) {
    const Vec3 c{unit(rng), unit(rng), unit(rng)};
    const double r = size(rng);
    const BodyId id = add_ball(*simulation, c, r);
    const bool apart = c.x + r < -2.0 || c.x - r > 3.0 || c.y + r < -1.0 || c.y - r > 2.0 ||
                       c.z + r < -3.0 || c.z - r > 1.0;
    const bool center_inside =
        c.x >= -2.0 && c.x <= 3.0 && c.y >= -1.0 && c.y <= 2.0 && c.z >= -3.0 && c.z <= 1.0;
    if (apart) expected.push_back(id);
    if (!apart && !center_inside) ++straddling;
  }
  EXPECT_GT(straddling, 10);
  EXPECT_EQ(bodies_outside(simulation->domain, extents), expected);
}

TEST_F(OutsideBodies, ThatStayCostNoNewListsAndThatGoCostOne) {
  auto simulation = make("lists", 1e-3);
  const BodyId slow = simulation->domain.body_records().begin()->id;
  const BodyId other = add_ball(*simulation, {3, 0, 0});
  // It is out where its centre is above 3 m. All ways are shorter than a twentieth of the size of
  // the balls, so that motion alone asks for no new pairs.
  const BodyId rising = add_ball(*simulation, {6, 0, 2.98});
  simulation->domain.set_rigid_velocity(rising, {0, 0, 1}, {});
  simulation->set_extents({{-2, -2, -2}, {9, 2, 2.5}});
  const Domain& domain = simulation->domain;
  run(*simulation, 0.01);
  EXPECT_EQ(domain.piece_listings(), 1);
  EXPECT_EQ(domain.pair_listings(), 1);
  EXPECT_NE(domain.find_body(rising), nullptr);
  run(*simulation, 0.03);  // it leaves after 0.022 s
  EXPECT_EQ(domain.find_body(rising), nullptr);
  EXPECT_NE(domain.find_body(slow), nullptr);
  EXPECT_NE(domain.find_body(other), nullptr);
  EXPECT_EQ(domain.piece_listings(), 2);
  EXPECT_EQ(domain.pair_listings(), 2);
}

}  // namespace
}  // namespace solfec

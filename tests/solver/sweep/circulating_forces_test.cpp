#include "solver/sweep/circulating_forces.h"

#include <cmath>
#include <limits>
#include <random>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include "base/count.h"

namespace solfec {
namespace {

using Ends = std::vector<std::array<int, 2>>;

/// Twelve rows between the eight nodes at a corner of eight cubes.
Ends edges_of_cube() {
  Ends ends;
  for (int k = 0; k < 8; ++k) {
    for (int axis = 0; axis < 3; ++axis) {
      if ((k & (1 << axis)) == 0) ends.push_back({k, k | (1 << axis)});
    }
  }
  return ends;
}

/// Balances forces by the pseudo-inverse of the incidence matrix, one column of forces per axis.
Eigen::MatrixXd balanced(int nodes, const Ends& ends, const Eigen::MatrixXd& forces) {
  Eigen::MatrixXd D = Eigen::MatrixXd::Zero(nodes, count(ends));
  for (int k = 0; k < count(ends); ++k) {
    if (ends[at(k)][0] >= 0) D(ends[at(k)][0], k) += 1.0;
    if (ends[at(k)][1] >= 0) D(ends[at(k)][1], k) -= 1.0;
  }
  const Eigen::MatrixXd inverse = D.completeOrthogonalDecomposition().pseudoInverse();
  return forces - inverse * (D * forces);
}

class CirculatingForces : public ::testing::Test {
 protected:
  double number() { return unit_(rng_); }
  Vec3 vector() { return {number(), number(), number()}; }

  void expect_balanced(int nodes, const Ends& ends) {
    std::vector<Vec3> forces;
    Eigen::MatrixXd dense(count(ends), 3);
    for (int k = 0; k < count(ends); ++k) {
      forces.push_back(vector());
      for (int c = 0; c < 3; ++c) dense(k, c) = forces.back()[c];
    }
    const Eigen::MatrixXd expected = balanced(nodes, ends, dense);
    SelfBalance balance;
    ASSERT_TRUE(balance.remove_resultants(nodes, ends, forces));
    for (int k = 0; k < count(ends); ++k) {
      for (int c = 0; c < 3; ++c) EXPECT_NEAR(forces[at(k)][c], expected(k, c), 1e-13);
    }
  }

 private:
  std::mt19937 rng_{20261124};
  std::uniform_real_distribution<double> unit_{-1.0, 1.0};
};

TEST_F(CirculatingForces, ForcesWithoutResultantsAreThoseOfThePseudoInverse) {
  expect_balanced(8, edges_of_cube());
  Ends on_floor = edges_of_cube();
  for (const int node : {0, 1, 2}) on_floor.push_back({node, -1});
  on_floor.push_back({-1, 4});
  expect_balanced(8, on_floor);
}

TEST_F(CirculatingForces, NothingGoesInCirclesOnATree) {
  const Ends chain{{0, 1}, {2, 1}, {2, 3}};
  std::vector<Vec3> forces{vector(), vector(), vector()};
  SelfBalance balance;
  ASSERT_TRUE(balance.remove_resultants(4, chain, forces));
  for (const Vec3 force : forces) EXPECT_LE(norm(force), 1e-15);
}

/// Whether r is in the cone that is wider by the allowance of slipping reactions.
bool in_wide_cone(Vec3 r, double mu) {
  return r.z >= 0.0 && std::hypot(r.x, r.y) <= 1.025 * mu * r.z;
}

TEST_F(CirculatingForces, WayEndsWhereTheConeDoes) {
  int bounded = 0;
  for (int sample = 0; sample < 2000; ++sample) {
    const double mu = sample % 10 == 0 ? 0.0 : 0.5 + 0.4 * number();
    const Vec3 r = put_into_cone({number(), number(), 1.1 + number()}, mu);
    const Vec3 d = 0.3 * vector();
    const double way = way_in_cone(r, d, mu);
    const bool endless = std::isinf(way);
    if (mu == 0.0) {  // frictionless reactions have no tangential part
      EXPECT_EQ(way, d.z < 0.0 ? -r.z / d.z : std::numeric_limits<double>::infinity());
      continue;
    }
    bounded += endless ? 0 : 1;
    const double last = endless ? 1e3 : way;
    for (int k = 0; k <= 20; ++k)
      EXPECT_TRUE(in_wide_cone(r + 0.05 * k * (1.0 - 1e-9) * last * d, mu));
    if (!endless) {
      EXPECT_FALSE(in_wide_cone(r + (1.0 + 1e-9) * way * d, mu));
    }
  }
  EXPECT_GT(bounded, 1000);
}

TEST_F(CirculatingForces, ConeKeepsTheNormalPartAndTheDirectionOfSlip) {
  EXPECT_EQ(put_into_cone({0.1, -0.2, 1.0}, 0.5), (Vec3{0.1, -0.2, 1.0}));
  EXPECT_EQ(put_into_cone({3.0, 4.0, -1.0}, 0.5), (Vec3{}));
  const Vec3 slipping = put_into_cone({3.0, 4.0, 2.0}, 0.5);  // |r_T| from 5 to 1
  EXPECT_NEAR(slipping.x, 0.6, 1e-15);
  EXPECT_NEAR(slipping.y, 0.8, 1e-15);
  EXPECT_EQ(slipping.z, 2.0);
}

}  // namespace
}  // namespace solfec

#include "body/finite_element/corotation.h"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "body/finite_element/total_lagrangian.h"
#include "body/finite_element_fixture.h"
#include "math/rotation.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-12;  // rounding at unit scale

double distance(const Mat3& a, const Mat3& b) { return std::sqrt(double_dot(a - b, a - b)); }

class BodyCorotation : public test::MixedBodyTest {
 protected:
  BodyCorotation() : MixedBodyTest(20260309) {}  // fixed seed: failures must reproduce

  Mat3 rotation(std::span<const Vec3> q, const Mat3& start) {
    const Corotation result = corotation(body_, surface_, q, start);
    EXPECT_TRUE(result.converged);
    return result.rotation;
  }
  std::vector<Vec3> force(std::span<const Vec3> q, const Mat3& R) {
    std::vector<Vec3> d(q.size());
    std::vector<Vec3> f(q.size());
    corotated_force(body_, K_, R, q, d, f);
    return f;
  }
};

TEST_F(BodyCorotation, RotationOfRigidMotionIsRecoveredFromAnyStart) {
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  for (const double angle : {1e-9, 0.01, 5.0, 60.0, 89.0, 120.0, 179.0, 180.0}) {
    const Mat3 Q = rotation_about({unit(rng_), unit(rng_), unit(rng_)}, angle);
    const std::vector<Vec3> q = test::affine(mesh_.nodes, Q, {1e3, -2e3, 500});
    // positions of some thousand: 1e-16 x 1e3
    EXPECT_LE(distance(rotation(q, identity()), Q), 1e-11) << angle;
  }
}

TEST_F(BodyCorotation, RotationOfAStretchIsThatOfThePolarDecomposition) {
  const Mat3 stretch{{1.3, 0.1, -0.05, 0.1, 0.8, 0.2, -0.05, 0.2, 1.1}};
  for (const double angle : {0.0, 20.0, 80.0, 150.0}) {
    const Mat3 Q = rotation_about({1, -2, 0.5}, angle);
    const std::vector<Vec3> q = test::affine(mesh_.nodes, Q * stretch, {3, 2, 1});
    EXPECT_LE(distance(rotation(q, identity()), Q), 1e-11) << angle;
    EXPECT_LE(distance(rotation(q, rotation_about({1, 1, 1}, 30.0)), Q), 1e-11) << angle;
  }
}

TEST_F(BodyCorotation, SkewPartOfTheMeanGradientVanishes) {
  // ∫ F dV by the volume: a second way to the surface integral.
  const std::vector<Vec3> q = test::random_vectors(mesh_.nodes.size(), 0.3, rng_);
  const Mat3 R = rotation(q, identity());
  Mat3 sum;
  for (const ElementGroup& group : body_.group) {
    for (int slot = 0; slot < group.element_count(); ++slot) {
      const int pack = slot / kElementLanes;
      const int lane = slot % kElementLanes;
      const Vec3 first = q[std::size_t(group.node[group.node_place(pack, 0, lane)])];
      const int points = group.point_start[std::size_t(pack) + 1] - group.point_start[pack];
      for (int k = 0; k < points * (group.node_count - 1); ++k) {
        const int point = group.point_start[pack] + k / (group.node_count - 1);
        const int a = 1 + k % (group.node_count - 1);
        const std::size_t place = (std::size_t(point) * (group.node_count - 1) + a - 1) * 3;
        const double* from = &group.gradient[place * kElementLanes + lane];
        const Vec3 slope{from[0], from[kElementLanes], from[2L * kElementLanes]};
        const Vec3 arm = q[std::size_t(group.node[group.node_place(pack, a, lane)])] - first;
        sum += group.weight[std::size_t(point) * kElementLanes + lane] * outer(arm, slope);
      }
      for (int point = 0; point < points; ++point) {
        const int at = (group.point_start[pack] + point) * kElementLanes + lane;
        sum += group.weight[at] * identity();
      }
    }
  }
  const Mat3 U = transpose(R) * sum;
  EXPECT_LE(distance(U, transpose(U)), 1e-11);
  EXPECT_GT(trace(U), 0.0);
  EXPECT_LE(distance(R * transpose(R), identity()), kTol);
}

TEST_F(BodyCorotation, RigidMotionGivesNoForce) {
  for (const double angle : {0.0, 3.0, 77.0, 170.0}) {
    const Mat3 Q = rotation_about({1, 2, 3}, angle);
    const std::vector<Vec3> q = test::affine(mesh_.nodes, Q, {10, -20, 5});
    EXPECT_LE(test::largest(force(q, rotation(q, identity()))), 1e-10);
  }
}

TEST_F(BodyCorotation, ForceIsTheFormulaOfTheSource) {
  // R K Rᵀ [(1 - R) Z + q] term by term
  const std::vector<Vec3> q = test::random_vectors(mesh_.nodes.size(), 0.3, rng_);
  const Mat3 R = rotation_about({0.3, -1, 2}, 40.0);
  std::vector<Vec3> inner(q.size());
  std::vector<Vec3> product(q.size());
  for (std::size_t i = 0; i < q.size(); ++i) {
    inner[i] = transpose(R) * ((identity() - R) * mesh_.nodes[i] + q[i]);
  }
  multiply(K_, inner, product);
  for (Vec3& v : product) v = R * v;
  std::vector<Vec3> d(q.size());
  std::vector<Vec3> f(q.size());
  corotated_force(body_, K_, R, q, d, f);
  EXPECT_LE(test::largest_difference(f, product), 1e-11);
  std::vector<Vec3> Kd(q.size());
  multiply(K_, d, Kd);
  std::vector<Vec3> sums(q.size());
  EXPECT_NEAR(corotated_energy(K_, d, sums), 0.5 * test::inner_product(d, Kd), 1e-11);
}

TEST_F(BodyCorotation, TwoProductsAreThoseOfOneVectorEach) {
  const Mat3 R = rotation_about({0.3, -1, 2}, 40.0);
  const std::vector<Vec3> v = test::random_vectors(mesh_.nodes.size(), 1.0, rng_);
  const std::vector<Vec3> w = test::random_vectors(mesh_.nodes.size(), 1.0, rng_);
  std::vector<Vec3> Kv(v.size());
  std::vector<Vec3> Kw(v.size());
  rotated_products(K_, R, {v, w}, {Kv, Kw});
  std::vector<Vec3> alone(v.size());
  rotated_product(K_, R, v, alone);
  EXPECT_EQ(Kv, alone);
  rotated_product(K_, R, w, alone);
  EXPECT_EQ(Kw, alone);
}

TEST_F(BodyCorotation, SuperposedRotationTurnsForces) {
  const std::vector<Vec3> q = test::random_vectors(mesh_.nodes.size(), 0.1, rng_);
  const Mat3 Q = rotation_about({2, -1, 1}, 35.0);
  const std::vector<Vec3> turned = test::moved(mesh_.nodes, q, Q, {1, 2, 3});
  const std::vector<Vec3> f = force(q, rotation(q, identity()));
  const std::vector<Vec3> g = force(turned, rotation(turned, identity()));
  for (std::size_t i = 0; i < f.size(); ++i) EXPECT_LE(norm(g[i] - Q * f[i]), 1e-11);
}

TEST_F(BodyCorotation, AgreesWithTotalLagrangianToSecondOrder) {
  const std::vector<Vec3> shape = test::random_vectors(mesh_.nodes.size(), 1.0, rng_);
  const Mat3 Q = rotation_about({1, 1, -1}, 50.0);
  ElementWorkspace workspace;
  std::vector<double> difference;
  for (const double size : {1e-3, 1e-4}) {
    std::vector<Vec3> small = shape;
    for (Vec3& v : small) v *= size;
    const std::vector<Vec3> q = test::moved(mesh_.nodes, small, Q, {});
    std::vector<Vec3> exact(q.size());
    internal_force(body_, q, workspace, exact);
    difference.push_back(test::largest_difference(force(q, rotation(q, identity())), exact));
  }
  EXPECT_NEAR(std::log10(difference[0] / difference[1]), 2.0, 0.1);
}

TEST_F(BodyCorotation, DampingProductIsTheTurnedStiffness) {
  const std::vector<Vec3> v = test::random_vectors(mesh_.nodes.size(), 1.0, rng_);
  const Mat3 R = rotation_about({1, 0, -1}, 25.0);
  std::vector<Vec3> room(v.size());
  std::vector<Vec3> f(v.size());
  corotated_stiffness_product(K_, R, v, room, f);
  std::vector<Vec3> back(v.size());
  std::vector<Vec3> product(v.size());
  for (std::size_t i = 0; i < v.size(); ++i) back[i] = transpose(R) * v[i];
  multiply(K_, back, product);
  for (std::size_t i = 0; i < v.size(); ++i) EXPECT_LE(norm(f[i] - R * product[i]), 1e-11);
  EXPECT_GT(test::inner_product(v, f), 0.0);  // damping takes energy
}

}  // namespace
}  // namespace solfec

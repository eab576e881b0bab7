#include "body/finite_element/rotation_projector.h"

#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "body/finite_element/total_lagrangian.h"
#include "body/finite_element_fixture.h"
#include "math/rotation.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-11;  // rounding of sums over the nodes at unit scale

/// A body of all kinds of elements, turned and strained by tens of percent.
class RotationProjectorTest : public test::MixedBodyTest {
 protected:
  RotationProjectorTest() : MixedBodyTest(20261125) {  // fixed seed: failures must reproduce
    const Mat3 Q = rotation_about({1, -2, 0.5}, 70.0);
    q_ = test::moved(mesh_.nodes, test::random_vectors(mesh_.nodes.size(), 0.2, rng_), Q,
                     {3, -1, 2});
    R_ = rotation(q_);
  }

  [[nodiscard]] Mat3 rotation(std::span<const Vec3> q) const {
    return corotation(body_, surface_, q, rotation_about({1, -2, 0.5}, 70.0)).rotation;
  }
  /// Energy in the frame that belongs to the displacements, J.
  [[nodiscard]] double energy(std::span<const Vec3> q) const {
    std::vector<Vec3> d(q.size());
    std::vector<Vec3> sums(q.size());
    corotated_displacements(body_, rotation(q), q, d);
    return corotated_energy(K_, d, sums);
  }
  [[nodiscard]] std::vector<Vec3> plain_force() const {
    std::vector<Vec3> d(q_.size());
    std::vector<Vec3> f(q_.size());
    corotated_force(body_, K_, R_, q_, d, f);
    return f;
  }
  [[nodiscard]] Vec3 position(std::size_t i) const { return mesh_.nodes[i] + q_[i]; }
  [[nodiscard]] Vec3 moment_of(const std::vector<Vec3>& f) const {
    Vec3 sum;
    for (std::size_t i = 0; i < f.size(); ++i) sum += cross(position(i), f[i]);
    return sum;
  }
  static std::vector<Vec3> plus(std::vector<Vec3> a, double share, const std::vector<Vec3>& b) {
    for (std::size_t i = 0; i < a.size(); ++i) a[i] += share * b[i];
    return a;
  }

  std::vector<Vec3> q_;
  Mat3 R_;
};

TEST_F(RotationProjectorTest, ForcesAreTheGradientOfTheEnergy) {
  constexpr double kStep = 1e-5;  // m; error of central differences 1e-10, rounding 1e-11
  std::vector<Vec3> f = plain_force();
  const std::vector<Vec3> plain = f;
  RotationProjector(body_, surface_, R_, q_).project(f);
  double worst = 0.0;
  double worst_plain = 0.0;
  for (int sample = 0; sample < 20; ++sample) {
    const std::vector<Vec3> way = test::random_vectors(q_.size(), 1.0, rng_);
    const double slope =
        (energy(plus(q_, kStep, way)) - energy(plus(q_, -kStep, way))) / (2.0 * kStep);
    worst = std::fmax(worst, std::fabs(slope - test::inner_product(f, way)));
    worst_plain = std::fmax(worst_plain, std::fabs(slope - test::inner_product(plain, way)));
  }
  EXPECT_LE(worst, 1e-7 * test::largest(f));
  EXPECT_GT(worst_plain, 1e-3 * test::largest(f));  // those of the manual are no gradient
}

TEST_F(RotationProjectorTest, ForcesHaveNeitherMomentNorResultantAlsoInAnotherFrame) {
  const double size = test::largest(plain_force());
  EXPECT_GT(norm(moment_of(plain_force())), 1e-3 * size);
  for (const Mat3& R : {R_, R_ * rotation_about({0, 1, 1}, 33.0)}) {
    std::vector<Vec3> f(q_.size());
    std::vector<Vec3> room(q_.size());
    corotated_force(body_, K_, R, q_, room, f);
    RotationProjector(body_, surface_, R, q_).project(f);
    Vec3 sum;
    for (const Vec3 one : f) sum += one;
    EXPECT_LE(norm(moment_of(f)), 1e-12 * size);
    EXPECT_LE(norm(sum), 1e-12 * size);
  }
}

TEST_F(RotationProjectorTest, SpinIsThatOfTheFrame) {
  constexpr double kStep = 1e-5;
  const RotationProjector projector(body_, surface_, R_, q_);
  for (int sample = 0; sample < 5; ++sample) {
    const std::vector<Vec3> v = test::random_vectors(q_.size(), 1.0, rng_);
    const Mat3 ahead = rotation(plus(q_, kStep, v));
    const Mat3 behind = rotation(plus(q_, -kStep, v));
    const Mat3 rate = (1.0 / (2.0 * kStep)) * (ahead - behind) * transpose(R_);  // ω×
    const Vec3 omega = projector.spin(v);
    const Vec3 expected{rate(2, 1), rate(0, 2), rate(1, 0)};
    EXPECT_LE(norm(omega - expected), 1e-6 * norm(expected));
    EXPECT_LE(std::fabs(rate(0, 1) + rate(1, 0)), 1e-6 * norm(expected));
  }
}

TEST_F(RotationProjectorTest, RigidMotionIsTakenOutOfVelocities) {
  const RotationProjector projector(body_, surface_, R_, q_);
  const Vec3 omega{0.3, -1.1, 0.7};
  std::vector<Vec3> v(q_.size());
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = Vec3{1, 2, 3} + cross(omega, position(i));
  EXPECT_LE(norm(projector.spin(v) - omega), kTol);
  std::vector<Vec3> turned(v.size());
  projector.turn_back(v, turned);
  for (const Vec3 one : turned) EXPECT_LE(norm(one - turned[0]), kTol);  // a translation is left
  const std::vector<Vec3> w = test::random_vectors(q_.size(), 1.0, rng_);
  projector.turn_back(w, turned);
  const std::vector<Vec3> both = plus(w, 1.0, v);
  std::vector<Vec3> of_both(v.size());
  projector.turn_back(both, of_both);
  const Vec3 shift = of_both[0] - turned[0];
  for (std::size_t i = 0; i < w.size(); ++i) {
    EXPECT_LE(norm(of_both[i] - turned[i] - shift), 10.0 * kTol);
  }
}

TEST_F(RotationProjectorTest, ForcesAreProjectedByTheTransposeOfWhatVelocitiesAre) {
  for (const Mat3& R : {R_, R_ * rotation_about({0, 1, 1}, 33.0)}) {
    const RotationProjector projector(body_, surface_, R, q_);
    std::vector<Vec3> f = test::random_vectors(q_.size(), 1.0, rng_);
    Vec3 mean;
    for (const Vec3 one : f) mean += (1.0 / static_cast<double>(f.size())) * one;
    for (Vec3& one : f) one -= mean;  // without a resultant
    const std::vector<Vec3> v = test::random_vectors(q_.size(), 1.0, rng_);
    std::vector<Vec3> turned(v.size());
    projector.turn_back(v, turned);
    double work = 0.0;
    for (std::size_t i = 0; i < v.size(); ++i) work += dot(R * turned[i], f[i]);
    projector.project(f);
    EXPECT_NEAR(test::inner_product(v, f), work, kTol);
  }
}

TEST_F(RotationProjectorTest, ABodyTurnedInsideOutKeepsItsForces) {
  const std::vector<Vec3> q = test::affine(mesh_.nodes, diagonal(-1.0, -1.0, -1.0), {});
  std::vector<Vec3> f = test::random_vectors(q.size(), 1.0, rng_);
  const std::vector<Vec3> before = f;
  const RotationProjector projector(body_, surface_, R_, q);
  projector.project(f);
  EXPECT_EQ(f, before);
  EXPECT_EQ(projector.spin(before), Vec3{});
}

}  // namespace
}  // namespace solfec

#include "body/finite_element/reduced_model.h"

#include <cmath>
#include <random>

#include <Eigen/Cholesky>
#include <gtest/gtest.h>

#include "body/finite_element/reduced_body.h"
#include "body/finite_element_fixture.h"
#include "support/message_of.h"
#include "support/reduced_body.h"

namespace solfec {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int kNodes = 18;
constexpr double kStep = 2e-3;

/// A block with a random base of six vectors, turned and bent within that base.
class ReducedBodies : public ::testing::Test {
 protected:
  ReducedBodies() {
    ReducedBase base = test::random_base(6, 7);
    base.ratio = {0.1, 0.0, 0.2, 0.3, 0.0, 0.05};
    body_ = &test::add_block(bodies_, FiniteElementForm::corotational_reduced, test::shared(base));
    body_->damping = 3e-3;
    std::mt19937 rng(3);
    body_->displacement = test::moved(body_->elements.node, test::random_vectors(kNodes, 0.02, rng),
                                      exponential_map({0.7, -1.1, 0.4}), {3.0, -2.0, 1.0});
    follow_rotation(*body_);
    settle(*body_, motion());
    set_inertia(*body_, motion());
  }

  ReducedMotion& motion() { return body_->motion.get(); }

  /// Velocities of the nodes for unit rates of V, Ω and ż: differences of what the formulas of the
  /// header give would be the code, so this is by hand from the nodes and the vectors.
  MatrixXd motions() {
    const ReducedModel& model = *body_->reduced;
    MatrixXd S(3 * kNodes, 6 + model.modes);
    Vec3 center;
    for (int a = 0; a < kNodes; ++a) {
      center += body_->elements.mass[at(a)] * position(a) / model.mass;
    }
    for (int a = 0; a < kNodes; ++a) {
      for (int k = 0; k < 3; ++k) {
        Vec3 axis;
        axis[k] = 1.0;
        set(S, a, k, axis);
        set(S, a, 3 + k, cross(axis, position(a) - center));
      }
      for (int j = 0; j < model.modes; ++j) {
        const double* from = model.shape.data() + 3 * (kNodes * j + a);
        set(S, a, 6 + j, body_->rotation * Vec3{from[0], from[1], from[2]});
      }
    }
    return S;
  }

  /// R X Rᵀ of a matrix of the reference with 3 x 3 blocks.
  MatrixXd turned(const MatrixXd& X) {
    MatrixXd Q = MatrixXd::Zero(3 * kNodes, 3 * kNodes);
    for (int a = 0; a < kNodes; ++a) {
      for (int k = 0; k < 9; ++k) Q(3 * a + k % 3, 3 * a + k / 3) = body_->rotation.m[k];
    }
    return Q * X * Q.transpose();
  }

  MatrixXd stiffness() {
    MatrixXd K = MatrixXd::Zero(3 * kNodes, 3 * kNodes);
    const BlockCsr& blocks = body_->stiffness;
    for (int a = 0; a < kNodes; ++a) {
      for (int e = blocks.row_start[at(a)]; e < blocks.row_start[at(a) + 1]; ++e) {
        for (int k = 0; k < 9; ++k) {
          K(3 * a + k % 3, 3 * blocks.column[at(e)] + k / 3) = blocks.block[at(e)].m[k];
        }
      }
    }
    return K;
  }

  MatrixXd masses() {
    MatrixXd M = MatrixXd::Zero(3 * kNodes, 3 * kNodes);
    for (int i = 0; i < 3 * kNodes; ++i) M(i, i) = body_->elements.mass[at(i / 3)];
    return M;
  }

  /// S (Sᵀ A S)⁻¹ Sᵀ with A = M + (¼h² + ½ηh) K, and ½h times the damping ratios of ż.
  MatrixXd inverse_by_hand() {
    const double c = 0.25 * kStep * kStep + 0.5 * body_->damping * kStep;
    const MatrixXd S = motions();
    MatrixXd A = S.transpose() * (masses() + c * turned(stiffness())) * S;
    const std::vector<double>& damping = body_->reduced->ratio_damping;
    for (int j = 0; j < body_->reduced->modes; ++j) A(6 + j, 6 + j) += 0.5 * kStep * damping[at(j)];
    return S * A.ldlt().solve(MatrixXd(S.transpose()));
  }

  Vec3 position(int a) const { return body_->elements.node[at(a)] + body_->displacement[at(a)]; }
  static void set(MatrixXd& S, int node, int column, Vec3 v) {
    for (int k = 0; k < 3; ++k) S(3 * node + k, column) = v[k];
  }

  Bodies bodies_;
  FiniteElementBody* body_ = nullptr;
};

TEST_F(ReducedBodies, InverseIsThatOfTheProjectedMatrix) {
  ASSERT_TRUE(set_reduced_inverse(*body_, motion(), kStep));
  const MatrixXd inverse = inverse_by_hand();
  std::mt19937 rng(5);
  const std::vector<Vec3> force = test::random_vectors(kNodes, 1.0, rng);
  std::vector<Vec3> velocity(kNodes);
  apply_reduced_inverse(*body_, force, velocity);
  const VectorXd expected = inverse * Eigen::Map<const VectorXd>(&force[0].x, 3 * kNodes);
  for (int i = 0; i < 3 * kNodes; ++i) {
    EXPECT_NEAR(velocity[at(i / 3)][i % 3], expected[i], 1e-12 * expected.cwiseAbs().maxCoeff());
  }
}

TEST_F(ReducedBodies, BlocksBetweenPointsAreThoseOfTheInverse) {
  ASSERT_TRUE(set_reduced_inverse(*body_, motion(), kStep));
  const MatrixXd inverse = inverse_by_hand();
  const std::vector<std::vector<std::int32_t>> nodes{{4}, {0, 7}, {2, 9, 17}};
  const std::vector<std::vector<double>> weights{{1.0}, {0.25, 0.75}, {0.5, 0.2, 0.3}};
  std::vector<WeightedRows> points;
  std::vector<MatrixXd> N;
  for (std::size_t s = 0; s < nodes.size(); ++s) {
    points.push_back({nodes[s], weights[s]});
    N.emplace_back(MatrixXd::Zero(3, 3 * kNodes));
    for (std::size_t a = 0; a < nodes[s].size(); ++a) {
      N[s].block<3, 3>(0, 3 * nodes[s][a]) = weights[s][a] * Eigen::Matrix3d::Identity();
    }
  }
  std::vector<Mat3> response;
  reduced_response(*body_, points, response);
  ASSERT_EQ(response.size(), 6U);
  const Eigen::Map<const Eigen::Matrix3d> R(body_->rotation.m);
  std::size_t entry = 0;
  for (std::size_t s = 0; s < 3; ++s) {
    for (std::size_t t = 0; t <= s; ++t, ++entry) {
      const MatrixXd expected = R.transpose() * N[t] * inverse * N[s].transpose() * R;
      for (int k = 0; k < 9; ++k) {
        EXPECT_NEAR(response[entry].m[k], expected(k % 3, k / 3), 1e-12 * expected.norm());
      }
    }
  }
}

TEST_F(ReducedBodies, MobilityAndPushesAreThoseOfTheMassAlone) {
  const MatrixXd S = motions();
  const MatrixXd mass = S.transpose() * masses() * S;
  const MatrixXd inverse = S * mass.ldlt().solve(MatrixXd(S.transpose()));
  MeshPoint one;
  one.count = 1;
  one.node[0] = 3;
  one.weight[0] = 1.0;
  MeshPoint other = one;
  other.node[0] = 14;
  const Mat3 mobility = reduced_mobility(*body_, one, other);
  for (int k = 0; k < 9; ++k) {
    EXPECT_NEAR(mobility.m[k], inverse(9 + k % 3, 42 + k / 3), 1e-12);
  }
  std::vector<Vec3> velocity(kNodes);
  add_reduced_push(*body_, other, {0.0, 2.0, 0.0}, velocity);
  for (int i = 0; i < 3 * kNodes; ++i) {
    EXPECT_NEAR(velocity[at(i / 3)][i % 3], 2.0 * inverse(i, 43), 1e-12);
  }
}

TEST_F(ReducedBodies, PlacesOfTheBaseStayAndHaveTheFrameOfFormBC) {
  const std::vector<Vec3> before = body_->displacement;
  const Mat3 rotation = body_->rotation;
  body_->rotation = rotation * exponential_map({0.1, 0.2, -0.1});  // found again
  follow_rotation(*body_);
  settle(*body_, motion());
  for (std::size_t a = 0; a < before.size(); ++a) {
    EXPECT_LT(norm(body_->displacement[a] - before[a]), 1e-13);
  }
  for (int k = 0; k < 9; ++k) EXPECT_NEAR(body_->rotation.m[k], rotation.m[k], 1e-12);
}

TEST_F(ReducedBodies, PlacesBesideTheBaseGoToTheClosestOne) {
  // what is taken away is orthogonal in mass to all vectors in the frame
  std::mt19937 rng(9);
  std::vector<Vec3> moved = body_->displacement;
  for (Vec3& one : moved) one += 1e-3 * test::random_vectors(1, 1.0, rng)[0];
  body_->displacement = moved;
  follow_rotation(*body_);
  settle(*body_, motion());
  std::vector<Vec3> rest(kNodes);
  Vec3 sum;
  for (std::size_t a = 0; a < rest.size(); ++a) {
    rest[a] = body_->elements.mass[a] *
              transposed_times(body_->rotation, moved[a] - body_->displacement[a]);
    sum += rest[a];
  }
  std::vector<double> share(at(body_->reduced->modes));
  project(*body_->reduced, rest, share);
  for (const double one : share) EXPECT_NEAR(one, 0.0, 1e-11);
  EXPECT_LT(norm(sum), 1e-10);
}

TEST_F(ReducedBodies, EnergyIsThatOfFormBC) {
  FiniteElementScratch scratch(kNodes);
  corotated_displacements(body_->elements, body_->rotation, body_->displacement, scratch.turned);
  const double energy = corotated_energy(body_->stiffness, scratch.turned, scratch.force);
  update_energies(*body_);
  EXPECT_NEAR(body_->energy.internal, energy, 1e-12 * energy);
}

TEST(ReducedModels, RigidMotionsAreLeftOutAndNeverReturn) {
  Bodies bodies;
  ReducedBase modes = test::block_modes(10);
  const FiniteElementBody& some =
      test::add_block(bodies, FiniteElementForm::corotational_modal, test::shared(modes));
  EXPECT_EQ(some.reduced->modes, 4);
  modes.vector.erase(modes.vector.begin(), modes.vector.begin() + 6 * 3 * kNodes);
  modes.eigenvalue.erase(modes.eigenvalue.begin(), modes.eigenvalue.begin() + 6);
  const FiniteElementBody& same =
      test::add_block(bodies, FiniteElementForm::corotational_modal, test::shared(modes));
  EXPECT_EQ(same.reduced->shape, bodies.finite_element[0].reduced->shape);
  // a rigid motion added to a vector changes nothing but its scale
  for (int a = 0; a < kNodes; ++a) modes.vector[std::size_t(3 * a)] += 2.0;
  const FiniteElementBody& shifted =
      test::add_block(bodies, FiniteElementForm::corotational_modal, test::shared(modes));
  const double scale = shifted.reduced->shape[0] / bodies.finite_element[0].reduced->shape[0];
  for (std::size_t k = 0; k < 3 * kNodes; ++k) {
    EXPECT_NEAR(shifted.reduced->shape[k], scale * bodies.finite_element[0].reduced->shape[k],
                1e-10);
  }
}

TEST(ReducedModels, StiffnessOfModesIsTheirEigenvalue) {
  Bodies bodies;
  const ReducedBase modes = test::block_modes(12);
  const FiniteElementBody& body =
      test::add_block(bodies, FiniteElementForm::corotational_modal, test::shared(modes));
  for (std::size_t j = 0; j < 6; ++j) {
    for (std::size_t i = 0; i < 6; ++i) {
      const double expected = i == j ? modes.eigenvalue[6 + j] : 0.0;
      EXPECT_NEAR(body.reduced->stiffness[6 * j + i], expected, 1e-8 * modes.eigenvalue[11]);
    }
  }
}

TEST(ReducedModels, BasesThatDoNotFitAreRefused) {
  const auto message = [](ReducedBase base) {
    return message_of<InputError>([&] {
      Bodies bodies;
      (void)test::add_block(bodies, FiniteElementForm::corotational_reduced,
                            test::shared(std::move(base)));
    });
  };
  ReducedBase base = test::random_base(3, 1);
  base.vector.pop_back();
  EXPECT_EQ(message(base),
            "Modal analysis data size and mesh size do not match: 'base' has 161 numbers in 3 "
            "vectors, 54 each are wanted (three for each of the 18 nodes of the mesh)");
  base = test::random_base(3, 1);
  base.label = "pod";
  std::fill_n(base.vector.begin() + 54, 54, 0.0);
  EXPECT_EQ(message(base), "base 'pod' must have vectors that are not zero, vector 1 is");
  base = test::random_base(3, 1);
  for (int k = 0; k < 54; ++k) {
    base.vector[std::size_t(108 + k)] =
        base.vector[std::size_t(k)] - 3.0 * base.vector[std::size_t(54 + k)];
  }
  EXPECT_EQ(message(base),
            "'base' must have independent vectors, vector 2 is a combination of earlier ones and "
            "rigid motions");
}

}  // namespace
}  // namespace solfec

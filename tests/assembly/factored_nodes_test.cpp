#include <array>
#include <memory>
#include <random>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include "assembly/assembly.h"
#include "base/count.h"
#include "body/finite_element/finite_element_inverse.h"
#include "geometry/shape/mass_properties.h"
#include "geometry/shape/shape_pieces.h"
#include "integrator/integrator.h"
#include "support/block_mesh.h"

namespace solfec {
namespace {

constexpr double kStep = 1e-3;
constexpr double kTolerance = 1e-4;  // m, geometric

/// A hexahedron of edge 1 m in an implicit scheme, with an obstacle as the other body of contacts.
class FactoredNodes : public ::testing::TestWithParam<FiniteElementForm> {
 protected:
  FactoredNodes() {
    BulkMaterial material;
    material.young = 1e7;
    material.density = 2000.0;
    auto shape = std::make_shared<Shape>();
    shape->meshes.push_back(test::hexahedra_block({1, 1, 1}, {1, 1, 1}));
    mesh_ = bodies_.add_finite_element(1, mass_properties(*shape), shape,
                                       make_shape_pieces(*shape, 1e-6), material, GetParam());
    bodies_.set_scheme(mesh_, Scheme::def_lim);
    const MassProperties unit{1.0, {}, identity()};
    obstacle_ = bodies_.add(2, BodyKind::obstacle, unit, material);
    for (Vec3& q : body().displacement) q = 0.01 * vector();
    for (Vec3& u : body().velocity) u = vector();
    first_half_step(bodies_, kStep);
    free_velocity(bodies_, kStep);
  }

  FiniteElementBody& body() { return bodies_.finite_element[0]; }
  Vec3 vector() { return {unit_(rng_), unit_(rng_), unit_(rng_)}; }
  Vec3 node(int a) { return body().elements.node[at(a)] + body().displacement[at(a)]; }

  ContactPoint contact_at(Vec3 point, bool mesh_is_master) {
    ContactPoint contact;
    contact.master = mesh_is_master ? 0 : 1;
    contact.slave = mesh_is_master ? 1 : 0;
    contact.frame = contact_frame(normalized(vector()));
    contact.point = point;
    contact.gap_law = true;
    return contact;
  }
  void assemble_contacts() {
    assemble({bodies_, {}, contacts_, materials_, kStep, false, 0.0, kTolerance}, workspace_,
             problem_, R_);
  }

  /// h A⁻¹ by solving with unit forces.
  Eigen::MatrixXd dense_inverse() {
    const int n = 3 * body().node_count();
    Eigen::MatrixXd inverse(n, n);
    std::vector<Vec3> force(at(body().node_count()));
    std::vector<Vec3> change(force.size());
    for (int k = 0; k < n; ++k) {
      force[at(k / 3)][k % 3] = 1.0;
      apply_inverse(body(), force, change);
      for (int i = 0; i < n; ++i) inverse(i, k) = kStep * change[at(i / 3)][i % 3];
      force[at(k / 3)][k % 3] = 0.0;
    }
    return inverse;
  }
  /// frameᵀ Σ w_a v_a with the sign of the side.
  Eigen::MatrixXd jacobian(const std::vector<std::vector<std::pair<int, double>>>& points) {
    Eigen::MatrixXd H = Eigen::MatrixXd::Zero(3 * count(points), 3 * body().node_count());
    for (int i = 0; i < count(points); ++i) {
      const ContactPoint& contact = contacts_[at(i)];
      const double sign = contact.master == 0 ? 1.0 : -1.0;
      for (const auto& [a, weight] : points[at(i)]) {
        for (int r = 0; r < 3; ++r) {
          for (int c = 0; c < 3; ++c) H(3 * i + r, 3 * a + c) = sign * weight * contact.frame(c, r);
        }
      }
    }
    return H;
  }
  void expect_operator(const Eigen::MatrixXd& W, double tolerance = 1e-11) {
    const double size = W.cwiseAbs().maxCoeff();
    for (int i = 0; i < problem_.size(); ++i) {
      for (int j = 0; j < problem_.size(); ++j) {
        const Mat3 block = problem_.body_space.block(i, j);
        for (int r = 0; r < 3; ++r) {
          for (int c = 0; c < 3; ++c)
            EXPECT_NEAR(block(r, c), W(3 * i + r, 3 * j + c), tolerance * size) << i << ' ' << j;
        }
      }
    }
  }

  std::mt19937 rng_{20260530};
  std::uniform_real_distribution<double> unit_{-1.0, 1.0};
  Bodies bodies_;
  BodyRef mesh_;
  BodyRef obstacle_;
  SurfaceMaterialTable materials_;
  std::vector<ContactPoint> contacts_;
  AssemblyWorkspace workspace_;
  LocalDynamics problem_;
  std::vector<Vec3> R_;
};

TEST_P(FactoredNodes, RowsNearANodeActThereAndShareItsPlace) {
  const std::array<int, 6> of_row = {2, 7, 2, 0, 7, 2};
  std::vector<std::vector<std::pair<int, double>>> points;
  for (int k = 0; k < count(of_row); ++k) {
    const Vec3 offset = 0.099 * kTolerance * normalized(vector());
    contacts_.push_back(contact_at(node(of_row[at(k)]) + offset, k % 2 == 0));
    points.push_back({{of_row[at(k)], 1.0}});
  }
  assemble_contacts();
  ASSERT_TRUE(body().factored);
  EXPECT_EQ(count(problem_.body_space.factored_places(0)), 3);
  EXPECT_EQ(count(problem_.body_space.factored_sides(0)), count(of_row));
  const Eigen::MatrixXd H = jacobian(points);
  const Eigen::MatrixXd inverse = dense_inverse();
  expect_operator(H * inverse * H.transpose());

  Eigen::VectorXd R(3 * problem_.size());
  for (int i = 0; i < problem_.size(); ++i) {
    R_[at(i)] = vector();
    for (int c = 0; c < 3; ++c) R(3 * i + c) = R_[at(i)][c];
  }
  LocalSolution solution{R_, {}, BodyVelocities(problem_.body_space)};
  solution.velocities.reset(R_);
  const Eigen::VectorXd U = H * inverse * H.transpose() * R;
  for (int i = 0; i < problem_.size(); ++i) {
    for (int c = 0; c < 3; ++c)
      EXPECT_NEAR(solution.velocities.gather(i)[c], U(3 * i + c), 1e-11 * U.norm());
  }
  write_velocity_changes(problem_, solution, workspace_, bodies_);
  const Eigen::VectorXd change = inverse * H.transpose() * R;
  Vec3 sum;
  Vec3 wanted;
  for (int a = 0; a < body().node_count(); ++a) {
    sum += body().reaction[at(a)];
    for (int c = 0; c < 3; ++c)
      EXPECT_NEAR(body().change[at(a)][c], change(3 * a + c), 1e-11 * change.norm());
  }
  for (int i = 0; i < problem_.size(); ++i) {
    const double sign = contacts_[at(i)].master == 0 ? 1.0 : -1.0;
    wanted += sign * (contacts_[at(i)].frame * R_[at(i)]);
  }
  EXPECT_LE(norm(sum - wanted), 1e-14 * norm(wanted) + 1e-15);
}

TEST_P(FactoredNodes, RowsFartherFromANodeSeeTheElement) {
  for (const double distance : {0.11 * kTolerance, 0.3}) {
    contacts_.clear();
    std::vector<std::vector<std::pair<int, double>>> points;
    for (int k = 0; k < 3; ++k) {
      const Vec3 inwards = normalized(node(7 - k) - node(k));
      contacts_.push_back(contact_at(node(k) + distance * inwards, true));
      const MeshPoint point = body().point_at(0, contacts_.back().point);
      points.emplace_back();
      for (int a = 0; a < point.count; ++a)
        points.back().emplace_back(point.node[at(a)], point.weight[at(a)]);
    }
    assemble_contacts();
    EXPECT_EQ(count(problem_.body_space.factored_places(0)), 3);
    const Eigen::MatrixXd H = jacobian(points);
    expect_operator(H * dense_inverse() * H.transpose(), 1e-8);  // weights of 1e-10 are left out
  }
}

INSTANTIATE_TEST_SUITE_P(Forms, FactoredNodes,
                         ::testing::Values(FiniteElementForm::total_lagrangian,
                                           FiniteElementForm::corotational));

}  // namespace
}  // namespace solfec

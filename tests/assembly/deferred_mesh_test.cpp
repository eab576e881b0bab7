#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <random>
#include <vector>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include "assembly/assembly.h"
#include "base/count.h"
#include "body/finite_element/finite_element_inverse.h"
#include "geometry/shape/mass_properties.h"
#include "geometry/shape/shape_pieces.h"
#include "integrator/integrator.h"
#include "local_dynamics/body_velocities.h"
#include "support/block_mesh.h"

namespace solfec {
namespace {

constexpr double kStep = 1e-3;
constexpr double kTol = 1e-10;  // of W, by factors and by solutions

/// A flat block of hexahedra with contacts at all nodes of its two large faces, its W by dense
/// algebra.
class DeferredMesh : public ::testing::TestWithParam<bool> {
 protected:
  DeferredMesh() {
    BulkMaterial material;
    material.young = 1e7;
    material.density = 2000.0;
    auto shape = std::make_shared<Shape>();
    shape->meshes.push_back(test::hexahedra_block({1, 1, 0.25}, {8, 8, 2}));
    mesh_ = bodies_.add_finite_element(1, mass_properties(*shape), shape,
                                       make_shape_pieces(*shape, 1e-6), material,
                                       FiniteElementForm::total_lagrangian);
    bodies_.set_scheme(mesh_, Scheme::def_lim);
    bodies_.add(2, BodyKind::obstacle, MassProperties{1.0, {}, identity()}, material);
    std::uniform_real_distribution<double> unit(-1.0, 1.0);
    const auto vector = [&] { return Vec3{unit(rng_), unit(rng_), unit(rng_)}; };
    for (Vec3& q : body().displacement) q = 0.005 * vector();
    for (Vec3& u : body().velocity) u = vector();
    first_half_step(bodies_, kStep);
    free_velocity(bodies_, kStep);
    for (int a = 0; a < body().node_count(); ++a) {
      const double z = body().elements.node[at(a)].z;
      if (std::fabs(z - 0.125) < 0.1) continue;
      ContactPoint contact;
      contact.master = 0;
      contact.master_piece = piece_with(a);
      contact.slave = 1;
      contact.frame = contact_frame(normalized(vector()));
      contact.point = body().elements.node[at(a)] + body().displacement[at(a)];
      contact.gap_law = true;
      contacts_.push_back(contact);
      node_.push_back(a);
    }
    assemble({bodies_, {}, contacts_, materials_, kStep, GetParam(), 0.0, 1e-4}, workspace_,
             problem_, R_);
    for (Vec3& R : R_) R = vector();
  }

  FiniteElementBody& body() { return bodies_.finite_element[0]; }
  /// Pieces are the elements, which all have an outer face.
  int piece_with(int node) {
    const std::vector<MeshElement>& elements = body().mesh->elements;
    const auto found =
        std::find_if(elements.begin(), elements.end(), [&](const MeshElement& element) {
          const auto end = element.node.begin() + element.node_count;
          return std::find(element.node.begin(), end, node) != end;
        });
    return static_cast<int>(found - elements.begin());
  }

  Eigen::MatrixXd dense_W() {
    const int n = count(node_);
    Eigen::MatrixXd W(3 * n, 3 * n);
    std::vector<Vec3> force(at(body().node_count()));
    std::vector<Vec3> change(force.size());
    for (int j = 0; j < 3 * n; ++j) {
      force[at(node_[at(j / 3)])] = contacts_[at(j / 3)].frame.column(j % 3);
      apply_inverse(body(), force, change);
      force[at(node_[at(j / 3)])] = {};
      for (int i = 0; i < n; ++i) {
        const Vec3 u = kStep * transposed_times(contacts_[at(i)].frame, change[at(node_[at(i)])]);
        for (int k = 0; k < 3; ++k) W(3 * i + k, j) = u[k];
      }
    }
    return W;
  }

  std::mt19937 rng_{20260902};
  Bodies bodies_;
  BodyRef mesh_;
  SurfaceMaterialTable materials_;
  std::vector<ContactPoint> contacts_;
  std::vector<int> node_;  // of the contacts
  AssemblyWorkspace workspace_;
  LocalDynamics problem_;
  std::vector<Vec3> R_;
};

void expect_block(const Mat3& block, const Eigen::MatrixXd& W, int i, int j) {
  const double size = W.cwiseAbs().maxCoeff();
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 3; ++c) {
      EXPECT_NEAR(block(r, c), W(3 * i + r, 3 * j + c), kTol * size) << i << ' ' << j;
    }
  }
}

TEST_P(DeferredMesh, HasItsDiagonalItsProductsAndOnDemandAllBlocks) {
  ASSERT_TRUE(body().factored);
  ASSERT_EQ(problem_.size(), 162);
  ASSERT_TRUE(problem_.body_space.has_deferred());
  const Eigen::MatrixXd W = dense_W();
  for (int i = 0; i < problem_.size(); ++i) expect_block(problem_.W_diagonal[at(i)], W, i, i);

  const Eigen::Map<const Eigen::VectorXd> R(&R_[0].x, 3 * problem_.size());
  const Eigen::VectorXd U = W * R;
  BodyVelocities velocities(problem_.body_space);
  for (const bool complete : {false, true}) {
    if (complete) problem_.body_space.complete_inverses();
    velocities.reset(R_);
    for (int i = 0; i < problem_.size(); ++i) {
      const Vec3 u = velocities.gather(i);
      for (int k = 0; k < 3; ++k) EXPECT_NEAR(u[k], U(3 * i + k), kTol * U.norm());
    }
  }
  EXPECT_FALSE(problem_.body_space.has_deferred());
  for (int i = 0; i < problem_.size(); ++i) {
    for (int j = 0; j < problem_.size(); ++j)
      expect_block(problem_.body_space.block(i, j), W, i, j);
  }
}

// Other rows in the next step: nothing is left of what was deferred, and nothing of what was not.
TEST_P(DeferredMesh, FewRowsAfterManyHaveTheirBlocks) {
  contacts_.resize(20);
  node_.resize(20);
  for (int turn = 0; turn < 2; ++turn) {
    assemble({bodies_, {}, contacts_, materials_, kStep, GetParam(), 0.0, 1e-4}, workspace_,
             problem_, R_);
    EXPECT_FALSE(problem_.body_space.has_deferred());
    const Eigen::MatrixXd W = dense_W();
    for (int i = 0; i < problem_.size(); ++i)
      expect_block(problem_.body_space.block(i, 3), W, i, 3);
  }
}

// Rows with critical damping ask for W' of their patch, the mean velocity under a uniform pressure:
// nothing is deferred, whatever the law, and the dashpots are those of dense algebra.
TEST_P(DeferredMesh, CriticalDampingOfAPatchIsThatOfItsResultant) {
  std::vector<double> share;
  std::uniform_real_distribution<double> unit(0.1, 1.0);
  for (std::size_t i = 0; i < contacts_.size(); ++i) share.push_back(unit(rng_));
  const double sum = std::accumulate(share.begin(), share.end(), 0.0);
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    contacts_[i].key = {1, 0, 2, 0, i + 1};
    contacts_[i].frame = contact_frame(normalized({0.1, 0.2, 1.0}));
    contacts_[i].part = share[i] /= sum;
  }
  for (const SurfaceModel model : {SurfaceModel::signorini_coulomb, SurfaceModel::spring_dashpot}) {
    SurfaceMaterial material;
    material.model = model;
    material.spring = 3e4;
    material.dashpot = kCriticalDashpot;
    materials_.define(material);
    assemble({bodies_, {}, contacts_, materials_, kStep, GetParam(), 0.0, 1e-4}, workspace_,
             problem_, R_);
    EXPECT_FALSE(problem_.body_space.has_deferred());
    const Eigen::MatrixXd W = dense_W();
    double of_patch = 0.0;
    for (std::size_t i = 0; i < share.size(); ++i) {
      for (std::size_t j = 0; j < share.size(); ++j)
        of_patch +=
            share[i] * share[j] * W(3 * static_cast<int>(i) + 2, 3 * static_cast<int>(j) + 2);
    }
    for (std::size_t i = 0; i < share.size(); ++i) {
      const double own = W(3 * static_cast<int>(i) + 2, 3 * static_cast<int>(i) + 2);
      const double expected = -std::sqrt(share[i] * own / of_patch);
      EXPECT_NEAR(problem_.law[i].dashpot, expected, 1e-9 * std::fabs(expected)) << i;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(QuasiStatic, DeferredMesh, ::testing::Values(true));

}  // namespace
}  // namespace solfec

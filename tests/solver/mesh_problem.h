#pragma once

#include <algorithm>
#include <memory>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include <Eigen/Dense>

#include "base/count.h"
#include "local_dynamics/deferred_inverse.h"
#include "local_dynamics/local_dynamics.h"
#include "math/rotation.h"
#include "solver/mixed_problem.h"
#include "solver/scene.h"

namespace solfec {

constexpr double kMeshC = 0.003;  // s²

/// Springs with random directions between random nodes of a mesh, its masses and its rotation.
struct SpringMesh {
  BlockCsr K;
  std::vector<double> mass;
  Mat3 rotation;
  Eigen::MatrixXd inverse;  // of Q (M + c K) Qᵀ

  SpringMesh(int nodes, unsigned seed) {
    std::mt19937 rng(seed);
    std::uniform_real_distribution<double> unit(-1.0, 1.0);
    const auto vector = [&] { return Vec3{unit(rng), unit(rng), unit(rng)}; };
    Eigen::MatrixXd full = Eigen::MatrixXd::Zero(3L * nodes, 3L * nodes);
    Eigen::MatrixXi joined = Eigen::MatrixXi::Identity(nodes, nodes);
    for (int k = 0; k < 5 * nodes; ++k) {
      const int a = k % nodes;
      const int b = (a + 1 + k / nodes) % nodes;
      const Vec3 axis = vector();
      const Eigen::Vector3d e(axis.x, axis.y, axis.z);
      const Eigen::Matrix3d block = 400.0 * e * e.transpose();
      full.block<3, 3>(3L * a, 3L * a) += block;
      full.block<3, 3>(3L * b, 3L * b) += block;
      full.block<3, 3>(3L * a, 3L * b) -= block;
      full.block<3, 3>(3L * b, 3L * a) -= block;
      joined(a, b) = joined(b, a) = 1;
    }
    for (int i = 0; i < nodes; ++i) {
      mass.push_back(1.0 + 0.1 * i);
      for (int j = 0; j < nodes; ++j) {
        if (joined(i, j) == 0) continue;
        K.column.push_back(j);
        Mat3 block;
        Eigen::Map<Eigen::Matrix3d>(block.m) = full.block<3, 3>(3L * i, 3L * j);
        K.block.push_back(block);
      }
      K.row_start.push_back(count(K.column));
    }
    rotation = exponential_map(vector());
    Eigen::MatrixXd turn = Eigen::MatrixXd::Zero(3L * nodes, 3L * nodes);
    for (int i = 0; i < nodes; ++i) {
      turn.block<3, 3>(3L * i, 3L * i) = Eigen::Map<const Eigen::Matrix3d>(rotation.m);
    }
    full *= kMeshC;
    for (int i = 0; i < 3 * nodes; ++i) full(i, i) += mass[at(i / 3)];
    inverse = turn * full.inverse() * turn.transpose();
  }

  /// Velocity of a point per force at another.
  [[nodiscard]] Mat3 response(const NodalPoint& one, const NodalPoint& other) const {
    Mat3 block;
    Eigen::Map<Eigen::Matrix3d> sum(block.m);
    for (int a = 0; a < one.count; ++a) {
      for (int b = 0; b < other.count; ++b) {
        sum += one.weight[a] * other.weight[b] *
               inverse.block<3, 3>(3L * one.node[a], 3L * other.node[b]);
      }
    }
    return block;
  }
};

/// Blocks by the dense inverse.
class DenseInverseOfMesh final : public DeferredInverse {
 public:
  explicit DenseInverseOfMesh(std::vector<Mat3> blocks, int places)
      : blocks_(std::move(blocks)), places_(places) {}
  void multiply(std::span<const double> forces, std::span<double> velocities) override {
    const std::size_t n = at(places_);
    std::fill(velocities.begin(), velocities.end(), 0.0);
    std::size_t entry = 0;
    const auto add = [&](const Mat3& block, std::size_t t, std::size_t s) {
      const Vec3 v = block * Vec3{forces[s], forces[n + s], forces[2 * n + s]};
      for (int k = 0; k < 3; ++k) velocities[n * at(k) + t] += v[k];
    };
    for (std::size_t s = 0; s < n; ++s) {
      for (std::size_t t = 0; t <= s; ++t, ++entry) {
        add(blocks_[entry], t, s);
        if (t != s) add(transpose(blocks_[entry]), s, t);
      }
    }
  }
  void find_blocks(std::span<Mat3> blocks) override {
    std::copy(blocks_.begin(), blocks_.end(), blocks.begin());
  }

 private:
  std::vector<Mat3> blocks_;
  int places_;
};

/// Rigid, affine and dense bodies with two meshes beside, whose nodes touch bodies, each other and,
/// unless inverses are deferred, themselves.
inline LocalDynamics with_meshes(const std::vector<SpringMesh>& meshes, int rows, unsigned seed,
                                 bool deferred = false) {
  LocalDynamics problem = mixed_problem({8, 20, true, true, true, false}, seed);
  problem.push = problem.step;
  BodyOperator& W = problem.body_space;
  std::vector<int> slots;
  for (std::size_t k = 0; k < meshes.size(); ++k) slots.push_back(W.add_factored_slot());
  std::mt19937 rng(seed);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  const auto vector = [&] { return Vec3{unit(rng), unit(rng), unit(rng)}; };
  const auto random_point = [&](int k) {
    NodalPoint point;
    const int nodes = meshes[at(k)].K.row_count();
    point.count = 3;
    const int first = static_cast<int>(rng() % static_cast<unsigned>(nodes));
    for (int a = 0; a < 3; ++a) {
      point.node[a] = (first + 2 * a) % nodes;
      point.weight[a] = 0.2 + 0.1 * a + (a == 2 ? 0.1 : 0.0);
    }
    return point;
  };
  const int before = problem.size();
  problem.resize(before + rows);
  for (int i = before; i < before + rows; ++i) {
    const int k = i % count(meshes);
    RowJacobian row;
    row.frame = frame_of(normalized(vector()));
    row.slave = slots[at(k)];
    NodalPoint master;
    if (i % 4 == 0) {
      row.master = static_cast<int>(rng() % 8U);
      row.master_arm = vector();
    } else if (i % 4 == 1 && !(deferred && (i / 4) % count(meshes) == k)) {
      row.master = slots[at((i / 4) % count(meshes))];
      master = random_point((i / 4) % count(meshes));
    }
    W.row(i) = row;
    W.set_points(i, master, random_point(k));
    problem.law[at(i)].friction = i % 3 == 0 ? 2.0 : 0.3;
    problem.V[at(i)] = {};
    problem.B[at(i)] = vector();
  }
  W.allocate_factored_sides();
  std::vector<std::vector<Mat3>> blocks(meshes.size());
  for (int k = 0; k < count(meshes); ++k) {
    const SpringMesh& mesh = meshes[at(k)];
    const int slot = slots[at(k)];
    W.set_tangent(slot, {&mesh.K, mesh.mass, kMeshC, mesh.rotation, 1e5, 1e4});
    const auto places = W.factored_places(slot);
    for (int s = 0; s < count(places); ++s) {
      for (int t = 0; t <= s; ++t) {
        const Mat3 block = mesh.response(W.point(places[at(t)]), W.point(places[at(s)]));
        blocks[at(k)].push_back(problem.push * block);
      }
    }
    if (!deferred) continue;
    W.defer_inverse(slot, std::make_shared<DenseInverseOfMesh>(blocks[at(k)], count(places)));
  }
  for (int k = 0; k < count(meshes); ++k) {
    const Mat3* block = blocks[at(k)].data();
    const auto places = W.factored_places(slots[at(k)]);
    for (int s = 0; s < count(places); ++s) {
      for (int t = 0; t <= s; ++t, ++block) {
        if (!deferred) W.set_factored_inverse(slots[at(k)], t, s, *block);
        if (deferred && t == s) W.set_factored_diagonal(slots[at(k)], s, *block);
      }
    }
  }
  for (int i = 0; i < problem.size(); ++i) problem.W_diagonal[at(i)] = W.diagonal(i);
  return problem;
}

}  // namespace solfec

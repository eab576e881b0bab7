#pragma once

#include <cmath>
#include <span>

#include <Eigen/Dense>

#include "body/finite_element/total_lagrangian.h"

namespace solfec::test {

/// Largest eigenvalue of M⁻¹ K(q) by a dense solver, 1/s².
inline double assembled_eigenvalue(const FiniteElementMesh& body, std::span<const Vec3> q) {
  BlockCsr K;
  const StiffnessPlan plan = plan_stiffness(body, K);
  assemble_stiffness(body, plan, q, K);
  const int n = 3 * body.node_count();
  Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(n, n);
  for (int i = 0; i < K.row_count(); ++i) {
    for (int k = K.row_start[i]; k < K.row_start[i + 1]; ++k) {
      const int j = K.column[k];
      const double scale = 1.0 / std::sqrt(body.mass[i] * body.mass[j]);
      dense.block<3, 3>(3 * i, 3 * j) = scale * Eigen::Map<const Eigen::Matrix3d>(K.block[k].m);
    }
  }
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(dense, Eigen::EigenvaluesOnly)
      .eigenvalues()[n - 1];
}

}  // namespace solfec::test

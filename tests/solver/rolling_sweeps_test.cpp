#include "solver/rolling_sweeps.h"

#include <algorithm>
#include <cmath>
#include <random>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include "base/count.h"
#include "math/rotation.h"
#include "solver/constraint_solver.h"

namespace solfec {
namespace {

/// Rigid bodies with contacts at random points, all with friction and resistance to rolling; the
/// motion of the bodies is found a second time by dense matrices, which know nothing of rows.
class RollingSweepsTest : public ::testing::Test {
 protected:
  static constexpr double kFriction = 0.4;
  static constexpr double kArms[] = {0.02, 0.4};  // in turn
  static constexpr double kSlow = 0.1;            // spins, so that some couples hold them

  void make(int bodies, int contacts, unsigned seed) {
    rng_.seed(seed);
    problem_.clear();
    problem_.step = 0.1;
    inverse_ = Eigen::MatrixXd::Zero(6 * bodies, 6 * bodies);
    free_ = Eigen::VectorXd::Zero(6 * bodies);
    for (int b = 0; b < bodies; ++b) add_body(b);
    for (int i = 0; i < contacts; ++i) add_contact(i % bodies, i < bodies ? -1 : (i + 1) % bodies);
    solution_.R.assign(at(contacts), Vec3{});
    solution_.U.assign(at(contacts), Vec3{});
  }

  void add_body(int b) {
    Mat3 root;
    for (double& entry : root.m) entry = number();
    const Mat3 inverse = 0.3 * (root * transpose(root)) + 0.2 * identity();
    const double inverse_mass = 0.5 + 0.3 * number();
    problem_.body_space.add_slot(SlotKind::rigid, inverse, inverse_mass);
    for (int r = 0; r < 3; ++r) {
      for (int c = 0; c < 3; ++c) inverse_(6 * b + r, 6 * b + c) = inverse(r, c);
      inverse_(6 * b + 3 + r, 6 * b + 3 + r) = inverse_mass;
    }
    for (int k = 0; k < 6; ++k) free_[6 * b + k] = (k < 3 ? kSlow : 1.0) * number();
  }

  void add_contact(int master, int slave) {
    const int i = problem_.size();
    problem_.resize(i + 1);
    RowJacobian& row = problem_.body_space.row(i);
    row = {};
    row.master = master;
    row.slave = slave;
    row.frame = exponential_map({3.0 * number(), 3.0 * number(), 3.0 * number()});
    row.master_arm = {number(), number(), number()};
    row.slave_arm = {number(), number(), number()};
    RowLaw& law = problem_.law[at(i)];
    law = {};
    law.kind = ConstraintKind::contact;
    law.friction = kFriction;
    problem_.W_diagonal[at(i)] = problem_.body_space.diagonal(i);
    problem_.rounding[at(i)] = 0.0;
    // towards each other, so that most contacts carry
    const Eigen::RowVectorXd n = jacobian(i, false).row(2);
    const double approach = n.dot(free_);
    free_ -= (approach + 0.5) / n.squaredNorm() * n.transpose();
  }

  /// Rows of H of a contact, or those of its spin, in the frame of the contact.
  Eigen::MatrixXd jacobian(int i, bool of_spin) const {
    const RowJacobian& row = problem_.body_space.rows()[at(i)];
    Eigen::MatrixXd H = Eigen::MatrixXd::Zero(3, free_.size());
    const auto add = [&](int body, Vec3 arm, double sign) {
      if (body < 0) return;
      for (int r = 0; r < 3; ++r) {
        const Vec3 axis = row.frame.column(r);
        const Vec3 turn = of_spin ? axis : cross(arm, axis);  // axis · (ω x arm) = ω · (arm x axis)
        for (int c = 0; c < 3; ++c) {
          H(r, 6 * body + c) += sign * turn[c];
          if (!of_spin) H(r, 6 * body + 3 + c) += sign * axis[c];
        }
      }
    };
    add(row.master, row.master_arm, 1.0);
    add(row.slave, row.slave_arm, -1.0);
    return H;
  }

  static Vec3 vec(const Eigen::VectorXd& x) { return {x[0], x[1], x[2]}; }
  static Eigen::Vector3d eigen(Vec3 x) { return {x.x, x.y, x.z}; }

  void set_rows() {
    problem_.V.assign(problem_.V.size(), Vec3{});
    for (int i = 0; i < problem_.size(); ++i) {
      problem_.B[at(i)] = vec(jacobian(i, false) * free_);
      const RowJacobian& jacobian_row = problem_.body_space.rows()[at(i)];
      const Eigen::MatrixXd S = jacobian(i, true);
      const Eigen::MatrixXd H = jacobian(i, false);
      const Eigen::Matrix3d W = S * inverse_ * S.transpose();
      const Eigen::Matrix3d C = H * inverse_ * S.transpose();
      RollingRow row;
      row.row = i;
      row.master = jacobian_row.master;
      row.slave = jacobian_row.slave;
      row.arm = kArms[i % 2];
      row.tangent[0] = jacobian_row.frame.column(0);
      row.tangent[1] = jacobian_row.frame.column(1);
      row.W[0] = W(0, 0), row.W[1] = W(0, 1), row.W[2] = W(1, 1);
      row.coupling[0] = vec(C.col(0));
      row.coupling[1] = vec(C.col(1));
      row.length = 1.0;
      row.B = vec(S * free_);
      row.B.z = 0.0;
      problem_.rolling.push_back(row);
    }
  }

  /// Velocities of the bodies by dense matrices.
  Eigen::VectorXd velocities() const {
    Eigen::VectorXd u = free_;
    for (int i = 0; i < problem_.size(); ++i) {
      u += inverse_ * jacobian(i, false).transpose() * eigen(solution_.R[at(i)]);
      u += inverse_ * jacobian(i, true).transpose() * eigen(solution_.couples[at(i)]);
    }
    return u;
  }

  double number() { return std::uniform_real_distribution<double>(-1.0, 1.0)(rng_); }

  std::mt19937 rng_;
  LocalDynamics problem_;
  LocalSolution solution_;
  Eigen::MatrixXd inverse_;  // h M⁻¹
  Eigen::VectorXd free_;
};

/// Returns by how much a force or couple x misses |x| <= bound and opposing the velocity v.
double missed_by_disc(Vec3 x, Vec3 v, double bound) {
  const double size = std::hypot(x.x, x.y);
  const double speed = std::hypot(v.x, v.y);
  const double above = std::max(0.0, size - bound);
  if (size < bound * (1.0 - 1e-7)) return std::max(above, speed);
  return std::max(above, bound * speed + x.x * v.x + x.y * v.y);  // power of maximal dissipation
}

TEST_F(RollingSweepsTest, SolutionsObeyAllLawsByDenseMatrices) {
  int held = 0;
  int rolling = 0;
  int unsolved = 0;  // sweeps need not converge for every random problem
  for (unsigned seed = 0; seed < 100; ++seed) {
    make(3, 5, seed);
    set_rows();
    GaussSeidelParams params;
    params.relative_tolerance = 1e-13;
    params.merit_tolerance = 1e-22;
    params.accuracy = {};
    params.max_sweeps = 20000;
    GaussSeidelSolver solver(params);
    solver.solve(problem_, solution_);
    if (solver.report().status != SolveStatus::ok) {
      ++unsolved;
      continue;
    }
    const Eigen::VectorXd u = velocities();
    for (int i = 0; i < problem_.size(); ++i) {
      const Vec3 U = vec(jacobian(i, false) * u);
      const Vec3 w = vec(jacobian(i, true) * u);
      const Vec3 R = solution_.R[at(i)];
      const Vec3 M = solution_.couples[at(i)];
      EXPECT_LT(norm(U - solution_.U[at(i)]), 1e-11);
      EXPECT_LT(std::hypot(w.x - solution_.spins[at(i)].x, w.y - solution_.spins[at(i)].y), 1e-11);
      EXPECT_LT(std::fabs(std::min(R.z, U.z)), 1e-9);
      EXPECT_LT(missed_by_disc(R, U, kFriction * R.z), 1e-8);
      EXPECT_LT(missed_by_disc(M, w, problem_.rolling[at(i)].arm * R.z), 1e-8);
      EXPECT_EQ(M.z, 0.0);
      if (!(R.z > 1e-6)) continue;
      (std::hypot(M.x, M.y) < problem_.rolling[at(i)].arm * R.z * (1.0 - 1e-7) ? held : rolling) +=
          1;
    }
  }
  EXPECT_LE(unsolved, 5);
  EXPECT_GT(held, 10);
  EXPECT_GT(rolling, 10);
}

TEST_F(RollingSweepsTest, ResidualCountsWhatCouplesMiss) {
  make(2, 3, 7);
  set_rows();
  GaussSeidelParams params;
  params.relative_tolerance = 1e-13;
  params.merit_tolerance = 1e-22;
  params.accuracy = {};
  params.max_sweeps = 20000;
  GaussSeidelSolver solver(params);
  solver.solve(problem_, solution_);
  ASSERT_EQ(solver.report().status, SolveStatus::ok);
  EXPECT_LT(residual_with_rolling(problem_, solution_).map.violation, 1e-9);
  LocalSolution other = solution_;
  for (Vec3& M : other.couples) M = {};
  const Residual wrong = residual_with_rolling(problem_, other);
  const Residual rows_alone = residual_of(problem_, other.R, other.U);
  EXPECT_GT(wrong.map.violation, 1e3 * rows_alone.map.violation);
  EXPECT_GT(wrong.merit, 1e3 * rows_alone.merit);
  EXPECT_GE(wrong.map.worst_row, 0);
}

TEST_F(RollingSweepsTest, TwoSolutionsHaveEqualBits) {
  make(3, 5, 3);
  set_rows();
  GaussSeidelSolver solver(GaussSeidelParams{});
  solver.solve(problem_, solution_);
  const LocalSolution first{solution_.R, solution_.U, {}, solution_.couples, solution_.spins};
  solution_.R.assign(solution_.R.size(), Vec3{});
  solver.solve(problem_, solution_);  // the workspace remembers nothing of the couples
  EXPECT_EQ(first.R, solution_.R);
  EXPECT_EQ(first.U, solution_.U);
  EXPECT_EQ(first.couples, solution_.couples);
}

}  // namespace
}  // namespace solfec

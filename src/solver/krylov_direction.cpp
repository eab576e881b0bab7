#include "solver/krylov_direction.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Dense>

#include "base/count.h"
#include "solver/newton/slot_inertia.h"
#include "solver/row/row_linearisation.h"
#include "solver/settings/solver_settings.h"

namespace solfec {

namespace {

/// Error of the velocity of any body that is left over the one that is allowed. With ten times as
/// much the interior point stalls on a pile of 10 000 spheres; a tenth takes 1.1 times the
/// iterations.
constexpr double kShareOfLeast = 0.1;

bool all_finite(std::span<const Vec3> x) {
  return std::all_of(x.begin(), x.end(), [](Vec3 one) { return is_finite(one); });
}

}  // namespace

double KrylovDirection::cost_in_sweeps() { return kDefaultSettings.newton_steps.affordable; }

bool KrylovDirection::compute(std::span<const Vec3> R, std::span<const Vec3> U,
                              std::span<Vec3> dR) {
  linear_.resize(R.size());
  for (std::size_t i = 0; i < R.size(); ++i) {
    linear_[i] = linearise_row(problem_, static_cast<int>(i), R[i], U[i]);
  }
  return step(linear_, dR);
}

void KrylovDirection::solve(double scale, std::span<const Vec3> right, std::span<Vec3> solution) {
  KrylovParams params = params_;
  params.residual = kShareOfLeast * allowed_ * scale;
  const KrylovResult result = solve_krylov(*this, params, right, solution, work_);
  tally_.iterations.push_back(result.iterations);
  tally_.products += result.products;
  tally_.missed += result.converged ? 0 : 1;
}

// ---- over bodies -------------------------------------------------------------------------------

KrylovOfBodies::KrylovOfBodies(const LocalDynamics& problem, const KrylovParams& params)
    : KrylovDirection(problem, params) {
  const BodyOperator& space = problem.body_space;
  const std::size_t slots = at(space.slot_count());
  inertia_.resize(slots);
  mass_.resize(slots);
  for (int slot = 0; slot < space.slot_count(); ++slot) {
    if (space.slot_kind(slot) != SlotKind::rigid) {
      complete_ = false;
      continue;
    }
    const SlotInertia inertia = slot_inertia(space, slot);
    Eigen::Map<Eigen::Matrix3d>(inertia_[at(slot)].m) = inertia.topLeftCorner<3, 3>();
    mass_[at(slot)] = inertia(3, 3);
  }
  complete_ = complete_ && space.row_count() == problem.size();
  inverse_.resize(slots);
  right_.resize(2 * slots);
  velocity_.resize(2 * slots);
  rows_.resize(complete_ ? at(problem.size()) : 0);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const RowJacobian& row = space.rows()[i];
    rows_[i] = {row.master, row.slave, row.master_arm, row.slave_arm, {}};
  }
}

Vec3 KrylovOfBodies::BodyRow::velocity(std::span<const Vec3> x) const {
  Vec3 relative;
  if (master >= 0) relative += x[2 * at(master) + 1] + cross(x[2 * at(master)], master_arm);
  if (slave >= 0) relative -= x[2 * at(slave) + 1] + cross(x[2 * at(slave)], slave_arm);
  return relative;
}

void KrylovOfBodies::BodyRow::push(Vec3 force, std::span<Vec3> y) const {
  if (master >= 0) {
    y[2 * at(master)] += cross(master_arm, force);
    y[2 * at(master) + 1] += force;
  }
  if (slave >= 0) {
    y[2 * at(slave)] -= cross(slave_arm, force);
    y[2 * at(slave) + 1] -= force;
  }
}

void KrylovOfBodies::multiply(std::span<const Vec3> x, std::span<Vec3> y) {
  for (std::size_t slot = 0; slot < mass_.size(); ++slot) {
    y[2 * slot] = inertia_[slot] * x[2 * slot];
    y[2 * slot + 1] = mass_[slot] * x[2 * slot + 1];
  }
  for (const BodyRow& row : rows_) row.push(row.world * row.velocity(x), y);
}

void KrylovOfBodies::precondition(std::span<const Vec3> x, std::span<Vec3> y) {
  for (std::size_t slot = 0; slot < inverse_.size(); ++slot) {
    const double* A = inverse_[slot].entry;
    const Vec3 turn = x[2 * slot];
    const Vec3 push = x[2 * slot + 1];
    const double in[6] = {turn.x, turn.y, turn.z, push.x, push.y, push.z};
    double out[6] = {};
    for (int c = 0; c < 6; ++c) {
      for (int r = 0; r < 6; ++r) out[r] += A[c * Block6::kStride + r] * in[c];
    }
    y[2 * slot] = {out[0], out[1], out[2]};
    y[2 * slot + 1] = {out[3], out[4], out[5]};
  }
}

/// Inverses of M/h + Σ Jᵀ E J of the slots, J = (-â, 1).
void KrylovOfBodies::set_blocks() {
  using Block = Eigen::Matrix<double, 6, 6>;
  std::vector<Block> blocks(mass_.size(), Block::Zero());
  for (std::size_t slot = 0; slot < mass_.size(); ++slot) {
    blocks[slot].topLeftCorner<3, 3>() = Eigen::Map<const Eigen::Matrix3d>(inertia_[slot].m);
    blocks[slot].bottomRightCorner<3, 3>().diagonal().setConstant(mass_[slot]);
  }
  const auto add = [&](int slot, Vec3 arm, const Mat3& world) {
    if (slot < 0) return;
    Eigen::Matrix<double, 3, 6> J;
    const Mat3 turn = skew(arm);
    J.leftCols<3>() = -Eigen::Map<const Eigen::Matrix3d>(turn.m);
    J.rightCols<3>().setIdentity();
    blocks[at(slot)] += J.transpose() * Eigen::Map<const Eigen::Matrix3d>(world.m) * J;
  };
  for (const BodyRow& row : rows_) {
    add(row.master, row.master_arm, row.world);
    add(row.slave, row.slave_arm, row.world);
  }
  using Padded = Eigen::Map<Eigen::Matrix<double, Block6::kStride, 6>>;
  for (std::size_t slot = 0; slot < mass_.size(); ++slot) {
    Padded(inverse_[slot].entry).topRows<6>() = blocks[slot].inverse();
  }
}

bool KrylovOfBodies::step(std::span<const RowLinearisation> rows, std::span<Vec3> dR) {
  if (!complete_) return false;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Mat3& frame = problem_.body_space.rows()[i].frame;
    rows_[i].world = frame * (rows[i].E * transpose(frame));
  }
  set_blocks();
  return again(rows, dR);
}

bool KrylovOfBodies::again(std::span<const RowLinearisation> rows, std::span<Vec3> dR) {
  std::fill(right_.begin(), right_.end(), Vec3{});
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows_[i].push(-(problem_.body_space.rows()[i].frame * rows[i].k), right_);
  }
  // a residual ρ of the system is an error M⁻¹ ρ of the velocities of bodies
  solve(mass_.empty() ? 0.0 : *std::min_element(mass_.begin(), mass_.end()), right_, velocity_);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Vec3 relative =
        transposed_times(problem_.body_space.rows()[i].frame, rows_[i].velocity(velocity_));
    dR[i] = -(rows[i].k + rows[i].E * relative);
  }
  return all_finite(dR);
}

// ---- over rows ---------------------------------------------------------------------------------

Mat3 root_of_semidefinite(const Mat3& E) {
  constexpr double kRounding = 1e-14;  // of the trace
  const double least = kRounding * trace(E);
  double A[3][3];
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) A[i][j] = 0.5 * (E(i, j) + E(j, i));
  }
  Mat3 L;
  for (int j = 0; j < 3; ++j) {
    if (!(A[j][j] > least)) continue;
    const double pivot = std::sqrt(A[j][j]);
    for (int i = j; i < 3; ++i) L(i, j) = A[i][j] / pivot;
    for (int i = j + 1; i < 3; ++i) {
      for (int k = j + 1; k < 3; ++k) A[i][k] -= L(i, j) * L(k, j);
    }
  }
  return L;
}

KrylovOfRows::KrylovOfRows(const LocalDynamics& problem, BlockCsrOperator* blocks,
                           const KrylovParams& params)
    : KrylovDirection(problem, params) {
  W_.start(problem, blocks);
  const std::size_t n = at(problem.size());
  root_.resize(n);
  inverse_.resize(n);
  right_.resize(n);
  solution_.resize(n);
  scratch_.resize(n);
  reactions_.resize(n);
}

void KrylovOfRows::multiply(std::span<const Vec3> x, std::span<Vec3> y) {
  for (std::size_t i = 0; i < x.size(); ++i) reactions_[i] = root_[i] * x[i];
  W_.multiply(reactions_, scratch_);
  for (std::size_t i = 0; i < x.size(); ++i) {
    y[i] = x[i] + transposed_times(root_[i], scratch_[i]);
  }
}

void KrylovOfRows::precondition(std::span<const Vec3> x, std::span<Vec3> y) {
  for (std::size_t i = 0; i < x.size(); ++i) y[i] = inverse_[i] * x[i];
}

bool KrylovOfRows::step(std::span<const RowLinearisation> rows, std::span<Vec3> dR) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    root_[i] = root_of_semidefinite(rows[i].E);
    const Mat3 W = 0.5 * (problem_.W_diagonal[i] + transpose(problem_.W_diagonal[i]));
    inverse_[i] = inverse(identity() + transpose(root_[i]) * (W * root_[i]));
  }
  return again(rows, dR);
}

bool KrylovOfRows::again(std::span<const RowLinearisation> rows, std::span<Vec3> dR) {
  for (std::size_t i = 0; i < rows.size(); ++i) reactions_[i] = rows[i].k;
  W_.multiply(reactions_, scratch_);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    right_[i] = transposed_times(root_[i], scratch_[i]);
  }
  // a residual ρ of row i of the system is an error L⁻ᵀ ρ of its velocity
  double size = 0.0;
  for (const Mat3& L : root_) size += trace(transpose(L) * L) / 3.0;
  solve(root_.empty() ? 0.0 : std::sqrt(size / double(count(root_))), right_, solution_);
  for (std::size_t i = 0; i < rows.size(); ++i) dR[i] = root_[i] * solution_[i] - rows[i].k;
  return all_finite(dR);
}

}  // namespace solfec

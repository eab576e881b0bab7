#include "solver/body_space_newton.h"

#include <algorithm>
#include <limits>

#include <Eigen/Dense>

#include "base/check.h"
#include "base/count.h"
#include "solver/row_linearisation.h"
#include "solver/row_reaction.h"

namespace solfec {
namespace {

constexpr double kMostEntries = 2e6;      // body blocks of the factor; beyond it is never tried
constexpr double kFlopsPerRowVisit = 60;  // a factorisation runs so many in the time of a visit

constexpr int kWidest = 12;
using Jacobian = double[3][kWidest];

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// World velocity of a point per unknown of its body: rigid [-r̂, 1], else [X1, X2, X3, 1].
void fill_jacobian(int width, Vec3 arm, double sign, Jacobian& J) {
  for (auto& row : J) std::fill_n(row, kWidest, 0.0);
  for (int c = 0; c < 3; ++c) J[c][width - 3 + c] = sign;
  if (width == 6) {
    const Mat3 cross = skew(arm);
    for (int c = 0; c < 3; ++c) {
      for (int k = 0; k < 3; ++k) J[c][k] = -sign * cross(c, k);
    }
    return;
  }
  for (int k = 0; k < 3; ++k) {
    for (int c = 0; c < 3; ++c) J[c][3 * k + c] = sign * arm[k];
  }
}

}  // namespace

/// Unknowns belong to slots that some row with a law sees.
void BodySpaceNewton::number_slots() {
  const BodyOperator& W = problem_.body_space;
  body_of_slot_.assign(at(W.slot_count()), -1);
  slot_of_body_.clear();
  for (int i = 0; i < problem_.size(); ++i) {
    if (stays_at_rest(problem_.law[at(i)], problem_.W_diagonal[at(i)])) continue;
    const RowJacobian& row = W.rows()[at(i)];
    for (const int slot : {row.master, row.slave}) {
      if (slot < 0 || body_of_slot_[at(slot)] >= 0) continue;
      body_of_slot_[at(slot)] = count(slot_of_body_);
      slot_of_body_.push_back(slot);
    }
  }
}

/// Pattern of the body graph with the diagonal.
SparsePattern BodySpaceNewton::body_pattern() const {
  std::vector<std::pair<int, int>> edges;
  for (int b = 0; b < count(slot_of_body_); ++b) edges.emplace_back(b, b);
  for (int i = 0; i < problem_.size(); ++i) {
    if (stays_at_rest(problem_.law[at(i)], problem_.W_diagonal[at(i)])) continue;
    const RowJacobian& row = problem_.body_space.rows()[at(i)];
    if (row.master < 0 || row.slave < 0) continue;
    const int a = body_of_slot_[at(row.master)];
    const int b = body_of_slot_[at(row.slave)];
    edges.emplace_back(a, b);
    edges.emplace_back(b, a);
  }
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  SparsePattern pattern;
  pattern.column_start.assign(slot_of_body_.size() + 1, 0);
  for (const auto& edge : edges) {
    ++pattern.column_start[at(edge.first) + 1];
    pattern.row.push_back(edge.second);
  }
  for (std::size_t b = 1; b < pattern.column_start.size(); ++b) {
    pattern.column_start[b] += pattern.column_start[b - 1];
  }
  return pattern;
}

void BodySpaceNewton::analyse() {
  analysed_ = true;
  cost_ = std::numeric_limits<double>::infinity();
  for (const RowLaw& law : problem_.law) {
    if (law.kind == RowKind::spring_dashpot) return;
  }
  number_slots();
  if (slot_of_body_.empty()) return;
  const std::vector<int> place = minimum_degree_order(body_pattern());
  std::vector<int> ordered(slot_of_body_.size());
  for (int b = 0; b < count(slot_of_body_); ++b) {
    const int slot = slot_of_body_[at(b)];
    ordered[at(place[at(b)])] = slot;
    body_of_slot_[at(slot)] = place[at(b)];
  }
  slot_of_body_ = std::move(ordered);

  const SparsePattern bodies = body_pattern();
  const std::vector<int> counts = factor_column_counts(bodies, kMostEntries);
  if (counts.empty()) return;
  double flops = 0.0;
  for (int b = 0; b < count(slot_of_body_); ++b) {
    const SlotKind kind = problem_.body_space.slot_kind(slot_of_body_[at(b)]);
    const double width = kind == SlotKind::rigid ? 6.0 : 12.0;
    const double entries = width * counts[at(b)];
    flops += 2.0 * width * entries * entries;
  }
  cost_ = flops / (kFlopsPerRowVisit * problem_.size());
  make_blocks(bodies);
  lu_ = std::make_unique<SparseLu>();
  lu_->analyse(pattern_);
  affordable_ = true;
}

/// Dense blocks over the body pattern, and where each entry of the scalar pattern comes from.
void BodySpaceNewton::make_blocks(const SparsePattern& bodies) {
  body_start_ = bodies.column_start;
  body_row_ = bodies.row;
  first_unknown_.assign(1, 0);
  for (const int slot : slot_of_body_) {
    const bool rigid = problem_.body_space.slot_kind(slot) == SlotKind::rigid;
    first_unknown_.push_back(first_unknown_.back() + (rigid ? 6 : 12));
  }
  const auto width = [&](int b) { return first_unknown_[at(b) + 1] - first_unknown_[at(b)]; };
  block_begin_.clear();
  int total = 0;
  for (int column = 0; column < bodies.size(); ++column) {
    for (int e = body_start_[at(column)]; e < body_start_[at(column) + 1]; ++e) {
      block_begin_.push_back(total);
      total += width(column) * width(body_row_[at(e)]);
    }
  }
  block_values_.resize(at(total));
  pattern_.column_start.assign(1, 0);
  pattern_.row.clear();
  source_.clear();
  for (int column = 0; column < bodies.size(); ++column) {
    for (int c = 0; c < width(column); ++c) {
      for (int e = body_start_[at(column)]; e < body_start_[at(column) + 1]; ++e) {
        const int row = body_row_[at(e)];
        for (int r = 0; r < width(row); ++r) {
          pattern_.row.push_back(first_unknown_[at(row)] + r);
          source_.push_back(block_begin_[at(e)] + r + c * width(row));
        }
      }
      pattern_.column_start.push_back(count(pattern_.row));
    }
  }
  values_.resize(source_.size());
  right_.resize(at(first_unknown_.back()));
}

int BodySpaceNewton::block_at(int row_body, int column_body) const {
  const auto begin = body_row_.begin() + body_start_[at(column_body)];
  const auto end = body_row_.begin() + body_start_[at(column_body) + 1];
  const auto found = std::lower_bound(begin, end, row_body);
  SOLFEC_ASSERT(found != end && *found == row_body);
  return block_begin_[static_cast<std::size_t>(found - body_row_.begin())];
}

BodySpaceNewton::Side BodySpaceNewton::side(int i, bool master) const {
  const RowJacobian& row = problem_.body_space.rows()[at(i)];
  const int slot = master ? row.master : row.slave;
  if (slot < 0) return {};
  const int body = body_of_slot_[at(slot)];
  return {body, first_unknown_[at(body) + 1] - first_unknown_[at(body)], first_unknown_[at(body)],
          master ? 1.0 : -1.0, master ? row.master_arm : row.slave_arm};
}

/// M / h, the inverse of what the body operator holds.
void BodySpaceNewton::add_inertia() {
  std::fill(block_values_.begin(), block_values_.end(), 0.0);
  const BodyOperator& W = problem_.body_space;
  for (int b = 0; b < count(slot_of_body_); ++b) {
    const int slot = slot_of_body_[at(b)];
    const int width = first_unknown_[at(b) + 1] - first_unknown_[at(b)];
    double* block = block_values_.data() + block_at(b, b);
    const int place = W.slot_place(slot);
    double inverse_mass = 0.0;
    if (W.slot_kind(slot) == SlotKind::rigid) {
      const RigidSlot& body = W.rigid_slots()[at(place)];
      const double* A = body.scaled_inverse;
      const Mat3 inertia = inverse(Mat3{{A[0], A[3], A[4], A[3], A[1], A[5], A[4], A[5], A[2]}});
      for (int k = 0; k < 9; ++k) block[k % 3 + width * (k / 3)] = inertia.m[k];
      inverse_mass = body.scaled_inverse_mass;
    } else {
      const AffineSlot& body = W.affine_slots()[at(place)];
      inverse_mass = body.scaled_inverse_mass;
      if (body.dense >= 0) {
        const Eigen::Map<const Eigen::Matrix<double, 9, 9>> G(
            W.dense_inverses()[at(body.dense)].data());
        const Eigen::Matrix<double, 9, 9> inertia = G.inverse();
        for (int k = 0; k < 81; ++k) block[k % 9 + width * (k / 9)] = inertia(k % 9, k / 9);
      } else {
        const Mat3 euler = inverse(body.scaled_inverse);
        for (int k = 0; k < 27; ++k) {
          const int c = k % 3;
          const int J = (k / 3) % 3;
          const int L = k / 9;
          block[c + 3 * J + width * (c + 3 * L)] = euler(J, L);
        }
      }
    }
    for (int c = width - 3; c < width; ++c) block[c + width * c] = 1.0 / inverse_mass;
  }
}

void BodySpaceNewton::add_block(const Side& a, const Side& b, const Mat3& E) {
  Jacobian Ja;
  Jacobian Jb;
  fill_jacobian(a.width, a.arm, a.sign, Ja);
  fill_jacobian(b.width, b.arm, b.sign, Jb);
  double* block = block_values_.data() + block_at(a.slot, b.slot);
  for (int c = 0; c < b.width; ++c) {
    const Vec3 column = E * Vec3{Jb[0][c], Jb[1][c], Jb[2][c]};
    for (int r = 0; r < a.width; ++r) {
      block[r + a.width * c] += Ja[0][r] * column.x + Ja[1][r] * column.y + Ja[2][r] * column.z;
    }
  }
}

/// Adds Hᵀ E H of a row to the matrix and -Hᵀ k to the right-hand side.
void BodySpaceNewton::add_row(int i, const Mat3& E, Vec3 k) {
  const Mat3& frame = problem_.body_space.rows()[at(i)].frame;
  const Mat3 world = frame * (E * transpose(frame));
  const Vec3 force = frame * k;
  const Side sides[2] = {side(i, true), side(i, false)};
  for (const Side& a : sides) {
    if (a.slot < 0) continue;
    Jacobian J;
    fill_jacobian(a.width, a.arm, a.sign, J);
    for (int r = 0; r < a.width; ++r) {
      right_[at(a.first + r)] -= J[0][r] * force.x + J[1][r] * force.y + J[2][r] * force.z;
    }
    for (const Side& b : sides) {
      if (b.slot >= 0) add_block(a, b, world);
    }
  }
}

bool BodySpaceNewton::compute(std::span<const Vec3> R, std::span<const Vec3> U,
                              std::span<Vec3> dR) {
  if (!analysed_) analyse();
  if (!affordable_) return false;
  rows_.resize(R.size());
  for (int i = 0; i < problem_.size(); ++i) {
    if (stays_at_rest(problem_.law[at(i)], problem_.W_diagonal[at(i)])) continue;
    rows_[at(i)] = linearise_row(problem_, i, R[at(i)], U[at(i)]);
  }
  return step(rows_, dR);
}

bool BodySpaceNewton::step(std::span<const RowLinearisation> rows, std::span<Vec3> dR) {
  if (!analysed_) analyse();
  if (!affordable_) return false;
  add_inertia();
  std::fill(right_.begin(), right_.end(), 0.0);
  for (int i = 0; i < problem_.size(); ++i) {
    if (stays_at_rest(problem_.law[at(i)], problem_.W_diagonal[at(i)])) continue;
    add_row(i, rows[at(i)].E, rows[at(i)].k);
  }
  for (std::size_t e = 0; e < values_.size(); ++e) values_[e] = block_values_[at(source_[e])];
  if (!lu_->factor(values_)) return false;
  lu_->solve(right_, right_);

  for (int i = 0; i < problem_.size(); ++i) {
    dR[at(i)] = {};
    if (stays_at_rest(problem_.law[at(i)], problem_.W_diagonal[at(i)])) continue;
    Vec3 velocity;
    for (const Side& a : {side(i, true), side(i, false)}) {
      if (a.slot < 0) continue;
      Jacobian J;
      fill_jacobian(a.width, a.arm, a.sign, J);
      for (int r = 0; r < a.width; ++r) {
        const double v = right_[at(a.first + r)];
        velocity += v * Vec3{J[0][r], J[1][r], J[2][r]};
      }
    }
    const Vec3 dU = transposed_times(problem_.body_space.rows()[at(i)].frame, velocity);
    dR[at(i)] = -(rows[at(i)].k + rows[at(i)].E * dU);
    if (!is_finite(dR[at(i)])) return false;
  }
  return true;
}

double BodySpaceNewton::cost_in_sweeps() {
  if (!analysed_) analyse();
  return cost_;
}

}  // namespace solfec

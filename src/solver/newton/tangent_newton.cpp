#include "solver/newton/tangent_newton.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <utility>

#include "base/count.h"
#include "local_dynamics/sweep_work.h"
#include "solver/newton/slot_inertia.h"
#include "solver/row/row_reaction.h"

namespace solfec {
namespace {

constexpr double kSolutions = 15.0;   // with the factors in a step, for what it costs
constexpr double kOfBlock = 500.0;    // operations for three unknowns of another body
constexpr double kSlowness = 1.3;     // time of an operation over that in a full matrix
constexpr int kMostLinear = 100;      // iterations of GMRES
constexpr double kReduction = 1e-10;  // of its residual

/// Blocks of three unknowns of a slot.
int blocks_of(const BodyOperator& W, int slot) {
  switch (W.slot_kind(slot)) {
    case SlotKind::rigid:
      return 2;
    case SlotKind::affine:
    case SlotKind::dense:
      return 4;
    case SlotKind::nodal:
      return W.nodal_slots()[at(W.slot_place(slot))].count;
    case SlotKind::factored:
      return W.tangent(slot).stiffness->row_count();
  }
  return 0;
}

/// S of E: its tangential block made symmetric, without couplings with the normal where they do not
/// go both ways alike.
Mat3 symmetric_part(const Mat3& E) {
  constexpr double kAlike = 1e-6;
  Mat3 S = E;
  S(0, 1) = S(1, 0) = 0.5 * (E(0, 1) + E(1, 0));
  const double size =
      std::fabs(E(0, 2)) + std::fabs(E(1, 2)) + std::fabs(E(2, 0)) + std::fabs(E(2, 1));
  const double miss = std::fabs(E(0, 2) - E(2, 0)) + std::fabs(E(1, 2) - E(2, 1));
  for (int t = 0; t < 2; ++t) {
    S(t, 2) = S(2, t) = miss <= kAlike * size ? 0.5 * (E(t, 2) + E(2, t)) : 0.0;
  }
  return S;
}

bool is_zero(const Mat3& A) {
  return std::all_of(std::begin(A.m), std::end(A.m), [](double entry) { return entry == 0.0; });
}

}  // namespace

void TangentNewton::analyse() {
  analysed_ = true;
  if (!has_tangents()) return;
  number_unknowns();
  for (int i = 0; i < problem_.size(); ++i) {
    if (stays_at_rest(problem_.law[at(i)], problem_.W_diagonal[at(i)])) continue;
    add_couplings(i);
  }
  if (active_.empty()) return;
  usable_ = true;
  BlockCsr wanted = pattern();
  BlockCsr& matrix = memory_.matrix;
  if (matrix.row_start != wanted.row_start || matrix.column != wanted.column) {
    matrix = std::move(wanted);
    matrix.block.resize(matrix.column.size());
    memory_.no_masses.assign(at(unknowns_), 0.0);
    memory_.factor.analyse(matrix);
  }
  find_places();
  find_base();
  v_.resize(at(unknowns_));
  rest_.resize(active_.size());
  symmetric_.resize(active_.size());
  factored_.resize(active_.size());
  rest_force_.resize(active_.size());
  force_.resize(active_.size());
  right_.resize(active_.size());
  y_.resize(active_.size());
}

bool TangentNewton::has_tangents() const {
  const BodyOperator& W = problem_.body_space;
  for (int slot = 0; slot < W.slot_count(); ++slot) {
    if (W.slot_kind(slot) != SlotKind::factored) continue;
    if (W.tangent(slot).stiffness == nullptr) return false;
  }
  return problem_.size() > 0;
}

void TangentNewton::number_unknowns() {
  const BodyOperator& W = problem_.body_space;
  unknowns_ = 0;
  first_.clear();
  for (int slot = 0; slot < W.slot_count(); ++slot) {
    first_.push_back(unknowns_);
    unknowns_ += blocks_of(W, slot);
  }
}

void TangentNewton::add_couplings(int row) {
  const int first = count(couplings_);
  add_side(row, true);
  add_side(row, false);
  const int own = count(couplings_) - first;
  const int place =
      active_.empty() ? 0 : active_.back().place + active_.back().count * active_.back().count;
  active_.push_back({row, first, own, place});
}

/// Rigid -r̂ and 1, affine X_1 1, X_2 1, X_3 1 and 1, of a mesh the weights of its nodes.
void TangentNewton::add_side(int i, bool master) {
  const BodyOperator& W = problem_.body_space;
  const RowJacobian& row = W.rows()[at(i)];
  const int slot = master ? row.master : row.slave;
  if (slot < 0) return;
  const Vec3 arm = master ? row.master_arm : row.slave_arm;
  const Mat3 turned = (master ? 1.0 : -1.0) * transpose(row.frame);
  const int first = first_[at(slot)];
  const SlotKind kind = W.slot_kind(slot);
  if (kind == SlotKind::rigid) {
    couplings_.push_back({first, -1.0 * (turned * skew(arm))});
    couplings_.push_back({first + 1, turned});
    return;
  }
  if (!is_mesh(kind)) {
    for (int J = 0; J < 3; ++J) couplings_.push_back({first + J, arm[J] * turned});
    couplings_.push_back({first + 3, turned});
    return;
  }
  const Mat3 of_node = kind == SlotKind::factored ? turned * W.tangent(slot).rotation : turned;
  const NodalPoint& point = W.point({i, master});
  for (int a = 0; a < point.count; ++a) {
    couplings_.push_back({first + point.node[a], point.weight[a] * of_node});
  }
}

/// Columns of A in the row of an unknown.
void TangentNewton::find_base_columns(int unknown, int slot, std::vector<int>& columns) const {
  const BodyOperator& W = problem_.body_space;
  const int first = first_[at(slot)];
  columns.clear();
  const SlotKind kind = W.slot_kind(slot);
  if (kind == SlotKind::factored) {
    const BlockCsr& K = *W.tangent(slot).stiffness;
    const auto row = at(unknown - first);
    for (std::int32_t k = K.row_start[row]; k < K.row_start[row + 1]; ++k) {
      columns.push_back(first + K.column[at(k)]);
    }
  } else if (kind == SlotKind::nodal) {
    columns.push_back(unknown);
  } else {
    for (int b = 0; b < blocks_of(W, slot); ++b) columns.push_back(first + b);
  }
}

BlockCsr TangentNewton::pattern() const {
  std::vector<std::pair<int, int>> pairs;
  for (const ActiveRow& active : active_) {
    for (int a = 0; a < active.count; ++a) {
      for (int b = 0; b < active.count; ++b) {
        pairs.emplace_back(couplings_[at(active.first + a)].unknown,
                           couplings_[at(active.first + b)].unknown);
      }
    }
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  BlockCsr pattern;
  pattern.row_start.reserve(at(unknowns_) + 1);
  std::vector<int> own;
  std::vector<int> added;
  auto pair = pairs.begin();
  for (int slot = 0; slot < count(first_); ++slot) {
    const int end = slot + 1 < count(first_) ? first_[at(slot + 1)] : unknowns_;
    for (int unknown = first_[at(slot)]; unknown < end; ++unknown) {
      find_base_columns(unknown, slot, own);
      added.clear();
      for (; pair != pairs.end() && pair->first == unknown; ++pair) added.push_back(pair->second);
      std::set_union(own.begin(), own.end(), added.begin(), added.end(),
                     std::back_inserter(pattern.column));
      pattern.row_start.push_back(count(pattern.column));
    }
  }
  return pattern;
}

void TangentNewton::find_places() {
  const BlockCsr& matrix = memory_.matrix;
  places_.clear();
  for (const ActiveRow& active : active_) {
    for (int a = 0; a < active.count; ++a) {
      for (int b = 0; b < active.count; ++b) {
        const Mat3* block = matrix.find(couplings_[at(active.first + a)].unknown,
                                        couplings_[at(active.first + b)].unknown);
        places_.push_back(static_cast<int>(block - matrix.block.data()));
      }
    }
  }
}

void TangentNewton::find_base() {
  const BodyOperator& W = problem_.body_space;
  base_.assign(memory_.matrix.block.size(), Mat3{});
  for (int slot = 0; slot < W.slot_count(); ++slot) {
    const SlotKind kind = W.slot_kind(slot);
    if (kind == SlotKind::factored) {
      add_tangent(slot);
    } else if (kind == SlotKind::nodal) {
      const NodalSlot& nodes = W.nodal_slots()[at(W.slot_place(slot))];
      for (int a = 0; a < nodes.count; ++a) {
        const double inverse = W.nodes()[at(nodes.first + a)].scaled_inverse_mass;
        base(first_[at(slot)] + a, first_[at(slot)] + a) = (1.0 / inverse) * identity();
      }
    } else {
      add_inertia(slot);
    }
  }
}

Mat3& TangentNewton::base(int row, int column) {
  const Mat3* block = memory_.matrix.find(row, column);
  return base_[static_cast<std::size_t>(block - memory_.matrix.block.data())];
}

/// (M + c K) / h of a mesh.
void TangentNewton::add_tangent(int slot) {
  const BlockCsr& matrix = memory_.matrix;
  const int first = first_[at(slot)];
  const MeshTangent& tangent = problem_.body_space.tangent(slot);
  const BlockCsr& K = *tangent.stiffness;
  for (int a = 0; a < K.row_count(); ++a) {
    std::int32_t place = matrix.row_start[at(first + a)];
    for (std::int32_t k = K.row_start[at(a)]; k < K.row_start[at(a) + 1]; ++k) {
      while (matrix.column[at(place)] != first + K.column[at(k)]) ++place;
      base_[at(place)] = (tangent.c / problem_.push) * K.block[at(k)];
    }
    base(first + a, first + a) += (tangent.mass[at(a)] / problem_.push) * identity();
  }
}

void TangentNewton::add_inertia(int slot) {
  const BodyOperator& W = problem_.body_space;
  const int first = first_[at(slot)];
  const SlotInertia inertia = slot_inertia(W, slot);
  const int blocks = blocks_of(W, slot);
  for (int a = 0; a < blocks; ++a) {
    for (int b = 0; b < blocks; ++b) {
      Eigen::Map<Eigen::Matrix3d>(base(first + a, first + b).m) =
          inertia.block<3, 3>(3L * a, 3L * b);
    }
  }
}

void TangentNewton::add_row(const ActiveRow& active, const Mat3& symmetric) {
  const Coupling* coupling = &couplings_[at(active.first)];
  const int* place = &places_[at(active.place)];
  for (int a = 0; a < active.count; ++a) {
    const Mat3 pushed = transpose(coupling[a].J) * symmetric;
    for (int b = 0; b < active.count; ++b) {
      memory_.matrix.block[at(*place++)] += pushed * coupling[b].J;
    }
  }
}

/// y = H P⁻¹ Hᵀ f of the active rows.
void TangentNewton::respond(std::span<const Vec3> forces, std::span<Vec3> velocities) {
  std::fill(v_.begin(), v_.end(), Vec3{});
  for (int k = 0; k < count(active_); ++k) {
    const ActiveRow& active = active_[at(k)];
    for (int a = active.first; a < active.first + active.count; ++a) {
      const Coupling& coupling = couplings_[at(a)];
      v_[at(coupling.unknown)] += transposed_times(coupling.J, forces[at(k)]);
    }
  }
  memory_.factor.solve(v_, v_);
  for (int k = 0; k < count(active_); ++k) {
    const ActiveRow& active = active_[at(k)];
    Vec3 sum;
    for (int a = active.first; a < active.first + active.count; ++a) {
      const Coupling& coupling = couplings_[at(a)];
      sum += coupling.J * v_[at(coupling.unknown)];
    }
    velocities[at(k)] = sum;
  }
}

bool TangentNewton::compute(std::span<const Vec3> R, std::span<const Vec3> U, std::span<Vec3> dR) {
  if (!analysed_) analyse();
  if (!usable_) return false;
  rows_.resize(R.size());
  for (const ActiveRow& active : active_) {
    const std::size_t i = at(active.row);
    rows_[i] = linearise_row(problem_, active.row, R[i], U[i]);
  }
  return step(rows_, dR);
}

/// Factors P, unless it is that of the last step: rows that stick or part have the same S always.
bool TangentNewton::factor() {
  if (is_factored_ && factored_ == symmetric_) return true;
  memory_.matrix.block = base_;
  for (int k = 0; k < count(active_); ++k) add_row(active_[at(k)], symmetric_[at(k)]);
  is_factored_ = memory_.factor.factor(memory_.no_masses, 1.0, memory_.matrix);
  return is_factored_;
}

bool TangentNewton::step(std::span<const RowLinearisation> rows, std::span<Vec3> dR) {
  if (!analysed_) analyse();
  if (!usable_) return false;
  bool symmetric = true;
  std::swap(symmetric_, factored_);
  for (int k = 0; k < count(active_); ++k) {
    const RowLinearisation& row = rows[at(active_[at(k)].row)];
    symmetric_[at(k)] = symmetric_part(row.E);
    rest_[at(k)] = row.E - symmetric_[at(k)];
    symmetric = symmetric && is_zero(rest_[at(k)]);
    force_[at(k)] = -row.k;
  }
  if (!factor()) return false;
  respond(force_, y_);
  linear_iterations_ = 0;
  std::fill(rest_force_.begin(), rest_force_.end(), Vec3{});
  if (!symmetric) {
    const auto push = [&](std::span<const Vec3> velocities, std::span<Vec3> forces) {
      for (std::size_t k = 0; k < forces.size(); ++k) forces[k] = rest_[k] * velocities[k];
    };
    push(y_, right_);
    const GmresParams params{1, kMostLinear, kReduction};
    const auto apply = [&](std::span<const Vec3> x, std::span<Vec3> result) {
      respond(x, y_);
      push(y_, result);
      for (std::size_t k = 0; k < x.size(); ++k) result[k] += x[k];
    };
    linear_iterations_ = solve_gmres(params, right_, rest_force_, memory_.gmres, apply).iterations;
    for (std::size_t k = 0; k < force_.size(); ++k) force_[k] -= rest_force_[k];
    respond(force_, y_);
  }
  std::fill(dR.begin(), dR.end(), Vec3{});
  for (int k = 0; k < count(active_); ++k) {
    const std::size_t i = at(active_[at(k)].row);
    dR[i] = force_[at(k)] - symmetric_[at(k)] * y_[at(k)];
    if (!is_finite(dR[i])) return false;
  }
  return true;
}

bool TangentNewton::is_complete() { return has_tangents(); }

/// Returns the work of one call in sweeps, by the factors of the meshes, to which rows add little;
/// so nothing is analysed for an answer.
double TangentNewton::cost_in_sweeps() {
  if (!has_tangents()) return std::numeric_limits<double>::infinity();
  const BodyOperator& W = problem_.body_space;
  double work = 0.0;
  for (int slot = 0; slot < W.slot_count(); ++slot) {
    if (W.slot_kind(slot) == SlotKind::factored) {
      const MeshTangent& tangent = W.tangent(slot);
      work += tangent.operations + kSolutions * 2.0 * tangent.entries;
    } else {
      work += kOfBlock * blocks_of(W, slot);
    }
  }
  return 1.0 + kSlowness * work / operations_of_sweep(problem_.size());
}

}  // namespace solfec

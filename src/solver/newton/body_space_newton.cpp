#include "solver/newton/body_space_newton.h"

#include <algorithm>
#include <limits>

#include <Eigen/Dense>

#include "base/check.h"
#include "base/count.h"
#include "solver/newton/slot_inertia.h"
#include "solver/row/row_linearisation.h"
#include "solver/row/row_reaction.h"

namespace solfec {
namespace {

constexpr int kWidth = Block6::kWidth;
constexpr double kMostBlocks = 2e6;        // of the factors; beyond them no step is tried
constexpr double kVisitsPerProduct = 2.0;  // visits of a sweep in the time of a product of blocks
constexpr double kVisitsPerRow = 16.0;     // the same for all that is done per row

/// A slot with its kind as a number.
std::uint32_t coded(const BodyOperator& W, int slot) {
  return 2U * static_cast<std::uint32_t>(slot) + (W.slot_kind(slot) == SlotKind::rigid ? 0U : 1U);
}
bool is_rigid_row(const BodyOperator& W, const RowJacobian& row) {
  const auto fits = [&](int slot) { return slot < 0 || W.slot_kind(slot) == SlotKind::rigid; };
  return fits(row.master) && fits(row.slave) && row.master != row.slave;
}
/// Whether rows join the same slots and each both of its bodies at one place: arms then differ by
/// the way between the centres. Links and springs have two places.
bool are_of_one_pair(const RowJacobian& a, const RowJacobian& b) {
  constexpr double kSamePlace = 1e-10;  // of the arms
  if (a.master != b.master || a.slave != b.slave) return false;
  if (a.master < 0 || a.slave < 0) return true;
  const Vec3 miss = (a.slave_arm - a.master_arm) - (b.slave_arm - b.master_arm);
  return norm(miss) <= kSamePlace * (norm(a.slave_arm) + norm(a.master_arm));
}
int slot_of(std::uint32_t code) { return static_cast<int>(code / 2U); }
int node_count(std::uint32_t code) { return 1 + static_cast<int>(code % 2U); }

std::uint32_t first_code(std::uint64_t link) { return static_cast<std::uint32_t>(link >> 32U); }
std::uint32_t second_code(std::uint64_t link) { return static_cast<std::uint32_t>(link); }

/// Pattern by columns of pairs (column, row), any of them more than once.
SparsePattern pattern_of(std::vector<std::pair<int, int>> entries, int columns) {
  std::sort(entries.begin(), entries.end());
  entries.erase(std::unique(entries.begin(), entries.end()), entries.end());
  SparsePattern pattern;
  pattern.column_start.assign(at(columns) + 1, 0);
  pattern.row.reserve(entries.size());
  for (const auto& [column, row] : entries) {
    ++pattern.column_start[at(column) + 1];
    pattern.row.push_back(row);
  }
  for (int c = 0; c < columns; ++c) {
    pattern.column_start[at(c) + 1] += pattern.column_start[at(c)];
  }
  return pattern;
}

/// Numbers the slots of the links in a fill-reducing order.
void order_slots(BodyFactor& factor, int slots) {
  std::vector<int>& body_of_slot = factor.node_of_slot;
  body_of_slot.assign(at(slots), -1);
  std::vector<std::uint32_t> codes;
  for (const std::uint64_t link : factor.links) {
    for (const std::uint32_t code : {first_code(link), second_code(link)}) {
      int& body = body_of_slot[at(slot_of(code))];
      if (body >= 0) continue;
      body = count(codes);
      codes.push_back(code);
    }
  }
  const int bodies = count(codes);
  std::vector<std::pair<int, int>> entries;
  entries.reserve(codes.size() + 2 * factor.links.size());
  for (int b = 0; b < bodies; ++b) entries.emplace_back(b, b);
  for (const std::uint64_t link : factor.links) {
    const int a = body_of_slot[at(slot_of(first_code(link)))];
    const int b = body_of_slot[at(slot_of(second_code(link)))];
    entries.emplace_back(a, b);
    entries.emplace_back(b, a);
  }
  const std::vector<int> place = minimum_degree_order(pattern_of(std::move(entries), bodies));
  std::vector<std::uint32_t> ordered(codes.size());
  for (int b = 0; b < bodies; ++b) ordered[at(place[at(b)])] = codes[at(b)];
  factor.slots.clear();
  int node = 0;
  for (const std::uint32_t code : ordered) {
    factor.slots.push_back(slot_of(code));
    body_of_slot[at(slot_of(code))] = node;
    node += node_count(code);
  }
}

/// Pattern of the matrix by nodes.
SparsePattern node_pattern(const BodyFactor& factor) {
  std::vector<std::pair<int, int>> entries;
  int nodes = 0;
  for (const std::uint64_t link : factor.links) {
    const std::uint32_t codes[] = {first_code(link), second_code(link)};
    for (int k = 0; k < 16; ++k) {  // sides and nodes of both
      const std::uint32_t row = codes[k & 1];
      const std::uint32_t column = codes[(k >> 1) & 1];
      const int row_node = (k >> 2) & 1;
      const int column_node = (k >> 3) & 1;
      if (row_node >= node_count(row) || column_node >= node_count(column)) continue;
      entries.emplace_back(factor.node_of_slot[at(slot_of(column))] + column_node,
                           factor.node_of_slot[at(slot_of(row))] + row_node);
      nodes = std::max(nodes, entries.back().first + 1);
    }
  }
  return pattern_of(std::move(entries), nodes);
}

}  // namespace

/// Finds order and pattern of the factors unless the workspace has them.
void BodySpaceNewton::analyse() {
  analysed_ = true;
  cost_ = std::numeric_limits<double>::infinity();
  find_links();
  if (factor_.wanted.empty() || left_out_ > count(active_)) return;
  if (factor_.links != factor_.wanted) {
    factor_.links = factor_.wanted;
    order_slots(factor_, problem_.body_space.slot_count());
    factor_.lu.analyse(node_pattern(factor_), kMostBlocks);
  }
  usable_ = factor_.lu.size() > 0;
  if (!usable_) return;
  cost_ = kVisitsPerRow + kVisitsPerProduct * factor_.lu.products() / count(active_);
}

/// Pairs of slots that share a row which may have a reaction and sees no mesh.
void BodySpaceNewton::find_links() {
  const BodyOperator& W = problem_.body_space;
  std::vector<std::uint64_t>& links = factor_.wanted;
  links.clear();
  active_.clear();
  active_.reserve(problem_.law.size());
  left_out_ = 0;
  for (int i = 0; i < problem_.size(); ++i) {
    if (stays_at_rest(problem_.law[at(i)], problem_.W_diagonal[at(i)])) continue;
    const RowJacobian& row = W.rows()[at(i)];
    if (sees_mesh(W, row)) {
      ++left_out_;
      continue;
    }
    active_.push_back({i, 0, {}});
    const std::uint64_t a = coded(W, row.master >= 0 ? row.master : row.slave);
    const std::uint64_t b = coded(W, row.slave >= 0 ? row.slave : row.master);
    const std::uint64_t link = (std::min(a, b) << 32U) | std::max(a, b);
    if (links.empty() || links.back() != link) links.push_back(link);
  }
  std::sort(links.begin(), links.end());
  links.erase(std::unique(links.begin(), links.end()), links.end());
}

/// Finds what a step needs beyond its cost.
void BodySpaceNewton::prepare() {
  prepared_ = true;
  find_pairs();
  for (ActiveRow& active : active_) {
    const RowJacobian& row = problem_.body_space.rows()[at(active.row)];
    if (is_rigid_row(problem_.body_space, row)) continue;
    Node nodes[kMostNodes];
    active.nodes = row_nodes(problem_.body_space.rows()[at(active.row)], nodes);
    for (int a = 0; a < active.nodes; ++a) {
      for (int b = 0; b < active.nodes; ++b) {
        active.place[a][b] = factor_.lu.place(nodes[a].number, nodes[b].number);
      }
    }
  }
  find_inertia();
  right_.resize(at(kWidth * factor_.lu.size()));
}

void BodySpaceNewton::find_pairs() {
  pairs_.clear();
  pairs_.reserve(active_.size());
  const auto rows = problem_.body_space.rows();
  for (int k = 0; k < count(active_); ++k) {
    const RowJacobian& row = rows[at(active_[at(k)].row)];
    if (!is_rigid_row(problem_.body_space, row)) continue;
    if (!pairs_.empty() && pairs_.back().end == k &&
        are_of_one_pair(rows[at(active_[at(k - 1)].row)], row)) {
      ++pairs_.back().end;
      continue;
    }
    RigidPair pair;
    pair.begin = k;
    pair.end = k + 1;
    pair.sign = row.master >= 0 ? 1.0 : -1.0;
    pair.node[0] = factor_.node_of_slot[at(row.master >= 0 ? row.master : row.slave)];
    if (row.master >= 0 && row.slave >= 0) {
      pair.node[1] = factor_.node_of_slot[at(row.slave)];
      pair.shift = row.slave_arm - row.master_arm;
    }
    for (int a = 0; a < 2; ++a) {
      for (int b = 0; b < 2; ++b) {
        if (pair.node[a] < 0 || pair.node[b] < 0) continue;
        pair.place[a][b] = factor_.lu.place(pair.node[a], pair.node[b]);
      }
    }
    pairs_.push_back(pair);
  }
}

Vec3 BodySpaceNewton::first_arm(const RigidPair& pair, int row) const {
  const RowJacobian& jacobian = problem_.body_space.rows()[at(row)];
  return pair.sign > 0.0 ? jacobian.master_arm : jacobian.slave_arm;
}

/// Adds -Hᵀ k of the rows of a pair.
void BodySpaceNewton::push_pair(const RigidPair& pair, std::span<const RowLinearisation> rows) {
  Vec3 force;
  Vec3 torque;
  for (int k = pair.begin; k < pair.end; ++k) {
    const std::size_t i = at(active_[at(k)].row);
    const Vec3 p = problem_.body_space.rows()[i].frame * rows[i].k;
    force += p;
    torque += cross(first_arm(pair, active_[at(k)].row), p);
  }
  const auto push = [&](int node, double sign, Vec3 moment) {
    double* right = &right_[at(kWidth * node)];
    for (int c = 0; c < 3; ++c) {
      right[c] -= sign * moment[c];
      right[3 + c] -= sign * force[c];
    }
  };
  push(pair.node[0], pair.sign, torque);
  if (pair.node[1] >= 0) push(pair.node[1], -pair.sign, torque + cross(pair.shift, force));
}

/// Adds Hᵀ E H of the rows of a pair.
void BodySpaceNewton::add_pair(const RigidPair& pair, std::span<const RowLinearisation> rows) {
  const Block6Kernels& kernels = block6_kernels();
  Block6 S;
  for (int k = pair.begin; k < pair.end; ++k) {
    const std::size_t i = at(active_[at(k)].row);
    const Mat3& frame = problem_.body_space.rows()[i].frame;
    const Mat3 world = frame * (rows[i].E * transpose(frame));
    const Vec3 arm = first_arm(pair, active_[at(k)].row);
    const Mat3 turn = skew(arm);
    double K[3][8] = {};
    double pushed[kWidth][3];
    for (int c = 0; c < 3; ++c) {
      for (int r = 0; r < 3; ++r) K[r][c] = -turn(r, c);
      K[c][3 + c] = 1.0;
      const Vec3 turned = world * -turn.column(c);
      for (int r = 0; r < 3; ++r) {
        pushed[c][r] = turned[r];
        pushed[3 + c][r] = world(r, c);
      }
    }
    kernels.add_thin_product(K, pushed, S);
  }
  using Matrix = Eigen::Matrix<double, kWidth, kWidth>;
  using Padded = Eigen::Map<Eigen::Matrix<double, Block6::kStride, kWidth>>;
  const auto block = [&](int a, int b) {
    return Padded(factor_.lu.blocks()[at(pair.place[a][b])].entry).topRows<kWidth>();
  };
  const Matrix own = Padded(S.entry).topRows<kWidth>();
  block(0, 0) += own;
  if (pair.node[1] < 0) return;
  // T = [1, 0; -d̂, 1]
  const Mat3 d = skew(pair.shift);
  const Eigen::Map<const Eigen::Matrix3d> D(d.m);
  Matrix right = own;
  right.leftCols<3>() -= own.rightCols<3>().lazyProduct(D);
  Matrix left = own;
  left.topRows<3>() += D.lazyProduct(own.bottomRows<3>());
  Matrix both = right;
  both.topRows<3>() += D.lazyProduct(right.bottomRows<3>());
  block(0, 1) -= right;
  block(1, 0) -= left;
  block(1, 1) += both;
}

/// Calls row(i, H dv) for the rows of a pair, from the solution.
template <class Row>
void BodySpaceNewton::for_each_motion(const RigidPair& pair, Row&& row) const {
  const auto motion = [&](int node, int part) {
    const double* v = &right_[at(kWidth * node + part)];
    return Vec3{v[0], v[1], v[2]};
  };
  Vec3 turn = motion(pair.node[0], 0);
  Vec3 velocity = motion(pair.node[0], 3);
  if (pair.node[1] >= 0) {
    const Vec3 other = motion(pair.node[1], 0);
    turn -= other;
    velocity -= motion(pair.node[1], 3) + cross(other, pair.shift);
  }
  for (int k = pair.begin; k < pair.end; ++k) {
    const int number = active_[at(k)].row;
    const Vec3 relative = pair.sign * (velocity + cross(turn, first_arm(pair, number)));
    row(at(number), transposed_times(problem_.body_space.rows()[at(number)].frame, relative));
  }
}

/// Rigid -r̂ and 1; else X1 1, X2 1 and X3 1, 1.
int BodySpaceNewton::row_nodes(const RowJacobian& row, Node (&nodes)[kMostNodes]) const {
  int found = 0;
  const auto next = [&](int number) -> Node& {
    Node& node = nodes[found++];
    node.number = number;
    for (auto& row_of_J : node.J) std::fill_n(row_of_J, 8, 0.0);
    return node;
  };
  const auto add_side = [&](int slot, Vec3 arm, double sign) {
    if (slot < 0) return;
    const int number = factor_.node_of_slot[at(slot)];
    Node& first = next(number);
    if (problem_.body_space.slot_kind(slot) == SlotKind::rigid) {
      const Mat3 turn = skew(arm);
      for (int r = 0; r < 3; ++r) {
        for (int c = 0; c < 3; ++c) first.J[r][c] = -sign * turn(r, c);
        first.J[r][3 + r] = sign;
      }
      return;
    }
    Node& second = next(number + 1);
    for (int r = 0; r < 3; ++r) {
      first.J[r][r] = sign * arm.x;
      first.J[r][3 + r] = sign * arm.y;
      second.J[r][r] = sign * arm.z;
      second.J[r][3 + r] = sign;
    }
  };
  add_side(row.master, row.master_arm, 1.0);
  add_side(row.slave, row.slave_arm, -1.0);
  return found;
}

/// M / h of all slots that a row sees.
void BodySpaceNewton::find_inertia() {
  inertia_.clear();
  inertia_.reserve(4 * factor_.slots.size());
  for (const int slot : factor_.slots) {
    const SlotInertia inertia = slot_inertia(problem_.body_space, slot);
    const int first = factor_.node_of_slot[at(slot)];
    for (Eigen::Index row = 0; row < inertia.rows(); row += kWidth) {
      for (Eigen::Index column = 0; column < inertia.cols(); column += kWidth) {
        const int place = factor_.lu.place(first + static_cast<int>(row) / kWidth,
                                           first + static_cast<int>(column) / kWidth);
        inertia_.push_back({place, {}});
        Eigen::Map<Eigen::Matrix<double, 8, 6>>(inertia_.back().block.entry).topRows<6>() =
            inertia.block<6, 6>(row, column);
      }
    }
  }
}

/// Adds -Hᵀ k of a row.
void BodySpaceNewton::push_row(const ActiveRow& active, const RowLinearisation& linear) {
  const RowJacobian& row = problem_.body_space.rows()[at(active.row)];
  const Vec3 force = row.frame * linear.k;
  Node nodes[kMostNodes];
  row_nodes(row, nodes);
  for (int b = 0; b < active.nodes; ++b) {
    const auto& J = nodes[b].J;
    for (int c = 0; c < kWidth; ++c) {
      right_[at(kWidth * nodes[b].number + c)] -= dot(Vec3{J[0][c], J[1][c], J[2][c]}, force);
    }
  }
}

/// Adds Hᵀ E H of a row.
void BodySpaceNewton::add_row(const ActiveRow& active, const RowLinearisation& linear) {
  const Block6Kernels& kernels = block6_kernels();
  const RowJacobian& row = problem_.body_space.rows()[at(active.row)];
  const Mat3 world = row.frame * (linear.E * transpose(row.frame));
  Node nodes[kMostNodes];
  row_nodes(row, nodes);
  for (int b = 0; b < active.nodes; ++b) {
    const auto& J = nodes[b].J;
    double pushed[kWidth][3];
    for (int c = 0; c < kWidth; ++c) {
      const Vec3 column{J[0][c], J[1][c], J[2][c]};
      const Vec3 product = world * column;
      for (int r = 0; r < 3; ++r) pushed[c][r] = product[r];
    }
    for (int a = 0; a < active.nodes; ++a) {
      kernels.add_thin_product(nodes[a].J, pushed, factor_.lu.blocks()[at(active.place[a][b])]);
    }
  }
}

bool BodySpaceNewton::compute(std::span<const Vec3> R, std::span<const Vec3> U,
                              std::span<Vec3> dR) {
  if (!analysed_) analyse();
  if (!usable_) return false;
  rows_.resize(R.size());
  for (const ActiveRow& active : active_) {
    const std::size_t i = at(active.row);
    rows_[i] = linearise_row(problem_, active.row, R[i], U[i]);
  }
  return step(rows_, dR);
}

/// M/h + Hᵀ E H.
void BodySpaceNewton::assemble(std::span<const RowLinearisation> rows) {
  const std::span<Block6> blocks = factor_.lu.blocks();
  std::fill(blocks.begin(), blocks.end(), Block6{});
  for (const InertiaBlock& inertia : inertia_) blocks[at(inertia.place)] = inertia.block;
  for (const RigidPair& pair : pairs_) add_pair(pair, rows);
  for (const ActiveRow& active : active_) {
    if (active.nodes > 0) add_row(active, rows[at(active.row)]);
  }
}

/// -Hᵀ k.
void BodySpaceNewton::set_right(std::span<const RowLinearisation> rows) {
  std::fill(right_.begin(), right_.end(), 0.0);
  for (const RigidPair& pair : pairs_) push_pair(pair, rows);
  for (const ActiveRow& active : active_) {
    if (active.nodes > 0) push_row(active, rows[at(active.row)]);
  }
}

/// Calls row(i, H dv) for all active rows, from the solution.
template <class Row>
void BodySpaceNewton::for_each_motion(Row&& row) const {
  for (const RigidPair& pair : pairs_) for_each_motion(pair, row);
  for (const ActiveRow& active : active_) {
    if (active.nodes == 0) continue;
    const RowJacobian& jacobian = problem_.body_space.rows()[at(active.row)];
    Node nodes[kMostNodes];
    row_nodes(jacobian, nodes);
    Vec3 velocity;
    for (int a = 0; a < active.nodes; ++a) {
      const double* v = &right_[at(kWidth * nodes[a].number)];
      for (int c = 0; c < kWidth; ++c) {
        velocity += v[c] * Vec3{nodes[a].J[0][c], nodes[a].J[1][c], nodes[a].J[2][c]};
      }
    }
    row(at(active.row), transposed_times(jacobian.frame, velocity));
  }
}

bool BodySpaceNewton::step(std::span<const RowLinearisation> rows, std::span<Vec3> dR) {
  if (!analysed_) analyse();
  if (!usable_) return false;
  if (!prepared_) prepare();
  assemble(rows);
  return factor_.lu.factor() && again(rows, dR);
}

bool BodySpaceNewton::again(std::span<const RowLinearisation> rows, std::span<Vec3> dR) {
  set_right(rows);
  factor_.lu.solve(right_);
  std::fill(dR.begin(), dR.end(), Vec3{});
  bool finite = true;
  for_each_motion([&](std::size_t i, Vec3 dU) {
    dR[i] = -(rows[i].k + rows[i].E * dU);
    finite = finite && is_finite(dR[i]);
  });
  return finite;
}

bool BodySpaceNewton::velocity_steps(std::span<Vec3> dU) {
  for_each_motion([&](std::size_t i, Vec3 change) { dU[i] = change; });
  return true;
}

bool BodySpaceNewton::is_complete() {
  if (!analysed_) analyse();
  return left_out_ == 0;
}

double BodySpaceNewton::cost_in_sweeps() {
  if (!analysed_) analyse();
  return cost_;
}

}  // namespace solfec

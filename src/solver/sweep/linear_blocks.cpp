#include "solver/sweep/linear_blocks.h"

#include <algorithm>

#include "base/count.h"
#include "solver/law/law.h"
#include "solver/sweep/momentum.h"

namespace solfec {
namespace {

constexpr double kDependent = 1e-9;  // of a pivot over the diagonal entry: rows that say the same

bool is_linear(ConstraintKind kind) {
  return kind == ConstraintKind::fixed_point || kind == ConstraintKind::fixed_direction ||
         kind == ConstraintKind::velocity_direction;
}

}  // namespace

void LinearBlocks::find(const LocalDynamics& problem, std::span<const SingleRow> singles) {
  members_.clear();
  blocks_.clear();
  held_.clear();
  factors_.clear();
  if (!problem.body_space.has_factored_slots()) return;
  list_members(problem, singles);
  for (int begin = 0, end = 0; begin < count(members_); begin = end) {
    while (end < count(members_) && members_[at(end)].slot == members_[at(begin)].slot) ++end;
    if (end - begin > 1) add_block(problem, singles, begin, end);
  }
  if (blocks_.empty()) return;
  held_.assign(singles.size(), false);
  for (const Block& block : blocks_) {
    for (int m = block.begin; m < block.end; ++m) held_[at(members_[at(m)].single)] = true;
  }
}

/// By slots, in the order of the rows.
void LinearBlocks::list_members(const LocalDynamics& problem, std::span<const SingleRow> singles) {
  const BodyOperator& W = problem.body_space;
  for (int k = 0; k < count(singles); ++k) {
    const SweepRow& single = singles[at(k)].row;
    if (!is_linear(single.kind)) continue;
    const RowJacobian& row = W.rows()[at(single.row)];
    const bool master = row.slave < 0;
    if (!master && row.master >= 0) continue;
    const auto [slot, place] = W.factored_side(single.row, master);
    if (slot < 0) continue;
    const int body = master ? row.master : row.slave;
    if (!problem.shared.one_rank() && problem.shared.shared(body)) continue;
    const bool whole = single.kind == ConstraintKind::fixed_point;
    members_.push_back({k, slot, place, master ? 1.0 : -1.0, whole, 0, {}});
  }
  std::sort(members_.begin(), members_.end(), [&](const Member& a, const Member& b) {
    const int row_of_a = singles[at(a.single)].row.row;
    const int row_of_b = singles[at(b.single)].row.row;
    return a.slot != b.slot ? a.slot < b.slot : row_of_a < row_of_b;
  });
}

void LinearBlocks::add_block(const LocalDynamics& problem, std::span<const SingleRow> singles,
                             int begin, int end) {
  Block block{begin, end, 0, factors_.size()};
  for (int m = begin; m < end; ++m) {
    members_[at(m)].first = block.unknowns;
    block.unknowns += members_[at(m)].whole ? 3 : 1;
  }
  if (block.unknowns > kMostUnknowns) return;
  factors_.resize(block.matrix + at(block.unknowns) * at(block.unknowns));
  fill(problem, singles, block);
  if (factor(block)) {
    blocks_.push_back(block);
  } else {
    factors_.resize(block.matrix);
  }
}

/// The lower triangle, column by column: what a unit force of one unknown does at all others.
void LinearBlocks::fill(const LocalDynamics& problem, std::span<const SingleRow> singles,
                        const Block& block) {
  const FactoredSlots& bodies = problem.body_space.factored();
  const auto frame = [&](const Member& member) -> const Mat3& {
    return problem.body_space.rows()[at(singles[at(member.single)].row.row)].frame;
  };
  const Panel A = matrix(block);
  const int slot = members_[at(block.begin)].slot;
  const auto places = at(bodies.side_count(slot));
  response_.resize(3 * places);
  const auto enter = [&](const Member& seen, int column, const Vec3& velocity) {
    const Mat3& axes = frame(seen);
    const int first = seen.whole ? 0 : 2;
    for (int k = first; k < 3; ++k) {
      *A.at(seen.first + k - first, column) = dot(axes.column(k), velocity);
    }
  };
  for (int n = block.begin; n < block.end; ++n) {
    const Member& pushed = members_[at(n)];
    for (int axis = pushed.whole ? 0 : 2; axis < 3; ++axis) {
      const int column = pushed.first + (pushed.whole ? axis : 0);
      bodies.respond(slot, pushed.place, pushed.sign * frame(pushed).column(axis), response_);
      for (int m = n; m < block.end; ++m) {
        const Member& seen = members_[at(m)];
        const double* v = &response_[at(seen.place)];
        const Vec3 velocity = seen.sign * Vec3{v[0], v[places], v[2 * places]};
        enter(seen, column, velocity);
      }
    }
  }
}

/// @return False where rows depend on each other.
bool LinearBlocks::factor(const Block& block) {
  const Panel A = matrix(block);
  diagonal_.resize(at(block.unknowns));
  for (int i = 0; i < block.unknowns; ++i) diagonal_[at(i)] = *A.at(i, i);
  if (!cholesky(A)) return false;
  for (int i = 0; i < block.unknowns; ++i) {
    const double pivot = *A.at(i, i);
    if (!(pivot * pivot > kDependent * diagonal_[at(i)])) return false;
  }
  return true;
}

void LinearBlocks::visit(const LocalDynamics& problem, const Momentum& momentum, bool keep_gradient,
                         std::span<SingleRow> singles, BodyVelocities& velocities,
                         SweepTally& tally) {
  for (const Block& block : blocks_) {
    for (int m = block.begin; m < block.end; ++m) {
      Member& member = members_[at(m)];
      SingleRow& single = singles[at(member.single)];
      if (keep_gradient) {
        const Vec3 step = momentum.beta * single.direction;
        single.direction = step - momentum.sigma * single.gradient;
        single.R += step;
      }
      member.start = single.R;
      const RowLaw& law = problem.law[at(single.row.row)];
      single.R = law_of(law.kind).project(law, single.R);
      const Vec3 change = single.R - member.start;
      if (change != Vec3{}) velocities.scatter(single.row.row, change);
    }
    find_steps(problem, singles, block, velocities);
    force_.assign(at(problem.body_space.factored().side_count(members_[at(block.begin)].slot)), {});
    for (int m = block.begin; m < block.end; ++m) {
      const Member& member = members_[at(m)];
      SingleRow& single = singles[at(member.single)];
      const double* x = &right_[at(member.first)];
      const Vec3 step = member.whole ? Vec3{x[0], x[1], x[2]} : Vec3{0.0, 0.0, x[0]};
      const Mat3& frame = problem.body_space.rows()[at(single.row.row)].frame;
      force_[at(member.place)] += member.sign * (frame * step);
      single.R += step;
      const Vec3 change = single.R - member.start;
      single.gradient = -change;
      tally.size_squared += dot(single.R, single.R);
      tally.change_squared += dot(change, change);
      tally.gradient_squared += trace(single.row.block.matrix()) / 3.0 * dot(change, change);
    }
    push(block, velocities);
  }
}

/// Solves A δR = -c for what the laws miss.
void LinearBlocks::find_steps(const LocalDynamics& problem, std::span<const SingleRow> singles,
                              const Block& block, const BodyVelocities& velocities) {
  right_.resize(at(block.unknowns));
  for (int m = block.begin; m < block.end; ++m) {
    const Member& member = members_[at(m)];
    const SingleRow& single = singles[at(member.single)];
    const int i = single.row.row;
    const Vec3 U = single.row.B + velocities.gather(i);
    const Vec3 miss = law_of(single.row.kind).residual(problem, i, 1.0, single.R, U);
    double* to = &right_[at(member.first)];
    if (member.whole) *to++ = -miss.x, *to++ = -miss.y;
    *to = -miss.z;
  }
  const Panel x{right_.data(), 1, block.unknowns, 1};
  divide_right_transposed(matrix(block), x);
  divide_right(matrix(block), x);
}

void LinearBlocks::push(const Block& block, BodyVelocities& velocities) {
  const int slot = members_[at(block.begin)].slot;
  for (int place = 0; place < count(force_); ++place) {
    if (force_[at(place)] != Vec3{}) velocities.push_place(slot, place, force_[at(place)]);
  }
}

}  // namespace solfec

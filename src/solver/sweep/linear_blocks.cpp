#include "solver/sweep/linear_blocks.h"

#include <algorithm>

#include "base/count.h"
#include "solver/law/law.h"
#include "solver/sweep/momentum.h"

namespace solfec {
namespace {

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
  kept_count_ = 0;
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

/// Lists the members by slots, points that are held altogether first, in the order of the rows.
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
    const double sign = master ? 1.0 : -1.0;
    const Mat3 axes = sign * (transpose(W.factored().inverse(slot).rotation) * row.frame);
    members_.push_back({k, slot, place, sign, whole, 0, axes, {}});
  }
  std::sort(members_.begin(), members_.end(), [&](const Member& a, const Member& b) {
    const int row_of_a = singles[at(a.single)].row.row;
    const int row_of_b = singles[at(b.single)].row.row;
    if (a.slot != b.slot) return a.slot < b.slot;
    return a.whole != b.whole ? a.whole : row_of_a < row_of_b;
  });
}

void LinearBlocks::add_block(const LocalDynamics& problem, std::span<const SingleRow> singles,
                             int begin, int end) {
  const FactoredSlots& bodies = problem.body_space.factored();
  const int slot = members_[at(begin)].slot;
  const PlaceInverse& inverse = bodies.inverse(slot);
  if (inverse.block == nullptr) return;
  Block block{begin, begin, end, -1, 0, 0, factors_.size()};
  if (!keep_factors(problem, singles, block)) return;
  for (int m = block.turned; m < end; ++m) {
    members_[at(m)].first = block.unknowns;
    block.unknowns += members_[at(m)].whole ? 3 : 1;
  }
  if (block.unknowns > kMostUnknowns) return;
  factors_.resize(block.matrix + at(block.unknowns) * at(block.unknowns));
  if (factor(inverse, bodies.side_count(slot), block)) {
    blocks_.push_back(block);
  } else {
    factors_.resize(block.matrix);
  }
}

/// Factors of held points where their matrix serves other steps, too.
/// @return False where these points depend on each other.
bool LinearBlocks::keep_factors(const LocalDynamics& problem, std::span<const SingleRow> singles,
                                Block& block) {
  const FactoredSlots& bodies = problem.body_space.factored();
  const int slot = members_[at(block.begin)].slot;
  const PlaceInverse& inverse = bodies.inverse(slot);
  if (inverse.matrix == 0 || 3 * (block.end - block.begin) > kMostUnknowns) return true;
  while (block.turned < block.end && members_[at(block.turned)].whole) ++block.turned;
  if (block.turned == block.begin) return true;
  points_.place.clear();
  points_.point.clear();
  points_.held = block.turned - block.begin;
  for (int m = block.begin; m < block.end; ++m) {
    Member& member = members_[at(m)];
    if (m < block.turned) member.first = 3 * (m - block.begin);
    points_.place.push_back(member.place);
    points_.point.push_back(
        problem.body_space.point({singles[at(member.single)].row.row, member.sign > 0.0}));
  }
  block.kept = kept_count_++;
  block.kept_unknowns = 3 * points_.held;
  if (count(kept_) < kept_count_) kept_.resize(at(kept_count_));
  return kept_[at(block.kept)].find(inverse, bodies.side_count(slot), points_);
}

/// Returns what kept factors leave of G between the points of two members, in the frame of the body
/// and without its scale.
Mat3 LinearBlocks::rest(const PlaceInverse& inverse, int places, const Block& block, int m,
                        int n) const {
  if (block.kept >= 0) return kept_[at(block.kept)].rest(m - block.turned, n - block.turned);
  return place_block(*inverse.block, places, members_[at(m)].place, members_[at(n)].place);
}

/// The lower triangle, what unit forces along the axes of one member do along those of all others,
/// and its factors. @return False where rows depend on each other.
bool LinearBlocks::factor(const PlaceInverse& inverse, int places, const Block& block) {
  const Panel A = matrix(block);
  diagonal_.resize(at(block.unknowns));
  for (int n = block.turned; n < block.end; ++n) {
    const Member& pushed = members_[at(n)];
    const Mat3 own = place_block(*inverse.block, places, pushed.place, pushed.place);
    for (int k = pushed.whole ? 0 : 2, column = pushed.first; k < 3; ++k, ++column) {
      const Vec3 axis = pushed.axes.column(k);
      diagonal_[at(column)] = dot(axis, own * axis);
      for (int m = n; m < block.end; ++m) {
        const Member& seen = members_[at(m)];
        const Vec3 velocity = rest(inverse, places, block, m, n) * axis;
        double* to = A.at(seen.first, column);
        for (int i = seen.whole ? 0 : 2; i < 3; ++i) *to++ = dot(seen.axes.column(i), velocity);
      }
    }
  }
  return block.unknowns == 0 || factor_independent(A, diagonal_);
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
      const Vec3 step = step_of(block, m);
      const Mat3& frame = problem.body_space.rows()[at(single.row.row)].frame;
      force_[at(member.place)] += member.sign * (frame * step);
      single.R += step;
      const Vec3 change = single.R - member.start;
      single.gradient = -change;
      tally.size_squared += dot(single.R, single.R);
      tally.alone_squared += trace(single.row.block.matrix()) / 3.0 * dot(single.R, single.R);
      tally.change_squared += dot(change, change);
      tally.gradient_squared += trace(single.row.block.matrix()) / 3.0 * dot(change, change);
    }
    push(block, velocities);
  }
}

/// Solves A δR = -c for what the laws miss: right-hand sides of kept points in the frame of the
/// body, then those along the axes of the others.
void LinearBlocks::find_steps(const LocalDynamics& problem, std::span<const SingleRow> singles,
                              const Block& block, const BodyVelocities& velocities) {
  right_.resize(at(block.kept_unknowns + block.unknowns));
  const int slot = members_[at(block.begin)].slot;
  const double share = -1.0 / problem.body_space.factored().inverse(slot).scale;
  for (int m = block.begin; m < block.end; ++m) {
    const Member& member = members_[at(m)];
    const SingleRow& single = singles[at(member.single)];
    const int i = single.row.row;
    const Vec3 U = single.row.B + velocities.gather(i);
    Vec3 wanted = share * law_of(single.row.kind).residual(problem, i, 1.0, single.R, U);
    const bool kept = m < block.turned;
    if (kept) wanted = member.axes * wanted;
    double* to = &right_[at(member.first + (kept ? 0 : block.kept_unknowns))];
    if (member.whole) *to++ = wanted.x, *to++ = wanted.y;
    *to = wanted.z;
  }
  solve(block);
}

void LinearBlocks::solve(const Block& block) {
  const auto kept = std::span(right_).first(at(block.kept_unknowns));
  along_.resize(3 * at(block.end - block.turned));
  double* const own = right_.data() + block.kept_unknowns;
  /// f(unknown, axis, numbers of the point)
  const auto for_each_unknown = [&](const auto& f) {
    for (int m = block.turned; m < block.end; ++m) {
      const Member& member = members_[at(m)];
      double* along = &along_[3 * at(m - block.turned)];
      double* unknown = own + member.first;
      for (int k = member.whole ? 0 : 2; k < 3; ++k) f(*unknown++, member.axes.column(k), along);
    }
  };
  if (block.kept >= 0) {
    kept_[at(block.kept)].forward(kept, along_);
    for_each_unknown([](double& x, Vec3 axis, const double* along) {
      x += axis.x * along[0] + axis.y * along[1] + axis.z * along[2];
    });
  }
  if (block.unknowns > 0) {
    const Panel x{own, 1, block.unknowns, 1};
    divide_right_transposed(matrix(block), x);
    divide_right(matrix(block), x);
  }
  if (block.kept < 0) return;
  std::fill(along_.begin(), along_.end(), 0.0);
  for_each_unknown([](double x, Vec3 axis, double* along) {
    along[0] += x * axis.x, along[1] += x * axis.y, along[2] += x * axis.z;
  });
  kept_[at(block.kept)].backward(kept, along_);
}

/// δR of a member.
Vec3 LinearBlocks::step_of(const Block& block, int m) const {
  const Member& member = members_[at(m)];
  const bool kept = m < block.turned;
  const double* x = &right_[at(member.first + (kept ? 0 : block.kept_unknowns))];
  if (!member.whole) return {0.0, 0.0, x[0]};
  const Vec3 step{x[0], x[1], x[2]};
  return kept ? transposed_times(member.axes, step) : step;
}

void LinearBlocks::push(const Block& block, BodyVelocities& velocities) {
  const int slot = members_[at(block.begin)].slot;
  for (int place = 0; place < count(force_); ++place) {
    if (force_[at(place)] != Vec3{}) velocities.push_place(slot, place, force_[at(place)]);
  }
}

}  // namespace solfec

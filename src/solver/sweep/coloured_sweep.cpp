#include "solver/sweep/coloured_sweep.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/check.h"
#include "base/count.h"
#include "base/grow.h"
#include "base/parallel_for.h"
#include "solver/measure/natural_residual.h"
#include "solver/measure/row_residual.h"
#include "solver/row/sweep.h"

namespace solfec {
namespace {

constexpr int kPacksPerChunk = 4;
constexpr int kSinglesPerChunk = 32;
constexpr int kFewSweeps = 32;      // after which velocities that were summed up are as good as new
constexpr int kRowsAhead = 8;       // packed rows from asking for memory to using it
constexpr int kRowsPerFill = 16;    // packed rows that a thread prepares at once
constexpr int kParallelRows = 400;  // active rows; fewer are not worth waking threads

void add_residual(int row, Vec3 miss, ChunkResidual& sums) {
  const double squared = dot(miss, miss);
  sums.residual_squared += squared;
  if (!(squared > sums.worst)) return;
  sums.worst = squared;
  sums.worst_row = row;
}

/// Sums the tally of a sweep over all ranks.
void join(const SharedSlots& shared, PhaseTimers& waiting, SweepTally& tally) {
  if (shared.one_rank()) return;
  const PhaseScope scope(waiting, Phase::GSCOM);
  SweepTally all;
  for (const SweepTally& one : shared.comm->all_gather(tally)) {
    all.change_squared += one.change_squared;
    all.size_squared += one.size_squared;
    all.alone_squared += one.alone_squared;
    all.gradient_squared += one.gradient_squared;
    all.moved_squared += one.moved_squared;
    all.motion_squared += one.motion_squared;
    all.fallback = std::max(all.fallback, one.fallback);
    all.failure = std::max(all.failure, one.failure);
    all.replaced += one.replaced;
  }
  tally = all;
}

/// Sums an evaluation over all ranks; the row with the largest residual is known to its rank alone.
void join(const SharedSlots& shared, PhaseTimers& waiting, ChunkResidual& sums) {
  if (shared.one_rank()) return;
  const PhaseScope scope(waiting, Phase::GSCOM);
  ChunkResidual all;
  const std::vector<ChunkResidual> ranks = shared.comm->all_gather(sums);
  for (int rank = 0; rank < count(ranks); ++rank) {
    const ChunkResidual& one = ranks[at(rank)];
    all.residual_squared += one.residual_squared;
    all.velocity_squared += one.velocity_squared;
    all.reaction_squared += one.reaction_squared;
    all.merit += one.merit;
    if (!(one.worst > all.worst)) continue;
    all.worst = one.worst;
    all.worst_row = rank == shared.comm->rank() ? one.worst_row : -1;
  }
  sums = all;
}

/// Returns the reaction of a contact along its own tangents, N.
Vec3 reaction_of(const PackedRow& row, int lane) {
  const Vec3 r = row.rotated_back(lane_of(row.r, lane), lane);
  return {r.x, r.y, r.z - row.cohesion[lane]};
}

bool is_rigid(const BodyOperator& body_space, int slot) {
  return slot < 0 || body_space.slot_kind(slot) == SlotKind::rigid;
}

}  // namespace

ColouredSweep::ColouredSweep(const LocalDynamics& problem, SweepWorkspace& work,
                             const SweepParams& params, bool alternate, std::span<Vec3> R)
    : problem_(problem),
      work_(work),
      velocities_(work.velocities),
      params_(params),
      alternate_(alternate) {
  SOLFEC_ASSERT(problem.body_space.row_count() == problem.size());
  velocities_.start(problem.body_space);
  work_.waiting.reset();
  if (!problem.shared.one_rank()) work_.exchange.start(problem.shared, velocities_);
  select_rows(R);
  if (needs_packing(params)) {
    const auto update = [&](ManifoldColours& colours, std::span<const int> rows) {
      colours.update(problem.body_space.rows(), problem.law, rows, problem.body_space.slot_count());
    };
    update(work_.border_colours, work_.border);
    update(work_.inner_colours, work_.inner);
    build(params);
  } else {
    refresh_singles();
  }
  fill_packed(R);
  places_.find(problem, work_.packed.single);
  work_.linear.find(problem, work_.packed.single);
  work_.joints.find(problem, work_.packed.single,
                    params.joints != nullptr ? *params.joints : JointBlockSettings{},
                    params.joint_goal);
  if (params.measures_motion) work_.motion.start(problem);
  rebuild_velocities();
}

/// Rows that take part; all others get R = 0.
void ColouredSweep::select_rows(std::span<Vec3> R) {
  work_.active.clear();
  work_.active.reserve(R.size());
  work_.resting.clear();
  free_squared_ = 0.0;
  for (int i = 0; i < problem_.size(); ++i) {
    const RowLaw& law = problem_.law[at(i)];
    const Mat3& W = problem_.W_diagonal[at(i)];
    if (!is_open(law)) {
      const Vec3 q = shifted_velocity(law, problem_.B[at(i)]);
      free_squared_ += dot(q, q);
    }
    if (!is_finite(R[at(i)])) R[at(i)] = {};
    if (!is_possible_block(W)) status_ = SolveStatus::diagonal_failed;
    if (stays_at_rest(law, W)) {
      R[at(i)] = {};
      work_.resting.push_back(i);
    } else {
      work_.active.push_back(i);
    }
  }
  scale_ = mean_inverse_mass_of_all(problem_);
  status_ = static_cast<SolveStatus>(problem_.shared.largest(static_cast<int>(status_)));
  std::array<double, 2> sums{free_squared_, static_cast<double>(count_own_bodies(problem_))};
  problem_.shared.sum(sums);
  free_squared_ = sums[0];
  bodies_ = sums[1];
  sum_rows_at_rest();
  split_border();
}

/// Active rows by whether they see slots of other ranks.
void ColouredSweep::split_border() {
  work_.border.clear();
  const SharedSlots& shared = problem_.shared;
  if (shared.one_rank()) {
    work_.inner = work_.active;
    return;
  }
  work_.inner.clear();
  for (const int i : work_.active) {
    const RowJacobian& row = problem_.body_space.rows()[at(i)];
    const bool border = shared.shared(row.master) || shared.shared(row.slave);
    (border ? work_.border : work_.inner).push_back(i);
  }
  sets_ = rank_sets(shared, problem_.body_space.rows(), work_.active);
}

/// Adds up what rows without inertia (obstacle against obstacle) add to every evaluation: U = B for
/// them.
void ColouredSweep::sum_rows_at_rest() {
  rest_ = {};
  for (const int i : work_.resting) {
    const RowLaw& law = problem_.law[at(i)];
    if (is_open(law)) continue;
    const Vec3 U = problem_.B[at(i)];
    const Vec3 u = shifted_velocity(law, U);
    const Vec3 r = scale_ * shifted_reaction(law, {});
    rest_.velocity_squared += dot(u, u);
    rest_.reaction_squared += dot(r, r);
    add_residual(i, natural_row_residual(problem_, i, scale_, {}, U), rest_);
  }
}

// ---- order of the visits -----------------------------------------------------------------------

/// Whether rows and slots are others than those of the packs that the workspace has.
bool ColouredSweep::needs_packing(const SweepParams& params) {
  std::vector<PackingKey>& key = work_.next_key;
  const BodyOperator& body_space = problem_.body_space;
  key.clear();
  key.reserve(2 + work_.active.size() + at(body_space.slot_count()));
  key.push_back({static_cast<int>(params.solver), count(work_.active), body_space.slot_count(), 0});
  key.push_back({count(work_.border), 0, 0, 0});
  for (const int i : work_.active) {
    const RowJacobian& row = body_space.rows()[at(i)];
    key.push_back({static_cast<int>(problem_.law[at(i)].kind), row.master, row.slave, i});
  }
  for (int s = 0; s < body_space.slot_count(); ++s) {
    key.push_back({static_cast<int>(body_space.slot_kind(s)), body_space.slot_place(s), 0, 0});
  }
  if (key == work_.packed_for) return false;
  std::swap(key, work_.packed_for);
  key.reserve(work_.packed_for.size());
  return true;
}

void ColouredSweep::refresh_singles() {
  for (SingleRow& single : work_.packed.single) {
    single = {make_sweep_row(problem_, single.row.row), {}, {}, {}};
  }
}

void ColouredSweep::build(const SweepParams& params) {
  work_.packed.clear();
  add_colours(work_.border_colours, params);
  add_colours(work_.inner_colours, params);
  work_.sums.resize(work_.packed.chunk.size());
  work_.residuals.resize(work_.packed.chunk.size());
}

void ColouredSweep::add_colours(const ManifoldColours& colours, const SweepParams& params) {
  for (int c = 0; c < colours.colour_count(); ++c) {
    add_colour(colours, c, params);
    work_.packed.colour_start.push_back(count(work_.packed.chunk));
  }
}

/// Packs of manifolds with equal numbers of contacts, then the rows visited one by one, cut into
/// chunks; the overflow is one chunk of packs with one manifold each.
void ColouredSweep::add_colour(const ManifoldColours& colours, int colour,
                               const SweepParams& params) {
  PackedRows& packed = work_.packed;
  const bool overflow = colours.has_overflow() && colour + 1 == colours.colour_count();
  const std::span<const Manifold> manifolds = colours.colour(colour);
  const BodyOperator& body_space = problem_.body_space;
  const auto packable = [&](const Manifold& m) {
    if (params.solver != DiagonalSolver::exact || m.first == m.second) return false;
    if (!is_rigid(body_space, m.first) || !is_rigid(body_space, m.second)) return false;
    const std::span<const int> rows = colours.rows();
    return std::all_of(rows.begin() + m.begin, rows.begin() + m.end,
                       [&](int i) { return is_signorini(problem_.law[at(i)].kind); });
  };

  SweepChunk chunk{count(packed.pack), 0, count(packed.single), 0};
  const auto close_chunk = [&] {
    chunk.pack_end = count(packed.pack);
    chunk.single_end = count(packed.single);
    if (chunk.pack_end > chunk.pack_begin || chunk.single_end > chunk.single_begin) {
      packed.chunk.push_back(chunk);
    }
    chunk = {chunk.pack_end, 0, chunk.single_end, 0};
  };

  work_.members.clear();
  for (int m = 0; m < count(manifolds); ++m) {
    if (packable(manifolds[at(m)])) work_.members.push_back(m);
  }
  if (!overflow) {
    const auto points = [&](int m) { return manifolds[at(m)].end - manifolds[at(m)].begin; };
    std::sort(work_.members.begin(), work_.members.end(),
              [&](int a, int b) { return points(a) != points(b) ? points(a) > points(b) : a < b; });
  }
  const int width = overflow ? 1 : kLanes;
  for (int k = 0; k < count(work_.members); k += width) {
    const int last = std::min(k + width, count(work_.members));
    add_pack(colours, manifolds, std::span(work_.members).subspan(at(k), at(last - k)));
    const bool full = count(packed.pack) - chunk.pack_begin >= kPacksPerChunk;
    if (full && !overflow) close_chunk();
  }
  for (const Manifold& manifold : manifolds) {
    if (packable(manifold)) continue;
    for (int k = manifold.begin; k < manifold.end; ++k) {
      packed.single.push_back({make_sweep_row(problem_, colours.rows()[at(k)]), {}, {}, {}});
    }
    const bool full = count(packed.single) - chunk.single_begin >= kSinglesPerChunk;
    if (full && !overflow) close_chunk();
  }
  close_chunk();
}

void ColouredSweep::add_pack(const ManifoldColours& colours, std::span<const Manifold> manifolds,
                             std::span<const int> members) {
  PackedRows& packed = work_.packed;
  Pack pack;
  pack.first_row = count(packed.row);
  for (const int m : members) {
    pack.points = std::max(pack.points, manifolds[at(m)].end - manifolds[at(m)].begin);
  }
  const std::size_t rows = packed.row.size() + at(pack.points);
  resize_sparing(packed.row, rows);
  resize_sparing(packed.source, rows * kLanes);
  for (int lane = 0; lane < kLanes; ++lane) {
    const bool used = lane < count(members);
    const Manifold manifold = used ? manifolds[at(members[at(lane)])] : Manifold{-1, -1, 0, 0};
    const BodyOperator& body_space = problem_.body_space;
    pack.body[0][lane] = manifold.first < 0 ? -1 : body_space.slot_place(manifold.first);
    pack.body[1][lane] = manifold.second < 0 ? -1 : body_space.slot_place(manifold.second);
    for (int point = 0; point < pack.points; ++point) {
      PackedSource& source = packed.source[at((pack.first_row + point) * kLanes + lane)];
      source = {};
      if (manifold.begin + point >= manifold.end) continue;
      source.row = colours.rows()[at(manifold.begin + point)];
      const RowJacobian& row = body_space.rows()[at(source.row)];
      source.turned = row.master != manifold.first;
    }
  }
  packed.pack.push_back(pack);
}

// ---- values ------------------------------------------------------------------------------------

void ColouredSweep::fill_packed(std::span<const Vec3> R) {
  PackedRows& packed = work_.packed;
  work_.energy.resize(packed.row.size());
  const int rows = count(packed.row);
  const PackedInput input{packed.row.data(), packed.source.data(),
                          problem_.body_space.rows().data(), problem_.W_diagonal.data()};
  parallel_for((rows + kRowsPerFill - 1) / kRowsPerFill, kParallelRows / kRowsPerFill,
               [&](int part) {
                 const int begin = part * kRowsPerFill;
                 const int end = std::min(begin + kRowsPerFill, rows);
                 for (int k = begin; k < end; ++k) {
                   for (int lane = 0; lane < kLanes; ++lane) {
                     fetch_lane(k + kRowsAhead, lane);
                     fill_lane(k, lane, R);
                   }
                 }
                 packed_kernels().prepare(input, begin, end, work_.energy.data());
               });
  free_energy_ = 0.0;
  for (const double energy : work_.energy) free_energy_ += energy;
  for (SingleRow& single : packed.single) {
    single.R = R[at(single.row.row)];
    free_energy_ += free_energy(problem_, single.row.row);
  }
  for (const int i : work_.resting) free_energy_ += free_energy(problem_, i);
  problem_.shared.sum({&free_energy_, 1});
}

/// Asks for what a lane will be filled with: rows of one colour lie anywhere in memory.
void ColouredSweep::fetch_lane(int k, int lane) const {
  const std::size_t place = at(k * kLanes + lane);
  if (place >= work_.packed.source.size() || work_.packed.source[place].row < 0) return;
  const std::size_t i = at(work_.packed.source[place].row);
  __builtin_prefetch(&problem_.law[i].velocity_shift);
  __builtin_prefetch(&problem_.body_space.rows()[i].frame);
  __builtin_prefetch(&problem_.body_space.rows()[i].master_arm);
  __builtin_prefetch(&problem_.W_diagonal[i].m[0]);
  __builtin_prefetch(&problem_.W_diagonal[i].m[8]);
}

void ColouredSweep::fill_lane(int k, int lane, std::span<const Vec3> R) {
  PackedRow& row = work_.packed.row[at(k)];
  const PackedSource source = work_.packed.source[at(k * kLanes + lane)];
  if (source.row < 0) {
    for (auto* vector : {&row.free, &row.r, &row.gradient}) set_lane(*vector, lane, {});
    row.friction[lane] = row.cohesion[lane] = row.rounding[lane] = 0.0;
    return;
  }
  const RowLaw& law = problem_.law[at(source.row)];
  set_lane(row.free, lane, problem_.B[at(source.row)]);
  set_lane(row.gradient, lane, {0.0, 0.0, law.velocity_shift});
  set_lane(row.r, lane, shifted_reaction(law, R[at(source.row)]));
  row.friction[lane] = law.friction;
  row.cohesion[lane] = law.cohesion;
  row.rounding[lane] = problem_.rounding_of(source.row);
}

PackRange ColouredSweep::packs_of(const SweepChunk& chunk) {
  return {work_.packed.pack.data(), work_.packed.row.data(), velocities_.rigid_slots().data(),
          chunk.pack_begin, chunk.pack_end};
}

/// Calls take(source, packed row, lane) for every lane that holds a contact.
template <typename Take>
void ColouredSweep::for_each_lane(const Take& take) {
  PackedRows& packed = work_.packed;
  parallel_for(count(packed.row), kParallelRows, [&](int k) {
    for (int lane = 0; lane < kLanes; ++lane) {
      const PackedSource& source = packed.source[at(k * kLanes + lane)];
      if (source.row >= 0) take(source, packed.row[at(k)], lane);
    }
  });
}

template <typename Visit>
void ColouredSweep::for_each_chunk(const Visit& visit, bool backward) {
  const bool parallel = count(work_.active) >= kParallelRows;
  parallel_phases(work_.packed.colour_start, parallel, backward, visit);
}

std::span<const int> ColouredSweep::border_chunks() const {
  return std::span(work_.packed.colour_start).first(at(work_.border_colours.colour_count() + 1));
}
std::span<const int> ColouredSweep::inner_chunks() const {
  return std::span(work_.packed.colour_start).subspan(at(work_.border_colours.colour_count()));
}

/// Waiting before the own turn is that of the middle rows, for which ranks go one after the other.
Phase ColouredSweep::kind_of_wait(bool before_turn) const {
  return before_turn && sets_.middle > 0 ? Phase::GSMCOM : Phase::GSCOM;
}

/// Calls visit(chunk), which changes velocities, for all chunks of all ranks: borders by the
/// colours of the ranks. A rank whose turn comes later visits its inner rows before. At its turn
/// `before` is called before the visits of its border and `after` after them.
template <typename Visit, typename Before, typename After>
void ColouredSweep::change_velocities(const Visit& visit, bool backward, const Before& before,
                                      const After& after) {
  const SharedSlots& shared = problem_.shared;
  if (shared.one_rank()) {
    for_each_chunk(visit, backward);
    return;
  }
  const bool parallel = count(work_.active) >= kParallelRows;
  const auto colour_of = [&](int turn) { return backward ? shared.colours - 1 - turn : turn; };
  const int own_turn = colour_of(shared.colour);
  const bool first = own_turn == 0;
  if (!first) parallel_phases(inner_chunks(), parallel, backward, visit);
  for (int turn = 0; turn < shared.colours; ++turn) {
    const int colour = colour_of(turn);
    if (colour == shared.colour) {
      before();
      parallel_phases(border_chunks(), parallel, backward, visit);
      after();
    }
    {
      const PhaseScope scope(work_.waiting, kind_of_wait(turn < own_turn));
      work_.exchange.pass(colour, velocities_);
    }
    if (turn == 0 && first) parallel_phases(inner_chunks(), parallel, backward, visit);
  }
}

void ColouredSweep::rebuild_velocities() {
  PackedRows& packed = work_.packed;
  start_known_ = false;
  velocities_stored_ = false;
  gradient_kept_ = false;
  sweeps_ = 0;
  velocities_.stop();
  const auto scatter = [&](int c) {
    const SweepChunk& chunk = packed.chunk[at(c)];
    packed_kernels().scatter(packs_of(chunk));
    for (int k = chunk.single_begin; k < chunk.single_end; ++k) {
      const SingleRow& single = packed.single[at(k)];
      velocities_.scatter(single.row.row, single.R);
    }
  };
  const auto nothing = [] {};
  change_velocities(scatter, false, nothing, nothing);
  work_.velocity_direction.assign(velocities_.velocity_count(), 0.0);
}

// ---- sweeps ------------------------------------------------------------------------------------

void ColouredSweep::sweep(const Momentum& momentum, bool keep_gradient, SweepTally& tally) {
  PackedRows& packed = work_.packed;
  if (keep_gradient && !start_known_) velocities_.copy_velocities(work_.start_velocity);
  if (params_.measures_motion) work_.motion.begin(velocities_);
  start_known_ = false;
  velocities_stored_ = false;
  gradient_kept_ = keep_gradient;
  sweeps_ += keep_gradient ? kFewSweeps + 1 : 1;  // velocities with momentum are summed up twice
  const PackedKernels& kernels = packed_kernels();
  const auto visit = [&](int c) {
    const SweepChunk& chunk = packed.chunk[at(c)];
    ChunkSums& sums = work_.sums[at(c)];
    sums = {};
    (keep_gradient ? kernels.momentum_sweep : kernels.sweep)(packs_of(chunk), momentum, sums);
    sweep_singles(chunk, momentum, keep_gradient, sums);
  };
  tally = {};
  work_.linear.visit(problem_, momentum, keep_gradient, packed.single, velocities_, tally);
  const auto visit_joints = [&](bool border) {
    work_.joints.visit({problem_, momentum, keep_gradient, border}, packed.single, velocities_,
                       tally);
  };
  visit_joints(false);
  // slip at these places is found exactly, because their cycles are compared with each other
  const auto visit_places = [&](bool border) {
    places_.run(problem_, params_, packed.single, velocities_, tally, border);
  };
  change_velocities(
      visit, backward_, [&] { visit_joints(true); }, [&] { visit_places(true); });
  backward_ = alternate_ && !backward_;
  for (const ChunkSums& sums : work_.sums) {
    tally.change_squared += sums.change_squared;
    tally.size_squared += sums.size_squared;
    tally.alone_squared += sums.alone_squared;
    tally.gradient_squared += sums.gradient_squared;
    tally.fallback = std::max(tally.fallback, static_cast<SolveStatus>(sums.fallback));
    tally.failure = std::max(tally.failure, static_cast<SolveStatus>(sums.failure));
    tally.replaced += sums.replaced;
  }
  visit_places(false);
  if (params_.measures_motion) {
    work_.motion.end(velocities_, tally.moved_squared, tally.motion_squared);
  }
  join(problem_.shared, work_.waiting, tally);
}

/// All rows are in blocks of linear ones, of bodies that no other row joins.
bool ColouredSweep::is_direct() const {
  return problem_.shared.one_rank() && work_.packed.pack.empty() &&
         work_.linear.has_all(count(work_.packed.single));
}

void ColouredSweep::sweep_singles(const SweepChunk& chunk, const Momentum& momentum,
                                  bool keep_gradient, ChunkSums& sums) {
  SweepParams visit = params_;
  visit.proximal = momentum.proximal;
  visit.slip_tolerance = momentum.slip_tolerance;
  SweepTally tally;
  for (int k = chunk.single_begin; k < chunk.single_end; ++k) {
    if (work_.linear.has(k) || work_.joints.has(k)) continue;
    SingleRow& single = work_.packed.single[at(k)];
    SweepRow& row = single.row;
    Vec3 x = single.R;
    if (keep_gradient) {
      const Vec3 step = momentum.beta * single.direction;
      single.direction = step - momentum.sigma * single.gradient;
      x += step;
    }
    const Vec3 u = row.B + velocities_.gather(row.row);
    const Vec3 next = row_visit(problem_, row, visit, u, x, tally);
    const Vec3 change = next - x;
    single.R = next;
    single.gradient = -change;
    sums.size_squared += dot(next, next);
    sums.alone_squared += trace(row.block.matrix()) / 3.0 * dot(next, next);
    if (change == Vec3{}) continue;
    sums.change_squared += dot(change, change);
    sums.gradient_squared += trace(row.block.matrix()) / 3.0 * dot(change, change);
    velocities_.scatter(row.row, change);
  }
  sums.fallback = static_cast<int>(tally.fallback);
  sums.failure = static_cast<int>(tally.failure);
  sums.replaced = tally.replaced;
}

void ColouredSweep::extrapolate(const Momentum& momentum) {
  velocities_.extrapolate(momentum.beta, momentum.sigma, work_.start_velocity,
                          work_.velocity_direction);
  start_known_ = true;
  velocities_stored_ = false;
}

// ---- results -----------------------------------------------------------------------------------

Residual ColouredSweep::evaluate() {
  // sweeps without momentum have no gradient, whose place is free then
  if (!gradient_kept_) velocities_stored_ = true;
  return evaluate_rows(!gradient_kept_);
}

Residual ColouredSweep::evaluate_rows(bool store) {
  PackedRows& packed = work_.packed;
  for_each_chunk([&](int c) {
    const SweepChunk& chunk = packed.chunk[at(c)];
    ChunkResidual& sums = work_.residuals[at(c)];
    sums = {};
    packed_kernels().evaluate(packs_of(chunk), scale_, store, sums);
    if (sums.worst_row >= 0) sums.worst_row = packed.source[at(sums.worst_row)].row;
    evaluate_singles(chunk, sums);
  });
  ChunkResidual total = rest_;
  for (const ChunkResidual& sums : work_.residuals) {
    total.residual_squared += sums.residual_squared;
    total.velocity_squared += sums.velocity_squared;
    total.reaction_squared += sums.reaction_squared;
    total.merit += sums.merit;
    if (sums.worst > total.worst) {
      total.worst = sums.worst;
      total.worst_row = sums.worst_row;
    }
  }
  join(problem_.shared, work_.waiting, total);
  Residual& result = residual_;
  result.map.violation = std::sqrt(total.residual_squared);
  result.map.worst = std::sqrt(total.worst);
  result.map.worst_row = total.worst_row;
  set_mean(bodies_, result.map);
  set_scales(free_squared_, total.velocity_squared, total.reaction_squared, result.map);
  result.merit = total.merit / (free_energy_ > 0.0 ? free_energy_ : 1.0);
  return result;
}

Residual ColouredSweep::evaluate_at(std::span<const Vec3> R) {
  // not by get_reactions: turned to the axes of the rows and back, they would be others by rounding
  PackedRows& packed = work_.packed;
  work_.other_packed = packed.row;
  work_.other_single = packed.single;
  set_reactions(R);
  const Residual residual = evaluate();
  packed.row.swap(work_.other_packed);
  packed.single.swap(work_.other_single);
  restart();
  return residual;
}

void ColouredSweep::evaluate_singles(const SweepChunk& chunk, ChunkResidual& sums) const {
  for (int k = chunk.single_begin; k < chunk.single_end; ++k) {
    const SingleRow& single = work_.packed.single[at(k)];
    const int i = single.row.row;
    const RowLaw& law = problem_.law[at(i)];
    const Vec3 U = problem_.B[at(i)] + velocities_.gather(i);
    const Vec3 u = shifted_velocity(law, U);
    const Vec3 r = scale_ * shifted_reaction(law, single.R);
    const RowMiss miss = row_miss(problem_, i, scale_, single.R, U);
    add_residual(i, miss.velocity, sums);
    sums.velocity_squared += dot(u, u);
    sums.reaction_squared += dot(r, r);
    sums.merit += miss.energy;
  }
}

void ColouredSweep::get_reactions(std::span<Vec3> R) {
  for_each_lane([&](const PackedSource& source, const PackedRow& row, int lane) {
    R[at(source.row)] = reaction_of(row, lane);
  });
  for (const SingleRow& single : work_.packed.single) R[at(single.row.row)] = single.R;
}

void ColouredSweep::set_reactions(std::span<const Vec3> R) {
  for_each_lane([&](const PackedSource& source, PackedRow& row, int lane) {
    const Vec3 r = R[at(source.row)];
    set_lane(row.r, lane, row.rotated({r.x, r.y, r.z + row.cohesion[lane]}, lane));
  });
  for (SingleRow& single : work_.packed.single) single.R = R[at(single.row.row)];
  restart();
}

void ColouredSweep::restart() {
  PackedRows& packed = work_.packed;
  parallel_for(count(packed.row), kParallelRows, [&](int k) {
    for (auto& entry : packed.row[at(k)].gradient) std::fill_n(entry, kLanes, 0.0);
    for (auto& entry : packed.row[at(k)].direction) std::fill_n(entry, kLanes, 0.0);
  });
  for (SingleRow& single : packed.single) single.gradient = single.direction = {};
  rebuild_velocities();
}

Residual ColouredSweep::finish(std::span<Vec3> R, std::span<Vec3> U) {
  if (sweeps_ > kFewSweeps) rebuild_velocities();
  if (!velocities_stored_) {
    residual_ = evaluate_rows(true);
    velocities_stored_ = true;
  }
  for_each_lane([&](const PackedSource& source, const PackedRow& row, int lane) {
    R[at(source.row)] = reaction_of(row, lane);
    const Vec3 u = row.rotated_back(lane_of(row.gradient, lane), lane);
    U[at(source.row)] = {u.x, u.y, u.z - problem_.law[at(source.row)].velocity_shift};
  });
  const auto set_velocity = [&](int i) { U[at(i)] = problem_.B[at(i)] + velocities_.gather(i); };
  for (const SingleRow& single : work_.packed.single) {
    R[at(single.row.row)] = single.R;
    set_velocity(single.row.row);
  }
  for (const int i : work_.resting) set_velocity(i);
  return residual_;
}

}  // namespace solfec

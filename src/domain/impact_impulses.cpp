#include "domain/impact_impulses.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/count.h"

namespace solfec {

namespace {

void add_velocity(const LateVelocity& late, std::span<double> v) {
  const bool rigid = v.size() == 6;
  for (int i = 0; i < 3; ++i) v[at(rigid ? 3 + i : 9 + i)] += late.linear[i];
  for (int i = 0; rigid && i < 3; ++i) v[at(i)] += late.angular[i];
  for (std::size_t i = 0; !rigid && i < 9; ++i) v[i] += late.rate.m[i];
}

LateVelocity velocity_from(BodyId body, std::span<const double> v) {
  LateVelocity late;
  late.body = body;
  if (v.size() == 6) {
    late.angular = {v[0], v[1], v[2]};
    late.linear = {v[3], v[4], v[5]};
  } else {
    std::copy_n(v.begin(), 9, late.rate.m);
    late.linear = {v[9], v[10], v[11]};
  }
  return late;
}

/// Whether a contact obeys the law of impacts at a gap that the step closes or leaves open.
bool has_way_to_go(const RowLaw& law) {
  return law.kind == ConstraintKind::contact && !law.open && !law.bonded &&
         law.velocity_shift > 0.0;
}

bool is_idle(const RowLaw& law) {
  return law.kind == ConstraintKind::contact && law.open && !law.bonded;
}

/// Gives a problem other free velocities and laws for as long as it lives.
class Exchange {
 public:
  Exchange(LocalDynamics& problem, std::vector<Vec3>& B, std::vector<double>& rounding,
           std::vector<RowLaw>& law)
      : problem_(problem), B_(B), rounding_(rounding), law_(law) {
    swap();
  }
  ~Exchange() { swap(); }
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;

 private:
  void swap() {
    std::swap(problem_.B, B_);
    std::swap(problem_.rounding, rounding_);
    std::swap(problem_.law, law_);
  }

  LocalDynamics& problem_;
  std::vector<Vec3>& B_;
  std::vector<double>& rounding_;
  std::vector<RowLaw>& law_;
};

}  // namespace

void ImpactImpulses::clear() {
  late_.clear();
  shown_.clear();
}

void ImpactImpulses::restore(std::vector<LateVelocity> late, std::vector<ShownReaction> shown) {
  late_ = std::move(late);
  shown_ = std::move(shown);
  sort_shown();
}

void ImpactImpulses::sort_shown() {
  std::sort(shown_.begin(), shown_.end(),
            [](const ShownReaction& a, const ShownReaction& b) { return a.id < b.id; });
}

Vec3 ImpactImpulses::shown(ConstraintId id, Vec3 solved) const {
  const auto found = std::lower_bound(
      shown_.begin(), shown_.end(), id,
      [](const ShownReaction& row, ConstraintId wanted) { return row.id < wanted; });
  return found != shown_.end() && found->id == id ? found->shown : solved;
}

/// ν - u of the bodies that rows see. A body without a row has nothing to report any more.
void ImpactImpulses::place_late(const ImpactStep& step, const BodyOperator& space) {
  shift_.start(space);
  const auto refs = step.bodies.refs();
  for (const LateVelocity& late : late_) {
    const int index = step.bodies.find(late.body);
    if (index < 0 || !is_homogeneous(refs[at(index)].kind)) continue;
    const int slot = step.slots[refs[at(index)]];
    if (slot >= 0) add_velocity(late, shift_.slot_velocity(slot));
  }
}

/// Laws of the second problem, and the rows that close a gap.
/// @return Whether there is such a row.
bool ImpactImpulses::find_laws(const ImpactStep& step, const LocalDynamics& problem,
                               const LocalSolution& solution) {
  closing_.clear();
  law_ = problem.law;
  for (int i = 0; i < problem.size(); ++i) {
    RowLaw& law = law_[at(i)];
    if (!has_way_to_go(law)) continue;
    const double speed = std::exchange(law.velocity_shift, 0.0);  // towards the surface
    const double left = problem.step * (speed + solution.U[at(i)].z);
    law.open = !(solution.R[at(i)].z > 0.0) && left > step.closed_gap;
    if (!law.open && speed > step.accuracy) closing_.push_back(i);
  }
  return !closing_.empty();
}

/// B + H (ν - u). Where both cancel, as in the step after an impact, nothing but their errors is
/// left, which no reaction answers for.
void ImpactImpulses::find_free_velocities(const ImpactStep& step, const LocalDynamics& problem) {
  constexpr double kRoundings = 16.0;
  constexpr double kUnit = std::numeric_limits<double>::epsilon();
  B_.resize(problem.B.size());
  rounding_.resize(problem.B.size());
  for (int i = 0; i < problem.size(); ++i) {
    const Vec3 B = problem.B[at(i)];
    const Vec3 shift = shift_.gather(i);
    B_[at(i)] = B + shift;
    rounding_[at(i)] = problem.rounding_of(i);
    if (shift != Vec3{}) {
      const RowLaw& law = problem.law[at(i)];
      const double length = law.kind == ConstraintKind::rigid_link ? law.target : 0.0;
      const double size = norm(B) + norm(shift) + length / problem.step;
      rounding_[at(i)] += step.error + kRoundings * kUnit * size;
    }
  }
}

/// Groups of bodies that rows connect; obstacles connect nothing.
void ImpactImpulses::find_groups(const LocalDynamics& problem) {
  const auto rows = problem.body_space.rows();
  const int slots = problem.body_space.slot_count();
  connected_.start(slots);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].master < 0 || rows[i].slave < 0 || is_idle(law_[i])) continue;
    connected_.join(rows[i].master, rows[i].slave);
  }
  group_is_closing_.assign(at(slots), 0);
  for (const int i : closing_) {
    const int slot = rows[at(i)].master >= 0 ? rows[at(i)].master : rows[at(i)].slave;
    if (slot >= 0) group_is_closing_[at(connected_.root(slot))] = 1;
  }
}

/// ν - u at the end of the step: what it was, and what the reported impulses have given beside
/// those of the motion. Groups that close no gap have ν = u, as no impulse of theirs is under way.
void ImpactImpulses::find_late(const ImpactStep& step, const LocalSolution& solution) {
  late_.clear();
  const auto refs = step.bodies.refs();
  const auto ids = step.bodies.ids();
  for (std::size_t i = 0; i < refs.size(); ++i) {
    const int slot = is_homogeneous(refs[i].kind) ? step.slots[refs[i]] : -1;
    if (slot < 0 || group_is_closing_[at(connected_.root(slot))] == 0) continue;
    const std::span<double> v = shift_.slot_velocity(slot);
    const std::span<const double> felt = std::as_const(second_.velocities).slot_velocity(slot);
    const std::span<const double> moved = std::as_const(solution.velocities).slot_velocity(slot);
    for (std::size_t k = 0; k < v.size(); ++k) v[k] += felt[k] - moved[k];
    const LateVelocity late = velocity_from(ids[i], v);
    if (late != LateVelocity{late.body, {}, {}, {}}) late_.push_back(late);
  }
}

bool ImpactImpulses::find(const ImpactStep& step, LocalDynamics& problem,
                          const LocalSolution& solution, const Solve& solve) {
  shown_.clear();
  const bool closes = find_laws(step, problem, solution);
  if (!closes && late_.empty()) return false;
  place_late(step, problem.body_space);
  find_free_velocities(step, problem);
  second_.R = solution.R;
  second_.U.resize(second_.R.size());
  find_groups(problem);
  {
    const Exchange exchange(problem, B_, rounding_, law_);
    solve(second_);
  }
  find_late(step, solution);
  return true;
}

}  // namespace solfec

#include "domain/impacts/impact_impulses.h"

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

/// Where the exact solution is zero, as R_l in the step after an impact, nothing but errors of the
/// free velocity is left, which no reaction answers for.
double rounding_of(const LocalDynamics& problem, int i, double size) {
  constexpr double kRoundings = 16.0;
  constexpr double kUnit = std::numeric_limits<double>::epsilon();
  const RowLaw& law = problem.law[at(i)];
  const double length = law.kind == ConstraintKind::rigid_link ? law.target : 0.0;
  return problem.rounding_of(i) + kRoundings * kUnit * (size + length / problem.step);
}

/// Row without a reaction.
RowLaw idle_law() {
  RowLaw law;
  law.kind = ConstraintKind::contact;
  law.open = true;
  return law;
}

/// Law of a joint whose relative velocity an impulse leaves as it is; V = -U for all rows. Springs
/// have no impulses.
RowLaw held_law(RowLaw law, Vec3 U) {
  if (is_elastic(law.kind)) return idle_law();
  if (law.kind == ConstraintKind::rigid_link) law.kind = ConstraintKind::fixed_direction;
  law.turns = false;
  law.target = U.z;
  return law;
}

/// Gives a problem what another one has, for as long as it lives.
template <typename Exchanged>
class ExchangeScope {
 public:
  ExchangeScope(Exchanged& other, LocalDynamics& problem) : other_(other), problem_(problem) {
    other_.swap(problem_);
  }
  ~ExchangeScope() { other_.swap(problem_); }
  ExchangeScope(const ExchangeScope&) = delete;
  ExchangeScope& operator=(const ExchangeScope&) = delete;

 private:
  Exchanged& other_;
  LocalDynamics& problem_;
};

}  // namespace

void ImpactImpulses::Exchanged::swap(LocalDynamics& problem) {
  std::swap(problem.V, V);
  std::swap(problem.B, B);
  std::swap(problem.rounding, rounding);
  std::swap(problem.law, law);
}

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
  const ShownReaction* const row = find_shown(all_shown(), id);
  return row != nullptr ? row->shown : solved;
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

/// The problem of the step from ν_j. Its solution is mostly R - R_r of the last step.
void ImpactImpulses::start_first(const ImpactStep& step, const LocalDynamics& problem) {
  place_late(step, problem.body_space);
  other_.V = problem.V;
  other_.law = problem.law;
  other_.B.resize(problem.B.size());
  other_.rounding.resize(problem.B.size());
  for (int i = 0; i < problem.size(); ++i) {
    const Vec3 B = problem.B[at(i)];
    const Vec3 shift = shift_.gather(i);
    other_.B[at(i)] = B + shift;
    other_.rounding[at(i)] = rounding_of(problem, i, norm(B) + norm(shift));
    if (shift != Vec3{}) other_.rounding[at(i)] += step.error;
    Vec3& R = first_.R[at(i)];
    const ShownReaction* const last = find_shown(all_shown(), step.ids[at(i)]);
    if (last != nullptr) R -= last->late;
    if (problem.law[at(i)].kind == ConstraintKind::contact && !(R.z > 0.0)) R = {};
  }
}

/// Laws of the second problem. A contact is closed where the step ends if it carries or has no gap
/// then; it carries when its reaction is more than what its velocity is too large by, R_N W_NN >
/// U_N + shift, which tells the reaction of a contact from the rest that a solver leaves of none.
/// @return Whether a contact has closed a gap.
bool ImpactImpulses::find_laws(const ImpactStep& step, const LocalDynamics& problem,
                               const LocalSolution& solution) {
  bool closes = false;
  other_.law = problem.law;
  for (int i = 0; i < problem.size(); ++i) {
    RowLaw& law = other_.law[at(i)];
    const Vec3 U = solution.U[at(i)];
    if (law.kind != ConstraintKind::contact) {
      law = held_law(law, U);
      continue;
    }
    if (law.open && !law.bonded) continue;
    const double way = std::exchange(law.velocity_shift, 0.0);
    if (law.bonded) continue;
    const double gap = std::max(way, 0.0) + U.z;  // at the end, over h
    const bool carries = solution.R[at(i)].z * problem.W_diagonal[at(i)](2, 2) > gap;
    law.open = !carries && problem.step * gap > step.closed_gap;
    closes = closes || (!law.open && way > step.accuracy);
  }
  return closes;
}

/// The problem of impulses alone, from u: what its velocities miss by errors of u is no impulse.
void ImpactImpulses::start_second(const ImpactStep& step, const LocalDynamics& problem,
                                  const LocalSolution& solution) {
  other_.B = solution.U;
  other_.V.resize(solution.U.size());
  other_.rounding.resize(solution.U.size());
  for (int i = 0; i < problem.size(); ++i) {
    other_.V[at(i)] = -solution.U[at(i)];
    other_.rounding[at(i)] = step.error + rounding_of(problem, i, norm(solution.U[at(i)]));
  }
}

/// ν - u at the end of the step: what R_r gives.
void ImpactImpulses::find_late(const ImpactStep& step) {
  late_.clear();
  const auto refs = step.bodies.refs();
  const auto ids = step.bodies.ids();
  for (std::size_t i = 0; i < refs.size(); ++i) {
    const int slot = is_homogeneous(refs[i].kind) ? step.slots[refs[i]] : -1;
    if (slot < 0) continue;
    const LateVelocity late =
        velocity_from(ids[i], std::as_const(second_.velocities).slot_velocity(slot));
    if (late != LateVelocity{late.body, {}, {}, {}}) late_.push_back(late);
  }
}

bool ImpactImpulses::find(const ImpactStep& step, LocalDynamics& problem,
                          const LocalSolution& solution, const Solve& solve) {
  const auto solve_other = [&](LocalSolution& other) {
    const ExchangeScope scope(other_, problem);
    other.U.resize(other.R.size());
    solve(other);
  };
  first_.R = solution.R;
  second_.R.assign(solution.R.size(), Vec3{});
  const bool is_late = !late_.empty();
  if (is_late) {
    start_first(step, problem);
    solve_other(first_);
  }
  shown_.clear();
  late_.clear();
  if (!find_laws(step, problem, solution)) return is_late;
  start_second(step, problem, solution);
  solve_other(second_);
  find_late(step);
  for (std::size_t i = 0; i < first_.R.size(); ++i) first_.R[i] += second_.R[i];
  return true;
}

}  // namespace solfec

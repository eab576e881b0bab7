#include "domain/impacts/bounce_limit.h"

#include <algorithm>
#include <cmath>

#include "base/count.h"

namespace solfec {

namespace {

constexpr double kGain = 1e-7;  // of the energy that is exchanged: what rounding can make
constexpr double kLess = 0.9;   // of a factor that gains all the same, once more
constexpr int kMostTries = 4;   // of factors above 0

/// Largest s in [0, 1] with a + b s + c s² <= 0, when that is positive at 1.
double largest_factor(double a, double b, double c) {
  if (!(a < 0.0)) return 0.0;
  const double discriminant = b * b - 4.0 * a * c;
  if (!(discriminant >= 0.0)) return 0.0;
  const double q = b + std::copysign(std::sqrt(discriminant), b);
  double best = 0.0;  // a < 0 and a + b + c > 0: there is one root between
  for (const double s : {q != 0.0 ? -2.0 * a / q : 0.0, c != 0.0 ? -q / (2.0 * c) : 0.0}) {
    if (s > 0.0 && s < 1.0) best = std::max(best, s);
  }
  return best;
}

}  // namespace

/// Only bounces have negative shifts: a gap adds to the velocity that a contact may close with.
bool BounceLimit::find_bounces(const LocalDynamics& problem) {
  bounce_.clear();
  shift_.clear();
  for (int i = 0; i < problem.size(); ++i) {
    const RowLaw& law = problem.law[at(i)];
    if (law.kind != ConstraintKind::contact || law.open || !(law.velocity_shift < 0.0)) continue;
    bounce_.push_back(i);
    shift_.push_back(law.velocity_shift);
  }
  return !bounce_.empty();
}

void BounceLimit::find_groups(const LocalDynamics& problem, bool single) {
  const std::span<const RowJacobian> rows = problem.body_space.rows();
  groups_.clear();
  if (single) {
    group_.assign(rows.size(), 0);
    groups_.resize(1);
    return;
  }
  const int slots = problem.body_space.slot_count();
  connected_.start(slots);
  for (const RowJacobian& row : rows) {
    if (row.master >= 0 && row.slave >= 0) connected_.join(row.master, row.slave);
  }
  group_.assign(rows.size(), -1);
  group_of_root_.assign(at(slots), -1);
  const auto root_of_row = [&](const RowJacobian& row) {
    const int slot = row.master >= 0 ? row.master : row.slave;
    return slot < 0 ? -1 : connected_.root(slot);
  };
  for (const int i : bounce_) {
    const int root = root_of_row(rows[at(i)]);
    if (root < 0 || group_of_root_[at(root)] >= 0) continue;
    group_of_root_[at(root)] = count(groups_);
    groups_.emplace_back();
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const int root = root_of_row(rows[i]);
    if (root >= 0) group_[i] = group_of_root_[at(root)];
  }
}

/// The group whose work a row counts for; null for joints and for groups without a bounce.
BounceLimit::Group* BounceLimit::working_group(const LocalDynamics& problem, int row) {
  const int group = group_[at(row)];
  const bool works = group >= 0 && problem.law[at(row)].kind == ConstraintKind::contact;
  return works ? &groups_[at(group)] : nullptr;
}

/// W of the groups in a solution.
void BounceLimit::find_works(const LocalDynamics& problem, const LocalSolution& solution,
                             Comm& comm) {
  for (Group& group : groups_) group.work = group.error = 0.0;
  for (int i = 0; i < problem.size(); ++i) {
    Group* const group = working_group(problem, i);
    if (group == nullptr) continue;
    const Vec3 R = solution.R[at(i)];
    const Vec3 way = 0.5 * problem.step * (solution.U[at(i)] + problem.V[at(i)]);
    group->work += dot(R, way);
    const double exchanged = 0.5 * (norm(solution.U[at(i)]) + norm(problem.V[at(i)]));
    const RowLaw& law = problem.law[at(i)];
    const bool bounces = law.velocity_shift < 0.0 && R.z > 0.0;
    const double miss = bounces ? std::fabs(solution.U[at(i)].z + law.velocity_shift) : 0.0;
    group->error += problem.step * (kGain * norm(R) * exchanged + R.z * miss);
  }
  if (comm.size() == 1) return;
  groups_[0].work = comm.all_reduce(Reduction::sum, groups_[0].work);
  groups_[0].error = comm.all_reduce(Reduction::sum, groups_[0].error);
}

/// s of the groups that gain, from the solution with s = 1 and that with s = 0, whose works are
/// known.
void BounceLimit::find_factors(const LocalDynamics& problem, const LocalSolution& still,
                               Comm& comm) {
  for (Group& group : groups_) group.linear = group.square = 0.0;
  for (int i = 0; i < problem.size(); ++i) {
    Group* const group = working_group(problem, i);
    if (group == nullptr) continue;
    const Vec3 dR = R_[at(i)] - still.R[at(i)];
    const Vec3 way = 0.5 * problem.step * (still.U[at(i)] + problem.V[at(i)]);
    const Vec3 change = 0.5 * problem.step * (U_[at(i)] - still.U[at(i)]);
    group->linear += dot(dR, way) + dot(still.R[at(i)], change);
    group->square += dot(dR, change);
  }
  if (comm.size() > 1) {
    groups_[0].linear = comm.all_reduce(Reduction::sum, groups_[0].linear);
    groups_[0].square = comm.all_reduce(Reduction::sum, groups_[0].square);
  }
  for (Group& group : groups_) {
    if (group.gains) group.factor = largest_factor(group.work, group.linear, group.square);
  }
}

void BounceLimit::set_shifts(LocalDynamics& problem) const {
  for (std::size_t k = 0; k < bounce_.size(); ++k) {
    const int group = group_[at(bounce_[k])];
    if (group < 0) continue;
    problem.law[at(bounce_[k])].velocity_shift = groups_[at(group)].factor * shift_[k];
  }
}

bool BounceLimit::run(LocalDynamics& problem, LocalSolution& solution, Comm& comm,
                      const std::function<void()>& solve) {
  const bool ranks = comm.size() > 1;
  bool bounces = find_bounces(problem);
  if (ranks) bounces = comm.all_reduce(Reduction::largest, bounces ? 1 : 0) != 0;
  if (!bounces) return false;
  find_groups(problem, ranks);
  find_works(problem, solution, comm);
  bool gains = false;
  for (Group& group : groups_) {
    group.gains = group.work > group.error;
    group.factor = group.gains ? 0.0 : 1.0;
    gains = gains || group.gains;
  }
  if (!gains) return false;
  R_ = solution.R;
  U_ = solution.U;
  const auto solve_anew = [&] {  // a loose solver would take the reactions that gain for solved
    for (int i = 0; i < problem.size(); ++i) {
      const Group* const group = working_group(problem, i);
      if (group != nullptr && group->gains) solution.R[at(i)] = {};
    }
    set_shifts(problem);
    solve();
  };
  solve_anew();
  find_works(problem, solution, comm);
  find_factors(problem, solution, comm);
  const auto bounces_still = [](const Group& group) { return group.gains && group.factor > 0.0; };
  if (std::none_of(groups_.begin(), groups_.end(), bounces_still)) return true;
  R_ = solution.R;
  for (int tries = 1;; ++tries) {
    solve_anew();
    find_works(problem, solution, comm);
    bool missed = false;
    bool tries_on = false;
    for (Group& group : groups_) {
      if (!bounces_still(group) || group.work <= group.error) continue;
      group.factor = tries < kMostTries ? kLess * group.factor : 0.0;
      missed = true;
      tries_on = tries_on || group.factor > 0.0;
    }
    if (!missed) return true;
    if (!tries_on) break;
  }
  solution.R = R_;  // that of s = 0, which the solver has to confirm
  set_shifts(problem);
  solve();
  return true;
}

}  // namespace solfec

#include "solver/sweep/joint_blocks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/count.h"
#include "math/sparse_ldlt.h"
#include "solver/law/law.h"
#include "solver/sweep/momentum.h"

namespace solfec {
namespace {

constexpr double kFree = std::numeric_limits<double>::infinity();  // compliance of a free drive

constexpr double kLaterShare = 1e-3;  // of the misses that a later visit may leave
constexpr double kAsGood = 2.0;  // error over that of the first visit, of what need not be changed

struct Member {
  int single;
  int row;
  bool whole;         // three unknowns, not the normal reaction alone
  bool drive;         // R_N by a law that is linearised
  double compliance;  // of a drive, s/kg; infinite: it takes no part
  double miss;        // c of a drive, m/s
  int first;          // of its unknowns in the block, -1: none
  int mechanism;      // the lowest of its slots, -1: left to the sweeps
  Vec3 start;         // reaction before the visit, N

  [[nodiscard]] int width() const { return whole ? 3 : 1; }
};

/// A mechanism. The analysis of its factors is kept while the pattern stays.
struct Block {
  int begin = 0;  // members
  int end = 0;
  bool border = false;  // rows of other ranks see its bodies
  bool has_drives = false;
  bool drives_alone = false;  // for the rest of the solution
  int factorisations = 0;
  double left = -1.0;  // error after the first visit of a solution, m/s, -1: before it
  double size = 0.0;   // largest free velocity at the first one, m/s
  int unknowns = 0;
  SparsePattern pattern;
  std::vector<double> values;    // of A, in the order of the pattern
  std::vector<double> diagonal;  // of A
  SparseLdlt factors;
};

/// Components of a reaction that are unknown.
std::span<const int> components(const Member& member) {
  static constexpr std::array<int, 3> kAll{0, 1, 2};
  return std::span(kAll).last(at(member.width()));
}

double component(Vec3 v, int k) { return k == 0 ? v.x : k == 1 ? v.y : v.z; }

double largest(std::span<const double> numbers) {
  double most = 0.0;
  for (const double number : numbers) most = std::fmax(most, std::fabs(number));
  return most;
}

double product(std::span<const double> a, std::span<const double> b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

/// Adds c times b to a.
void add(double c, std::span<const double> b, std::span<double> a) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] += c * b[i];
}

/// Adds c A x.
void add_product(const Block& block, double c, std::span<const double> x, std::span<double> to) {
  const SparsePattern& pattern = block.pattern;
  for (int j = 0; j < block.unknowns; ++j) {
    const double factor = c * x[at(j)];
    if (factor == 0.0) continue;
    for (int e = pattern.column_start[at(j)]; e < pattern.column_start[at(j) + 1]; ++e) {
      to[at(pattern.row[at(e)])] += block.values[at(e)] * factor;
    }
  }
}

/// Representative of a set of slots.
int find_group(std::vector<int>& group, int slot) {
  while (group[at(slot)] != slot) {
    group[at(slot)] = group[at(group[at(slot)])];
    slot = group[at(slot)];
  }
  return slot;
}

}  // namespace

struct JointBlocks::Data {
  JointBlockSettings settings;
  JointGoal goal;
  std::vector<Member> members;
  std::vector<std::unique_ptr<Block>> blocks;  // from step to step, the first `used` in use
  int used = 0;
  std::vector<int> group;                 // of each slot, by its representative
  std::vector<std::vector<int>> seen_by;  // members of a block by the slots that they see
  std::vector<int> neighbours;
  std::vector<int> member_of;  // of each unknown
  std::vector<double> right;   // A R - c, m/s
  std::vector<double> x;       // N
  std::vector<double> rest;    // what x leaves of it, m/s
  std::vector<double> step;    // N
  std::vector<double> search;  // N
  std::vector<double> moved;   // A times the search, m/s

  void list_members(const LocalDynamics& problem, std::span<const SingleRow> singles);
  void connect(const LocalDynamics& problem);
  [[nodiscard]] bool sees_border(const LocalDynamics& problem, int begin, int end) const;
  bool add_block(const LocalDynamics& problem, int begin, int end);
  void number_unknowns(Block& block);
  void find_pattern(const LocalDynamics& problem, Block& block);
  void fill(const LocalDynamics& problem, Block& block);
  bool factor(const LocalDynamics& problem, Block& block);
  bool linearise_drives(const LocalDynamics& problem, std::span<const SingleRow> singles,
                        const BodyVelocities& velocities, Block& block);
  bool prepare(const LocalDynamics& problem, std::span<const SingleRow> singles,
               const BodyVelocities& velocities, Block& block);
  double set_right(const LocalDynamics& problem, std::span<const SingleRow> singles,
                   const BodyVelocities& velocities, const Block& block);
  void iterate(const Block& block, double enough);
  bool solve(Block& block);
};

// ---- mechanisms --------------------------------------------------------------------------------

/// In the order of the rows.
void JointBlocks::Data::list_members(const LocalDynamics& problem,
                                     std::span<const SingleRow> singles) {
  members.clear();
  const BodyOperator& W = problem.body_space;
  for (int k = 0; k < count(singles); ++k) {
    const SweepRow& single = singles[at(k)].row;
    const bool drive = single.kind == ConstraintKind::drive;
    if (!is_of_joint(single.kind)) continue;
    if (W.has_mesh_slots() && sees_mesh(W, W.rows()[at(single.row)])) continue;
    const bool whole = single.kind == ConstraintKind::fixed_point;
    members.push_back({k, single.row, whole, drive, drive ? kFree : 0.0, 0.0, -1, -1, {}});
  }
  std::sort(members.begin(), members.end(),
            [](const Member& a, const Member& b) { return a.row < b.row; });
}

/// Orders members by their mechanism.
void JointBlocks::Data::connect(const LocalDynamics& problem) {
  const std::span<const RowJacobian> rows = problem.body_space.rows();
  const SharedSlots& shared = problem.shared;
  group.resize(at(problem.body_space.slot_count()));
  for (int s = 0; s < count(group); ++s) group[at(s)] = s;
  for (const Member& member : members) {
    const RowJacobian& row = rows[at(member.row)];
    if (row.master < 0 || row.slave < 0) continue;
    const int one = find_group(group, row.master);
    const int other = find_group(group, row.slave);
    group[at(std::max(one, other))] = std::min(one, other);
  }
  std::vector<bool> leaves(shared.one_rank() ? 0 : group.size(), false);  // has joints elsewhere
  for (int s = 0; s < count(leaves); ++s) {
    if (shared.joined_elsewhere(s)) leaves[at(find_group(group, s))] = true;
  }
  for (Member& member : members) {
    const RowJacobian& row = rows[at(member.row)];
    const int lowest = find_group(group, row.master >= 0 ? row.master : row.slave);
    member.mechanism = !leaves.empty() && leaves[at(lowest)] ? -1 : lowest;
  }
  std::stable_sort(members.begin(), members.end(),
                   [](const Member& a, const Member& b) { return a.mechanism < b.mechanism; });
}

/// Whether rows of other ranks see a body of some members.
bool JointBlocks::Data::sees_border(const LocalDynamics& problem, int begin, int end) const {
  if (problem.shared.one_rank()) return false;
  return std::any_of(members.begin() + begin, members.begin() + end, [&](const Member& member) {
    const RowJacobian& row = problem.body_space.rows()[at(member.row)];
    return problem.shared.shared(row.master) || problem.shared.shared(row.slave);
  });
}

/// Drives alone make no block: nothing holds their bodies together.
bool JointBlocks::Data::add_block(const LocalDynamics& problem, int begin, int end) {
  int holding = 0;
  for (int m = begin; m < end; ++m) holding += members[at(m)].drive ? 0 : 1;
  if (members[at(begin)].mechanism < 0 || holding == 0 || end - begin < settings.least_rows) {
    return false;
  }
  if (used == count(blocks)) blocks.push_back(std::make_unique<Block>());
  Block& block = *blocks[at(used)];
  block.begin = begin;
  block.end = end;
  block.border = sees_border(problem, begin, end);
  block.has_drives = holding < end - begin;
  block.drives_alone = false;
  block.factorisations = 0;
  block.left = -1.0;
  if (!factor(problem, block)) return false;
  ++used;
  return true;
}

// ---- the matrix --------------------------------------------------------------------------------

void JointBlocks::Data::number_unknowns(Block& block) {
  block.unknowns = 0;
  member_of.clear();
  for (int m = block.begin; m < block.end; ++m) {
    Member& member = members[at(m)];
    member.first = member.compliance < kFree ? block.unknowns : -1;
    if (member.first < 0) continue;
    block.unknowns += member.width();
    member_of.resize(at(block.unknowns), m);
  }
}

/// Rows see each other by a common body.
void JointBlocks::Data::find_pattern(const LocalDynamics& problem, Block& block) {
  seen_by.resize(at(problem.body_space.slot_count()));
  const auto for_each_slot = [&](int m, const auto& f) {
    const RowJacobian& row = problem.body_space.rows()[at(members[at(m)].row)];
    if (members[at(m)].first < 0) return;
    if (row.master >= 0) f(seen_by[at(row.master)]);
    if (row.slave >= 0 && row.slave != row.master) f(seen_by[at(row.slave)]);
  };
  for (int m = block.begin; m < block.end; ++m) {
    for_each_slot(m, [](std::vector<int>& list) { list.clear(); });
  }
  for (int m = block.begin; m < block.end; ++m) {
    for_each_slot(m, [&](std::vector<int>& list) { list.push_back(m); });
  }
  SparsePattern& pattern = block.pattern;
  pattern.column_start.assign(1, 0);
  pattern.row.clear();
  for (int m = block.begin; m < block.end; ++m) {
    if (members[at(m)].first < 0) continue;
    neighbours.clear();
    for_each_slot(m, [&](const std::vector<int>& list) {
      neighbours.insert(neighbours.end(), list.begin(), list.end());
    });
    std::sort(neighbours.begin(), neighbours.end());
    neighbours.erase(std::unique(neighbours.begin(), neighbours.end()), neighbours.end());
    for (int k = 0; k < members[at(m)].width(); ++k) {
      for (const int n : neighbours) {
        const Member& seen = members[at(n)];
        for (int i = 0; i < seen.width(); ++i) pattern.row.push_back(seen.first + i);
      }
      pattern.column_start.push_back(count(pattern.row));
    }
  }
}

/// A by blocks of W between rows. Drives add their compliance to the diagonal.
void JointBlocks::Data::fill(const LocalDynamics& problem, Block& block) {
  const SparsePattern& pattern = block.pattern;
  block.values.resize(pattern.row.size());
  block.diagonal.resize(at(block.unknowns));
  for (int j = 0; j < block.unknowns; j += members[at(member_of[at(j)])].width()) {
    const Member& pushed = members[at(member_of[at(j)])];
    const int begin = pattern.column_start[at(j)];
    const int length = pattern.column_start[at(j) + 1] - begin;
    for (int e = 0; e < length;) {
      const Member& seen = members[at(member_of[at(pattern.row[at(begin + e)])])];
      const bool own = seen.row == pushed.row;
      const Mat3 W =
          own ? problem.W_diagonal[at(pushed.row)] : problem.body_space.block(seen.row, pushed.row);
      double* column = &block.values[at(begin + e)];
      for (const int k : components(pushed)) {
        double* to = column;
        for (const int i : components(seen)) *to++ = W(i, k);
        column += length;
      }
      for (int k = 0; own && k < pushed.width(); ++k) {
        double& entry = block.values[at(begin + e + k * (length + 1))];
        entry += pushed.compliance;
        block.diagonal[at(j + k)] = entry;
      }
      e += seen.width();
    }
  }
}

bool JointBlocks::Data::factor(const LocalDynamics& problem, Block& block) {
  number_unknowns(block);
  find_pattern(problem, block);
  fill(problem, block);
  ++block.factorisations;
  const SparsePattern& pattern = block.pattern;
  std::vector<double>& values = rest;
  values = block.values;
  for (int j = 0; j < block.unknowns; ++j) {
    const auto begin = pattern.row.begin() + pattern.column_start[at(j)];
    const auto end = pattern.row.begin() + pattern.column_start[at(j) + 1];
    const auto own = std::lower_bound(begin, end, j) - pattern.row.begin();
    values[static_cast<std::size_t>(own)] += settings.compliance * block.diagonal[at(j)];
  }
  return block.factors.factor(pattern, values, settings.most_entries).outcome ==
         SparseLdlt::Outcome::factored;
}

// ---- visits ------------------------------------------------------------------------------------

/// Compliances and misses of the drives at R and U. @return Whether the factors still serve.
bool JointBlocks::Data::linearise_drives(const LocalDynamics& problem,
                                         std::span<const SingleRow> singles,
                                         const BodyVelocities& velocities, Block& block) {
  bool same = true;
  for (int m = block.begin; m < block.end; ++m) {
    Member& member = members[at(m)];
    if (!member.drive) continue;
    const SingleRow& single = singles[at(member.single)];
    const Vec3 U = single.row.B + velocities.gather(member.row);
    const double rho = single.row.block.inverse_normal;
    const LinearRow linear =
        law_of(problem, member.row).linear_row(problem, member.row, rho, single.R, U);
    const double X = linear.X(2, 2);
    const bool resists = X >= settings.least_stiffness * rho && !block.drives_alone;
    const double compliance = resists ? linear.Y(2, 2) / X : kFree;
    member.miss = resists ? linear.C.z / X : 0.0;
    const double change = std::fabs(compliance - member.compliance);  // of free ones: infinite
    const bool serves = resists ? change < kFree && change <= settings.change * member.compliance
                                : member.compliance == kFree;
    if (serves) continue;
    member.compliance = compliance;
    same = false;
  }
  return same;
}

/// Factors for the drives as they are. @return Whether there are any.
bool JointBlocks::Data::prepare(const LocalDynamics& problem, std::span<const SingleRow> singles,
                                const BodyVelocities& velocities, Block& block) {
  if (!block.has_drives || linearise_drives(problem, singles, velocities, block)) return true;
  if (block.factorisations >= settings.most_factorisations) {
    block.drives_alone = true;
    linearise_drives(problem, singles, velocities, block);
  }
  return factor(problem, block);
}

/// @return Largest miss c, m/s.
double JointBlocks::Data::set_right(const LocalDynamics& problem,
                                    std::span<const SingleRow> singles,
                                    const BodyVelocities& velocities, const Block& block) {
  right.resize(at(block.unknowns));
  x.resize(right.size());
  double most = 0.0;
  for (int m = block.begin; m < block.end; ++m) {
    const Member& member = members[at(m)];
    if (member.first < 0) continue;
    const SingleRow& single = singles[at(member.single)];
    Vec3 miss{0.0, 0.0, member.miss};
    if (!member.drive) {
      const Vec3 U = single.row.B + velocities.gather(member.row);
      miss = law_of(problem, member.row).residual(problem, member.row, 1.0, single.R, U);
    }
    int unknown = member.first;
    for (const int k : components(member)) {
      x[at(unknown)] = component(single.R, k);
      most = std::fmax(most, std::fabs(component(miss, k)));
      right[at(unknown++)] = -component(miss, k);
    }
  }
  if (block.left < 0.0) add_product(block, 1.0, x, right);
  return most;
}

/// Conjugate gradients until no more than `enough` is left.
void JointBlocks::Data::iterate(const Block& block, double enough) {
  double before = 1.0;
  for (int k = 0; k < settings.most_solutions && largest(rest) > enough; ++k) {
    step = rest;
    block.factors.solve(step);
    const double now = product(rest, step);
    if (!(now > 0.0)) return;
    if (k > 0) add(now / before, search, step);
    search = step;
    before = now;
    moved.assign(right.size(), 0.0);
    add_product(block, 1.0, search, moved);
    const double curvature = product(search, moved);
    double weight = 0.0;  // pᵀ diag(A) p
    for (std::size_t i = 0; i < search.size(); ++i) {
      weight += block.diagonal[i] * search[i] * search[i];
    }
    if (!(curvature > settings.null * settings.compliance * weight)) return;
    add(now / curvature, search, x);
    add(-now / curvature, moved, rest);
  }
}

/// x of A x = right: reactions at the first visit, changes of them at later ones, which are less
/// exact as long as contacts go on to change what they answer.
/// @return False where the equations contradict each other.
bool JointBlocks::Data::solve(Block& block) {
  const double miss = largest(right);
  const bool first = block.left < 0.0;
  if (first) block.size = miss;
  const double allowed = std::fmin(goal.speed, goal.relative * block.size);
  const double enough = std::fmax(settings.share * allowed, settings.rounding * block.size);
  x.assign(right.size(), 0.0);
  rest = right;
  iterate(block, first ? enough : std::fmax(enough, kLaterShare * miss));
  rest = right;
  add_product(block, -1.0, x, rest);
  double sums = block.size;  // of which the misses are differences
  for (std::size_t i = 0; i < x.size(); ++i) {
    sums = std::fmax(sums, block.diagonal[i] * std::fabs(x[i]));
  }
  const double rounded = 10.0 * settings.rounding * sums;  // of some hundred terms
  const double left = largest(rest);
  if (first) block.left = std::fmax(left, enough);
  const double most = std::fmax(settings.contradiction * allowed, rounded);
  return left <= most || (!first && left < miss);
}

JointBlocks::JointBlocks() : data_(std::make_unique<Data>()) {}
JointBlocks::~JointBlocks() = default;
JointBlocks::JointBlocks(JointBlocks&&) noexcept = default;
JointBlocks& JointBlocks::operator=(JointBlocks&&) noexcept = default;

void JointBlocks::find(const LocalDynamics& problem, std::span<const SingleRow> singles,
                       const JointBlockSettings& settings, const JointGoal& goal) {
  Data& data = *data_;
  data.settings = settings;
  data.goal = goal;
  data.used = 0;
  held_.clear();
  data.list_members(problem, singles);
  if (count(data.members) < settings.least_rows) return;
  data.connect(problem);
  const std::vector<Member>& members = data.members;
  for (int begin = 0, end = 0; begin < count(members); begin = end) {
    while (end < count(members) && members[at(end)].mechanism == members[at(begin)].mechanism) {
      ++end;
    }
    if (!data.add_block(problem, begin, end)) continue;
    held_.resize(singles.size(), false);
    for (int m = begin; m < end; ++m) held_[at(members[at(m)].single)] = true;
  }
}

void JointBlocks::visit(const Visit& visit, std::span<SingleRow> singles,
                        BodyVelocities& velocities, SweepTally& tally) {
  Data& data = *data_;
  const LocalDynamics& problem = visit.problem;
  const Momentum& momentum = visit.momentum;
  const auto move = [&](const Member& member, Vec3 next) {
    SingleRow& single = singles[at(member.single)];
    const Vec3 change = next - single.R;
    single.R = next;
    if (change != Vec3{}) velocities.scatter(member.row, change);
  };
  for (int b = 0; b < data.used; ++b) {
    Block& block = *data.blocks[at(b)];
    const std::span members =
        std::span(data.members).subspan(at(block.begin), at(block.end - block.begin));
    if (block.border != visit.border || !has(members[0].single)) continue;
    for (Member& member : members) {
      SingleRow& single = singles[at(member.single)];
      if (visit.keep_gradient) {
        const Vec3 step = momentum.beta * single.direction;
        single.direction = step - momentum.sigma * single.gradient;
        single.R += step;
      }
      member.start = single.R;
      const RowLaw& law = problem.law[at(member.row)];
      move(member, law_of(law.kind).project(law, single.R));
    }
    bool usable = data.prepare(problem, singles, velocities, block);
    bool changes = false;  // a solution made anew would differ by rounding
    bool anew = true;      // x are reactions, not changes
    if (usable) {
      const double miss = data.set_right(problem, singles, velocities, block);
      anew = block.left < 0.0;
      changes = anew || !(miss <= kAsGood * block.left);
      usable = !changes || data.solve(block);
    }
    for (const Member& member : members) {
      if (!usable) held_[at(member.single)] = false;
      if (!usable || !changes || member.first < 0) continue;
      const double* x = &data.x[at(member.first)];
      const Vec3 found = member.whole ? Vec3{x[0], x[1], x[2]} : Vec3{0.0, 0.0, x[0]};
      move(member, anew ? found : singles[at(member.single)].R + found);
    }
    for (const Member& member : members) {
      SingleRow& single = singles[at(member.single)];
      if (member.drive || !usable) {
        const Vec3 u = single.row.B + velocities.gather(member.row);
        const Vec3 free = u - single.row.block.times(single.R);
        move(member, other_reaction(problem, single.row, free, single.R, tally));
      }
      const Vec3 change = single.R - member.start;
      single.gradient = -change;
      tally.size_squared += dot(single.R, single.R);
      tally.alone_squared += trace(single.row.block.matrix()) / 3.0 * dot(single.R, single.R);
      tally.change_squared += dot(change, change);
      tally.gradient_squared += trace(single.row.block.matrix()) / 3.0 * dot(change, change);
    }
  }
}

}  // namespace solfec

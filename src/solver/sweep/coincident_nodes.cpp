#include "solver/sweep/coincident_nodes.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include "base/count.h"
#include "solver/row/sweep.h"

namespace solfec {

namespace {

/// Node that a point is nearly at, -1: between several.
int nearest_node(const NodalPoint& point) {
  const double* heaviest = std::max_element(point.weight, point.weight + point.count);
  return *heaviest > 0.9 ? point.node[heaviest - point.weight] : -1;
}

}  // namespace

void CoincidentNodes::find(const LocalDynamics& problem, std::span<const SingleRow> singles) {
  const BodyOperator& body_space = problem.body_space;
  nodes_.clear();
  members_.clear();
  groups_.clear();
  inverses_.clear();
  enough_ = first_changes_ = 0.0;
  if (!body_space.has_factored_slots()) return;
  std::vector<Side> sides;
  for (int k = 0; k < solfec::count(singles); ++k) {
    for (const bool master : {true, false}) {
      const int row = singles[at(k)].row.row;
      const int slot = body_space.factored_side(row, master)[0];
      const int node = slot < 0 ? -1 : nearest_node(body_space.point({row, master}));
      if (node >= 0) sides.push_back({slot, node, k});
    }
  }
  std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) {
    return std::tie(a.slot, a.node, a.single) < std::tie(b.slot, b.node, b.single);
  });
  std::vector<int> root(singles.size());  // the least row that is known to be of the same place
  std::iota(root.begin(), root.end(), 0);
  const auto root_of = [&](int k) {
    while (root[at(k)] != k) k = root[at(k)] = root[at(root[at(k)])];
    return k;
  };
  for (std::size_t s = 1; s < sides.size(); ++s) {
    if (sides[s].slot != sides[s - 1].slot || sides[s].node != sides[s - 1].node) continue;
    const int a = root_of(sides[s].single);
    const int b = root_of(sides[s - 1].single);
    root[at(std::max(a, b))] = std::min(a, b);
  }
  std::vector<int> order(singles.size());
  std::iota(order.begin(), order.end(), 0);
  for (int& k : root) k = root_of(k);
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return root[at(a)] < root[at(b)]; });
  const auto rows = std::span<const int>(order);
  for (std::size_t begin = 0, end = 0; begin < rows.size(); begin = end) {
    while (end < rows.size() && root[at(rows[end])] == root[at(rows[begin])]) ++end;
    if (end - begin > 1) add_group(problem, singles, rows.subspan(begin, end - begin));
  }
}

/// Adds the place of some rows, unless other kinds of bodies take part.
void CoincidentNodes::add_group(const LocalDynamics& problem, std::span<const SingleRow> singles,
                                std::span<const int> rows) {
  const BodyOperator& body_space = problem.body_space;
  const int first = solfec::count(nodes_);
  bool border = false;
  for (const int k : rows) {
    const RowJacobian& row = body_space.rows()[at(singles[at(k)].row.row)];
    border = border || problem.shared.shared(row.master) || problem.shared.shared(row.slave);
    for (const bool master : {true, false}) {
      if ((master ? row.master : row.slave) < 0) continue;
      const auto [slot, number] = body_space.factored_side(singles[at(k)].row.row, master);
      nodes_.push_back({slot, number, {}, {}, 0, 0, 0});
    }
  }
  const auto before = [](const Node& a, const Node& b) {
    return std::tie(a.slot, a.number) < std::tie(b.slot, b.number);
  };
  const auto same = [](const Node& a, const Node& b) {
    return a.slot == b.slot && a.number == b.number;
  };
  std::sort(nodes_.begin() + first, nodes_.end(), before);
  nodes_.erase(std::unique(nodes_.begin() + first, nodes_.end(), same), nodes_.end());
  if (nodes_[at(first)].slot < 0 || solfec::count(nodes_) - first > kMostNodes) {
    nodes_.resize(at(first));
    return;
  }
  const auto node_of = [&](int row, bool master) {
    const auto [slot, number] = body_space.factored_side(row, master);
    if (slot < 0) return -1;
    const Node wanted{slot, number, {}, {}, 0, 0, 0};
    return static_cast<int>(std::lower_bound(nodes_.begin() + first, nodes_.end(), wanted, before) -
                            nodes_.begin());
  };
  const int begin = solfec::count(members_);
  for (const int k : rows) {
    const int row = singles[at(k)].row.row;
    members_.push_back({k, node_of(row, true), node_of(row, false)});
  }
  set_inverses(body_space.factored(), first);
  const bool cones = std::all_of(rows.begin(), rows.end(),
                                 [&](int k) { return is_signorini(singles[at(k)].row.kind); });
  groups_.push_back({begin, solfec::count(members_), first, solfec::count(nodes_),
                     cones ? kMostDrifts : 0, border});
}

/// Sets the inverses of the nodes from a first one on: blocks between the nodes of one body.
void CoincidentNodes::set_inverses(const FactoredSlots& bodies, int first) {
  const int end = solfec::count(nodes_);
  for (int k = first; k < end; ++k) {
    Node& node = nodes_[at(k)];
    node.begin = k > first && nodes_[at(k - 1)].slot == node.slot ? nodes_[at(k - 1)].begin : k;
    node.end = k;
    while (node.end < end && nodes_[at(node.end)].slot == node.slot) ++node.end;
    node.inverse = solfec::count(inverses_);
    for (int t = node.begin; t < node.end; ++t) {
      inverses_.push_back(bodies.inverse(node.slot, nodes_[at(t)].number, node.number));
    }
  }
}

void CoincidentNodes::push(int number, Vec3 p) {
  Node& node = nodes_[at(number)];
  node.force += p;
  for (int t = node.begin; t < node.end; ++t) {
    nodes_[at(t)].velocity += inverses_[at(node.inverse + t - node.begin)] * p;
  }
}

void CoincidentNodes::run(const LocalDynamics& problem, const SweepParams& params,
                          std::span<SingleRow> singles, BodyVelocities& velocities,
                          SweepTally& tally, bool border) {
  double first_changes = border ? 0.0 : first_changes_;
  for (Group& group : groups_) {
    if (group.border != border) continue;
    const auto nodes =
        std::span(nodes_).subspan(at(group.node_begin), at(group.node_end - group.node_begin));
    for (Node& node : nodes) {
      node.velocity = velocities.place_velocity(node.slot, node.number);
      node.force = {};
    }
    first_changes += solve(problem, params, singles, group, tally);
    for (const Node& node : nodes) {
      if (node.force != Vec3{}) velocities.push_place(node.slot, node.number, node.force);
    }
  }
  first_changes_ = border ? first_changes : 0.0;
  if (!border && !groups_.empty()) enough_ = first_changes / count();
}

/// Cycles of one place until they change little. @return Σ |ΔR|² of the first one, N².
double CoincidentNodes::solve(const LocalDynamics& problem, const SweepParams& params,
                              std::span<SingleRow> singles, Group& group, SweepTally& tally) {
  const double first = cycle(problem, params, singles, group, false, tally);
  const double enough = std::max(enough_, kFirstShare * first);
  bool may_follow = group.drifts > 0;
  last_drift_.clear();
  double change = first;
  for (int k = 1; k < kMostCycles && change > enough; ++k) {
    const bool backward = k % 2 == 1;
    if (may_follow && backward) {
      start_.clear();
      for (const Member& member : members_of(group)) start_.push_back(singles[at(member.single)].R);
    }
    change = cycle(problem, params, singles, group, backward, tally);
    if (!may_follow || backward || !drifts(singles, members_of(group))) continue;
    if (!follow_drift(problem, singles, group)) continue;
    may_follow = false;
    --group.drifts;
  }
  return first;
}

/// Whether the last pair of cycles has changed the reactions as the one before.
bool CoincidentNodes::drifts(std::span<const SingleRow> singles, std::span<const Member> members) {
  drift_.clear();
  double own = 0.0;
  for (std::size_t i = 0; i < members.size(); ++i) {
    drift_.push_back(singles[at(members[i].single)].R - start_[i]);
    own += dot(drift_[i], drift_[i]);
  }
  double last = 0.0;
  double both = 0.0;
  for (std::size_t i = 0; i < last_drift_.size(); ++i) {
    last += dot(last_drift_[i], last_drift_[i]);
    both += dot(last_drift_[i], drift_[i]);
  }
  const bool alike = both > kAligned * std::sqrt(own * last) && own > kSteady * kSteady * last;
  last_drift_ = drift_;
  return alike;
}

/// Continues what the last pair of cycles has changed, as far as it exerts nothing on the nodes.
/// @return Whether there was a way to go.
bool CoincidentNodes::follow_drift(const LocalDynamics& problem, std::span<SingleRow> singles,
                                   const Group& group) {
  const auto members = members_of(group);
  const auto row_of = [&](std::size_t i) -> SingleRow& { return singles[at(members[i].single)]; };
  const auto frame_of = [&](std::size_t i) -> const Mat3& {
    return problem.body_space.rows()[at(row_of(i).row.row)].frame;
  };
  const auto shifted = [&](std::size_t i) {
    return row_of(i).R + Vec3{0.0, 0.0, row_of(i).row.cohesion};
  };
  ends_.clear();
  double change = 0.0;
  double size = 0.0;
  for (std::size_t i = 0; i < members.size(); ++i) {
    const auto local = [&](int node) { return node < 0 ? -1 : node - group.node_begin; };
    ends_.push_back({local(members[i].master), local(members[i].slave)});
    change += dot(drift_[i], drift_[i]);
    size += dot(row_of(i).R, row_of(i).R);
    drift_[i] = frame_of(i) * drift_[i];
  }
  if (!balance_.remove_resultants(group.node_end - group.node_begin, ends_, drift_)) return false;
  double way = kLongestDrift * std::sqrt(size / change);
  for (std::size_t i = 0; i < members.size(); ++i) {
    drift_[i] = transposed_times(frame_of(i), drift_[i]);
    way = std::min(way, way_in_cone(shifted(i), drift_[i], row_of(i).row.friction));
  }
  if (!(way > 1.0)) return false;
  for (std::size_t i = 0; i < members.size(); ++i) {
    const Vec3 step =
        put_into_cone(shifted(i) + way * drift_[i], row_of(i).row.friction) - shifted(i);
    row_of(i).R += step;
    row_of(i).gradient -= step;
    const Vec3 p = frame_of(i) * step;
    if (members[i].master >= 0) push(members[i].master, p);
    if (members[i].slave >= 0) push(members[i].slave, -p);
  }
  return true;
}

/// Visits the rows of a place, there and back in turn. @return Σ |ΔR|², N².
double CoincidentNodes::cycle(const LocalDynamics& problem, const SweepParams& params,
                              std::span<SingleRow> singles, const Group& group, bool backward,
                              SweepTally& tally) {
  double sum = 0.0;
  for (int k = 0; k < group.member_end - group.member_begin; ++k) {
    const int m = backward ? group.member_end - 1 - k : group.member_begin + k;
    const Member& member = members_[at(m)];
    SingleRow& single = singles[at(member.single)];
    const Mat3& frame = problem.body_space.rows()[at(single.row.row)].frame;
    Vec3 relative;
    if (member.master >= 0) relative = nodes_[at(member.master)].velocity;
    if (member.slave >= 0) relative -= nodes_[at(member.slave)].velocity;
    const Vec3 u = single.row.B + transposed_times(frame, relative);
    const Vec3 next = row_visit(problem, single.row, params, u, single.R, tally);
    const Vec3 change = next - single.R;
    if (change == Vec3{}) continue;
    single.R = next;
    single.gradient -= change;
    sum += dot(change, change);
    const Vec3 p = frame * change;
    if (member.master >= 0) push(member.master, p);
    if (member.slave >= 0) push(member.slave, -p);
  }
  return sum;
}

}  // namespace solfec

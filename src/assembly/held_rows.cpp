#include "assembly/held_rows.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include "base/check.h"
#include "base/count.h"
#include "body/finite_element/held_nodes.h"

namespace solfec {
namespace {

constexpr double kAtNode = 1e-10;  // weights of other nodes that are those of rounding

/// The node at a point; -1: it lies between nodes.
std::int32_t node_at(const MeshPoint& point) {
  for (int a = 0; a < point.count; ++a) {
    bool alone = true;
    for (int b = 0; b < point.count && alone; ++b) {
      alone = b == a || std::abs(point.weight[at(b)]) < kAtNode;
    }
    if (alone) return point.node[at(a)];
  }
  return -1;
}

/// The global axis of a unit vector; -1: it is oblique.
int axis_of(Vec3 direction) {
  for (int axis = 0; axis < 3; ++axis) {
    if (std::abs(direction[axis]) == 1.0) return axis;
  }
  return -1;
}

bool is_held_kind(ConstraintKind kind) {
  return kind == ConstraintKind::fixed_point || kind == ConstraintKind::fixed_direction ||
         kind == ConstraintKind::velocity_direction;
}

bool holds_nodes(const FiniteElementBody& mesh, bool quasi_static) {
  if (is_reduced(mesh.form)) return false;  // whose unknowns are not those of nodes
  return quasi_static || mesh.scheme == Scheme::def_lim || mesh.scheme == Scheme::def_lim2;
}

}  // namespace

void HeldRows::block(const Bodies& bodies, BodyId id, Vec3 reference, bool quasi_static) {
  if (id == 0 || bodies.find(id) < 0 || bodies.is_ghost(id)) return;
  const BodyRef body = bodies.ref(id);
  if (body.kind != BodyKind::finite_element) return;
  const FiniteElementBody& mesh = bodies.finite_element[body.slot];
  if (!holds_nodes(mesh, quasi_static)) return;
  const MeshPoint point = mesh.named_point(reference);
  for (int a = 0; a < point.count; ++a) {
    if (std::abs(point.weight[at(a)]) < kAtNode) continue;
    Row& row = rows_.emplace_back();
    row.mesh = body.slot;
    row.node = point.node[at(a)];
    row.axis = -1;
  }
}

void HeldRows::add_row(const Bodies& bodies, const UserConstraint& constraint, bool quasi_static) {
  Row row;
  row.id = constraint.id;
  row.whole = constraint.kind == ConstraintKind::fixed_point;
  row.axis = row.whole ? 0 : axis_of(constraint.direction);
  const BodyRef body = bodies.ref(constraint.master);
  if (body.kind == BodyKind::finite_element) {
    const FiniteElementBody& mesh = bodies.finite_element[body.slot];
    row.mesh = body.slot;
    row.node = node_at(mesh.named_point(constraint.master_reference));
    const bool tells = constraint.slave == 0 && is_held_kind(constraint.kind);
    if (tells && row.axis >= 0 && row.node >= 0) {
      if (holds_nodes(mesh, quasi_static)) rows_.push_back(row);
      return;
    }
  }
  block(bodies, constraint.master, constraint.master_reference, quasi_static);
  block(bodies, constraint.slave, constraint.slave_reference, quasi_static);
}

/// Keeps the nodes whose velocity is told once and as a whole, and that no other row sees.
void HeldRows::drop_incomplete() {
  std::sort(rows_.begin(), rows_.end(), [](const Row& a, const Row& b) {
    return std::tie(a.mesh, a.node, a.id) < std::tie(b.mesh, b.node, b.id);
  });
  auto kept = rows_.begin();
  for (auto begin = rows_.begin(), end = begin; begin != rows_.end(); begin = end) {
    std::array<int, 3> told{};
    bool blocked = false;
    for (; end != rows_.end() && end->mesh == begin->mesh && end->node == begin->node; ++end) {
      blocked = blocked || (!end->whole && end->axis < 0);
      for (int axis = 0; axis < 3; ++axis)
        told[at(axis)] += end->whole || end->axis == axis ? 1 : 0;
    }
    if (!blocked && told == std::array<int, 3>{1, 1, 1}) kept = std::copy(begin, end, kept);
  }
  rows_.erase(kept, rows_.end());
}

void HeldRows::find(Bodies& bodies, std::span<const UserConstraint> constraints, bool quasi_static,
                    std::span<const UserConstraint> others) {
  rows_.clear();
  FiniteElementSet& meshes = bodies.finite_element;
  if (meshes.owned() == 0) return;
  for (const UserConstraint& constraint : constraints) add_row(bodies, constraint, quasi_static);
  for (const UserConstraint& one : others) {
    block(bodies, one.slave, one.slave_reference, quasi_static);
  }
  drop_incomplete();
  auto row = rows_.begin();
  for (int m = 0; m < meshes.owned(); ++m) {
    nodes_.clear();
    for (; row != rows_.end() && row->mesh == m; ++row) {
      if (nodes_.empty() || nodes_.back() != row->node) nodes_.push_back(row->node);
      row->place = count(nodes_) - 1;
    }
    set_held_nodes(meshes[m], nodes_);
  }
  by_id_.resize(rows_.size());
  std::iota(by_id_.begin(), by_id_.end(), 0);
  std::sort(by_id_.begin(), by_id_.end(),
            [&](int a, int b) { return rows_[at(a)].id < rows_[at(b)].id; });
}

int HeldRows::find_row(ConstraintId id) const {
  const auto found = std::lower_bound(by_id_.begin(), by_id_.end(), id,
                                      [&](int k, ConstraintId x) { return rows_[at(k)].id < x; });
  return found != by_id_.end() && rows_[at(*found)].id == id ? *found : -1;
}

void HeldRows::move(Bodies& bodies, std::span<const UserConstraint> constraints,
                    bool quasi_static) {
  number_.clear();
  if (rows_.empty()) return;
  FiniteElementSet& meshes = bodies.finite_element;
  velocity_.resize(at(meshes.owned()));
  for (int m = 0; m < meshes.owned(); ++m) {
    const FiniteElementBody& mesh = meshes[m];
    velocity_[at(m)].resize(mesh.held.size());
    for (std::size_t k = 0; k < mesh.held.size(); ++k) {
      const Vec3 start = mesh.start_velocity[at(mesh.held[k])];
      velocity_[at(m)][k] = quasi_static ? Vec3{} : -start;
    }
  }
  number_.assign(constraints.size(), -1);
  for (int i = 0; i < count(constraints); ++i) {
    const UserConstraint& constraint = constraints[at(i)];
    const int found = find_row(constraint.id);
    if (found < 0) continue;
    Row& row = rows_[at(found)];
    const bool active = meshes[row.mesh].factored;
    row.row = active ? i : -1;
    if (!active) continue;
    number_[at(i)] = found;
    if (constraint.kind != ConstraintKind::velocity_direction) continue;
    velocity_[at(row.mesh)][at(row.place)][row.axis] =
        constraint.direction[row.axis] * constraint.target;
  }
  for (int m = 0; m < meshes.owned(); ++m) {
    if (meshes[m].factored && !meshes[m].held.empty()) move_held_nodes(meshes[m], velocity_[at(m)]);
  }
}

void HeldRows::start_sides(int rows) {
  side_.clear();
  if (!rows_.empty()) side_.assign(at(rows), {-1, -1});
}

void HeldRows::write_reactions(const LocalDynamics& problem, Bodies& bodies,
                               std::span<Vec3> R) const {
  if (number_.empty()) return;
  FiniteElementSet& meshes = bodies.finite_element;
  for (int i = 0; i < count(side_); ++i) {
    for (const bool master : {true, false}) {
      const int mesh = side_[at(i)][master ? 0 : 1];
      if (mesh < 0 || R[at(i)] == Vec3{}) continue;
      const Vec3 p = (master ? 1.0 : -1.0) * (problem.body_space.rows()[at(i)].frame * R[at(i)]);
      const NodalPoint& point = problem.body_space.point({i, master});
      for (int a = 0; a < point.count; ++a) {
        meshes[mesh].reaction[at(point.node[a])] += point.weight[a] * p;
      }
    }
  }
  for (int m = 0; m < meshes.owned(); ++m) {
    if (meshes[m].factored && !meshes[m].held.empty()) finish_holding(meshes[m], problem.push);
  }
  for (const Row& row : rows_) {
    if (row.row < 0) continue;
    const Mat3& frame = problem.body_space.rows()[at(row.row)].frame;
    const Vec3 along = transposed_times(frame, meshes[row.mesh].holding[at(row.place)]);
    R[at(row.row)] = row.whole ? along : Vec3{0.0, 0.0, along.z};
  }
}

}  // namespace solfec

#include "local_dynamics/body_operator.h"

#include <algorithm>
#include <utility>

#include "base/count.h"

namespace solfec {

bool NodalPoint::operator==(const NodalPoint& other) const {
  return count == other.count && std::equal(node, node + count, other.node) &&
         std::equal(weight, weight + count, other.weight);
}

void BodyOperator::clear() {
  clear_slots();
  rows_.clear();
  points_.clear();
}

void BodyOperator::clear_slots() {
  slots_.clear();
  rigid_.clear();
  affine_.clear();
  dense_.clear();
  nodal_.clear();
  nodes_.clear();
  factored_.clear();
  tangent_.clear();
  border_.clear();
}

void BodyOperator::resize_rows(std::size_t count) {
  rows_.resize(count);
  points_.resize(has_mesh_slots() ? count : 0);
}

int BodyOperator::add_slot(SlotKind kind, const Mat3& scaled_inverse, double scaled_inverse_mass) {
  if (kind == SlotKind::rigid) {
    RigidSlot slot;
    slot.scaled_inverse_mass = scaled_inverse_mass;
    const double* A = scaled_inverse.m;
    const double entries[6] = {A[0], A[4], A[8], A[1], A[2], A[5]};
    for (int k = 0; k < 6; ++k) slot.scaled_inverse[k] = entries[k];
    slots_.push_back({kind, count(rigid_)});
    rigid_.push_back(slot);
  } else {
    AffineSlot slot;
    slot.scaled_inverse = scaled_inverse;
    slot.scaled_inverse_mass = scaled_inverse_mass;
    slots_.push_back({kind, count(affine_)});
    affine_.push_back(slot);
  }
  return slot_count() - 1;
}

int BodyOperator::add_dense_slot(const DenseInverse& inverse, double step,
                                 double scaled_inverse_mass) {
  const int number = add_slot(SlotKind::dense, {}, scaled_inverse_mass);
  affine_.back().dense = count(dense_);
  dense_.push_back(inverse);
  for (double& entry : dense_.back()) entry *= step;
  return number;
}

int BodyOperator::add_nodal_slot() {
  slots_.push_back({SlotKind::nodal, count(nodal_)});
  nodal_.push_back({count(nodes_), 0});
  points_.resize(rows_.size());
  return slot_count() - 1;
}

int BodyOperator::add_node(int slot, double scaled_inverse_mass) {
  SOLFEC_ASSERT(is_kind(slot, SlotKind::nodal));
  NodalSlot& nodal = nodal_[static_cast<std::size_t>(slot_place(slot))];
  if (nodal.count == 0) nodal.first = count(nodes_);
  SOLFEC_ASSERT(nodal.first + nodal.count == count(nodes_));
  nodes_.push_back({{}, scaled_inverse_mass});
  return nodal.count++;
}

void BodyOperator::set_border_nodes(int slot, int count) {
  SOLFEC_ASSERT(is_kind(slot, SlotKind::nodal));
  NodalSlot& nodal = nodal_[at(slot_place(slot))];
  SOLFEC_ASSERT(count <= nodal.count);
  nodal.border = count;
}

int BodyOperator::add_factored_slot() {
  slots_.push_back({SlotKind::factored, factored_.add()});
  tangent_.emplace_back();
  points_.resize(rows_.size());
  return slot_count() - 1;
}

void BodyOperator::set_tangent(int slot, const MeshTangent& tangent) {
  SOLFEC_ASSERT(is_kind(slot, SlotKind::factored));
  tangent_[at(slot_place(slot))] = tangent;
}

const MeshTangent& BodyOperator::tangent(int slot) const {
  SOLFEC_ASSERT(is_kind(slot, SlotKind::factored));
  return tangent_[at(slot_place(slot))];
}

void BodyOperator::set_border(int slot, std::vector<NodalPoint> points) {
  SOLFEC_ASSERT(is_kind(slot, SlotKind::factored));
  const std::size_t place = at(slot_place(slot));
  if (border_.size() <= place) border_.resize(place + 1);
  factored_.add_border(slot_place(slot), count(points));
  border_[place] = std::move(points);
}

std::span<const NodalPoint> BodyOperator::border_points(int slot) const {
  SOLFEC_ASSERT(is_kind(slot, SlotKind::factored));
  const std::size_t place = at(slot_place(slot));
  if (place >= border_.size()) return {};
  return border_[place];
}

void BodyOperator::allocate_factored_sides() {
  factored_side_.resize(
      std::max(factored_side_.size(), static_cast<std::size_t>(factored_.size())));
  factored_place_.resize(factored_side_.size());
  for (auto& sides : factored_side_) sides.clear();
  for (auto& places : factored_place_) places.clear();
  side_number_.assign(rows_.size(), {-1, -1});
  for (int i = 0; i < row_count(); ++i) {
    const RowJacobian& row = rows_[static_cast<std::size_t>(i)];
    for (const bool master : {true, false}) {
      const int slot = master ? row.master : row.slave;
      if (!is_kind(slot, SlotKind::factored)) continue;
      const int place = slot_place(slot);
      side_number_[static_cast<std::size_t>(i)][master ? 0 : 1] =
          factored_place(place, {i, master});
      factored_side_[static_cast<std::size_t>(place)].push_back({i, master});
    }
  }
  factored_.allocate();
}

/// Place of a side in its slot, a new one where no side before has its point. The search takes no
/// longer than the blocks of the inverse, one for each pair of places.
int BodyOperator::factored_place(int slot, FactoredSide side) {
  auto& places = factored_place_[at(slot)];
  const NodalPoint& own = point(side);
  const int border = factored_.border(slot);
  for (int k = 0; k < border; ++k) {
    if (border_[at(slot)][at(k)] == own) return k;
  }
  for (int k = 0; k < count(places); ++k) {
    if (point(places[at(k)]) == own) return border + k;
  }
  places.push_back(side);
  return factored_.add_side(slot);
}

std::array<int, 2> BodyOperator::factored_side(int row, bool master) const {
  const RowJacobian& jacobian = rows_[at(row)];
  const int slot = master ? jacobian.master : jacobian.slave;
  if (!is_kind(slot, SlotKind::factored)) return {-1, -1};
  return {slot_place(slot), side_number_[at(row)][master ? 0 : 1]};
}

std::span<const BodyOperator::FactoredSide> BodyOperator::factored_places(int slot) const {
  SOLFEC_ASSERT(is_kind(slot, SlotKind::factored));
  return factored_place_[static_cast<std::size_t>(slot_place(slot))];
}

std::span<const BodyOperator::FactoredSide> BodyOperator::factored_sides(int slot) const {
  SOLFEC_ASSERT(is_kind(slot, SlotKind::factored));
  return factored_side_[static_cast<std::size_t>(slot_place(slot))];
}

void BodyOperator::set_factored_inverse(int slot, int t, int s, const Mat3& block) {
  SOLFEC_ASSERT(is_kind(slot, SlotKind::factored));
  factored_.set_inverse(slot_place(slot), t, s, block);
}

void BodyOperator::set_factored_inverse(int slot, PlaceInverse inverse) {
  SOLFEC_ASSERT(is_kind(slot, SlotKind::factored));
  factored_.set_inverse(slot_place(slot), std::move(inverse));
}

void BodyOperator::defer_inverse(int slot, std::shared_ptr<DeferredInverse> inverse) {
  SOLFEC_ASSERT(is_kind(slot, SlotKind::factored));
  factored_.defer(slot_place(slot), std::move(inverse));
}

void BodyOperator::set_factored_diagonal(int slot, int s, const Mat3& block) {
  SOLFEC_ASSERT(is_kind(slot, SlotKind::factored));
  factored_.set_diagonal(slot_place(slot), s, block);
}

void BodyOperator::set_points(int i, const NodalPoint& master, const NodalPoint& slave) {
  SOLFEC_ASSERT(has_mesh_slots() && 0 <= i && i < row_count());
  points_[static_cast<std::size_t>(i)] = {master, slave};
}

BodyOperator::Side BodyOperator::side(int i, bool master) const {
  const auto at = static_cast<std::size_t>(i);
  const RowJacobian& row = rows_[at];
  Side side;
  side.slot = master ? row.master : row.slave;
  side.arm = master ? row.master_arm : row.slave_arm;
  if (is_kind(side.slot, SlotKind::nodal)) side.point = &points_[at][master ? 0 : 1];
  if (is_kind(side.slot, SlotKind::factored)) side.number = side_number_[at][master ? 0 : 1];
  return side;
}

void BodyOperator::add_row(const RowJacobian& row) {
  SOLFEC_ASSERT(-1 <= row.master && row.master < slot_count());
  SOLFEC_ASSERT(-1 <= row.slave && row.slave < slot_count());
  rows_.push_back(row);
  if (has_mesh_slots()) points_.emplace_back();
}

namespace {

/// 3 x 3 block (J, L) of a 9 x 9 matrix by columns.
Mat3 block_of(const DenseInverse& G, std::size_t J, std::size_t L) {
  Mat3 block;
  for (std::size_t k = 0; k < 3; ++k) {
    for (std::size_t i = 0; i < 3; ++i) block.m[i + 3 * k] = G[i + 3 * J + 9 * (k + 3 * L)];
  }
  return block;
}

}  // namespace

// Velocity of the point of one side per force at that of another side of the same body.
// Rigid: a 1 - r̂_i A r̂_j, from v + ω x r_i with ω = A (r_j x p). Affine: (a + X_i · A X_j) 1.
// Dense: a 1 + Σ_JL (X_i)_J (X_j)_L G_JL with the 3 x 3 blocks G_JL of G. Nodal: Σ w_i w_j h/m of
// the nodes that both see. Factored: G_ts.
Mat3 BodyOperator::point_inverse_mass(const Side& side, const Side& other) const {
  const auto [kind, place] = slots_[static_cast<std::size_t>(side.slot)];
  if (kind == SlotKind::factored) return factored_.inverse(place, side.number, other.number);
  if (side.point != nullptr && other.point != nullptr) {  // nodal
    return shared_inverse_mass(place, *side.point, *other.point);
  }
  const Vec3 arm = side.arm;
  const Vec3 other_arm = other.arm;
  if (kind == SlotKind::rigid) {
    const RigidSlot& body = rigid_[static_cast<std::size_t>(place)];
    const double* A = body.scaled_inverse;
    const Mat3 full{{A[0], A[3], A[4], A[3], A[1], A[5], A[4], A[5], A[2]}};
    return body.scaled_inverse_mass * identity() - skew(arm) * (full * skew(other_arm));
  }
  const AffineSlot& body = affine_[static_cast<std::size_t>(place)];
  const double a = body.scaled_inverse_mass;
  if (kind == SlotKind::affine) {
    return (a + dot(arm, body.scaled_inverse * other_arm)) * identity();
  }
  const DenseInverse& G = dense_[static_cast<std::size_t>(body.dense)];
  Mat3 sum = a * identity();
  const Mat3 weight = outer(arm, other_arm);
  for (std::size_t L = 0; L < 3; ++L) {
    for (std::size_t J = 0; J < 3; ++J) sum += weight.m[J + 3 * L] * block_of(G, J, L);
  }
  return sum;
}

Mat3 BodyOperator::shared_inverse_mass(int place, const NodalPoint& one,
                                       const NodalPoint& other) const {
  const NodalSlot& nodal = nodal_[static_cast<std::size_t>(place)];
  double sum = 0.0;
  for (int a = 0; a < one.count; ++a) {
    for (int b = 0; b < other.count; ++b) {
      if (one.node[a] != other.node[b]) continue;
      const NodeSlot& node = nodes_[at(nodal.first + one.node[a])];
      sum += one.weight[a] * other.weight[b] * node.scaled_inverse_mass;
    }
  }
  return sum * identity();
}

// Rigid: frameᵀ (a 1 - r̂ A r̂) frame = a frameᵀ frame + Cᵀ A C with the columns r x t of C.
Mat3 BodyOperator::diagonal(int i) const {
  const RowJacobian& row = rows_[static_cast<std::size_t>(i)];
  const bool rigid = (row.master < 0 || slot_kind(row.master) == SlotKind::rigid) &&
                     (row.slave < 0 || slot_kind(row.slave) == SlotKind::rigid);
  if (!rigid || row.master == row.slave) return block(i, i);
  const Vec3 axis[3] = {row.frame.column(0), row.frame.column(1), row.frame.column(2)};
  double inverse_mass = 0.0;
  Mat3 sum;
  const auto add = [&](int slot, Vec3 arm) {
    if (slot < 0) return;
    const RigidSlot& body = rigid_[static_cast<std::size_t>(slot_place(slot))];
    inverse_mass += body.scaled_inverse_mass;
    const Vec3 lever[3] = {cross(arm, axis[0]), cross(arm, axis[1]), cross(arm, axis[2])};
    for (int l = 0; l < 3; ++l) {
      const Vec3 turn = symmetric_times(body.scaled_inverse, lever[l]);
      for (int k = 0; k <= l; ++k) sum(k, l) += dot(lever[k], turn);
    }
  };
  add(row.master, row.master_arm);
  add(row.slave, row.slave_arm);
  for (int l = 0; l < 3; ++l) {
    for (int k = 0; k <= l; ++k) sum(k, l) += inverse_mass * dot(axis[k], axis[l]);
  }
  sum(1, 0) = sum(0, 1);
  sum(2, 0) = sum(0, 2);
  sum(2, 1) = sum(1, 2);
  return sum;
}

Mat3 BodyOperator::block(int i, int j) const {
  const RowJacobian& a = rows_[static_cast<std::size_t>(i)];
  const RowJacobian& b = rows_[static_cast<std::size_t>(j)];
  Mat3 sum;
  const Side sides[4] = {side(i, true), side(i, false), side(j, true), side(j, false)};
  const auto add = [&](const Side& one, const Side& other, double sign) {
    if (one.slot >= 0 && one.slot == other.slot) sum += sign * point_inverse_mass(one, other);
  };
  add(sides[0], sides[2], 1.0);
  add(sides[1], sides[3], 1.0);
  add(sides[0], sides[3], -1.0);
  add(sides[1], sides[2], -1.0);
  return transpose(a.frame) * (sum * b.frame);
}

}  // namespace solfec

#include "local_dynamics/body_velocities.h"

#include <algorithm>

#include "base/count.h"
#include "base/parallel_for.h"

namespace solfec {

namespace {

constexpr int kParallelSlots = 2000;  // fewer are not worth waking threads

/// A step of the conjugate gradient for the velocities of one slot, x: start, d: direction. By
/// copies, so that the compiler knows that nothing overlaps.
template <std::size_t kSize>
void advance(double beta, double sigma, double* v, double* x, double* d) {
  double next[kSize];
  double turned[kSize];
  for (std::size_t k = 0; k < kSize; ++k) {
    const double step = beta * d[k];
    turned[k] = step - sigma * (x[k] - v[k]);
    next[k] = v[k] + step;
  }
  for (std::size_t k = 0; k < kSize; ++k) {
    d[k] = turned[k];
    v[k] = next[k];
    x[k] = next[k];
  }
}

}  // namespace

void BodyVelocities::start(const BodyOperator& space) {
  space_ = &space;
  rows_ = space.rows();
  slots_ = space.slots();
  rigid_.assign(space.rigid_slots().begin(), space.rigid_slots().end());
  affine_.assign(space.affine_slots().begin(), space.affine_slots().end());
  nodes_.assign(space.nodes().begin(), space.nodes().end());
  factored_.assign(space.factored().velocity_count(), 0.0);
  place_force_.clear();
}

void BodyVelocities::stop() {
  for (RigidSlot& slot : rigid_) std::fill_n(slot.v, 6, 0.0);
  for (AffineSlot& slot : affine_) std::fill_n(slot.v, 12, 0.0);
  for (NodeSlot& node : nodes_) std::fill_n(node.v, 3, 0.0);
  std::fill(factored_.begin(), factored_.end(), 0.0);
}

void BodyVelocities::reset(std::span<const Vec3> R) {
  SOLFEC_ASSERT(count(R) == row_count());
  stop();
  const FactoredSlots& meshes = space_->factored();
  place_force_.assign(meshes.has_deferred() ? factored_.size() : 0, 0.0);
  for (int i = 0; i < row_count(); ++i) {
    const Vec3 reaction = R[at(i)];
    if (reaction != Vec3{}) scatter(i, reaction);
  }
  for (int slot = 0; slot < meshes.size(); ++slot) {
    if (meshes.is_deferred(slot)) meshes.multiply(slot, place_force_, factored_);
  }
}

/// Returns the velocity of an end of a row on a mesh, m/s: at a nodal slot the sum Σ w v over the
/// nodes of the point, at a factored slot the velocity of the place.
Vec3 BodyVelocities::mesh_velocity(int row, int slot, bool master) const {
  const auto [kind, place] = slots_[at(slot)];
  if (kind == SlotKind::factored) {
    return place_velocity(place, space_->factored_side(row, master)[1]);
  }
  const int first = space_->nodal_slots()[at(place)].first;
  const NodalPoint& point = space_->point({row, master});
  Vec3 velocity;
  for (int a = 0; a < point.count; ++a) {
    const double* v = nodes_[at(first + point.node[a])].v;
    velocity += point.weight[a] * Vec3{v[0], v[1], v[2]};
  }
  return velocity;
}

void BodyVelocities::push_mesh(int row, int slot, bool master, Vec3 p) {
  const auto [kind, place] = slots_[at(slot)];
  if (kind == SlotKind::factored) {
    const int side = space_->factored_side(row, master)[1];
    if (space_->factored().is_deferred(place)) {
      space_->factored().add(place, side, p, place_force_);
    } else {
      push_place(place, side, p);
    }
    return;
  }
  const int first = space_->nodal_slots()[at(place)].first;
  const NodalPoint& point = space_->point({row, master});
  for (int a = 0; a < point.count; ++a) {
    NodeSlot& node = nodes_[at(first + point.node[a])];
    const double factor = point.weight[a] * node.scaled_inverse_mass;
    for (int c = 0; c < 3; ++c) node.v[c] += factor * p[c];
  }
}

void BodyVelocities::push_dense(AffineSlot& slot, Vec3 arm, Vec3 p) const {
  const DenseInverse& G = space_->dense_inverses()[at(slot.dense)];
  const Mat3 couple = outer(p, arm);
  for (std::size_t b = 0; b < 9; ++b) {
    const double factor = couple.m[b];
    for (std::size_t a = 0; a < 9; ++a) slot.v[a] += G[a + 9 * b] * factor;
  }
  for (int i = 0; i < 3; ++i) slot.v[9 + i] += slot.scaled_inverse_mass * p[i];
}

void BodyVelocities::copy_velocities(std::vector<double>& to) const {
  to.resize(velocity_count());
  double* out = to.data();
  for (const RigidSlot& slot : rigid_) out = std::copy_n(slot.v, 6, out);
  for (const AffineSlot& slot : affine_) out = std::copy_n(slot.v, 12, out);
  for (const NodeSlot& node : nodes_) out = std::copy_n(node.v, 3, out);
  std::copy(factored_.begin(), factored_.end(), out);
}

void BodyVelocities::extrapolate(double beta, double sigma, std::span<double> start,
                                 std::span<double> direction) {
  SOLFEC_ASSERT(start.size() == velocity_count() && direction.size() == velocity_count());
  std::size_t offset = 0;
  const auto advance_slots = [&]<std::size_t kSize>(auto& slots) {
    parallel_for(count(slots), kParallelSlots, [&](int i) {
      const std::size_t place = offset + kSize * at(i);
      advance<kSize>(beta, sigma, slots[at(i)].v, &start[place], &direction[place]);
    });
    offset += kSize * slots.size();
  };
  advance_slots.operator()<6>(rigid_);
  advance_slots.operator()<12>(affine_);
  advance_slots.operator()<3>(nodes_);
  for (double& v : factored_) {
    advance<1>(beta, sigma, &v, &start[offset], &direction[offset]);
    ++offset;
  }
}

std::span<const NodeSlot> BodyVelocities::node_velocities(int slot) const {
  SOLFEC_ASSERT(slots_[at(slot)].kind == SlotKind::nodal);
  const NodalSlot& nodal = space_->nodal_slots()[at(slots_[at(slot)].place)];
  return std::span(nodes_).subspan(at(nodal.first), at(nodal.count));
}

std::span<double> BodyVelocities::slot_velocity(int slot) {
  const auto [kind, place] = slots_[at(slot)];
  SOLFEC_ASSERT(!is_mesh(kind));
  if (kind == SlotKind::rigid) return rigid_[at(place)].v;
  return affine_[at(place)].v;
}

std::span<const double> BodyVelocities::slot_velocity(int slot) const {
  const auto [kind, place] = slots_[at(slot)];
  SOLFEC_ASSERT(!is_mesh(kind));
  if (kind == SlotKind::rigid) return rigid_[at(place)].v;
  return affine_[at(place)].v;
}

std::size_t BodyVelocities::shared_size(int slot) const {
  const auto [kind, place] = slots_[at(slot)];
  if (kind == SlotKind::nodal) return 3 * at(space_->nodal_slots()[at(place)].border);
  if (kind == SlotKind::factored) return 6 * at(space_->factored().border(place));
  return kind == SlotKind::rigid ? 6 : 12;
}

void BodyVelocities::copy_shared(int slot, double* to) const {
  const auto [kind, place] = slots_[at(slot)];
  if (kind == SlotKind::factored) {
    space_->factored().copy_border(place, factored_, to);
  } else if (kind == SlotKind::nodal) {
    const NodalSlot& nodal = space_->nodal_slots()[at(place)];
    for (int n = 0; n < nodal.border; ++n) to = std::copy_n(nodes_[at(nodal.first + n)].v, 3, to);
  } else {
    const std::span<const double> v = slot_velocity(slot);
    std::copy(v.begin(), v.end(), to);
  }
}

void BodyVelocities::take_shared(int slot, const double* from) {
  const auto [kind, place] = slots_[at(slot)];
  if (kind == SlotKind::factored) {
    space_->factored().take_border(place, from, factored_);
  } else if (kind == SlotKind::nodal) {
    const NodalSlot& nodal = space_->nodal_slots()[at(place)];
    for (int n = 0; n < nodal.border; ++n, from += 3) {
      std::copy_n(from, 3, nodes_[at(nodal.first + n)].v);
    }
  } else {
    const std::span<double> v = slot_velocity(slot);
    std::copy_n(from, v.size(), v.begin());
  }
}

}  // namespace solfec

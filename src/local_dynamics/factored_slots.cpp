#include "local_dynamics/factored_slots.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "local_dynamics/place_push.h"

namespace solfec {

Mat3 place_block(std::span<const double> inverse, int count, int t, int s) {
  const auto n = std::size_t(count);
  const double* column = &inverse[9 * n * std::size_t(s) + std::size_t(t)];
  Mat3 block;
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) block(i, k) = column[n * std::size_t(3 * i + k)];
  }
  return block;
}

void set_place_block(std::span<double> inverse, int count, int t, int s, const Mat3& block) {
  SOLFEC_ASSERT(0 <= t && t < count && 0 <= s && s < count);
  const auto n = std::size_t(count);
  double* column = &inverse[9 * n * std::size_t(s) + std::size_t(t)];
  double* row = &inverse[9 * n * std::size_t(t) + std::size_t(s)];
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) {
      row[n * std::size_t(3 * k + i)] = block(i, k);
      column[n * std::size_t(3 * i + k)] = block(i, k);
    }
  }
}

void FactoredSlots::clear() {
  slots_.clear();
  velocities_ = 0;
}

int FactoredSlots::add() {
  slots_.emplace_back();
  return size() - 1;
}

int FactoredSlots::add_side(int slot) { return slots_[std::size_t(slot)].count++; }

void FactoredSlots::add_border(int slot, int sides) {
  Slot& body = slots_[std::size_t(slot)];
  SOLFEC_ASSERT(body.count == 0);
  body.count = body.border = sides;
}

void FactoredSlots::allocate() {
  std::size_t velocities = 0;
  for (Slot& slot : slots_) {
    slot.velocity = velocities;
    slot.inverse = {};
    velocities += 3 * std::size_t(slot.count + slot.border);
  }
  velocities_ = velocities;
}

void FactoredSlots::defer(int slot, std::shared_ptr<DeferredInverse> inverse) {
  Slot& body = slots_[std::size_t(slot)];
  body.deferred = std::move(inverse);
  body.diagonal.assign(std::size_t(body.count), {});
}

void FactoredSlots::set_diagonal(int slot, int s, const Mat3& block) {
  slots_[std::size_t(slot)].diagonal[std::size_t(s)] = block;
}

bool FactoredSlots::has_deferred() const {
  return std::any_of(slots_.begin(), slots_.end(),
                     [](const Slot& slot) { return slot.deferred != nullptr; });
}

void FactoredSlots::complete() {
  std::vector<Mat3> blocks;
  for (int slot = 0; slot < size(); ++slot) {
    Slot& body = slots_[std::size_t(slot)];
    if (body.deferred == nullptr) continue;
    const auto n = std::size_t(body.count);
    blocks.resize(n * (n + 1) / 2);
    body.deferred->find_blocks(blocks);
    body.deferred.reset();
    const Mat3* block = blocks.data();
    for (int s = 0; s < body.count; ++s) {
      for (int t = 0; t <= s; ++t) set_inverse(slot, t, s, *block++);
    }
  }
}

void FactoredSlots::multiply(int slot, std::span<const double> forces,
                             std::span<double> velocities) const {
  const Slot& body = slots_[std::size_t(slot)];
  SOLFEC_ASSERT(body.deferred != nullptr);
  const std::size_t n = 3 * std::size_t(body.count);
  body.deferred->multiply(forces.subspan(body.velocity, n), velocities.subspan(body.velocity, n));
}

void FactoredSlots::set_inverse(int slot, PlaceInverse inverse) {
  Slot& body = slots_[std::size_t(slot)];
  SOLFEC_ASSERT(inverse.block != nullptr);
  SOLFEC_ASSERT(inverse.block->size() == 9 * std::size_t(body.count) * std::size_t(body.count));
  body.inverse = std::move(inverse);
}

void FactoredSlots::set_inverse(int slot, int t, int s, const Mat3& block) {
  Slot& body = slots_[std::size_t(slot)];
  const auto n = std::size_t(body.count);
  if (body.inverse.block == nullptr) {
    body.inverse.block = std::make_shared<std::vector<double>>(9 * n * n);
  }
  set_place_block(*body.inverse.block, body.count, t, s, block);
}

Mat3 FactoredSlots::inverse(int slot, int t, int s) const {
  const Slot& body = slots_[std::size_t(slot)];
  SOLFEC_ASSERT(body.deferred == nullptr || t == s);
  if (body.deferred != nullptr) return body.diagonal[std::size_t(s)];
  const PlaceInverse& inverse = body.inverse;
  if (inverse.block == nullptr) return {};
  const Mat3 block = inverse.scale * place_block(*inverse.block, body.count, t, s);
  return inverse.rotation * block * transpose(inverse.rotation);
}

void FactoredSlots::push(int slot, int side, Vec3 p, std::span<double> velocities) const {
  const Slot& body = slots_[std::size_t(slot)];
  SOLFEC_ASSERT(body.deferred == nullptr);
  if (body.inverse.block == nullptr) return;
  const auto n = std::size_t(body.count);
  const Vec3 q = body.inverse.scale * transposed_times(body.inverse.rotation, p);
  place_push().push(&(*body.inverse.block)[9 * n * std::size_t(side)], body.count, {q.x, q.y, q.z},
                    &velocities[body.velocity]);
  if (side >= body.border) return;
  double* force = &velocities[body.velocity + 3 * (n + std::size_t(side))];
  force[0] += p.x, force[1] += p.y, force[2] += p.z;
}

Vec3 FactoredSlots::border_force(int slot, int side, std::span<const double> velocities) const {
  const Slot& body = slots_[std::size_t(slot)];
  SOLFEC_ASSERT(0 <= side && side < body.border);
  const double* force = &velocities[body.velocity + 3 * std::size_t(body.count + side)];
  return {force[0], force[1], force[2]};
}

void FactoredSlots::copy_border(int slot, std::span<const double> velocities, double* to) const {
  const Slot& body = slots_[std::size_t(slot)];
  const double* v = velocities.data() + body.velocity;
  for (int k = 0; k < 3; ++k, v += body.count) to = std::copy_n(v, body.border, to);
  std::copy_n(v, 3 * body.border, to);
}

void FactoredSlots::take_border(int slot, const double* from, std::span<double> velocities) const {
  const Slot& body = slots_[std::size_t(slot)];
  const double* const forces = from + 3 * std::size_t(body.border);
  if (body.count > body.border) {
    for (int s = 0; s < body.border; ++s) {
      const double* f = forces + 3 * std::size_t(s);
      const Vec3 change = Vec3{f[0], f[1], f[2]} - border_force(slot, s, velocities);
      if (change != Vec3{}) push(slot, s, change, velocities);
    }
  }
  double* v = velocities.data() + body.velocity;
  for (int k = 0; k < 3; ++k, v += body.count) {
    std::copy_n(from, body.border, v);
    from += body.border;
  }
  std::copy_n(forces, 3 * body.border, v);
}

}  // namespace solfec

#include "local_dynamics/factored_slots.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace solfec {

namespace {

constexpr std::size_t kLanes = 4;  // sides at once: a loop of known length is unrolled into vectors

/// v_t += (G_ts p)_i of some sides t that follow each other. By copies, so that the compiler knows
/// that nothing overlaps.
/// @param g  Entries (i, 0) of these G_ts; the next ones follow in steps of n.
template <std::size_t kCount>
void add_response(const double* g, std::size_t n, Vec3 p, double* v) {
  double response[kCount];
  for (std::size_t k = 0; k < kCount; ++k) {
    response[k] = g[k] * p.x + g[n + k] * p.y + g[2 * n + k] * p.z;
  }
  for (std::size_t k = 0; k < kCount; ++k) v[k] += response[k];
}

}  // namespace

void FactoredSlots::clear() {
  slots_.clear();
  velocities_ = 0;
  inverse_.clear();
}

int FactoredSlots::add() {
  slots_.emplace_back();
  return size() - 1;
}

int FactoredSlots::add_side(int slot) { return slots_[std::size_t(slot)].count++; }

void FactoredSlots::number_velocities() {
  velocities_ = 0;
  for (Slot& slot : slots_) {
    slot.velocity = velocities_;
    velocities_ += 3 * std::size_t(slot.count);
  }
}

void FactoredSlots::defer(int slot, std::shared_ptr<DeferredInverse> inverse) {
  Slot& body = slots_[std::size_t(slot)];
  body.deferred = std::move(inverse);
  body.diagonal.assign(std::size_t(body.count), {});
}

void FactoredSlots::allocate() {
  std::size_t entries = 0;
  for (Slot& slot : slots_) {
    slot.inverse = entries;
    const auto n = std::size_t(slot.count);
    if (slot.deferred == nullptr) entries += 9 * n * n;
  }
  inverse_.assign(entries, 0.0);
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
    body.inverse = inverse_.size();
    inverse_.resize(inverse_.size() + 9 * n * n);
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

void FactoredSlots::set_inverse(int slot, int t, int s, const Mat3& block) {
  const Slot& body = slots_[std::size_t(slot)];
  SOLFEC_ASSERT(0 <= t && t < body.count && 0 <= s && s < body.count);
  SOLFEC_ASSERT(body.deferred == nullptr);
  const auto n = std::size_t(body.count);
  double* column = &inverse_[body.inverse + 9 * n * std::size_t(s) + std::size_t(t)];
  double* row = &inverse_[body.inverse + 9 * n * std::size_t(t) + std::size_t(s)];
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) {
      row[n * std::size_t(3 * k + i)] = block(i, k);
      column[n * std::size_t(3 * i + k)] = block(i, k);
    }
  }
}

Mat3 FactoredSlots::inverse(int slot, int t, int s) const {
  const Slot& body = slots_[std::size_t(slot)];
  SOLFEC_ASSERT(body.deferred == nullptr || t == s);
  if (body.deferred != nullptr) return body.diagonal[std::size_t(s)];
  const auto n = std::size_t(body.count);
  const double* column = &inverse_[body.inverse + 9 * n * std::size_t(s) + std::size_t(t)];
  Mat3 block;
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) block(i, k) = column[n * std::size_t(3 * i + k)];
  }
  return block;
}

void FactoredSlots::respond(int slot, int side, Vec3 p, std::span<double> response) const {
  const Slot& body = slots_[std::size_t(slot)];
  const auto n = std::size_t(body.count);
  SOLFEC_ASSERT(body.deferred == nullptr && response.size() == 3 * n);
  const double* g = &inverse_[body.inverse + 9 * n * std::size_t(side)];
  double* v = response.data();
  for (int i = 0; i < 3; ++i, g += 3 * n, v += n) {
    for (std::size_t t = 0; t < n; ++t) v[t] = g[t] * p.x + g[n + t] * p.y + g[2 * n + t] * p.z;
  }
}

void FactoredSlots::push(int slot, int side, Vec3 p, std::span<double> velocities) const {
  const Slot& body = slots_[std::size_t(slot)];
  SOLFEC_ASSERT(body.deferred == nullptr);
  const auto n = std::size_t(body.count);
  const double* g = &inverse_[body.inverse + 9 * n * std::size_t(side)];
  double* v = &velocities[body.velocity];
  for (int i = 0; i < 3; ++i, g += 3 * n, v += n) {
    std::size_t t = 0;
    for (; t + kLanes <= n; t += kLanes) add_response<kLanes>(g + t, n, p, v + t);
    for (; t < n; ++t) add_response<1>(g + t, n, p, v + t);
  }
}

}  // namespace solfec

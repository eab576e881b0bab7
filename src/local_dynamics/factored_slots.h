#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "local_dynamics/deferred_inverse.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// Bodies in body space whose inverse mass is known by its factors only: implicit finite elements,
/// A = M + c K. Their unknowns are not the velocities of nodes but those of the points that rows
/// see. Every point at which sides of rows act on the body is a *side* s of the slot, and a force p
/// there changes all of them,
///
///   v_t += G_ts p,  G = h N A⁻¹ Nᵀ,
///
/// with the weights N of the points. G is full: 3 x 3 blocks between all sides of one body,
/// none between bodies. The velocities of all sides of all bodies are an array of the caller.
///
/// G of a body with many sides may be deferred (deferred_inverse.h): then only its blocks on the
/// diagonal are there and products with forces on all sides at once, until `complete`.
class FactoredSlots {
 public:
  void clear();
  /// Appends a body without sides and returns its number.
  int add();
  /// Appends a side to a body and returns its number there.
  int add_side(int slot);
  /// Numbers the velocities, after the last side.
  void number_velocities();
  /// Leaves G of a body to `inverse`. @pre number_velocities was called.
  void defer(int slot, std::shared_ptr<DeferredInverse> inverse);
  /// Makes room for G of the others, zero.
  void allocate();
  /// Sets G_ss of a deferred body.
  void set_diagonal(int slot, int s, const Mat3& block);

  [[nodiscard]] bool is_deferred(int slot) const {
    return slots_[std::size_t(slot)].deferred != nullptr;
  }
  [[nodiscard]] bool has_deferred() const;
  /// Writes G of all deferred bodies out. Nothing that is known of them changes.
  void complete();
  /// Velocities of a deferred body by forces on all its sides; both are arrays over all bodies.
  void multiply(int slot, std::span<const double> forces, std::span<double> velocities) const;

  [[nodiscard]] int size() const { return static_cast<int>(slots_.size()); }
  [[nodiscard]] int side_count(int slot) const { return slots_[std::size_t(slot)].count; }
  /// Sets G_ts, and G_st as its transpose.
  void set_inverse(int slot, int t, int s, const Mat3& block);
  /// @pre t == s where it is deferred.
  [[nodiscard]] Mat3 inverse(int slot, int t, int s) const;

  /// Length of an array of velocities v, which orders them by components within a body.
  [[nodiscard]] std::size_t velocity_count() const { return velocities_; }
  [[nodiscard]] Vec3 velocity(int slot, int side, std::span<const double> velocities) const {
    const Slot& body = slots_[std::size_t(slot)];
    const double* v = &velocities[body.velocity + std::size_t(side)];
    const auto n = std::size_t(body.count);
    return {v[0], v[n], v[2 * n]};
  }
  /// v_s += p.
  void add(int slot, int side, Vec3 p, std::span<double> velocities) const {
    const Slot& body = slots_[std::size_t(slot)];
    const auto n = std::size_t(body.count);
    double* v = &velocities[body.velocity + std::size_t(side)];
    v[0] += p.x, v[n] += p.y, v[2 * n] += p.z;
  }
  /// v_t += G_ts p for all sides t.
  void push(int slot, int side, Vec3 p, std::span<double> velocities) const;
  /// G_ts p of all sides t of one body: component after component, side_count numbers each.
  void respond(int slot, int side, Vec3 p, std::span<double> response) const;

 private:
  struct Slot {
    int count = 0;               // sides
    std::size_t velocity = 0;    // place of [component][side]
    std::size_t inverse = 0;     // place of [s][i][k][t], entry (i, k) of G_ts
    std::vector<Mat3> diagonal;  // G_ss, while it is deferred
    std::shared_ptr<DeferredInverse> deferred;
  };
  std::vector<Slot> slots_;
  std::size_t velocities_ = 0;
  std::vector<double> inverse_;
};

}  // namespace solfec

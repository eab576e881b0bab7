#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "local_dynamics/deferred_inverse.h"
#include "math/mat3.h"
#include "math/rotation.h"
#include "math/vec3.h"

namespace solfec {

/// The inverse of one body in a frame that turns with it: blocks stay while the body is the same
/// there and rows see the same points.
struct PlaceInverse {
  std::shared_ptr<std::vector<double>> block;  // [s][i][k][t]: entry (i, k) of block (t, s)
  Mat3 rotation = identity();                  // of the frame
  double scale = 1.0;                          // of the blocks in G
  std::uint64_t matrix = 0;  // number of the matrix that was inverted, its own; 0: of one step
};

/// Block (t, s) between `count` places, in the frame and without the scale.
Mat3 place_block(std::span<const double> inverse, int count, int t, int s);
/// Sets block (t, s) between `count` places, and (s, t) as its transpose.
void set_place_block(std::span<double> inverse, int count, int t, int s, const Mat3& block);

/// Bodies in body space whose inverse mass is known by its factors only: implicit finite elements,
/// A = M + c K. Their unknowns are not the velocities of nodes but those of the points that rows
/// see. Every point at which sides of rows act on the body is a *side* s of the slot, and a force p
/// there changes all of them,
///
///   v_t += G_ts p,  G = h N A⁻¹ Nᵀ,
///
/// with the weights N of the points. G is full: 3 x 3 blocks between all sides of one body,
/// none between bodies. The velocities of all sides of all bodies are an array of the caller; each
/// body has its own ones in its frame.
///
/// On several ranks the first sides of a body may be its *border*: the points that rows of ranks
/// see which do not own it. All that share the body have these first, in the same order, with their
/// blocks of G; other points of its owner follow. Forces on border sides are summed up beside the
/// velocities, so that the owner learns what rows of others do to its other points.
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
  /// Appends the border of a body. @pre it has no sides.
  void add_border(int slot, int sides);
  [[nodiscard]] int border(int slot) const { return slots_[std::size_t(slot)].border; }
  /// Places the velocities, after the last side. G is zero.
  void allocate();
  /// Leaves G of a body to `inverse`. @pre allocate was called.
  void defer(int slot, std::shared_ptr<DeferredInverse> inverse);
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
  /// Sets G of a body. @pre 9 side_count² numbers.
  void set_inverse(int slot, PlaceInverse inverse);
  [[nodiscard]] const PlaceInverse& inverse(int slot) const {
    return slots_[std::size_t(slot)].inverse;
  }
  /// Sets G_ts, and G_st as its transpose, of a body whose G was not set as a whole.
  void set_inverse(int slot, int t, int s, const Mat3& block);
  /// @pre t == s where it is deferred.
  [[nodiscard]] Mat3 inverse(int slot, int t, int s) const;

  /// Length of an array of velocities v, which orders them by components within a body; forces on
  /// its border follow.
  [[nodiscard]] std::size_t velocity_count() const { return velocities_; }
  [[nodiscard]] Vec3 velocity(int slot, int side, std::span<const double> velocities) const {
    const Slot& body = slots_[std::size_t(slot)];
    const double* v = &velocities[body.velocity + std::size_t(side)];
    const auto n = std::size_t(body.count);
    return body.inverse.rotation * Vec3{v[0], v[n], v[2 * n]};
  }
  /// Places of the three components of a side in an array of velocities.
  [[nodiscard]] std::array<std::size_t, 3> components(int slot, int side) const {
    const Slot& body = slots_[std::size_t(slot)];
    const std::size_t first = body.velocity + std::size_t(side);
    const auto n = std::size_t(body.count);
    return {first, first + n, first + 2 * n};
  }
  /// v_s += p, of a deferred body.
  void add(int slot, int side, Vec3 p, std::span<double> velocities) const {
    const Slot& body = slots_[std::size_t(slot)];
    const auto n = std::size_t(body.count);
    double* v = &velocities[body.velocity + std::size_t(side)];
    v[0] += p.x, v[n] += p.y, v[2 * n] += p.z;
  }
  /// v_t += G_ts p for all sides t.
  void push(int slot, int side, Vec3 p, std::span<double> velocities) const;
  /// Sum of the forces on a side of the border, world axes.
  [[nodiscard]] Vec3 border_force(int slot, int side, std::span<const double> velocities) const;
  /// Writes velocities and forces of the border, 6 numbers for each side.
  void copy_border(int slot, std::span<const double> velocities, double* to) const;
  /// Takes velocities and forces of the border as another rank has left them; other sides move by
  /// what the forces have changed.
  void take_border(int slot, const double* from, std::span<double> velocities) const;

 private:
  struct Slot {
    int count = 0;             // sides
    int border = 0;            // of these, the first ones
    std::size_t velocity = 0;  // place of [component][side]; [side][component] of forces follows
    PlaceInverse inverse;
    std::vector<Mat3> diagonal;  // G_ss, while it is deferred
    std::shared_ptr<DeferredInverse> deferred;
  };
  std::vector<Slot> slots_;
  std::size_t velocities_ = 0;
};

}  // namespace solfec

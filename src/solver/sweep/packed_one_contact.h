#pragma once

// As packed_kernel_loops.h: nothing here may call an inline function of another header.

#include "solver/sweep/packed_lanes.h"

namespace solfec::lanes {

/// One contact per lane: its block and the solution of its law.
/// @tparam Isa  As in Lanes.
template <typename Isa>
struct OneContactLanes : Lanes<Isa> {
  using Lanes<Isa>::load;
  using Lanes<Isa>::all;
  using Lanes<Isa>::any;
  using Lanes<Isa>::select;
  using Lanes<Isa>::square_root;
  using Lanes<Isa>::absolute;

  /// Diagonal block in the form of PackedRow, with the proximal part.
  struct Block {
    Value schur[2], ratio[2], normal, metric;
    Value inverse[3];  // 1 / schur, 1 / normal

    Block(const PackedRow& row, double proximal)
        : schur{load(row.schur[0]), load(row.schur[1])},
          ratio{load(row.ratio[0]), load(row.ratio[1])},
          normal{load(row.normal)} {
      const Value square = ratio[0] * ratio[0] + ratio[1] * ratio[1];
      metric = (schur[0] + schur[1] + normal * (1.0 + square)) * (1.0 / 3.0);
      schur[0] += proximal * metric;
      schur[1] += proximal * metric;
      normal += proximal * metric;
      inverse[0] = 1.0 / schur[0];
      inverse[1] = 1.0 / schur[1];
      inverse[2] = 1.0 / normal;
    }
  };

  static constexpr double kIsotropic = 1e-13;  // relative asymmetry that rounding explains
  static constexpr int kSlipIterations = 60;

  /// Data that the laws of slip need beside the block: p = -β / (s + λ), r_n = base - q · p.
  struct Slip {
    Value beta[2], length, base, friction;
  };

  /// Lanes in which friction opposes β and leaves r_n alone: λ = |β| / (mu base) - s, as between
  /// spheres.
  static Mask is_isotropic(const Block& w) {
    const Value asymmetry = absolute(w.schur[0] - w.schur[1]);
    const Value coupling = absolute(w.ratio[0]) + absolute(w.ratio[1]);
    return (asymmetry <= kIsotropic * w.schur[0]) & (coupling <= kIsotropic);
  }

  /// The root λ of |p| = mu r_n by Newton on 1/|p| - 1/(mu r_n) inside a bracket; lanes outside of
  /// `slipping` are left alone.
  [[gnu::noinline]] static void solve_slip(const Block& w, const Slip& slip, Mask slipping,
                                           double tolerance, Value& lambda, Triple& r) {
    const Value(&beta)[2] = slip.beta;
    const Value base = slip.base;
    const Value friction = slip.friction;
    // r_n = base - q · p; |p| <= |β| / λ and r_n >= base - |q| |p| bound the root.
    const Value length_q = square_root(w.ratio[0] * w.ratio[0] + w.ratio[1] * w.ratio[1]);
    const Value uncoupled = slip.length / (friction * base);
    Value low = all(0.0);
    Value high = uncoupled * (1.0 + friction * length_q);
    const Value isotropic = uncoupled - 0.5 * (w.schur[0] + w.schur[1]);
    const Value first = select(isotropic > low, isotropic, low);
    Value value = select((low < lambda) & (lambda < high), lambda, first);
    Mask open = slipping;
    for (int iteration = 0; iteration < kSlipIterations; ++iteration) {
      const Value s1 = w.schur[0] + value;
      const Value s2 = w.schur[1] + value;
      const Value both = 1.0 / (s1 * s2);
      const Value d1 = s2 * both;
      const Value d2 = s1 * both;
      const Value p1 = -beta[0] * d1;
      const Value p2 = -beta[1] * d2;
      const Value square = p1 * p1 + p2 * p2;
      const Value length = square_root(square);
      const Value normal = base - (w.ratio[0] * p1 + w.ratio[1] * p2);
      const Value bound = friction * normal;
      const Value miss = length - bound;
      r.x = select(open, p1, r.x);
      r.y = select(open, p2, r.y);
      r.z = select(open, normal, r.z);
      lambda = select(open, value, lambda);
      open &= ~(absolute(miss) <= tolerance * bound);
      if (!any(open)) break;
      low = select(miss > 0.0, value, low);
      high = select(miss > 0.0, high, value);

      const Value over = length / bound;
      const Value growth = p1 * p1 * d1 + p2 * p2 * d2;
      const Value rate = w.ratio[0] * p1 * d1 + w.ratio[1] * p2 * d2;
      const Value slope = growth + friction * rate * length * over * over;
      const Value newton = value - (1.0 - over) * square / slope;
      const Value middle = 0.5 * (low + high);
      const Mask inside = (bound > 0.0) & (low < newton) & (newton < high);
      value = select(inside, newton, middle);
      open &= (low < value) & (value < high);
    }
    // exactly onto the cone
    const Value length = square_root(r.x * r.x + r.y * r.y);
    const Value scale = friction * r.z / select(length > 0.0, length, all(1.0));
    r.x = select(slipping, scale * r.x, r.x);
    r.y = select(slipping, scale * r.y, r.y);
  }

  /// Solution of the one-contact problem u = Ŵ (r - x) + u(x) per lane: exact but for slip, whose
  /// direction is found up to `tolerance`.
  [[gnu::always_inline]] static inline Triple solve(const Block& w, const Triple& u,
                                                    const Triple& x, Value friction,
                                                    double tolerance, Value& lambda) {
    const Value along = w.ratio[0] * x.x + w.ratio[1] * x.y + x.z;
    const Mask closed = u.z - w.normal * along < 0.0;
    const Value base = along - u.z * w.inverse[2];  // normal reaction without friction
    const Value beta[2] = {u.x - w.schur[0] * x.x - w.ratio[0] * u.z,
                           u.y - w.schur[1] * x.y - w.ratio[1] * u.z};
    const Value p1 = -beta[0] * w.inverse[0];
    const Value p2 = -beta[1] * w.inverse[1];
    const Value normal = base - (w.ratio[0] * p1 + w.ratio[1] * p2);
    const Value bound = friction * normal;
    const Mask stick = (normal >= 0.0) & (p1 * p1 + p2 * p2 <= bound * bound);
    Triple r{p1, p2, normal};
    const Mask frictional = friction > 0.0;
    Mask slipping = closed & ~stick & frictional;
    if (any(slipping)) {
      const Value length = square_root(beta[0] * beta[0] + beta[1] * beta[1]);
      slipping &= length > 0.0;  // velocities whose squares underflow have no direction
      const Value share = friction * base / length;
      r.x = select(slipping, -beta[0] * share, r.x);
      r.y = select(slipping, -beta[1] * share, r.y);
      r.z = select(slipping, base, r.z);
      const Mask general = slipping & ~is_isotropic(w);
      if (any(general)) {
        solve_slip(w, {{beta[0], beta[1]}, length, base, friction}, general, tolerance, lambda, r);
      }
    }
    const Value none = all(0.0);
    r.x = select(closed & frictional, r.x, none);
    r.y = select(closed & frictional, r.y, none);
    r.z = select(closed, select(frictional, r.z, base), none);
    return r;
  }
};

}  // namespace solfec::lanes

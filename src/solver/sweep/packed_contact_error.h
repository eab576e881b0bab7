#pragma once

// As packed_kernel_loops.h: nothing here may call an inline function of another header.

#include "solver/one_contact/friction_cone.h"
#include "solver/sweep/packed_one_contact.h"

namespace solfec::lanes {

/// Errors of one contact per lane (signorini_contact.h).
/// @tparam Isa  As in Lanes.
template <typename Isa>
struct ContactErrorLanes : OneContactLanes<Isa> {
  using Lanes<Isa>::all;
  using Lanes<Isa>::any;
  using Lanes<Isa>::select;
  using Lanes<Isa>::square_root;
  using typename OneContactLanes<Isa>::Block;

  /// Projection on the cone |x_T| <= mu x_n.
  static Triple project(const Triple& x, Value mu) {
    const Value t = square_root(x.x * x.x + x.y * x.y);
    const Mask polar = mu * t <= -x.z;
    const Mask inside = t <= mu * x.z;
    const Value normal = (mu * t + x.z) / (1.0 + mu * mu);
    const Value factor = mu * normal / select(t > 0.0, t, all(1.0));
    const Value none = all(0.0);
    return {select(polar, none, select(inside, x.x, factor * x.x)),
            select(polar, none, select(inside, x.y, factor * x.y)),
            select(polar, none, select(inside, x.z, normal))};
  }

  /// Share of a square that rounding of its root does not explain (row_residual.h).
  static Value beyond_rounding(Value square, Value rounding) {
    const Value size = square_root(square);
    const Value part = 1.0 - rounding / select(size > 0.0, size, all(1.0));
    return select(size > rounding, part * part, all(0.0));
  }

  /// P(x - ũ) of the natural map, that of Alart and Curnier where friction is large.
  static Triple mapped(const Triple& x, const Triple& lifted, const Triple& u, Value mu) {
    const Triple p = project({x.x - lifted.x, x.y - lifted.y, x.z - lifted.z}, mu);
    const Mask large = mu > kLargeFriction;
    if (!any(large)) return p;
    const Triple y{x.x - u.x, x.y - u.y, x.z - u.z};
    const Value pressure = select(y.z > 0.0, y.z, all(0.0));
    const Value t = square_root(y.x * y.x + y.y * y.y);
    const Value bound = mu * pressure;
    const Value factor = select(t > bound, bound / select(t > 0.0, t, all(1.0)), all(1.0));
    return {select(large, factor * y.x, p.x), select(large, factor * y.y, p.y),
            select(large, pressure, p.z)};
  }

  /// <W⁻¹ C, C> with C = x - p, x = tr(W) / 3 r (manual of 2010, eq. 8.1).
  /// @param p  mapped(x, ...).
  static Value spurious_energy(const Block& w, const Triple& x, const Triple& p) {
    const Triple c{x.x - p.x, x.y - p.y, x.z - p.z};
    const Value c1 = c.x - w.ratio[0] * c.z;
    const Value c2 = c.y - w.ratio[1] * c.z;
    return c1 * c1 * w.inverse[0] + c2 * c2 * w.inverse[1] + c.z * c.z * w.inverse[2];
  }
};

}  // namespace solfec::lanes

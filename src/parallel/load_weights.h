#pragma once

namespace solfec {

/// A body as a row between bodies sees it; none: zeros.
struct BodyLoad {
  int dofs = 0;  // dimension of its velocity
  int rows = 0;  // that it has, this one too
};

constexpr double kDefaultWeightFactor = 1.0;  // of the manual of 2010

/// Weight of a row between two bodies, or of one, for Balance: (16) of Koziara and Bicanic (2011),
/// Int. J. Numer. Meth. Engng 87, 437-456. With factor = 1 it follows the work for the row of W,
/// with smaller ones other work counts for more.
/// @param factor  In [0, 1].
inline double row_weight(BodyLoad master, BodyLoad slave, double factor) {
  const auto others = [](BodyLoad body) {
    return body.rows > 0 ? static_cast<double>(body.dofs) * (body.rows - 1) : 0.0;
  };
  return master.dofs + slave.dofs + factor * (others(master) + others(slave));
}

/// Weight of a body, (17): it carries the rows that it has alone, which go where it goes.
/// @param own_rows  Sum of their weights.
inline double body_weight(int dofs, double own_rows) { return dofs + own_rows; }

}  // namespace solfec

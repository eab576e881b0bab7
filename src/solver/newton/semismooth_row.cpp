#include "solver/newton/semismooth_row.h"

#include <algorithm>
#include <cmath>

namespace solfec {
namespace {

// Closed contact along n: u_n = 0.
LinearRow closed_row(const ShiftedContact& contact) {
  LinearRow row;
  row.X(2, 2) = contact.rho;
  row.C.z = contact.rho * contact.u.z;
  return row;
}

bool is_open(const ShiftedContact& contact) {
  return contact.r.z - contact.rho * contact.u.z <= 0.0;
}

// Slip follows the bound mu r_n: the column of δr_n.
void add_moving_bound(const ShiftedContact& contact, double bound, LinearRow& row) {
  const Vec3 d = contact.r - contact.rho * contact.u;
  const double size = std::hypot(d.x, d.y);
  if (!(size >= bound && size > 0.0)) return;
  row.Y(0, 2) = -contact.friction * d.x / size;
  row.Y(1, 2) = -contact.friction * d.y / size;
}

}  // namespace

LinearRow hsw_row(const ShiftedContact& contact) {
  if (is_open(contact)) return resting_row(contact.r);
  LinearRow row = closed_row(contact);
  const double rho = contact.rho;
  const Vec3 r = contact.r;
  const Vec3 u = contact.u;
  const double d_n = r.z - rho * u.z;
  const double bound = contact.friction * d_n;
  add_friction(bound, rho, r, u, row);
  const Vec3 d = r - rho * u;
  const double size = std::hypot(d.x, d.y);
  if (!(bound > 0.0)) return row;
  if (size < bound) {  // stick: d_n u_T = 0 with d_n moving
    row.Y(0, 2) = rho * u.x / d_n, row.Y(1, 2) = rho * u.y / d_n;
    row.C.x *= 1.0 + rho * u.z / d_n, row.C.y *= 1.0 + rho * u.z / d_n;
    return row;
  }
  add_moving_bound(contact, bound, row);
  row.C.x = r.x - contact.friction * r.z * d.x / size;
  row.C.y = r.y - contact.friction * r.z * d.y / size;
  return row;
}

LinearRow hybrid_row(const ShiftedContact& contact) {
  if (is_open(contact)) return resting_row(contact.r);
  LinearRow row = closed_row(contact);
  const double bound = contact.friction * std::max(contact.r.z, 0.0);
  add_friction(bound, contact.rho, contact.r, contact.u, row);
  if (bound > 0.0) add_moving_bound(contact, bound, row);
  return row;
}

LinearRow fixed_point_row(const ShiftedContact& contact) {
  if (is_open(contact)) return resting_row(contact.r);
  LinearRow row = closed_row(contact);
  add_friction(contact.friction * std::max(contact.frozen_r_n, 0.0), contact.rho, contact.r,
               contact.u, row);
  return row;
}

}  // namespace solfec

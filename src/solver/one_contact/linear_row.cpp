#include "solver/one_contact/linear_row.h"

#include <algorithm>
#include <cmath>

namespace solfec {
namespace {

// X_T = ρ M, Y_T = 1 - β M with M = (bound / |d|) (1 - r_T dᵀ / (max(bound, |r_T|) |d|)).
void add_slip_blocks(double bound, double rho, Vec3 r, Vec3 d, LinearRow& row) {
  const double size = std::hypot(d.x, d.y);
  const double friction = std::hypot(r.x, r.y);
  const double scale = bound / size;
  const double share = 1.0 / (std::max(bound, friction) * size);
  const double M[2][2] = {{scale * (1.0 - share * r.x * d.x), -scale * share * r.x * d.y},
                          {-scale * share * r.y * d.x, scale * (1.0 - share * r.y * d.y)}};
  const double cosine = friction > 0.0 ? (r.x * d.x + r.y * d.y) / (friction * size) : 0.0;
  const double filled = std::min(friction / bound, 1.0);
  const double beta = cosine < 0.0 ? 1.0 / (1.0 - cosine * filled) : 1.0;
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 2; ++j) {
      row.X(i, j) = rho * M[i][j];
      row.Y(i, j) = (i == j ? 1.0 : 0.0) - beta * M[i][j];
    }
  }
}

}  // namespace

LinearRow resting_row(Vec3 R) { return {{}, identity(), R}; }

void add_friction(double bound, double rho, Vec3 r, Vec3 u, LinearRow& row) {
  const Vec3 d = r - rho * u;
  if (!(bound > 0.0)) {  // frictionless
    row.Y(0, 0) = row.Y(1, 1) = 1.0;
    row.C.x = r.x, row.C.y = r.y;
    return;
  }
  const double size = std::hypot(d.x, d.y);
  if (size < bound) {  // stick
    row.X(0, 0) = row.X(1, 1) = rho;
    row.C.x = rho * u.x, row.C.y = rho * u.y;
    return;
  }
  add_slip_blocks(bound, rho, r, d, row);
  row.C.x = r.x - bound * d.x / size;
  row.C.y = r.y - bound * d.y / size;
}

}  // namespace solfec

#include "solver/one_contact/semismooth_newton.h"

#include <algorithm>
#include <cmath>

#include "local_dynamics/contact_block.h"

namespace solfec {
namespace {

struct LinearSystem {
  Mat3 matrix;
  Vec3 right;
};

// Row i of the matrix := values.
void set_row(Mat3& matrix, int i, Vec3 values) {
  for (int j = 0; j < 3; ++j) matrix(i, j) = values[j];
}

// Stick, mu d_n > |d_T|: W_T Δr + u_T / d_n Δr_n = -(1 + ρ u_n / d_n) u_T.
void stick_rows(const Mat3& W, Vec3 u, double rho, double d_n, LinearSystem& system) {
  for (int i = 0; i < 2; ++i) {
    set_row(system.matrix, i, W.row(i) + Vec3{0.0, 0.0, u[i] / d_n});
    system.right[i] = -(1.0 + rho * u.z / d_n) * u[i];
  }
}

// Slip, |d_T| >= mu d_n > 0, with the damped matrix M = e (1 - F) and H = 1 - β M.
void slip_rows(const OneContact& contact, Vec3 r, Vec3 d, double rho, LinearSystem& system) {
  const double bound = contact.friction * d.z;
  const double length = std::hypot(d.x, d.y);
  const double friction = std::hypot(r.x, r.y);
  const double direction[2] = {d.x / length, d.y / length};
  const double reaction[2] = {r.x, r.y};
  const double e = bound / length;
  const double cosine = friction > 0.0 ? (r.x * direction[0] + r.y * direction[1]) / friction : 1.0;
  const double delta = std::min(friction / bound, 1.0);
  const double beta = cosine >= 0.0 ? 1.0 : 1.0 / (1.0 - cosine * delta);
  for (int i = 0; i < 2; ++i) {
    double M[2];
    for (int j = 0; j < 2; ++j) {
      const double F = reaction[i] * direction[j] / std::max(bound, friction);
      M[j] = e * ((i == j ? 1.0 : 0.0) - F);
    }
    const Vec3 row = rho * (M[0] * contact.W.row(0) + M[1] * contact.W.row(1));
    set_row(system.matrix, i,
            row + Vec3{(i == 0 ? 1.0 : 0.0) - beta * M[0], (i == 1 ? 1.0 : 0.0) - beta * M[1],
                       -contact.friction * direction[i]});
    system.right[i] = contact.friction * direction[i] * r.z - reaction[i];
  }
}

LinearSystem newton_system(const OneContact& contact, Vec3 r, Vec3 u, double rho) {
  LinearSystem system;
  const Vec3 d = r - rho * u;
  set_row(system.matrix, 2, contact.W.row(2));
  system.right.z = -u.z;
  const double bound = contact.friction * d.z;
  const double length = std::hypot(d.x, d.y);
  if (length < bound) {
    stick_rows(contact.W, u, rho, d.z, system);
  } else if (bound > 0.0) {
    slip_rows(contact, r, d, rho, system);
  } else {  // no friction to be had
    set_row(system.matrix, 0, {1.0, 0.0, 0.0});
    set_row(system.matrix, 1, {0.0, 1.0, 0.0});
    system.right.x = -r.x;
    system.right.y = -r.y;
  }
  return system;
}

}  // namespace

OneContactStatus solve_semismooth_newton(const OneContact& contact, const OneContactParams& params,
                                         Vec3& r) {
  const double least_rho = 1.0 / largest_eigenvalue(contact.W);
  double rho = least_rho;
  Vec3 u = contact.b + contact.W * r;
  const int stage = std::max(params.max_iterations / 10, 1);
  for (int iteration = 1; iteration <= params.max_iterations; ++iteration) {
    Vec3 dr = -r;  // open
    if (r.z - rho * u.z >= 0.0) {
      const LinearSystem system = newton_system(contact, r, u, rho);
      dr = inverse(system.matrix) * system.right;
    }
    r += dr;
    u = contact.b + contact.W * r;
    if (!is_finite(r) || !is_finite(u)) return OneContactStatus::failed;
    if (norm(dr) <= params.tolerance * reaction_scale(contact, least_rho, r)) {
      return OneContactStatus::solved;
    }
    if (iteration % stage == 0) rho *= 10.0;
  }
  return OneContactStatus::not_converged;
}

}  // namespace solfec

#pragma once

namespace solfec {

/// How the starting point x of a visit follows from the last reactions r:
/// x = r + beta direction, then direction = beta direction - sigma gradient.
struct Momentum {
  double beta = 0.0;
  double sigma = 0.0;
  double proximal = 0.0;  // θ: the visit solves with Ŵ + θ w (a matrix of size 1), w = tr(W_ii)/3
  double slip_tolerance = 1e-13;  // relative, of |r_T| against mu r_n before it is put on the cone
};

}  // namespace solfec

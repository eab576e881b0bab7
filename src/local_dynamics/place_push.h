#pragma once

namespace solfec {

/// Kernel that adds the effect of a force on one place of a factored slot to the velocities of all
/// places, for which the blocks of that place are read once. Compiled once per instruction set; all
/// versions give the same bits.
struct PlacePush {
  /// v_i[t] += Σ_k G_ik[t] p_k for t < places. @param G  [i][k][t]. @param v  [i][t].
  void (*push)(const double* G, long places, const double (&p)[3], double* v);
};

/// For any x86-64-v2 machine, or any other.
const PlacePush& place_push_baseline();
/// For machines with AVX2; the baseline where the compiler has no such target.
const PlacePush& place_push_wide();
/// The fastest that this machine runs, found once.
const PlacePush& place_push();

}  // namespace solfec

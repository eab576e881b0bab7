#pragma once

namespace solfec {

/// A mesh with a law that has a state (material/bulk_law.h) has, behind displacements and
/// velocities, the numbers of its points, zeros, its plastic work, J, and last how many numbers
/// these are, itself included. The zeros make the size of its state 6 n + 2, of which those of
/// other meshes, multiples of 3, have none.
/// @param nodal  Numbers of displacements and velocities.  @param law  Numbers of all points.
/// @return How many numbers there are behind the nodal ones.
constexpr int law_tail(int nodal, int law) {
  constexpr int kEnd = 2;  // plastic work and the count
  const int rest = (nodal + law + kEnd) % 6;
  return law + kEnd + (6 + 2 - rest) % 6;
}
/// Whether a mesh with a state of this size has a law with a state.
constexpr bool has_law_tail(int size) { return size % 6 == 2; }

}  // namespace solfec

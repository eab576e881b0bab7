#pragma once

#include <array>
#include <span>
#include <vector>

#include "math/vec3.h"

namespace solfec {

/// Forces along the rows of one place, each from one node to another one, that go round in circles.

/// Takes from the forces what they exert on the nodes: what is left is the part that is in
/// equilibrium at every node, the nearest such forces in the sense of Σ |p|².
///
/// With the resultants f = D p of the forces at the nodes (+1 at the first end, -1 at the other
/// one) it is p - Dᵀ (D Dᵀ)⁺ f; D Dᵀ is the Laplacian of the graph of nodes and rows, of which
/// Cholesky's factors are found anew in each call.
class SelfBalance {
 public:
  /// @param nodes   Number of nodes; rows join them all.
  /// @param ends    Nodes of each row, -1: outside, which takes any force.
  /// @param[in,out] forces  Of each row, N, in axes that all share.
  /// @return false when the graph falls apart; the forces are as they were.
  bool remove_resultants(int nodes, std::span<const std::array<int, 2>> ends,
                         std::span<Vec3> forces);

 private:
  std::vector<double> laplacian_;
  std::vector<Vec3> potential_;
};

/// Largest t for which r + t d stays in the cone of Coulomb, infinite if all do. Reactions that
/// slip may leave it by kSlack of the size of their tangential part, since those of a drift turn.
/// @param r         In the cone, tangential components first, N.
/// @param friction  mu
double way_in_cone(Vec3 r, Vec3 d, double friction);

/// Point of the cone with the same normal part, 0 in place of a negative one.
Vec3 put_into_cone(Vec3 r, double friction);

}  // namespace solfec

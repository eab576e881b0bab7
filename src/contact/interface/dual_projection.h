#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "contact/interface/node_spread.h"
#include "geometry/collision/polyhedron_view.h"
#include "math/vec3.h"

namespace solfec {

/// Weights by which nodes of one mesh take means over nodes of the other mesh across an interface.
///
/// Node i of the own side, with shape functions N_k on its faces, sees the velocity Σ P_ij v_j of
/// the nodes j of the other side, with shape functions M_j, where
///     P_ij = ∫ ψ_i M_j / ∫ N_i
/// and ψ_i are the functions of each face that are biorthogonal to the N_k there, ∫ ψ_i N_k = δ_ik
/// ∫ N_k (Wohlmuth (2000), SIAM J. Numer. Anal. 38, 989-1012; Popp, Gee and Wall (2009), Int. J.
/// Numer. Meth. Eng. 79, 1354-1391). As Σ ψ_i = 1, forces p ∫ N_i at the own nodes are forces
/// p ∫ M_j at the others: both sides get the nodal forces of one uniform pressure. As Σ P_ij x_j is
/// the place of node i, forces have no moment. With P_ij = M_j(x_i), the values at the place of
/// node i, only the latter would hold.
///
/// All integrals are sums over the same points of triangles, so biorthogonality and its
/// consequences are exact.
class DualProjection {
 public:
  /// A face of an element with the numbers of its corners.
  struct Face {
    PolyhedronView piece;
    int face{};
    std::span<const int> number;  // of each corner of the loop
  };

  /// @param unknowns  Number of own nodes.
  void start(int unknowns);
  /// Adds the part of an own face that lies over a face of the other side.
  /// @param own, other  Numbers are those of own nodes, -1 for none, and of nodes of the other
  /// mesh.
  /// @param polygon  Corners in their order, m.
  /// @pre parts of one own face follow each other.
  void add(const Face& own, const Face& other, std::span<const Vec3> polygon);
  void finish();
  /// Computes the weights of an own node.
  /// @param[out] spread  Weights, when there are any.
  /// @return False without weights: a face at the node is not covered by the other side, or there
  ///         would be too many weights.
  [[nodiscard]] bool weights(int unknown, NodeSpread& spread) const;

 private:
  static constexpr int kMostCorners = 4;  // of a face
  using Matrix = std::array<double, std::size_t{kMostCorners} * kMostCorners>;

  struct Integrals {  // of one node of the other side
    int node{};
    std::array<double, kMostCorners> value{};  // ∫ N_k M_j
  };
  struct Term {
    int unknown{};  // own node
    int node{};
    double value{};  // ∫ ψ_i M_j of one face
  };

  void open_face(const Face& own);
  void close_face();
  void add_triangle(const Face& own, const Face& other, const std::array<Vec3, 3>& corner);

  const Vec3* first_ = nullptr;  // identifies the face that is being added
  int face_ = -1;
  int corners_ = 0;
  double area_ = 0.0;     // of the face that is being added, m^2
  double covered_ = 0.0;  // covered part of this area, m^2
  std::array<int, kMostCorners> unknown_{};
  Matrix mass_{};                                // ∫ N_k N_l
  std::array<double, kMostCorners> integral_{};  // ∫ N_k
  std::vector<Integrals> other_;                 // of the open face
  std::vector<double> sum_;                      // per unknown: ∫ N_i
  std::vector<unsigned char> partial_;           // per unknown: some face is not covered
  std::vector<Term> terms_;  // sorted by own node, then other node, once finished
};

}  // namespace solfec

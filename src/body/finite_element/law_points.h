#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "base/count.h"
#include "body/finite_element/element_kernels.h"
#include "material/law_values.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// Pieces of the loops over points that do not depend on the law (law_loops.h).

/// The points of the element in one lane of a pack.
struct LanePoints {
  const ElementPacks& packs;
  int pack;
  int lane;
  int first;              // point of the pack in the group
  int count;              // of its points
  int nodes;              // of the element
  std::array<Vec3, 8> u;  // displacements less that of node 0, m
  BulkParameters parameters;

  LanePoints(const ElementPacks& from, int in_pack, int in_lane, const Vec3* q)
      : packs(from),
        pack(in_pack),
        lane(in_lane),
        first(from.point_start[in_pack]),
        count(from.point_start[in_pack + 1] - first),
        nodes(from.node_count),
        u{},
        parameters(parameters_at(from, in_pack * kElementLanes + in_lane)) {
    for (int a = 1; a < nodes; ++a) u[at(a)] = q[node(a)] - q[node(0)];
  }

  static BulkParameters parameters_at(const ElementPacks& packs, int slot) {
    BulkParameters parameters{packs.lambda[slot], packs.mu[slot]};
    if (packs.yield != nullptr) {
      const double* from = packs.yield + 2L * (slot - slot % kElementLanes) + slot % kElementLanes;
      parameters.yield_stress = from[0];
      parameters.hardening = from[kElementLanes];
    }
    return parameters;
  }
  [[nodiscard]] int node(int a) const {
    return packs.node[(long{pack} * nodes + a) * kElementLanes + lane];
  }
  [[nodiscard]] double weight(int p) const {
    return packs.weight[long{first + p} * kElementLanes + lane];
  }
  /// ∇N_a at a point, a = 1, 2, ...; that of node 0 is minus the sum of the others.
  [[nodiscard]] Vec3 slope(int p, int a) const {
    const double* from =
        packs.gradient + ((long{first + p} * (nodes - 1) + a - 1) * 3) * kElementLanes + lane;
    return {from[0], from[kElementLanes], from[2L * kElementLanes]};
  }
  /// Whether it is a copy that fills the pack up.
  [[nodiscard]] bool is_empty() const { return count == 0 || weight(0) == 0.0; }
  /// H = ∂q/∂X at a point.
  [[nodiscard]] Mat3 gradient(int p) const {
    Mat3 H;
    for (int a = 1; a < nodes; ++a) H += outer(u[at(a)], slope(p, a));
    return H;
  }
};

/// det(1 + H) - 1, with its digits where H is small.
inline double dilatation_of(const Mat3& H) {
  return trace(H) + H(0, 0) * H(1, 1) - H(0, 1) * H(1, 0) + H(0, 0) * H(2, 2) - H(0, 2) * H(2, 0) +
         H(1, 1) * H(2, 2) - H(1, 2) * H(2, 1) + determinant(H);
}

/// A point of a 'MIXED' element.
struct MixedPoint {
  Mat3 H;
  double dilatation{};  // J - 1
  double J{};
  double factor{};  // a
  Mat3 law;         // H̄ = F̄ - 1
};

/// The points of a 'MIXED' element and their mean dilatation.
struct MixedPoints {
  double volume{};  // V, m^3
  double mean{};    // J̃ - 1
  std::array<MixedPoint, 8> point;

  explicit MixedPoints(const LanePoints& of) {
    double sum = 0.0;
    for (int p = 0; p < of.count; ++p) {
      MixedPoint& one = point[at(p)];
      const double w = of.weight(p);
      one.H = of.gradient(p);
      one.dilatation = dilatation_of(one.H);
      volume += w;
      sum += w * one.dilatation;
    }
    mean = volume > 0.0 ? sum / volume : 0.0;
    for (int p = 0; p < of.count; ++p) see(point[at(p)]);
  }
  [[nodiscard]] const MixedPoint& operator[](int p) const { return point[at(p)]; }

 private:
  /// Sets H̄, which the law sees at a point.
  void see(MixedPoint& one) const {
    one.J = 1.0 + one.dilatation;
    const double excess = std::expm1(std::log1p((mean - one.dilatation) / one.J) / 3.0);  // a - 1
    one.factor = 1.0 + excess;
    one.law = one.H + excess * (identity() + one.H);
  }
};

/// Adds the dyad scale x yᵀ of two matrices to a tangent.
inline void add_dyad(PiolaTangent& to, double scale, const Mat3& x, const Mat3& y) {
  for (std::size_t b = 0; b < 9; ++b) {
    const double right = scale * y.m[b];
    for (std::size_t a = 0; a < 9; ++a) to[a + 9 * b] += right * x.m[a];
  }
}

/// Adds scale G_iL G_kJ to a tangent.
inline void add_crossed(PiolaTangent& to, double scale, const Mat3& G) {
  for (int b = 0; b < 9; ++b) {
    for (int a = 0; a < 9; ++a) to[at(a + 9 * b)] += scale * G(a % 3, b / 3) * G(b % 3, a / 3);
  }
}

/// A : X.
inline Mat3 times(const PiolaTangent& A, const Mat3& X) {
  Mat3 product;
  for (std::size_t b = 0; b < 9; ++b) {
    for (std::size_t a = 0; a < 9; ++a) product.m[a] += A[a + 9 * b] * X.m[b];
  }
  return product;
}

/// Gives a tangent the wanted share of its geometric part δ_ik S_JL, S = F⁻¹ P, or that of S + s 1
/// with a bound -s <= 0 of the least eigenvalue of S.
inline void set_geometric(const GeometricStiffness& wanted, const Mat3& F, LawTangent& of) {
  if (wanted.share == 1.0 && !wanted.positive) return;
  const Mat3 S = inverse(F) * of.stress;
  Mat3 added = (wanted.share - 1.0) * S;
  if (wanted.positive) {
    const double mean = trace(S) / 3.0;
    const Mat3 deviator = S - mean * identity();
    const double least = mean - std::sqrt(double_dot(deviator, deviator) / 1.5);
    if (least < 0.0) added -= wanted.share * least * identity();
  }
  for (int J = 0; J < 3; ++J) {
    for (int L = 0; L < 3; ++L) {
      for (int i = 0; i < 3; ++i) of.change[at(i + 3 * J + 9 * (i + 3 * L))] += added(J, L);
    }
  }
}

/// Stiffness of one lane, to out[a][b][i + 3 j][lane] for a <= b.
class LaneStiffness {
 public:
  LaneStiffness(const LanePoints& of, double* out) : of_(of), out_(out + of.lane) {}

  /// Adds w ∇N_a · A ∇N_b of one point.
  void add(int p, const PiolaTangent& A) {
    std::array<Vec3, 8> slope;
    for (int a = 1; a < of_.nodes; ++a) {
      slope[at(a)] = of_.slope(p, a);
      slope[0] -= slope[at(a)];
    }
    const double w = of_.weight(p);
    for (int b = 0; b < of_.nodes; ++b) {
      double pushed[27];  // [i + 3 J][k]: Σ_L A_iJkL ∂N_b/∂X_L
      for (int k = 0; k < 3; ++k) {
        for (int row = 0; row < 9; ++row) {
          const double* from = &A[at(row + 9 * k)];
          pushed[row + 9 * k] = w * (from[0] * slope[at(b)].x + from[27] * slope[at(b)].y +
                                     from[54] * slope[at(b)].z);
        }
      }
      for (int a = 0; a <= b; ++a) add_block(a, b, slope[at(a)], pushed);
    }
  }
  /// Adds m_a g_bᵀ + g_a m_bᵀ + c g_a g_bᵀ.
  void add_coupling(const std::array<Vec3, 8>& m, const std::array<Vec3, 8>& g, double c) {
    for (int b = 0; b < of_.nodes; ++b) {
      for (int a = 0; a <= b; ++a) {
        const Mat3 block = outer(m[at(a)], g[at(b)]) + outer(g[at(a)], m[at(b)] + c * g[at(b)]);
        for (int k = 0; k < 9; ++k) entry(a, b, k % 3, k / 3) += block.m[k];
      }
    }
  }

 private:
  double& entry(int a, int b, int i, int k) {
    return out_[((long{a} * of_.nodes + b) * 9 + i + 3L * k) * kElementLanes];
  }
  /// Adds ∇N_a · A ∇N_b. @param pushed  [i + 3 J][k] of A ∇N_b.
  void add_block(int a, int b, Vec3 slope, const double* pushed) {
    for (int k = 0; k < 3; ++k) {
      for (int i = 0; i < 3; ++i) {
        const double* from = pushed + i + 9L * k;
        entry(a, b, i, k) += slope.x * from[0] + slope.y * from[3] + slope.z * from[6];
      }
    }
  }

  const LanePoints& of_;
  double* out_;
};

/// Vectors x_a += w X ∇N_a of all nodes.
inline void add_to_nodes(const LanePoints& of, int p, const Mat3& X, std::array<Vec3, 8>& x) {
  const double w = of.weight(p);
  for (int a = 1; a < of.nodes; ++a) {
    const Vec3 part = w * (X * of.slope(p, a));
    x[at(a)] += part;
    x[0] -= part;
  }
}

}  // namespace solfec

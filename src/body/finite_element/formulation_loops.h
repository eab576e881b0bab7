#pragma once

// The formulations of projected_strain.h as ProjectedLoops need them, with the rules of
// element_kernel_loops.h.

#include "body/finite_element/projected_strain.h"
#include "body/finite_element/projected_strain_loops.h"

namespace solfec::element_lanes {

/// Mean dilatation.
template <typename Isa>
struct MixedLoops : ProjectedLoops<Isa, MixedLoops<Isa>> {
  using Base = Loops<Isa>;
  using Matrix = typename Base::Matrix;
  using Vector = typename Base::Vector;
  using Symmetric = typename Base::Symmetric;
  using Base::kWidth;

  static constexpr int kFewestNodes = 5;

  /// w Ẽ = w (E + (mean tr E - tr E) / 3 1).
  static void project(const ElementPacks& packs, long pack, Symmetric (&E)[kMostPoints]) {
    const long first = packs.point_start[pack];
    const long points = packs.point_start[pack + 1] - first;
    Value mean{};
    for (long p = 0; p < points; ++p) {
      const Value weight = Base::load(packs.weight + (first + p) * kWidth);
      mean += weight * (E[p].xx + E[p].yy + E[p].zz);
    }
    mean *= Base::load(packs.projection + pack * kMixedNumbers * kWidth);
    for (long p = 0; p < points; ++p) {
      const Value weight = Base::load(packs.weight + (first + p) * kWidth);
      const Value shift = (mean - (E[p].xx + E[p].yy + E[p].zz)) / 3.0;
      E[p] = {weight * (E[p].xx + shift), weight * (E[p].yy + shift), weight * (E[p].zz + shift),
              weight * E[p].xy,           weight * E[p].xz,           weight * E[p].yz};
    }
  }

  /// The stress of the deviator of E alone: λ + 2/3 μ = 0.
  static Value lambda_of_points(Value /*lambda*/, Value mu) { return -2.0 / 3.0 * mu; }

  /// Adds the part of the mean dilatation, (λ + 2/3 μ) / V g_a g_bᵀ with g_a = Σ w F ∇N_a.
  template <int n>
  static void add_coupling(const ElementPacks& packs, long pack, const Matrix (&F)[kMostPoints],
                           double* out) {
    constexpr long kGradients = 3L * (n - 1) * kWidth;
    const long first = packs.point_start[pack];
    const long points = packs.point_start[pack + 1] - first;
    Vector g[n] = {};
    for (long p = 0; p < points; ++p) {
      const Value weight = Base::load(packs.weight + (first + p) * kWidth);
      Vector slope[n];
      Base::template load_slopes<n>(packs.gradient + (first + p) * kGradients, slope);
      for (int a = 0; a < n; ++a) Base::add_scaled(g[a], weight, Base::product(F[p], slope[a]));
    }
    const Value bulk =
        Base::load(packs.lambda + pack * kWidth) + 2.0 / 3.0 * Base::load(packs.mu + pack * kWidth);
    const Value scale = bulk * Base::load(packs.projection + pack * kMixedNumbers * kWidth);
    const Value none{};
    for (int a = 0; a < n; ++a) {
      for (int b = a; b < n; ++b) {
        Base::add_block(g[a], g[b], scale, none, Symmetric{}, out + (a * n + b) * 9L * kWidth);
      }
    }
  }
};

/// Incompatible modes of hexahedra. Signs of the local coordinates at the points are those of
/// body_quadrature, which a test holds.
template <typename Isa>
struct BendingLoops : ProjectedLoops<Isa, BendingLoops<Isa>> {
  using Base = Loops<Isa>;
  using Matrix = typename Base::Matrix;
  using Vector = typename Base::Vector;
  using Symmetric = typename Base::Symmetric;
  using Base::kWidth;

  static constexpr int kFewestNodes = 8;
  static constexpr int kPoints = 8;
  /// Sign of the local coordinate k at a point.
  static constexpr double sign(int point, int k) {
    return (point >> (2 - k) & 1) != 0 ? 1.0 : -1.0;
  }

  /// Sign of the product of the other two.
  static constexpr double other_signs(int point, int k) {
    return sign(point, (k + 1) % 3) * sign(point, (k + 2) % 3);
  }

  static void add_signed(Symmetric& to, double sign, const Symmetric& s) {
    to.xx += sign * s.xx;
    to.yy += sign * s.yy;
    to.zz += sign * s.zz;
    to.xy += sign * s.xy;
    to.xz += sign * s.xz;
    to.yz += sign * s.yz;
  }
  /// sym(g ⊗ b).
  static Symmetric symmetric_product(const Vector& g, const Vector& b) {
    return {g.x * b.x,
            g.y * b.y,
            g.z * b.z,
            0.5 * (g.x * b.y + g.y * b.x),
            0.5 * (g.x * b.z + g.z * b.x),
            0.5 * (g.y * b.z + g.z * b.y)};
  }

  /// Entry (i, c) of L⁻¹, c <= i.
  static Value entry(const double* numbers, int i, int c) {
    return Base::load(numbers + (9L + i * (i + 1) / 2 + c) * kWidth);
  }

  /// w Ẽ = w E + Σ_k (s_k sym(g_k ⊗ b_k) + s_l s_m c_k 1), (b, c) = -L⁻ᵀ L⁻¹ β, with β of b_k
  /// (D : Σ s_k E) g_k and of c_k (3 λ + 2 μ) Σ s_l s_m tr E.
  static void project(const ElementPacks& packs, long pack, Symmetric (&E)[kMostPoints]) {
    const double* numbers = packs.projection + pack * kBendingNumbers * kWidth;
    const Value lambda = Base::load(packs.lambda + pack * kWidth);
    const Value mu = Base::load(packs.mu + pack * kWidth);
    Vector g[3];
    Value beta[kBendingModes];
    for (int k = 0; k < 3; ++k) {
      g[k] = Base::load_vector(numbers + 3L * k * kWidth);
      Symmetric sum{};
      for (int p = 0; p < kPoints; ++p) add_signed(sum, sign(p, k), E[p]);
      const Vector force = Base::product(Base::stress(sum, lambda, mu, Value{} + 1.0), g[k]);
      beta[3L * k] = force.x;
      beta[3L * k + 1] = force.y;
      beta[3L * k + 2] = force.z;
      Value dilatation{};
      for (int p = 0; p < kPoints; ++p) {
        dilatation += other_signs(p, k) * (E[p].xx + E[p].yy + E[p].zz);
      }
      beta[kVectorModes + k] = (3.0 * lambda + 2.0 * mu) * dilatation;
    }
    Value b[kBendingModes] = {};
    for (int i = 0; i < kBendingModes; ++i) {
      Value turned{};
      for (int c = 0; c <= i; ++c) turned += entry(numbers, i, c) * beta[c];
      for (int c = 0; c <= i; ++c) b[c] -= entry(numbers, i, c) * turned;
    }
    Symmetric mode[3];
    for (int k = 0; k < 3; ++k) {
      mode[k] = symmetric_product(g[k], {b[3L * k], b[3L * k + 1], b[3L * k + 2]});
    }
    for (int p = 0; p < kPoints; ++p) {
      const Value w = Base::load(packs.weight + (packs.point_start[pack] + p) * kWidth);
      E[p] = {w * E[p].xx, w * E[p].yy, w * E[p].zz, w * E[p].xy, w * E[p].xz, w * E[p].yz};
      for (int k = 0; k < 3; ++k) {
        add_signed(E[p], sign(p, k), mode[k]);
        const Value dilatation = other_signs(p, k) * b[kVectorModes + k];
        E[p].xx += dilatation;
        E[p].yy += dilatation;
        E[p].zz += dilatation;
      }
    }
  }

  static Value lambda_of_points(Value lambda, Value /*mu*/) { return lambda; }

  /// Adds the strain of a point with s_k to sum[k], and its trace with s_l s_m to dilatation[k].
  static void add_with_signs(int point, const Symmetric& strain, Symmetric (&sum)[3],
                             Value (&dilatation)[3]) {
    for (int k = 0; k < 3; ++k) {
      add_signed(sum[k], sign(point, k), strain);
      dilatation[k] += other_signs(point, k) * (strain.xx + strain.yy + strain.zz);
    }
  }

  /// Derivatives of β by displacement i of node a, which give the strains sym(F_i ⊗ ∇N_a) with row
  /// i of F: sum[a][i][k] = Σ_points s_k sym(F_i ⊗ ∇N_a), and that of their traces with s_l s_m.
  template <int n>
  static void signed_strains(const ElementPacks& packs, long pack, const Matrix (&F)[kMostPoints],
                             Symmetric (&sum)[n][3][3], Value (&dilatation)[n][3][3]) {
    constexpr long kGradients = 3L * (n - 1) * kWidth;
    for (int p = 0; p < kPoints; ++p) {
      Vector slope[n];
      Base::template load_slopes<n>(packs.gradient + (packs.point_start[pack] + p) * kGradients,
                                    slope);
      const Vector row[3] = {F[p].x, F[p].y, F[p].z};
      for (int a = 0; a < n; ++a) {
        for (int i = 0; i < 3; ++i) {
          const Symmetric strain = symmetric_product(row[i], slope[a]);
          add_with_signs(p, strain, sum[a][i], dilatation[a][i]);
        }
      }
    }
  }

  /// Subtracts Zᵀ Z with Z = L⁻¹ ∂β/∂q.
  template <int n>
  static void add_coupling(const ElementPacks& packs, long pack, const Matrix (&F)[kMostPoints],
                           double* out) {
    const double* numbers = packs.projection + pack * kBendingNumbers * kWidth;
    const Value lambda = Base::load(packs.lambda + pack * kWidth);
    const Value mu = Base::load(packs.mu + pack * kWidth);
    Symmetric sum[n][3][3] = {};
    Value dilatation[n][3][3] = {};
    signed_strains<n>(packs, pack, F, sum, dilatation);
    Value Z[3 * n][kBendingModes];
    for (int column = 0; column < 3 * n; ++column) {
      Value beta[kBendingModes];
      for (int k = 0; k < 3; ++k) {
        const Symmetric S = Base::stress(sum[column / 3][column % 3][k], lambda, mu, Value{} + 1.0);
        const Vector force = Base::product(S, Base::load_vector(numbers + 3L * k * kWidth));
        beta[3L * k] = force.x;
        beta[3L * k + 1] = force.y;
        beta[3L * k + 2] = force.z;
        beta[kVectorModes + k] = (3.0 * lambda + 2.0 * mu) * dilatation[column / 3][column % 3][k];
      }
      for (int i = 0; i < kBendingModes; ++i) {
        Value turned{};
        for (int c = 0; c <= i; ++c) turned += entry(numbers, i, c) * beta[c];
        Z[column][i] = turned;
      }
    }
    for (int a = 0; a < n; ++a) {
      for (int b = a; b < n; ++b) {
        for (int k = 0; k < 9; ++k) {
          Value product{};
          for (int m = 0; m < kBendingModes; ++m)
            product += Z[3 * a + k % 3][m] * Z[3 * b + k / 3][m];
          double* place = out + ((a * n + b) * 9L + k) * kWidth;
          Base::store(place, Base::load(place) - product);
        }
      }
    }
  }
};

}  // namespace solfec::element_lanes

#pragma once

// The loops of ElementKernels for elements that are not linear, with the rules of
// element_kernel_loops.h. ProjectedLoops are common to all formulations; a formulation gives the
// projection of the strains and what it changes of the stiffness.

#include "body/finite_element/element_strain_loop.h"

namespace solfec::element_lanes {

inline constexpr int kMostPoints = 8;  // of an element that is not linear

/// Loops with strains of the shape functions at all points of a pack at once. `Formulation` has
///
///   project(packs, pack, E)  E of all points becomes w Ẽ (projected_strain.h)
///   lambda_of_points(lambda, mu)  λ of the part of the stiffness that points have by themselves
///   add_coupling<n>(packs, pack, F, out)  adds the rest of the stiffness
///   kFewestNodes  of the elements that it is for
template <typename Isa, typename Formulation>
struct ProjectedLoops : Loops<Isa> {
  using Base = Loops<Isa>;
  using Matrix = typename Base::Matrix;
  using Vector = typename Base::Vector;
  using Symmetric = typename Base::Symmetric;
  using Base::kWidth;

  /// Arrays and constants of one pack that the loops read.
  template <int n>
  struct Pack {
    static constexpr long kGradients = 3L * (n - 1) * kWidth;
    const double* gradient;
    const double* weight;
    int points;
    Value lambda, mu;

    Pack(const ElementPacks& packs, long pack)
        : gradient(packs.gradient + packs.point_start[pack] * kGradients),
          weight(packs.weight + packs.point_start[pack] * kWidth),
          points(packs.point_start[pack + 1] - packs.point_start[pack]),
          lambda(Base::load(packs.lambda + pack * kWidth)),
          mu(Base::load(packs.mu + pack * kWidth)) {}
    const double* slopes(int p) const { return gradient + p * kGradients; }
    Value weight_of(int p) const { return Base::load(weight + p * kWidth); }
  };

  /// H and E of all points.
  template <int n>
  static void strains(const Pack<n>& of, const Vector (&u)[n - 1], Matrix (&H)[kMostPoints],
                      Symmetric (&E)[kMostPoints]) {
    for (int p = 0; p < of.points; ++p) {
      H[p] = Base::template displacement_gradient<n>(of.slopes(p), u);
      E[p] = Base::strain(H[p]);
    }
  }

  /// w S of projected strains w Ẽ.
  template <int n>
  static Symmetric stress_of(const Pack<n>& of, const Symmetric& projected) {
    return Base::stress(projected, of.lambda, of.mu, Value{} + 1.0);
  }

  template <int n>
  static void force_loop(const ElementPacks& packs, int begin, int end, const Vec3* q,
                         double* out) {
    for (long pack = begin; pack < end; ++pack) {
      const Pack<n> of(packs, pack);
      Vector u[n - 1];
      Vector f[n - 1] = {};
      Matrix H[kMostPoints];
      Symmetric E[kMostPoints];
      Base::template load_differences<n>(packs.node + pack * n * kWidth, q, u);
      strains<n>(of, u, H, E);
      Formulation::project(packs, pack, E);
      for (int p = 0; p < of.points; ++p) {
        const Matrix P = Base::first_piola(H[p], stress_of<n>(of, E[p]));
        Base::template add_forces<n>(of.slopes(p), P, f);
      }
      Base::template store_forces<n>(f, out + pack * 3L * n * kWidth);
    }
  }

  template <int n>
  static void force_change_loop(const ElementPacks& packs, int begin, int end, const Vec3* q,
                                ForceDirection direction, double* out) {
    const Value share = Value{} + direction.share;
    for (long pack = begin; pack < end; ++pack) {
      const Pack<n> of(packs, pack);
      Vector u[n - 1];
      Vector du[n - 1];
      Vector f[n - 1] = {};
      Matrix H[kMostPoints];
      Matrix D[kMostPoints];
      Symmetric E[kMostPoints];
      Symmetric dE[kMostPoints];
      Base::template load_differences<n>(packs.node + pack * n * kWidth, q, u);
      Base::template load_differences<n>(packs.node + pack * n * kWidth, direction.v, du);
      strains<n>(of, u, H, E);
      for (int p = 0; p < of.points; ++p) {
        D[p] = Base::template displacement_gradient<n>(of.slopes(p), du);
        dE[p] = Base::strain_change(H[p], D[p]);
      }
      Formulation::project(packs, pack, E);
      Formulation::project(packs, pack, dE);
      for (int p = 0; p < of.points; ++p) {
        const Symmetric S = Base::stress(E[p], of.lambda, of.mu, share);
        Matrix P = Base::first_piola(H[p], stress_of<n>(of, dE[p]));
        P.x = Base::sum(P.x, Base::product(S, D[p].x));
        P.y = Base::sum(P.y, Base::product(S, D[p].y));
        P.z = Base::sum(P.z, Base::product(S, D[p].z));
        Base::template add_forces<n>(of.slopes(p), P, f);
      }
      Base::template store_forces<n>(f, out + pack * 3L * n * kWidth);
    }
  }

  static Value product_of(const Symmetric& a, const Symmetric& b) {
    return a.xx * b.xx + a.yy * b.yy + a.zz * b.zz +
           2.0 * (a.xy * b.xy + a.xz * b.xz + a.yz * b.yz);
  }

  /// ½ Σ E : w S.
  template <int n>
  static void energy_loop(const ElementPacks& packs, int begin, int end, const Vec3* q,
                          double* out) {
    for (long pack = begin; pack < end; ++pack) {
      const Pack<n> of(packs, pack);
      Vector u[n - 1];
      Matrix H[kMostPoints];
      Symmetric E[kMostPoints];
      Symmetric projected[kMostPoints];
      Base::template load_differences<n>(packs.node + pack * n * kWidth, q, u);
      strains<n>(of, u, H, E);
      for (int p = 0; p < of.points; ++p) projected[p] = E[p];
      Formulation::project(packs, pack, projected);
      Value energy{};
      for (int p = 0; p < of.points; ++p) {
        energy += product_of(E[p], stress_of<n>(of, projected[p]));
      }
      Base::store(out + pack * kWidth, 0.5 * energy);
    }
  }

  template <int n>
  static void stiffness_loop(const ElementPacks& packs, int pack, const Vec3* q,
                             GeometricStiffness geometric, double* out) {
    const Pack<n> of(packs, pack);
    Vector u[n - 1];
    Matrix F[kMostPoints];
    Symmetric E[kMostPoints];
    Base::template load_differences<n>(packs.node + long{pack} * n * kWidth, q, u);
    strains<n>(of, u, F, E);
    Formulation::project(packs, pack, E);
    __builtin_memset(out, 0, sizeof(double) * n * n * 9 * kWidth);
    for (int p = 0; p < of.points; ++p) {
      Symmetric S = stress_of<n>(of, E[p]);
      if (geometric.positive) Base::make_positive(S);
      F[p].x.x += 1.0;
      F[p].y.y += 1.0;
      F[p].z.z += 1.0;
      const Value weight = of.weight_of(p);
      Base::template add_stiffness<n>(
          of.slopes(p), F[p], S,
          {weight * Formulation::lambda_of_points(of.lambda, of.mu), weight * of.mu},
          geometric.share, out);
    }
    Formulation::template add_coupling<n>(packs, pack, F, out);
  }

  template <int n>
  static void strain_loop(const ElementPacks& packs, int pack, const Vec3* q, const double* turn,
                          double* out) {
    StrainLoop<Isa>::template loop<n>(packs, pack, q, turn, out);
    const Pack<n> of(packs, pack);
    const Value none{};
    Vector u[n - 1];
    Matrix H[kMostPoints];
    Symmetric E[kMostPoints];
    Base::template load_differences<n>(packs.node + long{pack} * n * kWidth, q, u);
    strains<n>(of, u, H, E);
    Formulation::project(packs, pack, E);
    Value dilation{};
    Value deviator{};
    for (int p = 0; p < of.points; ++p) {
      const Value weight = of.weight_of(p);
      const Value scale = weight == none ? none : 1.0 / weight;
      const Value sum = scale * (E[p].xx + E[p].yy + E[p].zz);
      const Value square = scale * scale * product_of(E[p], E[p]);
      dilation = StrainLoop<Isa>::larger(dilation, sum);
      deviator = StrainLoop<Isa>::larger(deviator, square - sum * sum / 3.0);
    }
    Base::store(out + 3 * kWidth, dilation);
    Base::store(out + 4 * kWidth, deviator);
  }

  static constexpr bool is_for(int n) { return Formulation::kFewestNodes <= n; }

  static void force(const ElementPacks& packs, int begin, int end, const Vec3* q, double* out) {
    if constexpr (is_for(5)) {
      if (packs.node_count == 5) force_loop<5>(packs, begin, end, q, out);
      if (packs.node_count == 6) force_loop<6>(packs, begin, end, q, out);
    }
    if (packs.node_count == 8) force_loop<8>(packs, begin, end, q, out);
  }
  static void force_change(const ElementPacks& packs, int begin, int end, const Vec3* q,
                           ForceDirection direction, double* out) {
    if constexpr (is_for(5)) {
      if (packs.node_count == 5) force_change_loop<5>(packs, begin, end, q, direction, out);
      if (packs.node_count == 6) force_change_loop<6>(packs, begin, end, q, direction, out);
    }
    if (packs.node_count == 8) force_change_loop<8>(packs, begin, end, q, direction, out);
  }
  static void energy(const ElementPacks& packs, int begin, int end, const Vec3* q, double* out) {
    if constexpr (is_for(5)) {
      if (packs.node_count == 5) energy_loop<5>(packs, begin, end, q, out);
      if (packs.node_count == 6) energy_loop<6>(packs, begin, end, q, out);
    }
    if (packs.node_count == 8) energy_loop<8>(packs, begin, end, q, out);
  }
  static void stiffness(const ElementPacks& packs, int pack, const Vec3* q,
                        GeometricStiffness geometric, double* out) {
    if constexpr (is_for(5)) {
      if (packs.node_count == 5) stiffness_loop<5>(packs, pack, q, geometric, out);
      if (packs.node_count == 6) stiffness_loop<6>(packs, pack, q, geometric, out);
    }
    if (packs.node_count == 8) stiffness_loop<8>(packs, pack, q, geometric, out);
  }
  static void strain_terms(const ElementPacks& packs, int pack, const Vec3* q, const double* turn,
                           double* out) {
    if constexpr (is_for(5)) {
      if (packs.node_count == 5) strain_loop<5>(packs, pack, q, turn, out);
      if (packs.node_count == 6) strain_loop<6>(packs, pack, q, turn, out);
    }
    if (packs.node_count == 8) strain_loop<8>(packs, pack, q, turn, out);
  }

  static constexpr ElementKernels kTable{force, force_change, energy, stiffness, strain_terms};
};

}  // namespace solfec::element_lanes

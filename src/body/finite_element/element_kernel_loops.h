#pragma once

// The loops of element_kernels.h as templates over a tag of the instruction set, so that versions
// compiled with different options never share a function. Nothing here may call an inline function
// of another header.

#include "body/finite_element/element_kernels.h"

namespace solfec::element_lanes {

// Generic vector of the compiler; an element per lane.
using Value = double __attribute__((vector_size(8 * kElementLanes)));

/// One function per loop of ElementKernels, and the pieces of the St Venant-Kirchhoff law that they
/// are made of. Gradients of node 0 are not stored: Σ ∇N_a = 0, so displacements are taken against
/// node 0 (rigid motions leave exact zeros), and its force is minus the sum of the others.
template <typename Isa>
struct Loops {
  static constexpr long kWidth = kElementLanes;

  static Value load(const double* from) {
    Value value;
    __builtin_memcpy(&value, from, sizeof value);
    return value;
  }
  static void store(double* to, Value value) { __builtin_memcpy(to, &value, sizeof value); }

  struct Vector {
    Value x, y, z;
  };
  /// Symmetric matrix.
  struct Symmetric {
    Value xx, yy, zz, xy, xz, yz;
  };
  /// Any matrix, by rows.
  struct Matrix {
    Vector x, y, z;
  };

  static Value dot(const Vector& a, const Vector& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
  static Vector sum(const Vector& a, const Vector& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  static Vector difference(const Vector& a, const Vector& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
  }
  static Vector scaled(Value s, const Vector& a) { return {s * a.x, s * a.y, s * a.z}; }
  static void add_scaled(Vector& to, Value s, const Vector& a) {
    to.x += s * a.x;
    to.y += s * a.y;
    to.z += s * a.z;
  }
  static Vector product(const Symmetric& s, const Vector& a) {
    return {s.xx * a.x + s.xy * a.y + s.xz * a.z, s.xy * a.x + s.yy * a.y + s.yz * a.z,
            s.xz * a.x + s.yz * a.y + s.zz * a.z};
  }
  static Vector product(const Matrix& m, const Vector& a) {
    return {dot(m.x, a), dot(m.y, a), dot(m.z, a)};
  }
  /// Scalar product of columns i, j of a and b given by rows: Σ_k a_ki b_kj.
  static Value columns(Value ax, Value ay, Value az, Value bx, Value by, Value bz) {
    return ax * bx + ay * by + az * bz;
  }

  // ---- pieces of the law ----

  /// Displacements of nodes 1, 2, ... of a pack less that of node 0.
  template <int n>
  static void load_differences(const std::int32_t* node, const Vec3* q, Vector (&u)[n - 1]) {
    Vector first{};
    for (int a = 0; a < n; ++a) {
      const std::int32_t* at = node + a * kWidth;
      const Vec3 *p = q + at[0], *r = q + at[1], *s = q + at[2], *t = q + at[3];
      const Vector value{Value{p->x, r->x, s->x, t->x}, Value{p->y, r->y, s->y, t->y},
                         Value{p->z, r->z, s->z, t->z}};
      if (a == 0) {
        first = value;
      } else {
        u[a - 1] = difference(value, first);
      }
    }
  }

  static Vector load_vector(const double* from) {
    return {load(from), load(from + kWidth), load(from + 2 * kWidth)};
  }

  /// Σ u_a ⊗ ∇N_a; the gradients of one point.
  template <int n>
  static Matrix displacement_gradient(const double* gradient, const Vector (&u)[n - 1]) {
    Matrix H{};
    for (int a = 0; a < n - 1; ++a) {
      const Vector slope = load_vector(gradient + 3L * a * kWidth);
      add_scaled(H.x, u[a].x, slope);
      add_scaled(H.y, u[a].y, slope);
      add_scaled(H.z, u[a].z, slope);
    }
    return H;
  }

  /// E = ½ (H + Hᵀ + HᵀH).
  static Symmetric strain(const Matrix& H) {
    const Value half = Value{} + 0.5;
    return {H.x.x + half * columns(H.x.x, H.y.x, H.z.x, H.x.x, H.y.x, H.z.x),
            H.y.y + half * columns(H.x.y, H.y.y, H.z.y, H.x.y, H.y.y, H.z.y),
            H.z.z + half * columns(H.x.z, H.y.z, H.z.z, H.x.z, H.y.z, H.z.z),
            half * (H.x.y + H.y.x + columns(H.x.x, H.y.x, H.z.x, H.x.y, H.y.y, H.z.y)),
            half * (H.x.z + H.z.x + columns(H.x.x, H.y.x, H.z.x, H.x.z, H.y.z, H.z.z)),
            half * (H.y.z + H.z.y + columns(H.x.y, H.y.y, H.z.y, H.x.z, H.y.z, H.z.z))};
  }

  /// dE = sym((1 + H)ᵀ dH).
  static Symmetric strain_change(const Matrix& H, const Matrix& D) {
    const Value half = Value{} + 0.5;
    const auto pair = [](const Matrix& A,
                         const Matrix& B) {  // columns of A and B, off the diagonal
      return Vector{columns(A.x.x, A.y.x, A.z.x, B.x.y, B.y.y, B.z.y),
                    columns(A.x.x, A.y.x, A.z.x, B.x.z, B.y.z, B.z.z),
                    columns(A.x.y, A.y.y, A.z.y, B.x.z, B.y.z, B.z.z)};
    };
    const Vector upper = pair(H, D);
    const Vector lower = pair(D, H);
    return {D.x.x + columns(H.x.x, H.y.x, H.z.x, D.x.x, D.y.x, D.z.x),
            D.y.y + columns(H.x.y, H.y.y, H.z.y, D.x.y, D.y.y, D.z.y),
            D.z.z + columns(H.x.z, H.y.z, H.z.z, D.x.z, D.y.z, D.z.z),
            half * (D.x.y + D.y.x + upper.x + lower.x),
            half * (D.x.z + D.z.x + upper.y + lower.y),
            half * (D.y.z + D.z.y + upper.z + lower.z)};
  }

  /// Hooke's law times a weight: w (λ tr(E) 1 + 2 μ E).
  static Symmetric stress(const Symmetric& E, Value lambda, Value mu, Value weight) {
    const Value spherical = weight * lambda * (E.xx + E.yy + E.zz);
    const Value twice = 2.0 * weight * mu;
    return {spherical + twice * E.xx,
            spherical + twice * E.yy,
            spherical + twice * E.zz,
            twice * E.xy,
            twice * E.xz,
            twice * E.yz};
  }

  /// (1 + H) S by rows.
  static Matrix first_piola(const Matrix& H, const Symmetric& S) {
    const Vector x = product(S, H.x);
    const Vector y = product(S, H.y);
    const Vector z = product(S, H.z);
    return {{S.xx + x.x, S.xy + x.y, S.xz + x.z},
            {S.xy + y.x, S.yy + y.y, S.yz + y.z},
            {S.xz + z.x, S.yz + z.y, S.zz + z.z}};
  }

  /// f_a += P ∇N_a for a = 1, 2, ...
  template <int n>
  static void add_forces(const double* gradient, const Matrix& P, Vector (&f)[n - 1]) {
    for (int a = 0; a < n - 1; ++a) {
      const Vector slope = load_vector(gradient + 3L * a * kWidth);
      f[a] = sum(f[a], product(P, slope));
    }
  }

  /// Writes the forces of a pack; that of node 0 is minus the sum of the others.
  template <int n>
  static void store_forces(const Vector (&f)[n - 1], double* out) {
    Vector first{};
    for (int a = 0; a < n - 1; ++a) {
      first = difference(first, f[a]);
      store_vector(f[a], out + 3L * (a + 1) * kWidth);
    }
    store_vector(first, out);
  }
  static void store_vector(const Vector& v, double* to) {
    store(to, v.x);
    store(to + kWidth, v.y);
    store(to + 2 * kWidth, v.z);
  }

  // ---- loops; n nodes ----

  template <int n>
  static void force_loop(const ElementPacks& packs, int begin, int end, const Vec3* q,
                         double* out) {
    constexpr long kGradients = 3L * (n - 1) * kWidth;
    for (long pack = begin; pack < end; ++pack) {
      const Value lambda = load(packs.lambda + pack * kWidth);
      const Value mu = load(packs.mu + pack * kWidth);
      Vector u[n - 1];
      Vector f[n - 1] = {};
      load_differences<n>(packs.node + pack * n * kWidth, q, u);
      for (long point = packs.point_start[pack]; point < packs.point_start[pack + 1]; ++point) {
        const double* gradient = packs.gradient + point * kGradients;
        const Value weight = load(packs.weight + point * kWidth);
        const Matrix H = displacement_gradient<n>(gradient, u);
        const Symmetric S = stress(strain(H), lambda, mu, weight);
        add_forces<n>(gradient, first_piola(H, S), f);
      }
      store_forces<n>(f, out + pack * 3L * n * kWidth);
    }
  }

  /// dP = share dH S + (1 + H) dS.
  template <int n>
  static void force_change_loop(const ElementPacks& packs, int begin, int end, const Vec3* q,
                                ForceDirection direction, double* out) {
    constexpr long kGradients = 3L * (n - 1) * kWidth;
    const Value of_stress = Value{} + direction.share;
    for (long pack = begin; pack < end; ++pack) {
      const Value lambda = load(packs.lambda + pack * kWidth);
      const Value mu = load(packs.mu + pack * kWidth);
      Vector u[n - 1];
      Vector du[n - 1];
      Vector f[n - 1] = {};
      load_differences<n>(packs.node + pack * n * kWidth, q, u);
      load_differences<n>(packs.node + pack * n * kWidth, direction.v, du);
      for (long point = packs.point_start[pack]; point < packs.point_start[pack + 1]; ++point) {
        const double* gradient = packs.gradient + point * kGradients;
        const Value weight = load(packs.weight + point * kWidth);
        const Matrix H = displacement_gradient<n>(gradient, u);
        const Matrix D = displacement_gradient<n>(gradient, du);
        const Symmetric S = stress(strain(H), lambda, mu, of_stress * weight);
        Matrix P = first_piola(H, stress(strain_change(H, D), lambda, mu, weight));
        P.x = sum(P.x, product(S, D.x));
        P.y = sum(P.y, product(S, D.y));
        P.z = sum(P.z, product(S, D.z));
        add_forces<n>(gradient, P, f);
      }
      store_forces<n>(f, out + pack * 3L * n * kWidth);
    }
  }

  template <int n>
  static void energy_loop(const ElementPacks& packs, int begin, int end, const Vec3* q,
                          double* out) {
    constexpr long kGradients = 3L * (n - 1) * kWidth;
    for (long pack = begin; pack < end; ++pack) {
      const Value lambda = load(packs.lambda + pack * kWidth);
      const Value mu = load(packs.mu + pack * kWidth);
      Vector u[n - 1];
      load_differences<n>(packs.node + pack * n * kWidth, q, u);
      Value energy{};
      for (long point = packs.point_start[pack]; point < packs.point_start[pack + 1]; ++point) {
        const Value weight = load(packs.weight + point * kWidth);
        const Symmetric E =
            strain(displacement_gradient<n>(packs.gradient + point * kGradients, u));
        const Value dilation = E.xx + E.yy + E.zz;
        const Value square = E.xx * E.xx + E.yy * E.yy + E.zz * E.zz +
                             2.0 * (E.xy * E.xy + E.xz * E.xz + E.yz * E.yz);
        energy += weight * (0.5 * lambda * dilation * dilation + mu * square);
      }
      store(out + pack * kWidth, energy);
    }
  }

  // ---- stiffness ----

  /// to[i + 3 j] += p a_i b_j + r b_i a_j + g_ij.
  static void add_block(const Vector& a, const Vector& b, Value p, Value r, const Symmetric& g,
                        double* to) {
    const Value left[3] = {a.x, a.y, a.z};
    const Value right[3] = {b.x, b.y, b.z};
    const Value rest[9] = {g.xx, g.xy, g.xz, g.xy, g.yy, g.yz, g.xz, g.yz, g.zz};
    for (int j = 0; j < 3; ++j) {
      const Value pb = p * right[j];
      const Value ra = r * left[j];
      for (int i = 0; i < 3; ++i) {
        double* place = to + (i + 3L * j) * kWidth;
        store(place, load(place) + (left[i] * pb + right[i] * ra + rest[i + 3 * j]));
      }
    }
  }

  /// S + s 1 with s = max(0, sqrt(2/3) |dev S| - tr(S) / 3), so that no eigenvalue is negative.
  static void make_positive(Symmetric& S) {
    const Value third = (S.xx + S.yy + S.zz) / 3.0;
    const Value x = S.xx - third;
    const Value y = S.yy - third;
    const Value z = S.zz - third;
    const Value square = x * x + y * y + z * z + 2.0 * (S.xy * S.xy + S.xz * S.xz + S.yz * S.yz);
    Value shift{};
    for (int lane = 0; lane < kElementLanes; ++lane) {
      const double least = third[lane] - __builtin_sqrt(square[lane] / 1.5);
      shift[lane] = least < 0.0 ? -least : 0.0;
    }
    S.xx += shift;
    S.yy += shift;
    S.zz += shift;
  }

  /// Left Cauchy-Green tensor F Fᵀ.
  static Symmetric left_stretch(const Matrix& F) {
    return {dot(F.x, F.x), dot(F.y, F.y), dot(F.z, F.z),
            dot(F.x, F.y), dot(F.x, F.z), dot(F.y, F.z)};
  }

  /// Gradients of all nodes at one point.
  template <int n>
  static void load_slopes(const double* gradient, Vector (&slope)[n]) {
    slope[0] = Vector{};
    for (int a = 1; a < n; ++a) {
      slope[a] = load_vector(gradient + 3L * (a - 1) * kWidth);
      slope[0] = difference(slope[0], slope[a]);
    }
  }

  /// Lamé's constants times the weight of a point.
  struct Moduli {
    Value lambda, mu;
  };

  /// Adds the blocks a <= b of one point. With the pushed gradients b_a = F ∇N_a and B = F Fᵀ:
  /// K_ab = w [share (∇N_a·S ∇N_b) 1 + λ b_a b_bᵀ + μ b_b b_aᵀ + μ (∇N_a·∇N_b) B].
  /// @param S  Times w.
  template <int n>
  static void add_stiffness(const double* gradient, const Matrix& F, const Symmetric& S,
                            const Moduli& weighted, double share_of_stress, double* out) {
    const Symmetric B = left_stretch(F);
    Vector slope[n];
    load_slopes<n>(gradient, slope);
    Vector pushed[n];
    for (int a = 0; a < n; ++a) pushed[a] = product(F, slope[a]);
    for (int a = 0; a < n; ++a) {
      const Vector traction = product(S, slope[a]);
      for (int b = a; b < n; ++b) {
        const Value of_stress = share_of_stress * dot(traction, slope[b]);
        const Value share = weighted.mu * dot(slope[a], slope[b]);
        const Symmetric rest{share * B.xx + of_stress,
                             share * B.yy + of_stress,
                             share * B.zz + of_stress,
                             share * B.xy,
                             share * B.xz,
                             share * B.yz};
        add_block(pushed[a], pushed[b], weighted.lambda, weighted.mu, rest,
                  out + (a * n + b) * 9L * kWidth);
      }
    }
  }

  template <int n>
  static void stiffness_loop(const ElementPacks& packs, int pack_index, const Vec3* q,
                             GeometricStiffness geometric, double* out) {
    constexpr long kGradients = 3L * (n - 1) * kWidth;
    const long pack = pack_index;
    const Value lambda = load(packs.lambda + pack * kWidth);
    const Value mu = load(packs.mu + pack * kWidth);
    Vector u[n - 1];
    load_differences<n>(packs.node + pack * n * kWidth, q, u);
    __builtin_memset(out, 0, sizeof(double) * n * n * 9 * kWidth);
    for (long point = packs.point_start[pack]; point < packs.point_start[pack + 1]; ++point) {
      const double* gradient = packs.gradient + point * kGradients;
      const Value weight = load(packs.weight + point * kWidth);
      Matrix F = displacement_gradient<n>(gradient, u);
      Symmetric S = stress(strain(F), lambda, mu, weight);
      F.x.x += 1.0;
      F.y.y += 1.0;
      F.z.z += 1.0;
      if (geometric.positive) make_positive(S);
      add_stiffness<n>(gradient, F, S, {weight * lambda, weight * mu}, geometric.share, out);
    }
  }

  // ---- choice of the kind ----

  static void force(const ElementPacks& packs, int begin, int end, const Vec3* q, double* out) {
    if (packs.node_count == 4) force_loop<4>(packs, begin, end, q, out);
    if (packs.node_count == 5) force_loop<5>(packs, begin, end, q, out);
    if (packs.node_count == 6) force_loop<6>(packs, begin, end, q, out);
    if (packs.node_count == 8) force_loop<8>(packs, begin, end, q, out);
  }
  static void force_change(const ElementPacks& packs, int begin, int end, const Vec3* q,
                           ForceDirection direction, double* out) {
    if (packs.node_count == 4) force_change_loop<4>(packs, begin, end, q, direction, out);
    if (packs.node_count == 5) force_change_loop<5>(packs, begin, end, q, direction, out);
    if (packs.node_count == 6) force_change_loop<6>(packs, begin, end, q, direction, out);
    if (packs.node_count == 8) force_change_loop<8>(packs, begin, end, q, direction, out);
  }
  static void energy(const ElementPacks& packs, int begin, int end, const Vec3* q, double* out) {
    if (packs.node_count == 4) energy_loop<4>(packs, begin, end, q, out);
    if (packs.node_count == 5) energy_loop<5>(packs, begin, end, q, out);
    if (packs.node_count == 6) energy_loop<6>(packs, begin, end, q, out);
    if (packs.node_count == 8) energy_loop<8>(packs, begin, end, q, out);
  }
  static void stiffness(const ElementPacks& packs, int pack, const Vec3* q,
                        GeometricStiffness geometric, double* out) {
    if (packs.node_count == 4) stiffness_loop<4>(packs, pack, q, geometric, out);
    if (packs.node_count == 5) stiffness_loop<5>(packs, pack, q, geometric, out);
    if (packs.node_count == 6) stiffness_loop<6>(packs, pack, q, geometric, out);
    if (packs.node_count == 8) stiffness_loop<8>(packs, pack, q, geometric, out);
  }
};

}  // namespace solfec::element_lanes

#pragma once

// The loop of ElementKernels::strain, with the rules of element_kernel_loops.h, and the table of
// all.

#include "body/finite_element/element_kernel_loops.h"
#include "body/finite_element/element_stretch_loop.h"

namespace solfec::element_lanes {

template <typename Isa>
struct StrainLoop : Loops<Isa> {
  using Base = Loops<Isa>;
  using Matrix = typename Base::Matrix;
  using Vector = typename Base::Vector;
  using Symmetric = typename Base::Symmetric;
  using Base::kWidth;

  static Value larger(Value a, Value b) { return a < b ? b : a; }

  /// |A - B|².
  static Value distance(const Matrix& A, const Matrix& B) {
    const Vector x = Base::difference(A.x, B.x);
    const Vector y = Base::difference(A.y, B.y);
    const Vector z = Base::difference(A.z, B.z);
    return Base::dot(x, x) + Base::dot(y, y) + Base::dot(z, z);
  }

  template <int n>
  static void loop(const ElementPacks& packs, int pack_index, const Vec3* q, const double* turn,
                   double* out) {
    constexpr long kGradients = 3L * (n - 1) * kWidth;
    const long pack = pack_index;
    const auto all = [turn](int k) { return Value{} + turn[k]; };
    const Matrix T{{all(0), all(1), all(2)}, {all(3), all(4), all(5)}, {all(6), all(7), all(8)}};
    const Value none{};
    Vector u[n - 1];
    Base::template load_differences<n>(packs.node + pack * n * kWidth, q, u);
    Matrix first{};
    Value result[5] = {};
    for (long point = packs.point_start[pack]; point < packs.point_start[pack + 1]; ++point) {
      const Value weight = Base::load(packs.weight + point * kWidth);
      const Matrix H =
          Base::template displacement_gradient<n>(packs.gradient + point * kGradients, u);
      const Symmetric E = Base::strain(H);
      const Value dilation = E.xx + E.yy + E.zz;
      const Value square =
          E.xx * E.xx + E.yy * E.yy + E.zz * E.zz + 2.0 * (E.xy * E.xy + E.xz * E.xz + E.yz * E.yz);
      if (point == packs.point_start[pack]) {
        first = H;
        result[2] = square;
      }
      result[0] = larger(result[0], weight == none ? none : distance(H, T));
      result[1] = larger(result[1], weight == none ? none : distance(H, first));
      result[3] = larger(result[3], dilation);
      result[4] = larger(result[4], square - dilation * dilation / 3.0);
    }
    for (int k = 0; k < 5; ++k) Base::store(out + k * kWidth, result[k]);
  }

  static void strain_terms(const ElementPacks& packs, int pack, const Vec3* q, const double* turn,
                           double* out) {
    if (packs.node_count == 4) loop<4>(packs, pack, q, turn, out);
    if (packs.node_count == 5) loop<5>(packs, pack, q, turn, out);
    if (packs.node_count == 6) loop<6>(packs, pack, q, turn, out);
    if (packs.node_count == 8) loop<8>(packs, pack, q, turn, out);
  }

  static constexpr ElementKernels kTable{Base::force,  Base::force_change,
                                         Base::energy, Base::stiffness,
                                         strain_terms, StretchLoop<Isa>::terms};
};

}  // namespace solfec::element_lanes

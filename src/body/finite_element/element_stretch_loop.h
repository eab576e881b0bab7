#pragma once

// The loop of ElementKernels::stretch, with the rules of element_kernel_loops.h.

#include "body/finite_element/element_kernel_loops.h"

namespace solfec::element_lanes {

template <typename Isa>
struct StretchLoop : Loops<Isa> {
  using Base = Loops<Isa>;
  using Matrix = typename Base::Matrix;
  using Vector = typename Base::Vector;
  using Symmetric = typename Base::Symmetric;
  using Base::dot;
  using Base::kWidth;

  static Value larger(Value a, Value b) { return a < b ? b : a; }
  static Value smaller(Value a, Value b) { return b < a ? b : a; }

  static Vector cross(const Vector& a, const Vector& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
  }
  static Value trace(const Symmetric& S) { return S.xx + S.yy + S.zz; }
  /// |dev S|².
  static Value deviator(const Symmetric& S) {
    const Value third = trace(S) / 3.0;
    const Value x = S.xx - third;
    const Value y = S.yy - third;
    const Value z = S.zz - third;
    return x * x + y * y + z * z + 2.0 * (S.xy * S.xy + S.xz * S.xz + S.yz * S.yz);
  }
  /// A S Aᵀ.
  static Symmetric pushed(const Matrix& A, const Symmetric& S) {
    const Vector x = Base::product(S, A.x);
    const Vector y = Base::product(S, A.y);
    const Vector z = Base::product(S, A.z);
    return {dot(A.x, x), dot(A.y, y), dot(A.z, z), dot(A.x, y), dot(A.x, z), dot(A.y, z)};
  }
  static Symmetric load_symmetric(const double* from) {
    return {Base::load(from),
            Base::load(from + kWidth),
            Base::load(from + 2 * kWidth),
            Base::load(from + 3 * kWidth),
            Base::load(from + 4 * kWidth),
            Base::load(from + 5 * kWidth)};
  }

  /// Numbers of one point. No eigenvalue of B is above its mean by more than √(2/3) |dev B|.
  /// @param state  First number of the point, null without a state.
  static void find(const Matrix& H, const Symmetric& Q, const double* state, Value* number) {
    Matrix F = H;
    F.x.x += 1.0;
    F.y.y += 1.0;
    F.z.z += 1.0;
    const Matrix cofactor{cross(F.y, F.z), cross(F.z, F.x), cross(F.x, F.y)};
    const Value J = dot(F.x, cofactor.x);
    const Value square = J * J;
    const Symmetric B = pushed(cofactor, Q);  // J² B
    const Value spread = deviator(B) * (2.0 / 3.0);
    Value most = trace(B) / 3.0;
    for (int lane = 0; lane < kElementLanes; ++lane) most[lane] += __builtin_sqrt(spread[lane]);
    const Symmetric b = Base::left_stretch(F);
    number[kTraceOfB] = trace(B) / square;
    number[kLargestOfB] = most / square;
    number[kLeastVolume] = number[kMostVolume] = J;
    number[kLeastSquare] = number[kMostSquare] = trace(b);
    number[kDeviator] = deviator(b);
    number[kElastic] = Value{};
    if (state != nullptr) {
      const Value elastic = trace(b) + trace(pushed(F, load_symmetric(state)));
      number[kElastic] = elastic * elastic * elastic / square;
    }
  }

  template <int n>
  static void loop(const ElementPacks& packs, long pack, const Vec3* q, double* out) {
    constexpr long kGradients = 3L * (n - 1) * kWidth;
    constexpr double kHuge = __builtin_huge_val();
    const Value none{};
    const Symmetric Q = load_symmetric(packs.gradient_bound + pack * 7 * kWidth);
    Vector u[n - 1];
    Base::template load_differences<n>(packs.node + pack * n * kWidth, q, u);
    Value result[kStretchNumbers] = {};
    result[kLeastVolume] = result[kLeastSquare] = none + kHuge;
    Value number[kStretchNumbers];
    for (long point = packs.point_start[pack]; point < packs.point_start[pack + 1]; ++point) {
      const Value weight = Base::load(packs.weight + point * kWidth);
      const Matrix H =
          Base::template displacement_gradient<n>(packs.gradient + point * kGradients, u);
      const double* state =
          packs.state_size > 0 ? packs.state + point * packs.state_size * kWidth : nullptr;
      find(H, Q, state, number);
      result[kVolume] += weight * number[kMostVolume];
      result[kReference] += weight;
      for (const int k : {kLeastVolume, kLeastSquare}) {
        result[k] = smaller(result[k], weight == none ? result[k] : number[k]);
      }
      for (const int k : {kTraceOfB, kLargestOfB, kMostVolume, kMostSquare, kDeviator, kElastic}) {
        result[k] = larger(result[k], weight == none ? result[k] : number[k]);
      }
    }
    for (int k = 0; k < kStretchNumbers; ++k) Base::store(out + k * kWidth, result[k]);
  }

  static void terms(const ElementPacks& packs, int pack, const Vec3* q, double* out) {
    if (packs.node_count == 4) loop<4>(packs, pack, q, out);
    if (packs.node_count == 5) loop<5>(packs, pack, q, out);
    if (packs.node_count == 6) loop<6>(packs, pack, q, out);
    if (packs.node_count == 8) loop<8>(packs, pack, q, out);
  }
};

}  // namespace solfec::element_lanes

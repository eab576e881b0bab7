#pragma once

// The loops of LawKernels as templates over a law (material/bulk_law.h). They go through the points
// of one element after another, since most laws have branches of their own.
//
// 'LINEAR': forces Σ w P ∇N_a with P = ∂Ψ/∂F.
//
// 'MIXED': the law sees F̄ = (J̃ / J)^⅓ F with the mean J̃ = Σ w J / V of the element (Simo, Taylor
// and Pister (1985), Comput. Methods Appl. Mech. Eng. 51, 177-208, J̃ and the mean pressure
// taken out). With P̄ = ∂Ψ/∂F̄, p = ⅓ P̄ : F̄, its mean p̂ = Σ w p / V, G = F⁻ᵀ and s = ln J̃ the
// energy Σ w Ψ(F̄) has the forces of P = a P̄ + (p̂ J / J̃ - p) G, a = (J̃ / J)^⅓, and this
// stiffness:
//
//   K_ab = Σ w ∇N_a · [∂²Ψ/∂F² + p̂ J / J̃ (G_iJ G_kL - G_iL G_kJ)] ∇N_b
//          + m_a g_b + g_a m_b + c g_a g_b,    g_a = Σ w J G ∇N_a / (J̃ V),
//
// m_a = Σ w ∂²Ψ/∂F∂s ∇N_a, c = Σ w ∂p/∂s - V p̂, with derivatives of Ψ(F̄(F, s)).

#include <algorithm>
#include <array>
#include <cmath>

#include "base/count.h"
#include "body/finite_element/element_kernels.h"
#include "body/finite_element/law_points.h"
#include "material/bulk_law.h"

namespace solfec {

/// One function per loop of LawKernels.
template <typename Law>
struct LawLoops {
  static constexpr int kSize = Law::kStateSize;
  static constexpr int kNumbers = kSize > 0 ? kSize : 1;
  using State = std::array<double, kNumbers>;

  /// State of a point; numbers of the lanes of a pack lie side by side.
  static State load_state(const LanePoints& of, const double* state, int p) {
    return state_at(state, of.first + p, of.lane);
  }
  static State state_at(const double* state, int point, int lane) {
    State numbers{};
    for (int k = 0; k < kSize; ++k) {
      numbers[at(k)] = state[(long{point} * kSize + k) * kElementLanes + lane];
    }
    return numbers;
  }

  /// Calls f(point, P) for all points with weight; the forces of an element are Σ w P ∇N_a.
  template <typename Function>
  static void visit_stresses(const LanePoints& of, const Function& f) {
    if (of.is_empty()) return;
    if (of.packs.mixed) {
      visit_mixed_stresses(of, f);
      return;
    }
    for (int p = 0; p < of.count; ++p) {
      if (of.weight(p) == 0.0) continue;
      const State state = load_state(of, of.packs.state, p);
      f(p, Law::stress(of.gradient(p), of.parameters, state.data()));
    }
  }

  template <typename Function>
  static void visit_mixed_stresses(const LanePoints& of, const Function& f) {
    const MixedPoints points(of);
    double mean = 0.0;  // p̂
    std::array<double, 8> pressure{};
    std::array<Mat3, 8> P;
    for (int p = 0; p < of.count; ++p) {
      const Mat3& H = points[p].law;
      const State state = load_state(of, of.packs.state, p);
      P[at(p)] = Law::stress(H, of.parameters, state.data());
      pressure[at(p)] = double_dot(P[at(p)], identity() + H) / 3.0;
      mean += of.weight(p) * pressure[at(p)] / points.volume;
    }
    for (int p = 0; p < of.count; ++p) {
      const MixedPoint& point = points[p];
      const double share = mean * point.J / (1.0 + points.mean) - pressure[at(p)];
      f(p, point.factor * P[at(p)] + (share / point.J) * cofactor(identity() + point.H));
    }
  }

  static void force(const ElementPacks& packs, int begin, int end, const Vec3* q, double* out) {
    for (int pack = begin; pack < end; ++pack) {
      double* to = out + pack * 3L * packs.node_count * kElementLanes;
      for (int lane = 0; lane < kElementLanes; ++lane) {
        const LanePoints of(packs, pack, lane, q);
        std::array<Vec3, 8> f{};
        visit_stresses(of, [&](int p, const Mat3& P) { add_to_nodes(of, p, P, f); });
        store(of, f, to);
      }
    }
  }

  static void store(const LanePoints& of, const std::array<Vec3, 8>& f, double* to) {
    for (int a = 0; a < of.nodes; ++a) {
      for (int k = 0; k < 3; ++k) to[(a * 3L + k) * kElementLanes + of.lane] = f[at(a)][k];
    }
  }

  /// Block of nodes a <= b, or b < a, of the stiffness of one lane.
  static Mat3 block_of(const double* blocks, int nodes, int a, int b) {
    const double* from =
        blocks + (long{std::min(a, b)} * nodes + std::max(a, b)) * 9 * kElementLanes;
    Mat3 K;
    for (int k = 0; k < 9; ++k) K.m[k] = from[long{k} * kElementLanes];
    return K;
  }

  /// K v of one lane, v being the vector of its points.
  static std::array<Vec3, 8> product(const double* blocks, const LanePoints& of) {
    std::array<Vec3, 8> f{};
    for (int b = 0; b < of.nodes; ++b) {
      for (int a = 0; a < of.nodes; ++a) {
        const Mat3 K = block_of(blocks, of.nodes, a, b);
        f[at(a)] += a <= b ? K * of.u[at(b)] : transposed_times(K, of.u[at(b)]);
      }
    }
    return f;
  }

  /// K v with the stiffness of each element.
  static void force_change(const ElementPacks& packs, int begin, int end, const Vec3* q,
                           ForceDirection direction, double* out) {
    std::array<double, kStiffnessSize> blocks;
    for (int pack = begin; pack < end; ++pack) {
      stiffness(packs, pack, q, {.share = direction.share}, blocks.data());
      double* to = out + pack * 3L * packs.node_count * kElementLanes;
      for (int lane = 0; lane < kElementLanes; ++lane) {
        const LanePoints of(packs, pack, lane, direction.v);
        const std::array<Vec3, 8> f = product(blocks.data() + lane, of);
        store(of, f, to);
      }
    }
  }

  static void energy(const ElementPacks& packs, int begin, int end, const Vec3* q, double* out) {
    for (int pack = begin; pack < end; ++pack) {
      for (int lane = 0; lane < kElementLanes; ++lane) {
        const LanePoints of(packs, pack, lane, q);
        double sum = 0.0;
        visit_points(of, [&](int p, const Mat3& H) {
          const State state = load_state(of, packs.state, p);
          sum += of.weight(p) * Law::energy(H, of.parameters, state.data());
        });
        out[long{pack} * kElementLanes + lane] = sum;
      }
    }
  }

  static void store_state(const LanePoints& of, int p, const State& numbers, double* state) {
    double* to = state + long{of.first + p} * kSize * kElementLanes + of.lane;
    for (int k = 0; k < kSize; ++k) to[long{k} * kElementLanes] = numbers[at(k)];
  }

  /// Takes the states of one lane to its deformation.
  static void advance_lane(const LanePoints& of, double* state) {
    visit_points(of, [&](int p, const Mat3& H) {
      State numbers = load_state(of, state, p);
      Law::advance(H, of.parameters, numbers.data());
      store_state(of, p, numbers, state);
    });
  }

  static void advance(const ElementPacks& packs, int begin, int end, const Vec3* q, double* state) {
    if constexpr (kSize > 0) {
      for (int pack = begin; pack < end; ++pack) {
        for (int lane = 0; lane < kElementLanes; ++lane) {
          const LanePoints of(packs, pack, lane, q);
          advance_lane(of, state);
        }
      }
    }
  }

  static void plastic_work(const ElementPacks& packs, int begin, int end, double* out) {
    for (int slot = begin * kElementLanes; slot < end * kElementLanes; ++slot) out[slot] = 0.0;
    if constexpr (kSize > 0) {
      for (int slot = begin * kElementLanes; slot < end * kElementLanes; ++slot) {
        visit_states(packs, slot, [&](int /*p*/, double weight, const State& state) {
          const BulkParameters parameters = LanePoints::parameters_at(packs, slot);
          out[slot] += weight * Law::plastic_work(parameters, state.data());
        });
      }
    }
  }

  static void plastic_strains(const ElementPacks& packs, int pack, int lane, double* out) {
    if constexpr (kSize > 0) {
      visit_states(packs, pack * kElementLanes + lane,
                   [&](int p, double /*weight*/, const State& state) {
                     out[p] = state[at(Law::kPlasticStrain)];
                   });
    }
  }

  /// Calls f(point, weight, state) for the points with weight of the element in one slot.
  template <typename Function>
  static void visit_states(const ElementPacks& packs, int slot, const Function& f) {
    const int first = packs.point_start[slot / kElementLanes];
    const int count = packs.point_start[slot / kElementLanes + 1] - first;
    for (int p = 0; p < count; ++p) {
      const double weight = packs.weight[(first + p) * kElementLanes + slot % kElementLanes];
      if (weight == 0.0) continue;
      f(p, weight, state_at(packs.state, first + p, slot % kElementLanes));
    }
  }

  /// Calls f(point, H) with what the law sees at all points with weight.
  template <typename Function>
  static void visit_points(const LanePoints& of, const Function& f) {
    if (of.is_empty()) return;
    if (of.packs.mixed) {
      const MixedPoints points(of);
      for (int p = 0; p < of.count; ++p) f(p, points[p].law);
      return;
    }
    for (int p = 0; p < of.count; ++p) {
      if (of.weight(p) != 0.0) f(p, of.gradient(p));
    }
  }

  static void stiffness(const ElementPacks& packs, int pack, const Vec3* q,
                        GeometricStiffness geometric, double* out) {
    const int n = packs.node_count;
    std::fill_n(out, n * n * 9 * kElementLanes, 0.0);
    for (int lane = 0; lane < kElementLanes; ++lane) {
      const LanePoints of(packs, pack, lane, q);
      if (of.is_empty()) continue;
      LaneStiffness sum(of, out);
      if (packs.mixed) {
        add_mixed(of, geometric, sum);
        continue;
      }
      for (int p = 0; p < of.count; ++p) {
        if (of.weight(p) == 0.0) continue;
        const Mat3 H = of.gradient(p);
        const State state = load_state(of, packs.state, p);
        LawTangent tangent;
        Law::tangent(H, of.parameters, state.data(), packs.elastic, tangent);
        set_geometric(geometric, identity() + H, tangent);
        sum.add(p, tangent.change);
      }
    }
  }

  /// Derivatives of the energy of a point by F and s.
  struct MixedTangent {
    LawTangent second;  // ∂Ψ/∂F and ∂²Ψ/∂F²
    Mat3 slope;         // ∂²Ψ/∂F∂s = ∂p/∂F
    double pressure;    // p
    double change;      // ∂p/∂s

    /// F̄ changes with F by a (dF - ⅓ (G : dF) F) and with s by ⅓ F̄.
    MixedTangent(const MixedPoint& point, const Mat3& G, const LawTangent& law) {
      const Mat3 F = identity() + point.law;  // F̄
      const double a = point.factor;
      pressure = double_dot(law.stress, F) / 3.0;
      const Mat3 of_F = times(law.change, F);
      change = double_dot(of_F, F) / 9.0 + pressure / 3.0;
      second.stress = a * law.stress - pressure * G;
      slope = (a / 3.0) * (of_F + law.stress) - change * G;
      for (std::size_t k = 0; k < 81; ++k) second.change[k] = a * a * law.change[k];
      add_dyad(second.change, -a / 3.0, law.stress + of_F, G);
      add_dyad(second.change, -1.0, G, slope);
      add_crossed(second.change, pressure, G);
    }
  };

  static void add_mixed(const LanePoints& of, const GeometricStiffness& geometric,
                        LaneStiffness& sum) {
    const MixedPoints points(of);
    const double J = 1.0 + points.mean;
    std::array<LawTangent, 8> local;
    std::array<Vec3, 8> m{};
    std::array<Vec3, 8> g{};
    double mean = 0.0;
    double c = 0.0;
    for (int p = 0; p < of.count; ++p) {
      const MixedPoint& point = points[p];
      const State state = load_state(of, of.packs.state, p);
      LawTangent law;
      Law::tangent(point.law, of.parameters, state.data(), of.packs.elastic, law);
      const Mat3 C = cofactor(identity() + point.H);  // J G
      const MixedTangent tangent(point, (1.0 / point.J) * C, law);
      add_to_nodes(of, p, tangent.slope, m);
      add_to_nodes(of, p, (1.0 / (J * points.volume)) * C, g);
      mean += of.weight(p) * tangent.pressure / points.volume;
      c += of.weight(p) * tangent.change;
      local[at(p)] = tangent.second;
    }
    for (int p = 0; p < of.count; ++p) {
      const Mat3 F = identity() + points[p].H;
      const double volume = determinant(F);
      const Mat3 G = (1.0 / volume) * cofactor(F);
      const double share = mean * volume / J;
      local[at(p)].stress += share * G;
      add_dyad(local[at(p)].change, share, G, G);
      add_crossed(local[at(p)].change, -share, G);
      set_geometric(geometric, F, local[at(p)]);
      sum.add(p, local[at(p)].change);
    }
    sum.add_coupling(m, g, c - points.volume * mean);
  }

  static void stresses(const ElementPacks& packs, int pack, int lane, const Vec3* q, Mat3* P) {
    visit_stresses(LanePoints(packs, pack, lane, q), [P](int p, const Mat3& at) { P[p] = at; });
  }

  static constexpr LawKernels kTable{{force, force_change, energy, stiffness, nullptr},
                                     advance,
                                     stresses,
                                     plastic_work,
                                     plastic_strains};
};

}  // namespace solfec

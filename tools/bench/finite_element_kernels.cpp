// Loops over elements: forces, whole explicit steps, stiffness, critical step; 100 000 tetrahedra
// or hexahedra. Factorisation and co-rotational step of 10 368 and 101 250 tetrahedra.
#include <algorithm>
#include <random>
#include <vector>

#include <benchmark/benchmark.h>

#include "base/parallel_for.h"
#include "body/finite_element/corotation.h"
#include "body/finite_element/element_frequency.h"
#include "body/finite_element/projected_strain.h"
#include "body/finite_element/total_lagrangian.h"
#include "math/sparse_factor.h"
#include "support/block_mesh.h"

namespace solfec {
namespace {

struct Body {
  explicit Body(const Mesh& mesh, ElementFormulation element = ElementFormulation::linear) {
    const BulkMaterial material{"steel", BulkModel::kirchhoff, 2e11, 0.3, 7800.0};
    const std::vector<int> index(mesh.elements.size(), 0);
    fe = make_finite_element_mesh(mesh, std::span(&material, 1), index);
    set_formulation(mesh, element, fe);
    const std::size_t n = mesh.nodes.size();
    std::mt19937 rng(20260308);
    std::uniform_real_distribution<double> unit(-1.0, 1.0);
    u.assign(n, {});
    q.assign(n, {});
    f.assign(n, {});
    for (Vec3& v : q) v = {1e-5 * unit(rng), 1e-5 * unit(rng), 1e-5 * unit(rng)};
    for (Vec3& v : u) v = {unit(rng), unit(rng), unit(rng)};
  }

  FiniteElementMesh fe;
  ElementWorkspace workspace;
  std::vector<Vec3> q, u, f;
};

constexpr int kBending = 18;  // hexahedra 'BENDING', beside 4 tetrahedra and 8 linear hexahedra
constexpr int kMixed = 28;    // hexahedra 'MIXED'

Body& body_of(int kind) {
  if (kind == kBending || kind == kMixed) {
    static Body bending(test::hexahedra_block({1, 1, 1}, {50, 50, 40}),
                        ElementFormulation::bending);
    static Body mixed(test::hexahedra_block({1, 1, 1}, {50, 50, 40}), ElementFormulation::mixed);
    return kind == kBending ? bending : mixed;
  }
  static Body tetrahedra(test::tetrahedra_block({1, 1, 1}, {25, 25, 27}));  // 101 250, 18 928 nodes
  static Body hexahedra(test::hexahedra_block({1, 1, 1}, {50, 50, 40}));  // 100 000, 106 641 nodes
  return kind == 4 ? tetrahedra : hexahedra;
}

void internal_forces(benchmark::State& state) {
  Body& body = body_of(static_cast<int>(state.range(0)));
  set_thread_count(static_cast<int>(state.range(1)));
  for (auto _ : state) {
    internal_force(body.fe, body.q, body.workspace, body.f);
    benchmark::DoNotOptimize(body.f.data());
  }
  set_thread_count(1);
}

void force_changes(benchmark::State& state) {
  Body& body = body_of(static_cast<int>(state.range(0)));
  for (auto _ : state) {
    internal_force_change(body.fe, body.q, body.u, body.workspace, body.f);
    benchmark::DoNotOptimize(body.f.data());
  }
}

void energies(benchmark::State& state) {
  Body& body = body_of(static_cast<int>(state.range(0)));
  for (auto _ : state) {
    benchmark::DoNotOptimize(internal_energy(body.fe, body.q, body.workspace));
  }
}

/// Leap-frog step of DEF_EXP with gravity and both energies.
void explicit_step(benchmark::State& state) {
  Body& body = body_of(static_cast<int>(state.range(0)));
  constexpr double kStep = 1e-9;
  const Vec3 gravity{0, 0, -9.81};
  for (auto _ : state) {
    for (std::size_t i = 0; i < body.q.size(); ++i) body.q[i] += 0.5 * kStep * body.u[i];
    internal_force(body.fe, body.q, body.workspace, body.f);
    for (std::size_t i = 0; i < body.q.size(); ++i) {
      body.u[i] += kStep * (gravity - body.f[i] / body.fe.mass[i]);
      body.q[i] += 0.5 * kStep * body.u[i];
    }
    benchmark::DoNotOptimize(internal_energy(body.fe, body.q, body.workspace) +
                             kinetic_energy(body.fe, body.u));
  }
}

void stiffness(benchmark::State& state) {
  Body& body = body_of(static_cast<int>(state.range(0)));
  set_thread_count(static_cast<int>(state.range(1)));
  BlockCsr K;
  const StiffnessPlan plan = plan_stiffness(body.fe, K);
  for (auto _ : state) {
    assemble_stiffness(body.fe, plan, body.q, K);
    benchmark::DoNotOptimize(K.block.data());
  }
  set_thread_count(1);
}

void critical_steps(benchmark::State& state) {
  Body& body = body_of(static_cast<int>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(critical_step(body.fe, body.q));
}

constexpr double kImplicitStep = 1e-3;  // s

/// Order and analysis (argument 2: 0) or factorisation by 1, 2, .. threads of A = M + ¼h² K.
void factorisation(benchmark::State& state) {
  const int n = static_cast<int>(state.range(0));
  const Body body(test::tetrahedra_block({1, 1, 1}, {n, n, n == 25 ? 27 : n}));
  BlockCsr K;
  const StiffnessPlan plan = plan_stiffness(body.fe, K);
  assemble_stiffness(body.fe, plan, std::vector<Vec3>(body.q.size()), K);
  SparseFactor factor;
  factor.analyse(K);
  const int threads = static_cast<int>(state.range(1));
  set_thread_count(std::max(1, threads));
  for (auto _ : state) {
    if (threads == 0) {
      factor.analyse(K);
    } else {
      factor.factor(body.fe.mass, 0.25 * kImplicitStep * kImplicitStep, K);
    }
  }
  set_thread_count(1);
}

/// Rotation twice, force, free velocity: one triangular solve each way.
void corotational_step(benchmark::State& state) {
  const int n = static_cast<int>(state.range(0));
  const Mesh mesh = test::tetrahedra_block({1, 1, 1}, {n, n, n == 25 ? 27 : n});
  Body body(mesh);
  const SurfaceIntegrals surface = surface_integrals(mesh);
  BlockCsr K;
  const StiffnessPlan plan = plan_stiffness(body.fe, K);
  assemble_stiffness(body.fe, plan, std::vector<Vec3>(body.q.size()), K);
  SparseFactor factor;
  factor.analyse(K);
  factor.factor(body.fe.mass, 0.25 * kImplicitStep * kImplicitStep, K);
  std::vector<Vec3> d(body.q.size());
  Mat3 R = identity();
  for (auto _ : state) {
    R = corotation(body.fe, surface, body.q, R).rotation;
    corotated_force(body.fe, K, R, body.q, d, body.f);
    for (Vec3& f : body.f) f = transposed_times(R, f);
    factor.solve(body.f, body.f);
    for (Vec3& f : body.f) f = R * f;
    R = corotation(body.fe, surface, body.q, R).rotation;
    benchmark::DoNotOptimize(body.f.data());
  }
}

BENCHMARK(internal_forces)
    ->ArgsProduct({{4, 8, kBending, kMixed}, {1, 2}})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(force_changes)->Arg(4)->Arg(8)->Arg(kBending)->Arg(kMixed)->Unit(benchmark::kMillisecond);
BENCHMARK(energies)->Arg(4)->Arg(8)->Arg(kBending)->Arg(kMixed)->Unit(benchmark::kMillisecond);
BENCHMARK(explicit_step)->Arg(4)->Arg(8)->Arg(kBending)->Arg(kMixed)->Unit(benchmark::kMillisecond);
BENCHMARK(stiffness)
    ->ArgsProduct({{4, 8, kBending, kMixed}, {1, 2}})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(critical_steps)->Arg(4)->Arg(8)->Unit(benchmark::kMillisecond);
BENCHMARK(factorisation)
    ->ArgsProduct({{12, 25}, {0, 1, 2}})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(corotational_step)->Arg(12)->Arg(25)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace solfec

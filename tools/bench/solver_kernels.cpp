// Times of the kernels of Gauss-Seidel: one-contact solvers and sweeps with both operators over a
// brick wall and a sphere packing. Times per contact are the counter "per_contact".
#include <random>
#include <vector>

#include <benchmark/benchmark.h>

#include "local_dynamics/block_csr_operator.h"
#include "solver/measure/merit.h"
#include "solver/measure/natural_residual.h"
#include "solver/one_contact/de_saxce_feng.h"
#include "solver/one_contact/exact_contact.h"
#include "solver/one_contact/projected_gradient.h"
#include "solver/one_contact/semismooth_newton.h"
#include "solver/row/sweep.h"
#include "solver/scene.h"

namespace solfec {
namespace {

constexpr int kWarmSweeps = 20;  // brings reactions and slips near the solution

struct RandomContacts {
  std::vector<ContactBlock> block;
  std::vector<OneContact> contact;
  std::vector<double> slip;
};

RandomContacts random_contacts(double friction) {
  std::mt19937 rng(7);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  RandomContacts set;
  for (int k = 0; k < 1024; ++k) {
    Mat3 root;
    for (double& entry : root.m) entry = unit(rng);
    OneContact contact;
    contact.W = root * transpose(root) + 0.5 * identity();
    contact.b = {unit(rng), unit(rng), unit(rng)};
    contact.friction = friction;
    set.block.push_back(make_contact_block(contact.W));
    set.contact.push_back(contact);
    set.slip.push_back(0.0);
  }
  return set;
}

void report_per_contact(benchmark::State& state, std::size_t contacts) {
  state.counters["contacts"] = static_cast<double>(contacts);
  state.counters["per_contact"] = benchmark::Counter(
      static_cast<double>(contacts),
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void exact(benchmark::State& state) {
  RandomContacts set = random_contacts(0.5);
  while (state.KeepRunning()) {
    for (std::size_t k = 0; k < set.block.size(); ++k) {
      benchmark::DoNotOptimize(
          solve_exact_contact(set.block[k], 0.5, set.contact[k].b, set.slip[k]));
    }
  }
  report_per_contact(state, set.block.size());
}

void prepare_block(benchmark::State& state) {
  const RandomContacts set = random_contacts(0.5);
  while (state.KeepRunning()) {
    for (const OneContact& contact : set.contact) {
      benchmark::DoNotOptimize(make_contact_block(contact.W));
    }
  }
  report_per_contact(state, set.block.size());
}

template <OneContactStatus (*solve)(const OneContact&, const OneContactParams&, Vec3&)>
void iterative(benchmark::State& state) {
  const RandomContacts set = random_contacts(0.5);
  while (state.KeepRunning()) {
    for (const OneContact& contact : set.contact) {
      Vec3 r;
      benchmark::DoNotOptimize(solve(contact, {}, r));
      benchmark::DoNotOptimize(r);
    }
  }
  report_per_contact(state, set.block.size());
}

Scene make_scene(int kind, int size) {
  return kind == 0 ? brick_wall(size, size, 0.6) : sphere_packing(size, 0.3);
}

template <typename Operator>
void run_sweeps(benchmark::State& state, const LocalDynamics& problem, Operator& W) {
  std::vector<Vec3> R(problem.law.size());
  std::vector<SweepRow> rows;
  prepare_sweep(problem, SweptRows::all, R, rows);
  W.reset(R);
  SweepTally tally;
  for (int k = 0; k < kWarmSweeps; ++k) sweep_rows(problem, W, std::span(rows), {}, R, tally);
  while (state.KeepRunning()) {
    sweep_rows(problem, W, std::span(rows), {}, R, tally);
    benchmark::DoNotOptimize(tally);
  }
  report_per_contact(state, R.size());
}

void sweep_body_space(benchmark::State& state) {
  Scene scene = make_scene(static_cast<int>(state.range(0)), static_cast<int>(state.range(1)));
  BodyVelocities W(scene.problem().body_space);
  run_sweeps(state, scene.problem(), W);
}

void sweep_block_csr(benchmark::State& state) {
  Scene scene = make_scene(static_cast<int>(state.range(0)), static_cast<int>(state.range(1)));
  BlockCsr blocks;
  assemble_block_csr(scene.problem().body_space, blocks);
  BlockCsrOperator W(std::move(blocks));
  run_sweeps(state, scene.problem(), W);
}

void prepare(benchmark::State& state) {
  Scene scene = make_scene(static_cast<int>(state.range(0)), static_cast<int>(state.range(1)));
  std::vector<Vec3> R(scene.problem().law.size());
  std::vector<SweepRow> rows;
  while (state.KeepRunning()) {
    benchmark::DoNotOptimize(prepare_sweep(scene.problem(), SweptRows::all, R, rows));
  }
  report_per_contact(state, R.size());
}

void evaluate_merit(benchmark::State& state) {
  Scene scene = make_scene(static_cast<int>(state.range(0)), static_cast<int>(state.range(1)));
  LocalDynamics& problem = scene.problem();
  const std::vector<Vec3> R(problem.law.size(), Vec3{0, 0, 1});
  std::vector<Vec3> U(R.size());
  BodyVelocities velocities(problem.body_space);
  while (state.KeepRunning()) {
    update_velocities(problem, velocities, R, U);
    benchmark::DoNotOptimize(merit(problem, R, U, {}));
  }
  report_per_contact(state, R.size());
}

void evaluate_residual(benchmark::State& state) {
  Scene scene = make_scene(static_cast<int>(state.range(0)), static_cast<int>(state.range(1)));
  LocalDynamics& problem = scene.problem();
  const std::vector<Vec3> R(problem.law.size(), Vec3{0, 0, 1});
  std::vector<Vec3> U(R.size());
  BodyVelocities velocities(problem.body_space);
  update_velocities(problem, velocities, R, U);
  while (state.KeepRunning()) {
    int worst = 0;
    benchmark::DoNotOptimize(natural_residual(problem, R, U, &worst));
  }
  report_per_contact(state, R.size());
}

// First argument: 0 wall, 1 spheres; second: bricks or cells per side.
void scenes(benchmark::internal::Benchmark* bench) {
  bench->Args({0, 10})->Args({0, 20})->Args({0, 55})->Args({1, 5})->Args({1, 12});
}

BENCHMARK(exact);
BENCHMARK(prepare_block);
BENCHMARK_TEMPLATE(iterative, solve_semismooth_newton);
BENCHMARK_TEMPLATE(iterative, solve_projected_gradient);
BENCHMARK_TEMPLATE(iterative, solve_de_saxce_feng);
BENCHMARK(sweep_body_space)->Apply(scenes);
BENCHMARK(sweep_block_csr)->Apply(scenes);
BENCHMARK(prepare)->Args({0, 20});
BENCHMARK(evaluate_merit)->Args({0, 20});
BENCHMARK(evaluate_residual)->Args({0, 20});

}  // namespace
}  // namespace solfec

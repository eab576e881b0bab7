// Speed of this machine, printed beside every benchmark: GB/s of a STREAM triad on one core
// (McCalpin (1995), IEEE TCCA Newsletter) and ns per contact of a block-CSR Gauss-Seidel sweep with
// exact local solves over a brick wall. Prints two lines "name value".
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <vector>

#include "local_dynamics/block_csr_operator.h"
#include "solver/row/sweep.h"
#include "solver/scene.h"

namespace solfec {
namespace {

constexpr int kRepetitions = 7;                 // the best counts
constexpr std::size_t kTriad = 16 * (1 << 20);  // doubles per array, well beyond the caches
constexpr int kWall = 10;                       // courses, and bricks per course
constexpr int kSweeps = 200;

/// CPU seconds of the fastest repetition.
template <typename Work>
double best_seconds(const Work& work) {
  double best = 1e300;
  for (int k = 0; k < kRepetitions; ++k) {
    const std::clock_t start = std::clock();  // CPU time: others may use the machine too
    work();
    best = std::min(best, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
  }
  return best;
}

double triad_rate() {
  std::vector<double> a(kTriad);
  const std::vector<double> b(kTriad, 1.0);
  const std::vector<double> c(kTriad, 2.0);
  const double seconds = best_seconds([&] {
    for (std::size_t i = 0; i < kTriad; ++i) a[i] = b[i] + 3.0 * c[i];
  });
  return 3.0 * 8.0 * static_cast<double>(kTriad) / seconds * 1e-9;
}

double sweep_time() {
  Scene scene = brick_wall(kWall, kWall, 0.6);
  LocalDynamics& problem = scene.problem();
  BlockCsr blocks;
  assemble_block_csr(problem.body_space, blocks);
  BlockCsrOperator W(std::move(blocks));
  std::vector<Vec3> R(problem.law.size());
  std::vector<SweepRow> rows;
  prepare_sweep(problem, SweptRows::all, R, rows);
  W.reset(R);
  SweepTally tally;
  const double seconds = best_seconds([&] {
    for (int k = 0; k < kSweeps; ++k) sweep_rows(problem, W, std::span(rows), {}, R, tally);
  });
  return 1e9 * seconds / kSweeps / static_cast<double>(R.size());
}

}  // namespace
}  // namespace solfec

int main() {
  std::printf("triad_gb_per_s %.3g\n", solfec::triad_rate());
  std::printf("block_csr_sweep_ns %.3g\n", solfec::sweep_time());
  return 0;
}

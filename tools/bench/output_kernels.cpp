// Time of writing one result frame and of reading one back, for piles of balls with their contacts;
// frames go to the folder for temporary files. Counter per_item: seconds per body.
#include <filesystem>
#include <unistd.h>
#include <utility>

#include <benchmark/benchmark.h>

#include "domain/domain.h"
#include "output/result_reader.h"
#include "output/result_writer.h"

namespace solfec {
namespace {

namespace fs = std::filesystem;

constexpr double kTolerance = 1e-4;  // m
constexpr double kRadius = 0.5;      // m
constexpr double kStep = 1e-3;       // s

/// side x side columns of four balls on a floor, after one step: every ball touches the ones below
/// and above it.
Domain pile(int side) {
  Domain domain(Analysis::dynamic, kTolerance);
  const int stone =
      domain.define_bulk_material({"stone", BulkModel::kirchhoff, 1e9, 0.2, 1000.0}).first;
  for (int k = 0; k < 4 * side * side; ++k) {
    BodyDefinition ball;
    ball.kind = k < side * side ? BodyKind::obstacle : BodyKind::rigid;
    const Vec3 place{2.0 * (k % side), 2.0 * (k / side % side), 2.0 * kRadius * (k / side / side)};
    ball.shape.spheres.push_back({place, kRadius, 1, 1});
    ball.material = stone;
    domain.add_body(std::move(ball));
  }
  domain.loads.gravity[2].constant = -10.0;
  GaussSeidelSolver solver({});
  (void)domain.step(solver, kStep);
  return domain;
}

/// Scratch folder of this process, removed at the end.
class Scratch {
 public:
  Scratch() : path_(fs::temp_directory_path() / ("solfec-bench-" + std::to_string(getpid()))) {
    fs::remove_all(path_);
  }
  ~Scratch() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  [[nodiscard]] std::string path() const { return path_.string(); }

 private:
  fs::path path_;
};

void count_items(benchmark::State& state, const Domain& domain) {
  const auto bodies = static_cast<double>(domain.bodies.count());
  state.counters["bodies"] = bodies;
  state.counters["contacts"] = domain.contact_count();
  state.counters["per_item"] = benchmark::Counter(
      bodies, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void write_frame(benchmark::State& state, bool compressed) {
  Domain domain = pile(static_cast<int>(state.range(0)));
  const Scratch scratch;
  ResultWriter writer(scratch.path());
  writer.set_compression(compressed);
  StepSummary summary;
  summary.step = kStep;
  domain.set_time(0.0);
  writer.write(domain, summary, domain.timers);
  int frame = 0;
  for (auto _ : state) {
    domain.set_time(kStep * ++frame);
    writer.write(domain, summary, domain.timers);
  }
  count_items(state, domain);
}
BENCHMARK_CAPTURE(write_frame, plain, false)->Arg(4)->Arg(16)->Arg(50)->Iterations(50);
BENCHMARK_CAPTURE(write_frame, compressed, true)->Arg(16)->Iterations(50);

void read_frame(benchmark::State& state) {
  Domain domain = pile(static_cast<int>(state.range(0)));
  const Scratch scratch;
  {
    ResultWriter writer(scratch.path());
    StepSummary summary;
    summary.step = kStep;
    for (int k = 0; k < 2; ++k) {
      domain.set_time(kStep * k);
      writer.write(domain, summary, domain.timers);
    }
  }
  ResultReader reader(scratch.path());
  Frame frame;
  for (auto _ : state) {
    reader.load(1, frame);
    benchmark::DoNotOptimize(frame.bodies.numbers.data());
  }
  count_items(state, domain);
}
BENCHMARK(read_frame)->Arg(4)->Arg(16)->Arg(50);

}  // namespace
}  // namespace solfec

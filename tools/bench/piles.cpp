// One step of a pile of spheres that do not turn, with friction without dilation, by interior
// points with several linear solvers and by projected Gauss-Jacobi: tools/bench/piles runs it.
//
//   bench_piles FILE problem                    sizes of the problem
//   bench_piles FILE gauss-jacobi ERROR SWEEPS  errors over sweeps
//   bench_piles FILE METHOD ERROR               errors over iterations of the interior point;
//                                               METHOD: cg, bicgstab, gmres, rows-cg, factor
//   bench_piles FILE alpha                      Krylov iterations of one system over barriers
//   bench_piles FILE matrix ALPHA               entries of the matrix over bodies at this barrier
//
// FILE holds: step mu gravity cut, then planes (nx ny nz offset) after their number, then spheres
// (x y z radius) after theirs. Lines of numbers go to standard output.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "local_dynamics/body_velocities.h"
#include "solver/interior_point/cone_iterates.h"
#include "solver/jacobi/gauss_jacobi.h"
#include "solver/krylov_direction.h"
#include "solver/measure/cone_error.h"
#include "solver/measure/natural_residual.h"
#include "solver/newton/body_space_newton.h"
#include "solver/row/sweep.h"
#include "solver/scene.h"

namespace {

using namespace solfec;

constexpr double kDensity = 2500.0;  // kg/m³

struct Plane {
  Vec3 normal;  // into the space of the spheres
  double offset{};
};

struct Ball {
  Vec3 center;
  double radius{};
};

struct Pile {
  double step{};  // s
  double friction{};
  double gravity{};  // m/s²
  double cut{};      // gap of a candidate over the mean radius at most
  std::vector<Plane> planes;
  std::vector<Ball> balls;
};

Pile read_pile(const char* path) {
  std::ifstream in(path);
  Pile pile;
  std::size_t n = 0;
  in >> pile.step >> pile.friction >> pile.gravity >> pile.cut >> n;
  pile.planes.resize(n);
  for (Plane& plane : pile.planes) {
    in >> plane.normal.x >> plane.normal.y >> plane.normal.z >> plane.offset;
  }
  in >> n;
  pile.balls.resize(n);
  for (Ball& ball : pile.balls)
    in >> ball.center.x >> ball.center.y >> ball.center.z >> ball.radius;
  if (!in) {
    std::fprintf(stderr, "bench_piles: %s is no pile\n", path);
    std::exit(1);
  }
  return pile;
}

/// All candidates in the order of their spheres. A gap g lets the contact close with g / h.
LocalDynamics problem_of(const Pile& pile) {
  Scene scene(pile.step, {0.0, 0.0, -pile.gravity});
  double mean_radius = 0.0;
  for (const Ball& ball : pile.balls) {
    scene.add_sphere(kDensity, ball.radius, ball.center);
    mean_radius += ball.radius / static_cast<double>(pile.balls.size());
  }
  const double most = pile.cut * mean_radius;
  const int n = static_cast<int>(pile.balls.size());
  for (int a = 0; a < n; ++a) {
    const Ball& one = pile.balls[static_cast<std::size_t>(a)];
    for (const Plane& plane : pile.planes) {
      const double gap = dot(plane.normal, one.center) - plane.offset - one.radius;
      if (gap > most) continue;
      const Vec3 point = one.center - one.radius * plane.normal;
      scene.add_contact(a, kGround, point, plane.normal, pile.friction).velocity_shift =
          gap / pile.step;
    }
    for (int b = a + 1; b < n; ++b) {
      const Ball& other = pile.balls[static_cast<std::size_t>(b)];
      const Vec3 way = one.center - other.center;
      const double gap = norm(way) - one.radius - other.radius;
      if (gap > most) continue;
      const Vec3 normal = way / norm(way);
      scene.add_contact(a, b, one.center - one.radius * normal, normal, pile.friction)
          .velocity_shift = gap / pile.step;
    }
  }
  LocalDynamics problem = scene.finish();
  for (int i = 0; i < problem.size(); ++i) {  // as BODY.disable_rotation does
    problem.body_space.row(i).master_arm = {};
    problem.body_space.row(i).slave_arm = {};
    problem.W_diagonal[static_cast<std::size_t>(i)] = problem.body_space.diagonal(i);
  }
  return problem;
}

/// CPU time of the process.
class Clock {
 public:
  void resume() { start_ = std::clock(); }
  void pause() { seconds_ += static_cast<double>(std::clock() - start_) / CLOCKS_PER_SEC; }
  [[nodiscard]] double seconds() const { return seconds_; }

 private:
  std::clock_t start_{};
  double seconds_ = 0.0;
};

/// "sweeps error seconds" after ever more sweeps.
void run_gauss_jacobi(const LocalDynamics& problem, double wanted, int most) {
  std::vector<Vec3> R(static_cast<std::size_t>(problem.size()));
  std::vector<Vec3> U(R.size());
  Clock clock;
  clock.resume();
  GaussJacobi jacobi(problem, nullptr, FrictionLaw::convex);
  jacobi.update(R, U);
  clock.pause();
  int next = 1;
  for (int sweep = 1; sweep <= most; ++sweep) {
    clock.resume();
    jacobi.sweep(R, U);
    clock.pause();
    if (sweep < next) continue;
    next = sweep + std::max(1, sweep / 50);
    const double error = cone_error(problem, R, U);
    std::printf("%d %.6e %.4f\n", sweep, error, clock.seconds());
    if (error <= wanted) break;
  }
}

/// The barrier m as a velocity over the largest one that a reaction takes, squared: α without unit.
double alpha_of(const LocalDynamics& problem, const ConeIterates& iterates) {
  double largest = 0.0;
  for (int i = 0; i < problem.size(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    largest =
        std::fmax(largest, trace(problem.W_diagonal[at]) / 3.0 * norm(iterates.reactions()[at]));
  }
  return iterates.barrier() * mean_inverse_mass(problem) / (largest * largest);
}

std::unique_ptr<NewtonDirection> direction_of(const std::string& name, const LocalDynamics& problem,
                                              BodyFactor& factor) {
  KrylovParams params;
  if (name == "factor") return std::make_unique<BodySpaceNewton>(problem, factor);
  if (name == "rows-cg") return std::make_unique<KrylovOfRows>(problem, nullptr, params);
  if (name == "bicgstab") params.method = KrylovMethod::bicgstab;
  if (name == "gmres") params.method = KrylovMethod::gmres;
  return std::make_unique<KrylovOfBodies>(problem, params);
}

const KrylovTally* tally_of(const NewtonDirection& direction) {
  if (const auto* bodies = dynamic_cast<const KrylovOfBodies*>(&direction)) return &bodies->tally();
  if (const auto* rows = dynamic_cast<const KrylovOfRows*>(&direction)) return &rows->tally();
  return nullptr;
}

/// Conjugate gradients that also look at each matrix in another way.
class WatchedDirection final : public NewtonDirection {
 public:
  using Watch = std::function<void(std::span<const RowLinearisation>)>;

  WatchedDirection(const LocalDynamics& problem, Watch watch)
      : solver_(problem, {}), watch_(std::move(watch)) {}

  bool compute(std::span<const Vec3> R, std::span<const Vec3> U, std::span<Vec3> dR) override {
    return solver_.compute(R, U, dR);
  }
  bool step(std::span<const RowLinearisation> rows, std::span<Vec3> dR) override {
    watch_(rows);
    return solver_.step(rows, dR);
  }
  bool again(std::span<const RowLinearisation> rows, std::span<Vec3> dR) override {
    return solver_.again(rows, dR);
  }
  void allow_error(double velocity) override { solver_.allow_error(velocity); }
  bool is_complete() override { return solver_.is_complete(); }
  double cost_in_sweeps() override { return solver_.cost_in_sweeps(); }

 private:
  KrylovOfBodies solver_;
  Watch watch_;
};

/// Goes down to barriers below `least` and lets `look(rows, α)` see each matrix.
void watch_matrices(const LocalDynamics& problem, double least,
                    const std::function<bool(std::span<const RowLinearisation>, double)>& look) {
  constexpr double kFarStart = 10.0;  // over the start of a solution
  std::vector<Vec3> R(static_cast<std::size_t>(problem.size()));
  std::vector<Vec3> U(R.size());
  double alpha = 0.0;
  bool goes_on = true;
  WatchedDirection direction(problem, [&](std::span<const RowLinearisation> rows) {
    if (alpha > 0.0) goes_on = look(rows, alpha);
  });
  ConeIterates iterates(problem, nullptr, direction, kSystemsOfKrylov, R, U);
  iterates.leave_slip_out();
  iterates.start(kFarStart * iterates.free_error(natural_violation(problem, R, U)));
  do {
    alpha = alpha_of(problem, iterates);
  } while (iterates.step() && goes_on && alpha > least);
}

/// "alpha cg bicgstab gmres": iterations of one linear system to a residual of 1e-6.
void run_alpha(const LocalDynamics& problem) {
  constexpr double kReduction = 1e-6;
  watch_matrices(problem, 1e-7, [&](std::span<const RowLinearisation> rows, double alpha) {
    std::printf("%.3e", alpha);
    for (const KrylovMethod method :
         {KrylovMethod::conjugate_gradient, KrylovMethod::bicgstab, KrylovMethod::gmres}) {
      KrylovParams params;
      params.method = method;
      params.reduction = kReduction;
      KrylovOfBodies direction(problem, params);
      std::vector<Vec3> dR(rows.size());
      (void)direction.step(rows, dR);
      std::printf(" %d", direction.tally().iterations.front());
    }
    std::printf("\n");
    return true;
  });
}

/// "row column entry" of the matrix over linear velocities at the first barrier below a given one.
void print_matrix(const LocalDynamics& problem, double wanted) {
  watch_matrices(problem, 0.0, [&](std::span<const RowLinearisation> rows, double alpha) {
    if (alpha > wanted) return true;
    KrylovParams params;
    params.most_products = 1;
    KrylovOfBodies direction(problem, params);
    std::vector<Vec3> dR(rows.size());
    (void)direction.step(rows, dR);
    std::vector<Vec3> x(direction.size());
    std::vector<Vec3> y(direction.size());
    const std::size_t n = 3 * direction.size() / 2;
    for (std::size_t column = 0; column < n; ++column) {
      double& entry = x[2 * (column / 3) + 1][static_cast<int>(column % 3)];
      entry = 1.0;
      direction.multiply(x, y);
      entry = 0.0;
      for (std::size_t row = 0; row < n; ++row) {
        const double value = y[2 * (row / 3) + 1][static_cast<int>(row % 3)];
        if (value != 0.0) std::printf("%zu %zu %.17g\n", row, column, value);
      }
    }
    return false;
  });
}

/// "iteration error alpha Krylov-iterations products missed seconds" of each interior point step.
void run_interior_point(const LocalDynamics& problem, const std::string& method, double wanted) {
  std::vector<Vec3> R(static_cast<std::size_t>(problem.size()));
  std::vector<Vec3> U(R.size());
  Clock clock;
  clock.resume();
  BodyFactor factor;
  const std::unique_ptr<NewtonDirection> direction = direction_of(method, problem, factor);
  const ConeSystems systems = method == "factor" ? ConeSystems{} : kSystemsOfKrylov;
  ConeIterates iterates(problem, nullptr, *direction, systems, R, U);
  iterates.leave_slip_out();
  const NaturalViolation map = natural_violation(problem, R, U);
  iterates.start(iterates.free_error(map));
  clock.pause();
  constexpr int kMostSteps = 200;
  for (int k = 1; k <= kMostSteps; ++k) {
    const double alpha = alpha_of(problem, iterates);
    clock.resume();
    const bool led_on = iterates.step();
    clock.pause();
    if (!led_on) break;
    const double error = cone_error(problem, R, U);
    const KrylovTally* tally = tally_of(*direction);
    int total = 0;
    if (tally != nullptr) {
      for (const int one : tally->iterations) total += one;
    }
    std::printf("%d %.6e %.3e %d %d %d %.4f\n", k, error, alpha, total,
                tally != nullptr ? tally->products : 0, tally != nullptr ? tally->missed : 0,
                clock.seconds());
    if (error <= wanted) break;
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: bench_piles FILE METHOD [ERROR [REDUCTION or SWEEPS]]\n");
    return 64;
  }
  const Pile pile = read_pile(argv[1]);
  const LocalDynamics problem = problem_of(pile);
  const std::string method = argv[2];
  const double wanted = argc > 3 ? std::atof(argv[3]) : 5e-4;
  if (method == "problem") {
    std::printf("%zu %d %d\n", pile.balls.size(), problem.size(), 3 * problem.size());
  } else if (method == "gauss-jacobi") {
    run_gauss_jacobi(problem, wanted, argc > 4 ? std::atoi(argv[4]) : 100000);
  } else if (method == "alpha") {
    run_alpha(problem);
  } else if (method == "matrix") {
    print_matrix(problem, wanted);
  } else {
    run_interior_point(problem, method, wanted);
  }
  return 0;
}

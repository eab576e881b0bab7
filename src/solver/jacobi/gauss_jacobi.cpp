#include "solver/jacobi/gauss_jacobi.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/check.h"
#include "base/count.h"
#include "math/eigenvalue_bound.h"
#include "solver/law/row_quantities.h"
#include "solver/measure/natural_residual.h"
#include "solver/measure/row_residual.h"
#include "solver/one_contact/friction_cone.h"
#include "solver/row/row_reaction.h"

namespace solfec {

GaussJacobi::GaussJacobi(const LocalDynamics& problem, BlockCsrOperator* blocks,
                         FrictionLaw friction, double relaxation)
    : problem_(problem), friction_(friction) {
  SOLFEC_ASSERT(relaxation > 0.0 && relaxation < 1.0);
  W_.start(problem, blocks);
  mobility_.resize(at(problem.size()));
  for (std::size_t i = 0; i < mobility_.size(); ++i) {
    const Mat3& block = problem.W_diagonal[i];
    mobility_[i] = stays_at_rest(problem.law[i], block) ? 0.0 : trace(block) / 3.0;
  }
  find_step(relaxation);
}

void GaussJacobi::update(std::span<const Vec3> R, std::span<Vec3> U) { W_.update(R, U); }

/// ω from a bound of ρ.
void GaussJacobi::find_step(double relaxation) {
  constexpr double kExcess = 0.1;  // of the bound over ρ at most
  const std::size_t n = mobility_.size();
  if (n == 0) return;
  std::vector<Vec3> R(n);
  std::vector<Vec3> U(n);
  const auto root = [&](std::size_t i) {
    return mobility_[i] > 0.0 ? 1.0 / std::sqrt(mobility_[i]) : 0.0;
  };
  const LinearMap scaled = [&](std::span<const double> x, std::span<double> y) {
    for (std::size_t i = 0; i < n; ++i) R[i] = root(i) * Vec3{x[3 * i], x[3 * i + 1], x[3 * i + 2]};
    W_.multiply(R, U);
    for (std::size_t i = 0; i < n; ++i) {
      const Vec3 product = root(i) * U[i];
      for (int c = 0; c < 3; ++c) y[3 * i + at(c)] = product[c];
    }
  };
  const EigenvalueBound bound = bound_largest_eigenvalue(3 * static_cast<int>(n), scaled, kExcess);
  products_ = bound.steps;
  step_ = bound.value > 0.0 ? 2.0 * relaxation / bound.value : 0.0;
}

/// The reaction of a row after the sweep.
Vec3 GaussJacobi::moved(int i, Vec3 R, Vec3 U) const {
  const RowLaw& law = problem_.law[at(i)];
  const double mobility = mobility_[at(i)] / step_;
  const Vec3 cohesion{0.0, 0.0, law.cohesion};
  if (friction_ == FrictionLaw::convex && is_signorini(law.kind)) {
    const Vec3 r = shifted_reaction(law, R) - shifted_velocity(law, U) / mobility;
    return project_on_friction_cone(r, law.friction) - cohesion;
  }
  const Vec3 next = R - natural_row_residual(problem_, i, mobility, R, U) / mobility;
  if (!is_signorini(law.kind)) return next;
  return project_on_friction_cone(next + cohesion, law.friction) - cohesion;  // but for rounding
}

void GaussJacobi::sweep(std::span<Vec3> R, std::span<Vec3> U) {
  if (!(step_ > 0.0)) return;
  for (std::size_t i = 0; i < R.size(); ++i) {
    R[i] = mobility_[i] > 0.0 ? moved(static_cast<int>(i), R[i], U[i]) : Vec3{};
  }
  update(R, U);
}

SolveReport solve_gauss_jacobi(const LocalDynamics& problem, BlockCsrOperator* blocks,
                               const Criteria& criteria, int most_sweeps, std::span<Vec3> R,
                               std::span<Vec3> U) {
  GaussJacobi jacobi(problem, blocks, FrictionLaw::exact);
  SolveReport report;
  report.status = SolveStatus::diverged;
  jacobi.update(R, U);
  std::vector<Vec3> best;
  double least = std::numeric_limits<double>::infinity();  // e of them
  int next_look = 1;
  while (report.iterations < most_sweeps && report.status != SolveStatus::ok) {
    jacobi.sweep(R, U);
    ++report.iterations;
    if (report.iterations < std::min(next_look, most_sweeps)) continue;
    next_look = report.iterations + std::max(1, report.iterations / 5);
    const NaturalViolation map = natural_violation(problem, R, U);
    report.residual_history.push_back({report.iterations, map.natural()});
    const bool met = criteria.missed(0.0, map, 0.0) == Miss::nothing;
    if (met) report.status = SolveStatus::ok;
    if (met || map.natural() < least || best.empty()) {
      least = map.natural();
      best.assign(R.begin(), R.end());
    }
    if (!std::isfinite(map.violation)) break;
  }
  if (!best.empty()) std::copy(best.begin(), best.end(), R.begin());
  jacobi.update(R, U);
  return report;
}

}  // namespace solfec

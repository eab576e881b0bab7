#include "run/watch/spring_step.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/cat.h"
#include "base/check.h"
#include "base/count.h"
#include "run/report/body_text.h"
#include "solver/law/spring_law.h"

namespace solfec {

namespace {

constexpr double kStable = 4.0;  // λmax of an explicit step
constexpr int kIterations = 40;  // of the power method: the eigenvalue to a few parts in a hundred
constexpr double kGoldenShare = 0.6180339887498949;

/// Numbers in [0.5, 1.5) that have no pattern: no motion is orthogonal to them.
double start_value(int i) {
  const double scattered = kGoldenShare * (i + 1);
  return 0.5 + scattered - std::floor(scattered);
}

double sum_of_squares(const std::vector<double>& x) {
  double sum = 0.0;
  for (const double value : x) sum += value * value;
  return sum;
}

}  // namespace

/// Power method for r_i r_j W_ij with the roots r: leaves the unit vector in mode_.
/// @return The largest eigenvalue, from below.
double SpringStep::iterate(const LocalDynamics& problem) {
  const auto n = problem.law.size();
  mode_.assign(n, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    if (root_[i] > 0.0) mode_[i] = start_value(static_cast<int>(i));
  }
  double value = 0.0;
  for (int k = 0; k < kIterations; ++k) {
    const double size = std::sqrt(sum_of_squares(mode_));
    if (!(size > 0.0)) return 0.0;
    for (double& x : mode_) x /= size;
    velocities_.stop();
    for (std::size_t i = 0; i < n; ++i) {
      if (mode_[i] != 0.0) velocities_.scatter(static_cast<int>(i), {0, 0, root_[i] * mode_[i]});
    }
    value = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      if (!(root_[i] > 0.0)) continue;
      const double image = root_[i] * velocities_.gather(static_cast<int>(i)).z;
      value += mode_[i] * image;
      mode_[i] = image;
    }
  }
  const double size = std::sqrt(sum_of_squares(mode_));
  if (size > 0.0) {
    for (double& x : mode_) x /= size;
  }
  return value;
}

void SpringStep::add(const Domain& domain, const ConstraintSolver& solver) {
  if (domain.analysis() != Analysis::dynamic) return;
  const bool all_springs = solver.has_springs_only();
  const SurfaceMaterialTable& materials = domain.surface_materials;
  if (!all_springs && materials.first_of(SurfaceModel::spring_dashpot) < 0) return;
  const LocalDynamics& problem = domain.local_dynamics();
  if (!domain.has_local_dynamics() || problem.body_space.has_deferred()) return;
  const auto n = problem.law.size();
  spring_.assign(n, 0.0);
  dashpot_.assign(n, 0.0);
  double sum = 0.0;
  double largest = 0.0;
  const std::span<const ContactPoint> contacts = domain.contact_points();
  const std::size_t first = n - contacts.size();
  for (std::size_t i = first; i < n; ++i) {
    const RowLaw& law = problem.law[i];
    const bool is_spring = all_springs || law.kind == ConstraintKind::spring_dashpot;
    if (!is_spring || !(contacts[i - first].state.R.z > 0.0)) continue;
    const double depth = std::max(0.0, -law.gap);
    spring_[i] = tangent_stiffness(law.spring, law.power, depth);
    dashpot_[i] = dashpot_of(problem, static_cast<int>(i), depth);
    const double own = problem.W_diagonal[i](2, 2);
    const double one = (problem.step * spring_[i] + 2.0 * dashpot_[i]) * own;
    sum += one;
    largest = std::max(largest, one);
  }
  if (!(sum > 0.5 * kStable) || !(sum > kGrowth * sum_ || largest > kGrowth * largest_)) return;
  sum_ = std::max(sum, sum_);
  largest_ = std::max(largest, largest_);
  const auto* penalty = dynamic_cast<const PenaltySolver*>(&solver);
  judge(domain, penalty != nullptr && penalty->variant == PenaltyVariant::explicit_force);
}

void SpringStep::judge(const Domain& domain, bool is_explicit) {
  const LocalDynamics& problem = domain.local_dynamics();
  const double h = problem.step;
  const auto n = problem.law.size();
  root_.assign(n, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    root_[i] = std::sqrt(h * spring_[i] + (is_explicit ? 2.0 * dashpot_[i] : 0.0));
  }
  velocities_.start(problem.body_space);
  const double value = iterate(problem);
  double stiff = 0.0;  // shares of the motion in the eigenvalue: (hω)² and h c / m
  double damped = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    if (!(root_[i] > 0.0)) continue;
    const double share = value * mode_[i] * mode_[i] / (root_[i] * root_[i]);
    stiff += share * h * spring_[i];
    damped += share * dashpot_[i];
  }
  if (!(stiff > 0.0)) return;
  const double h_omega = std::sqrt(stiff);
  const double ratio = std::min(1.0, damped / (2.0 * h_omega));
  // a h'² + 2 b h' = 4 in multiples of the step, or the bound of h ω
  const double allowed = is_explicit
                             ? (std::sqrt(damped * damped + kStable * stiff) - damped) / stiff
                             : std::numbers::sqrt2 * (1.0 + ratio) / h_omega;
  if (!(1.0 / allowed > worst_.excess)) return;
  const auto most = std::max_element(
      mode_.begin(), mode_.end(), [](double a, double b) { return std::fabs(a) < std::fabs(b); });
  const auto row = static_cast<int>(most - mode_.begin());
  const std::span<const ContactPoint> contacts = domain.contact_points();
  const ContactPoint& contact = contacts[contacts.size() - n + at(row)];
  const RowLaw& law = problem.law[at(row)];
  const double spring = contact.part > 0.0 ? law.spring / contact.part : law.spring;
  worst_ = {1.0 / allowed, h_omega,   h,           domain.time(),
            spring,        law.power, allowed * h, domain.row_place(row)};
}

std::string SpringStep::text(const Domain& domain) const {
  if (!(worst_.excess > 1.0)) return "";
  std::string pair = body_text(domain, worst_.place.master);
  if (worst_.place.slave != 0) pair += cat(" and ", body_text(domain, worst_.place.slave));
  return cat("the step ", short_number(worst_.step),
             " s is too long for the springs of contacts, which may throw bodies: at t=",
             short_number(worst_.time), " s ", pair, " with the spring ",
             short_number(worst_.spring), worst_.power == 1.0 ? " N/m" : " N/m^hpow",
             " had h ω = ", short_number(worst_.h_omega), "; take a step of at most ",
             short_number(worst_.allowed_step), " s or a softer spring");
}

}  // namespace solfec

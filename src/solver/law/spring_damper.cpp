#include "solver/law/spring_damper.h"

#include <algorithm>
#include <cmath>

#include "math/mean_value.h"

namespace solfec {
namespace {

/// The law of one row as a function of U_N.
class StrokeLaw {
 public:
  StrokeLaw(const LocalDynamics& problem, int i)
      : row_(problem.springs[static_cast<std::size_t>(i)]),
        step_(problem.step),
        quasi_static_(problem.quasi_static),
        V_(quasi_static_ ? 0.0 : problem.V[static_cast<std::size_t>(i)].z) {}

  /// F(U_N), N, and its derivative, N s/m.
  [[nodiscard]] ValueAndSlope force(double U) const {
    if (row_.table) return table_force(U);
    const double s =
        quasi_static_ ? row_.stroke + step_ * U : row_.stroke + 0.25 * step_ * (U - V_);
    const double v = quasi_static_ ? U : 0.5 * (U + V_);
    return {
        row_.force + row_.stiffness * (s - row_.at_stroke) + row_.damping * (v - row_.at_velocity),
        rate_of_line()};
  }

  /// Bounds of U_N by the stops, m/s.
  [[nodiscard]] double least() const { return -fastest(row_.stroke - row_.lower, -V_); }
  [[nodiscard]] double most() const { return fastest(row_.upper - row_.stroke, V_); }

  /// J(z) and J'(z). @param w  s/kg.
  [[nodiscard]] ValueAndSlope resolvent(double w, double z) const {
    const double a = least();
    const double b = most();
    const ValueAndSlope free = row_.table ? table_root(w, z, a, b) : line_root(w, z);
    if (free.value <= a) return {a, 0.0};
    if (free.value >= b) return {b, 0.0};
    return free;
  }

 private:
  [[nodiscard]] ValueAndSlope table_force(double U) const {
    if (quasi_static_) {
      const ValueAndSlope f = value_and_slope(*row_.table, row_.stroke + step_ * U);
      return {f.value, step_ * f.slope};
    }
    const double half = 0.5 * step_;
    const ValueAndSlope f =
        mean_value(*row_.table, row_.stroke - half * V_, row_.stroke + half * U);
    return {f.value, half * f.slope};
  }

  [[nodiscard]] double rate_of_line() const {
    return quasi_static_ ? step_ * row_.stiffness + row_.damping
                         : 0.25 * step_ * row_.stiffness + 0.5 * row_.damping;
  }

  [[nodiscard]] ValueAndSlope line_root(double w, double z) const {
    const double slope = 1.0 / (1.0 + w * rate_of_line());
    return {z - w * force(z).value * slope, slope};
  }

  /// Root of g(u) = u + w F(u) - z in [a, b], or the end beyond which it lies.
  [[nodiscard]] ValueAndSlope table_root(double w, double z, double a, double b) const {
    constexpr int kMostSteps = 200;
    double low = std::max(a, z - w * row_.most_force);
    double high = std::min(b, z - w * row_.least_force);
    const auto g = [&](double u) { return u + w * force(u).value - z; };
    if (high < a || (low == a && g(a) >= 0.0)) return {a, 0.0};
    if (low > b || (high == b && g(b) <= 0.0)) return {b, 0.0};
    double u = std::clamp(z, low, high);
    for (int k = 0; k < kMostSteps; ++k) {
      const ValueAndSlope f = force(u);
      const double miss = u + w * f.value - z;
      (miss > 0.0 ? high : low) = u;
      double next = u - miss / (1.0 + w * f.slope);
      if (!(next > low && next < high)) next = 0.5 * low + 0.5 * high;
      if (miss == 0.0 || next == u) break;
      u = next;
    }
    return {u, 1.0 / (1.0 + w * std::max(0.0, force(u).slope))};
  }

  /// How fast the stroke may go towards a stop that is `way` off, m/s; negative: back.
  /// @param V  Velocity towards it at the start.
  [[nodiscard]] double fastest(double way, double V) const {
    if (way >= 0.0 || quasi_static_) return way / step_;
    const bool began_within = way + 0.5 * step_ * V >= 0.0;
    return began_within ? 0.0 : -std::min(-way / step_, std::max(0.0, V));
  }

  const SpringRow& row_;
  double step_;
  bool quasi_static_;
  double V_;
};

/// R_N of the law for the free velocity z, N. With stiff springs the difference of velocities is
/// the exact one, with soft ones the force.
double reaction_of(const StrokeLaw& law, double w, double z) {
  const ValueAndSlope J = law.resolvent(w, z);
  return J.slope > 0.5 ? -law.force(J.value).value : (J.value - z) / w;
}

double missing_force(const LocalDynamics& problem, int i, Vec3 R, Vec3 U) {
  const ContactBlock w = make_plain_block(problem.W_diagonal[static_cast<std::size_t>(i)]);
  if (!w.regular) return R.z;
  return R.z - reaction_of(StrokeLaw(problem, i), w.normal, U.z - w.normal * R.z);
}

}  // namespace

Vec3 SpringDamper::reaction(const LocalDynamics& problem, int i, const ContactBlock& w, Vec3 b,
                            Vec3 /*previous*/) {
  return {0.0, 0.0, reaction_of(StrokeLaw(problem, i), w.normal, b.z)};
}

Vec3 SpringDamper::residual(const LocalDynamics& problem, int i, double scale, Vec3 R, Vec3 U) {
  return {0.0, 0.0, scale * missing_force(problem, i, R, U)};
}

double SpringDamper::spurious_energy(const LocalDynamics& problem, int i, Vec3 R, Vec3 U) {
  const double missing = missing_force(problem, i, R, U);
  return problem.W_diagonal[static_cast<std::size_t>(i)](2, 2) * missing * missing;
}

LinearRow SpringDamper::linear_row(const LocalDynamics& problem, int i, double rho, Vec3 R,
                                   Vec3 U) {
  const double w = 1.0 / rho;
  const double z = U.z - w * R.z;
  const StrokeLaw law(problem, i);
  const ValueAndSlope J = law.resolvent(w, z);
  LinearRow row{{}, diagonal(1.0, 1.0, J.slope), {R.x, R.y, R.z - reaction_of(law, w, z)}};
  row.X(2, 2) = rho * (1.0 - J.slope);
  return row;
}

RowLinearisation SpringDamper::newton_row(const LocalDynamics& problem, int i, Vec3 R, Vec3 U) {
  const double w = mean_inverse_mass(problem.W_diagonal[static_cast<std::size_t>(i)]);
  return condensed(linear_row(problem, i, 1.0 / w, R, U), kNewtonRegularisation * w);
}

Vec3 SpringDamper::project(const RowLaw& /*law*/, Vec3 R) { return {0.0, 0.0, R.z}; }

}  // namespace solfec

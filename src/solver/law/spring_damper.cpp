#include "solver/law/spring_damper.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "local_dynamics/turned_link.h"
#include "math/mean_value.h"
#include "solver/law/row_quantities.h"
#include "solver/law/turning_force.h"

namespace solfec {
namespace {

/// The law of one row as a function of U_N, with the turning of a given U.
class StrokeLaw {
 public:
  StrokeLaw(const LocalDynamics& problem, int i, Vec3 U)
      : row_(problem.springs[static_cast<std::size_t>(i)]),
        step_(problem.step),
        quasi_static_(problem.quasi_static),
        V_(quasi_static_ ? 0.0 : problem.V[static_cast<std::size_t>(i)].z - row_.turning) {
    const RowLaw& law = problem.law[static_cast<std::size_t>(i)];
    if (!law.turns) return;
    turned_ = turn_link(law.link.z, step_, problem.V[static_cast<std::size_t>(i)], U);
  }

  /// Rate of the stroke at the end of the step that a relative velocity U_N means, m/s.
  [[nodiscard]] double rate(double U) const { return U + row_.turning; }

  [[nodiscard]] Vec3 end_direction() const { return turned_.end_direction; }

  /// F(U_N), N, and its derivative, N s/m.
  [[nodiscard]] ValueAndSlope force(double U) const {
    const ValueAndSlope own = elastic_force(U);
    return {own.value - row_.push, own.slope};
  }
  /// The part of the table or the line.
  [[nodiscard]] ValueAndSlope elastic_force(double U) const {
    if (row_.table && row_.damping == 0.0) return table_force(U);
    if (row_.table) {
      const ValueAndSlope table = table_force(U);
      const double v = quasi_static_ ? U : 0.5 * (U + V_);
      return {table.value + row_.damping * v, table.slope + damping_rate()};
    }
    const double s = quasi_static_ ? row_.stroke + step_ * U
                                   : row_.stroke + 0.25 * step_ * (U - V_) + turned_stroke(U);
    const double v =
        quasi_static_ ? U : 0.5 * (U + V_) + (turned_.end_excess - turned_.start_excess) / step_;
    return {turned_.share * (row_.force + row_.stiffness * (s - row_.at_stroke) +
                             row_.damping * (v - row_.at_velocity)),
            turned_.share * rate_of_line()};
  }

  /// Bounds of U_N by the stops, m/s.
  [[nodiscard]] double least() const { return -fastest(row_.stroke - row_.lower, -V_); }
  [[nodiscard]] double most() const { return fastest(row_.upper - row_.stroke, V_); }

  /// J(z) and J'(z), and the force of friction and motor where it is known, N.
  struct Resolvent {
    double value{};
    double slope{};
    double brake{};
  };
  /// @param w  s/kg.
  [[nodiscard]] Resolvent resolvent(double w, double z) const {
    const double a = least();
    const double b = most();
    Resolvent free = has_brakes() ? braked_root(w, z, a, b) : smooth_root(w, z, 0.0, a, b);
    if (free.value <= a) return {a, 0.0, 0.0};
    if (free.value >= b) return {b, 0.0, 0.0};
    return free;
  }

 private:
  [[nodiscard]] bool has_brakes() const { return row_.friction > 0.0 || row_.motor_limit > 0.0; }

  /// Root for a known force of friction and motor.
  [[nodiscard]] Resolvent smooth_root(double w, double z, double brake, double a, double b) const {
    const double free = brake == 0.0 ? z : z - w * brake;
    const ValueAndSlope root = row_.table ? table_root(w, free, a, b) : line_root(w, free);
    return {root.value, root.slope, brake};
  }

  /// Root of u + w F(u) + w Σ b sgn(u - c) = z, which grows and jumps by 2 w b at the velocity c of
  /// friction and of the motor: goes up the intervals between the jumps.
  [[nodiscard]] Resolvent braked_root(double w, double z, double a, double b) const {
    struct Brake {
      double at, limit;
    };
    Brake first{0.0, row_.friction};
    Brake second{row_.motor_velocity, row_.motor_limit};
    if (second.at < first.at) std::swap(first, second);
    double below = -first.limit - second.limit;
    for (const auto& [brake, above] : {std::pair(first, first.limit - second.limit),
                                       std::pair(second, first.limit + second.limit)}) {
      if (!(brake.limit > 0.0)) continue;
      const double here = brake.at + w * force(brake.at).value - z;
      if (here + w * below >= 0.0) return smooth_root(w, z, below, a, b);
      if (here + w * above >= 0.0) return {brake.at, 0.0, 0.0};
      below = above;
    }
    return smooth_root(w, z, below, a, b);
  }

  [[nodiscard]] ValueAndSlope table_force(double U) const {
    if (quasi_static_) {
      const ValueAndSlope f = value_and_slope(*row_.table, row_.stroke + step_ * U);
      return {f.value, step_ * f.slope};
    }
    const double half = 0.5 * step_;
    const ValueAndSlope mean = mean_value(*row_.table, start(), end(U));
    const double share = row_.end_share;
    if (share == 0.0) return {turned_.share * mean.value, turned_.share * half * mean.slope};
    const ValueAndSlope last = value_and_slope(*row_.table, end(U));
    return {turned_.share * ((1.0 - share) * mean.value + share * last.value),
            turned_.share * half * ((1.0 - share) * mean.slope + share * last.slope)};
  }

  /// Addition to the mean stroke of the step by turning, m.
  [[nodiscard]] double turned_stroke(double U) const {
    return 0.5 * (turned_.start_excess + turned_.end_excess) +
           0.5 * row_.end_share * (end(U) - start());
  }

  /// Strokes at the ends of the step, m.
  [[nodiscard]] double start() const {
    return row_.stroke - 0.5 * step_ * V_ + turned_.start_excess;
  }
  [[nodiscard]] double end(double U) const {
    return row_.stroke + 0.5 * step_ * U + turned_.end_excess;
  }

  [[nodiscard]] double damping_rate() const {
    return quasi_static_ ? row_.damping : 0.5 * row_.damping;
  }

  [[nodiscard]] double rate_of_line() const {
    return quasi_static_
               ? step_ * row_.stiffness + row_.damping
               : 0.25 * (1.0 + row_.end_share) * step_ * row_.stiffness + 0.5 * row_.damping;
  }

  [[nodiscard]] ValueAndSlope line_root(double w, double z) const {
    const ValueAndSlope at_free = force(z);
    const double slope = 1.0 / (1.0 + w * at_free.slope);
    return {z - w * at_free.value * slope, slope};
  }

  /// Root of g(u) = u + w F(u) - z in [a, b], or the end beyond which it lies.
  [[nodiscard]] ValueAndSlope table_root(double w, double z, double a, double b) const {
    constexpr int kMostSteps = 200;
    double pushed = z;  // beside the table (1 + w c) u = pushed - w F, with the rate c of a damper
    double share = 1.0;
    if (row_.push != 0.0 || row_.damping != 0.0) {
      const double start = quasi_static_ ? 0.0 : 0.5 * V_;
      pushed += w * (row_.push - row_.damping * start);
      share += w * damping_rate();
    }
    double low = std::max(a, (pushed - w * turned_.share * row_.most_force) / share);
    double high = std::min(b, (pushed - w * turned_.share * row_.least_force) / share);
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
  TurnedLink turned_;  // without turning: no excess, share 1
};

/// R_N of the law for the free velocity z, N. With stiff springs the difference of velocities is
/// the exact one, with soft ones the force.
double reaction_of(const StrokeLaw& law, double w, double z) {
  const StrokeLaw::Resolvent J = law.resolvent(w, z);
  return J.slope > 0.5 ? -law.force(J.value).value - J.brake : (J.value - z) / w;
}

double missing_force(const LocalDynamics& problem, int i, Vec3 R, Vec3 U) {
  const ContactBlock w = make_plain_block(problem.W_diagonal[static_cast<std::size_t>(i)]);
  if (!w.regular) return R.z;
  const StrokeLaw law(problem, i, U);
  return R.z - reaction_of(law, w.normal, law.rate(U.z - w.normal * R.z));
}

}  // namespace

Vec3 SpringDamper::reaction(const LocalDynamics& problem, int i, const ContactBlock& w, Vec3 b,
                            Vec3 previous) {
  const StrokeLaw law(problem, i, b);
  const Vec3 along{0.0, 0.0, reaction_of(law, w.normal, law.rate(b.z))};
  if (!problem.law[static_cast<std::size_t>(i)].turns) return along;
  return turned_reaction(problem, i, w, b, previous.z != 0.0 ? previous : along, linear_row);
}

Vec3 SpringDamper::residual(const LocalDynamics& problem, int i, double scale, Vec3 R, Vec3 U) {
  const Vec3 turning = turning_velocity_miss(problem, i, scale, R, U);
  return {turning.x, turning.y, scale * missing_force(problem, i, R, U)};
}

double SpringDamper::spurious_energy(const LocalDynamics& problem, int i, Vec3 R, Vec3 U) {
  const Mat3& W = problem.W_diagonal[static_cast<std::size_t>(i)];
  const double missing = missing_force(problem, i, R, U);
  const Vec3 turning = turning_velocity_miss(problem, i, mean_inverse_mass(W), R, U);
  const double energy = W(2, 2) * missing * missing;
  return turning == Vec3{} ? energy : energy + inverse_weighted_square(W, turning);
}

double SpringDamper::own_energy(const LocalDynamics& problem, int i) {
  const SpringRow& row = problem.springs[static_cast<std::size_t>(i)];
  const double w = problem.W_diagonal[static_cast<std::size_t>(i)](2, 2);
  if (!(w > 0.0) || (row.motor_limit == 0.0 && row.push == 0.0)) return 0.0;
  const double wanted = row.motor_limit > 0.0 ? std::fabs(row.motor_velocity) : 0.0;
  const double speed = std::min(wanted, w * row.motor_limit) + w * std::fabs(row.push);
  return speed * speed / w;
}

LinearRow SpringDamper::linear_row(const LocalDynamics& problem, int i, double rho, Vec3 R,
                                   Vec3 U) {
  const double w = 1.0 / rho;
  const StrokeLaw law(problem, i, U);
  const double z = law.rate(U.z - w * R.z);
  const StrokeLaw::Resolvent J = law.resolvent(w, z);
  LinearRow row{{}, diagonal(1.0, 1.0, J.slope), {0.0, 0.0, R.z - reaction_of(law, w, z)}};
  row.X(2, 2) = rho * (1.0 - J.slope);
  add_turning_force(problem, i, R, U, row);
  const bool at_stop = J.slope == 0.0;
  if (!problem.law[static_cast<std::size_t>(i)].turns || at_stop) return row;
  const Vec3 along = law.end_direction();
  const double rate = row.X(2, 2);
  row.X(2, 0) = rate * along.x, row.X(2, 1) = rate * along.y, row.X(2, 2) = rate * along.z;
  return row;
}

RowLinearisation SpringDamper::newton_row(const LocalDynamics& problem, int i, Vec3 R, Vec3 U) {
  const double w = mean_inverse_mass(problem.W_diagonal[static_cast<std::size_t>(i)]);
  return condensed(linear_row(problem, i, 1.0 / w, R, U), kNewtonRegularisation * w);
}

Vec3 SpringDamper::project(const RowLaw& law, Vec3 R) {
  return law.turns ? R : Vec3{0.0, 0.0, R.z};
}

}  // namespace solfec

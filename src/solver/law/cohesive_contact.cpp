#include "solver/law/cohesive_contact.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solver/law/row_quantities.h"
#include "solver/law/signorini_contact.h"
#include "solver/law/traction_separation.h"
#include "solver/one_contact/exact_contact.h"
#include "solver/one_contact/variational_row.h"

namespace solfec {
namespace {

const CohesiveRow& zone_row(const LocalDynamics& problem, int i) {
  return problem.cohesive[static_cast<std::size_t>(i)];
}

/// Law of the contact beside the bond.
RowLaw contact_beside(const RowLaw& law) {
  RowLaw contact = law;
  contact.kind = ConstraintKind::contact;
  contact.bonded = false;
  contact.cohesion = 0.0;
  return contact;
}

Vec3 separation_after(const CohesiveRow& row, Vec3 U) { return row.placement + row.reach * U; }

/// Traction with a damage that does not depend on U.
StepTraction lagging_traction(const CohesiveRow& row, Vec3 end) {
  const double damage = zone_damage(row.zone, row.expected, row.damage);
  const StepTraction spring = zone_spring(row.zone, end, damage);
  const double share = row.end_share();
  return {share * spring.traction + (1.0 - share) * zone_traction(row.zone, row.start, row.damage),
          share * spring.slope};
}

StepTraction step_traction(const CohesiveRow& row, Vec3 U) {
  const Vec3 end = separation_after(row, U);
  if (row.lags()) return lagging_traction(row, end);
  return row.by_end ? zone_end_traction(row.zone, end, row.damage)
                    : zone_mean_traction(row.zone, row.start, row.damage, end);
}

/// -dF/dU, kg/s.
Mat3 bond_rate(const CohesiveRow& row, Vec3 U) {
  return row.area * row.reach * step_traction(row, U).slope;
}

/// Rate of the zone with the damage of the end of the step, which is never negative.
Mat3 secant_rate(const CohesiveRow& row, Vec3 U) {
  const Vec3 end = separation_after(row, U);
  const double damage = zone_damage(row.zone, end, row.damage);
  return (row.end_share() * row.area * row.reach) * zone_spring(row.zone, end, damage).slope;
}

Mat3 symmetric_part(const Mat3& a) { return 0.5 * (a + transpose(a)); }

bool is_positive(const Mat3& symmetric) {
  const double a = symmetric(0, 0);
  const double minor = a * symmetric(1, 1) - symmetric(0, 1) * symmetric(1, 0);
  return a > 0.0 && minor > 0.0 && determinant(symmetric) > 0.0;
}

/// The one-contact problem of a row with a bond: U = b + Ŵ (C + F(U)).
class OneBond {
 public:
  OneBond(const LocalDynamics& problem, int i, const ContactBlock& w, Vec3 b)
      : row_(zone_row(problem, i)),
        contact_(contact_beside(problem.law[static_cast<std::size_t>(i)])),
        W_(w.matrix()),
        inverse_(inverse(W_)),
        b_(b) {}

  /// R near a velocity that the row may have.
  [[nodiscard]] Vec3 solve(Vec3 U) const {
    Vec3 best = reaction_at(U, rate(U));
    double error = miss(best);
    for (int k = 0; k < kIterations && error > kAccuracy * size(); ++k) {
      const Vec3 at = velocity(best);
      Vec3 next = reaction_at(at, rate(at));
      double found = miss(next);
      for (int half = 0; half < kHalvings && !(found < error); ++half) {
        next = 0.5 * (best + next);
        found = miss(next);
      }
      if (!(found < error)) {
        next = reaction_at(at, secant_rate(row_, at));
        found = miss(next);
      }
      if (!(found < error)) break;
      best = next;
      error = found;
    }
    return best;
  }

 private:
  static constexpr int kIterations = 40;
  static constexpr int kHalvings = 6;
  static constexpr double kAccuracy = 1e-14;

  [[nodiscard]] Vec3 velocity(Vec3 R) const { return b_ + W_ * R; }
  [[nodiscard]] double size() const { return norm(b_) + norm(W_ * bond_force(row_, {})); }

  /// Positive together with Ŵ⁻¹.
  [[nodiscard]] Mat3 rate(Vec3 U) const {
    const Mat3 tangent = symmetric_part(bond_rate(row_, U));
    return is_positive(inverse_ + tangent) ? tangent : secant_rate(row_, U);
  }

  /// R of the problem whose bond force is linearised at U with the rate S.
  [[nodiscard]] Vec3 reaction_at(Vec3 U, const Mat3& S) const {
    const Vec3 at_rest = bond_force(row_, U) + S * U;
    const Mat3 loosened = inverse(identity() + W_ * S);
    const Vec3 free = loosened * (b_ + W_ * at_rest);
    const Vec3 C = contact_force(loosened * W_, free);
    return C + at_rest - S * (free + loosened * (W_ * C));
  }

  [[nodiscard]] Vec3 contact_force(const Mat3& W, Vec3 free) const {
    if (contact_.open) return {};
    const ContactBlock block = make_contact_block(W);
    if (!block.regular) return {};
    double slip = 0.0;
    return solve_exact_contact(block, contact_.friction,
                               {free.x, free.y, free.z + contact_.velocity_shift}, slip);
  }

  /// Miss of the law by R and the velocity that it gives, m/s.
  [[nodiscard]] double miss(Vec3 R) const {
    const Vec3 U = velocity(R);
    const Vec3 C = R - bond_force(row_, U);
    const double scale = mean_inverse_mass(W_);
    const double error =
        contact_.open ? scale * norm(C) : norm(contact_residual(contact_, scale, C, U));
    return std::isfinite(error) ? error : std::numeric_limits<double>::infinity();
  }

  const CohesiveRow& row_;
  RowLaw contact_;
  Mat3 W_;
  Mat3 inverse_;
  Vec3 b_;
};

}  // namespace

Vec3 bond_force(const CohesiveRow& row, Vec3 U) {
  return -row.area * step_traction(row, U).traction;
}

Mat3 convex_bond_rate(const CohesiveRow& row, Vec3 U) {
  const Mat3 tangent = symmetric_part(bond_rate(row, U));
  return is_positive(tangent) ? tangent : secant_rate(row, U);
}

double damage_after(const CohesiveRow& row, Vec3 U) {
  return zone_damage(row.zone, separation_after(row, U), row.damage);
}

Vec3 CohesiveContact::reaction(const LocalDynamics& problem, int i, const ContactBlock& w, Vec3 b,
                               Vec3 previous) {
  return OneBond(problem, i, w, b).solve(b + w.times(previous));
}

Vec3 CohesiveContact::residual(const LocalDynamics& problem, int i, double scale, Vec3 R, Vec3 U) {
  const RowLaw& law = problem.law[static_cast<std::size_t>(i)];
  const Vec3 C = R - bond_force(zone_row(problem, i), U);
  return law.open ? scale * C : contact_residual(contact_beside(law), scale, C, U);
}

double CohesiveContact::spurious_energy(const LocalDynamics& problem, int i, Vec3 R, Vec3 U) {
  const Mat3& W = problem.W_diagonal[static_cast<std::size_t>(i)];
  return inverse_weighted_square(W, residual(problem, i, mean_inverse_mass(W), R, U));
}

LinearRow CohesiveContact::linear_row(const LocalDynamics& problem, int i, double rho, Vec3 R,
                                      Vec3 U) {
  const RowLaw& law = problem.law[static_cast<std::size_t>(i)];
  const CohesiveRow& zone = zone_row(problem, i);
  const Vec3 C = R - bond_force(zone, U);
  const Mat3 S = bond_rate(zone, U);
  LinearRow row;
  if (law.open) {
    row = resting_row(C);
  } else {
    row = variational_row(shifted_contact(contact_beside(law), rho, C, U));
  }
  row.X += row.Y * S;
  return row;
}

RowLinearisation CohesiveContact::newton_row(const LocalDynamics& problem, int i, Vec3 R, Vec3 U) {
  const double w = mean_inverse_mass(problem.W_diagonal[static_cast<std::size_t>(i)]);
  return condensed(linear_row(problem, i, 1.0 / w, R, U), kNewtonRegularisation * w);
}

/// Pressure is not bounded and what the bond gives depends on U.
Vec3 CohesiveContact::project(const RowLaw& /*law*/, Vec3 R) { return R; }

}  // namespace solfec

#include "solver/augmented/augmented_lagrangian.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/count.h"
#include "solver/law/cohesive_contact.h"
#include "solver/law/row_quantities.h"
#include "solver/measure/merit.h"
#include "solver/measure/row_residual.h"
#include "solver/one_contact/friction_cone.h"
#include "solver/one_contact/variational_row.h"
#include "solver/row/row_linearisation.h"
#include "solver/row/row_reaction.h"

namespace solfec {
namespace {

/// One solution.
class AugmentedLagrangian {
 public:
  AugmentedLagrangian(const StagedProblem& staged, NewtonDirection& direction,
                      const AugmentedSettings& settings, int most_factorisations,
                      AugmentedWorkspace& work)
      : problem_(staged.rows),
        criteria_(staged.criteria),
        direction_(direction),
        settings_(settings),
        most_factorisations_(most_factorisations),
        work_(work),
        scale_(mean_inverse_mass(staged.rows)) {
    work_.W.start(staged.rows, staged.blocks);
  }

  AugmentedResult run(std::span<Vec3> R) {
    if (!begin(R)) return result_;
    rounds();
    result_.met = result_.after <= 1.0;
    if (result_.met) std::copy(work_.best.begin(), work_.best.end(), R.begin());
    return result_;
  }

 private:
  [[nodiscard]] bool may_go_on() const { return result_.factorisations < most_factorisations_; }

  /// Sets what the rounds start from. @return Whether there is something to do.
  bool begin(std::span<const Vec3> R) {
    work_.R.assign(R.begin(), R.end());
    work_.U.resize(R.size());
    find_rows();
    if (work_.contacts.empty()) return false;
    work_.dR.assign(R.size(), {});
    work_.dU.assign(R.size(), {});
    work_.rows.assign(R.size(), {});
    const NaturalViolation map = measure();
    if (!(excess_ > settings_.goal) || !std::isfinite(excess_)) return false;
    if (!(map.worst <= settings_.most_error * free_change())) return false;
    accuracy_ = map.worst / excess_;
    result_.before = result_.after = excess_;
    work_.best.assign(work_.R.begin(), work_.R.end());
    keep_velocities(problem_.V);
    return true;
  }

  void find_rows() {
    work_.contacts.clear();
    work_.contacts.reserve(work_.R.size());
    work_.others.clear();
    work_.others.reserve(work_.R.size());
    for (int i = 0; i < problem_.size(); ++i) {
      const RowLaw& law = problem_.law[at(i)];
      const Mat3& W = problem_.W_diagonal[at(i)];
      if (stays_at_rest(law, W)) {
        work_.R[at(i)] = {};
        continue;
      }
      const bool bonded = law.kind == ConstraintKind::cohesive_zone;
      if (bonded ? law.open : !is_signorini(law.kind)) {
        work_.others.push_back(i);
        continue;
      }
      AugmentedContact contact;
      contact.row = i;
      contact.bonded = bonded;
      contact.friction = law.friction;
      contact.cohesion = bonded ? 0.0 : law.cohesion;
      contact.shift = law.velocity_shift;
      contact.mobility = trace(W) / 3.0;
      if (bonded) contact.bond = bond_force(zone_of(contact), problem_.V[at(i)]);
      contact.multiplier = work_.R[at(i)] - contact.bond + Vec3{0.0, 0.0, contact.cohesion};
      work_.contacts.push_back(contact);
    }
  }

  [[nodiscard]] const CohesiveRow& zone_of(const AugmentedContact& contact) const {
    return problem_.cohesive[at(contact.row)];
  }

  /// Largest change of velocity of a contact in the step without reactions, m/s.
  [[nodiscard]] double free_change() const {
    double largest = 0.0;
    for (const AugmentedContact& contact : work_.contacts) {
      const std::size_t i = at(contact.row);
      largest = std::fmax(largest, norm(problem_.B[i] - problem_.V[i]));
    }
    return largest;
  }

  /// Finds U = B + W R and its excess over the criteria. @return What the criteria measure.
  NaturalViolation measure() {
    work_.W.update(work_.R, work_.U);
    const Residual residual = residual_for(criteria_, problem_, work_.R, work_.U);
    excess_ = criteria_.excess(residual.map, residual.merit);
    return residual.map;
  }

  /// Rounds until the goal, or until they do not lead on.
  void rounds() {
    for (int round = 0; round < settings_.most_rounds && may_go_on(); ++round) {
      set_stiffness(settings_.compliance * (round == 0 ? settings_.first_softness : 1.0));
      if (!expected_step() || !converge() || !end_round()) return;
    }
  }

  void set_stiffness(double compliance) {
    for (AugmentedContact& contact : work_.contacts) {
      contact.stiffness = 1.0 / (compliance * contact.mobility);
    }
  }

  /// Takes the reactions for multipliers. @return Whether another round is worth it.
  bool end_round() {
    for (AugmentedContact& contact : work_.contacts) {
      contact.multiplier = contact.force;
      work_.R[at(contact.row)] = contact.force + contact.bond;
      work_.R[at(contact.row)].z -= contact.cohesion;
    }
    measure();
    if (!std::isfinite(excess_)) return false;
    const bool gains = excess_ <= settings_.round_gain * result_.after;
    if (excess_ < result_.after) {
      result_.after = excess_;
      work_.best.assign(work_.R.begin(), work_.R.end());
    }
    keep_velocities(work_.U);
    return gains && excess_ > settings_.goal;
  }

  void keep_velocities(std::span<const Vec3> U) {
    for (AugmentedContact& contact : work_.contacts) contact.velocity = U[at(contact.row)];
  }

  static double slip_of(Vec3 u) { return std::sqrt(u.x * u.x + u.y * u.y); }

  /// P_K at a velocity U of the contact, and the force of the bond there.
  void project(AugmentedContact& contact, Vec3 U) const {
    project_contact(contact, U);
    if (contact.bonded) contact.bond = bond_force(zone_of(contact), U);
  }

  /// P_K at a velocity U of the contact.
  void project_contact(AugmentedContact& contact, Vec3 U) const {
    Vec3 u = U;
    u.z += contact.shift;
    u.z += contact.friction * slip_of(u);
    contact.argument = contact.multiplier - contact.stiffness * u;
    contact.force = project_on_friction_cone(contact.argument, contact.friction);
  }

  /// R of the iterates less that of the projection, N.
  [[nodiscard]] Vec3 miss_of(const AugmentedContact& contact, Vec3 R) const {
    const Vec3 r = R - contact.bond;
    return {r.x - contact.force.x, r.y - contact.force.y, r.z + contact.cohesion - contact.force.z};
  }

  /// Velocity at which the law gives about the multiplier, m/s; the last known one where it is
  /// zero.
  [[nodiscard]] Vec3 expected_velocity(const AugmentedContact& contact) const {
    const Vec3 r = contact.multiplier;
    if (!(r.z > 0.0)) return contact.velocity;
    const double closing = -contact.shift;
    const double tangential = slip_of(r);
    const double bound = (1.0 - settings_.border) * contact.friction * r.z;
    if (tangential <= bound) return {0.0, 0.0, closing};
    const double slip =
        std::fmax(settings_.slide * r.z / contact.stiffness, slip_of(contact.velocity));
    const double share = tangential > 0.0 ? slip / tangential : 0.0;
    return {-share * r.x, -share * r.y, closing - contact.friction * slip};
  }

  /// Takes a Newton step from the expected velocities. @return Whether there is one.
  bool expected_step() {
    for (AugmentedContact& contact : work_.contacts) {
      const std::size_t i = at(contact.row);
      const Vec3 expected = expected_velocity(contact);
      project(contact, work_.U[i]);
      project_contact(contact, expected);
      linearise(contact, expected);
      work_.rows[i].k += work_.rows[i].E * (work_.U[i] - expected);
      add_bond(contact);
    }
    linearise_others();
    if (!find_step()) return false;
    take_step(1.0);
    for (AugmentedContact& contact : work_.contacts) project(contact, work_.U[at(contact.row)]);
    return true;
  }

  /// Sets dR = -(k + E dU) of a contact that has been projected at U.
  void linearise(const AugmentedContact& contact, Vec3 U) {
    RowLinearisation& row = work_.rows[at(contact.row)];
    row.k = miss_of(contact, work_.R[at(contact.row)]);
    row.E = contact.stiffness * projection_slope(contact.argument, contact.friction);
    const double slip = slip_of(U);
    if (!(slip > 0.0)) return;
    const double x = contact.friction * U.x / slip;
    const double y = contact.friction * U.y / slip;
    for (int r = 0; r < 3; ++r) {
      row.E(r, 0) += row.E(r, 2) * x;
      row.E(r, 1) += row.E(r, 2) * y;
    }
  }

  /// Adds the derivative of the bond to a row that has been linearised.
  void add_bond(const AugmentedContact& contact) {
    if (!contact.bonded) return;
    work_.rows[at(contact.row)].E += convex_bond_rate(zone_of(contact), work_.U[at(contact.row)]);
  }

  void linearise_others() {
    for (const int i : work_.others) {
      work_.rows[at(i)] = linearise_row(problem_, i, work_.R[at(i)], work_.U[at(i)]);
    }
  }

  bool find_step() {
    ++result_.factorisations;
    if (!direction_.step(work_.rows, work_.dR)) return false;
    if (!direction_.velocity_steps(work_.dU)) work_.W.multiply(work_.dR, work_.dU);
    return true;
  }

  void take_step(double length) {
    for (std::size_t i = 0; i < work_.R.size(); ++i) {
      work_.R[i] += length * work_.dR[i];
      work_.U[i] += length * work_.dU[i];
    }
  }

  /// Newton's method with the present multipliers, from projections at the present U.
  /// @return Whether it has converged.
  bool converge() {
    const double goal = settings_.inner * settings_.goal * accuracy_;
    double least = std::numeric_limits<double>::infinity();
    int idle = 0;
    for (int step = 0;; ++step) {
      const double left = error();
      if (left <= goal) return true;
      idle = left < settings_.gain * least ? 0 : idle + 1;
      least = std::min(least, left);
      const bool leads_on = idle < settings_.idle_steps && step < settings_.most_steps;
      if (!leads_on || !may_go_on()) return left <= settings_.rounding * accuracy_;
      for (const AugmentedContact& contact : work_.contacts) {
        linearise(contact, work_.U[at(contact.row)]);
        add_bond(contact);
      }
      linearise_others();
      if (!find_step()) return false;
      take_step(step_length());
    }
  }

  /// Largest error of velocity of the iterates, m/s.
  [[nodiscard]] double error() const {
    double worst = 0.0;
    for (const AugmentedContact& contact : work_.contacts) {
      const double miss = norm(miss_of(contact, work_.R[at(contact.row)]));
      worst = std::fmax(worst, contact.mobility * miss);
    }
    for (const int i : work_.others) {
      const Vec3 miss = natural_row_residual(problem_, i, scale_, work_.R[at(i)], work_.U[at(i)]);
      worst = std::fmax(worst, norm(miss));
    }
    return worst;
  }

  /// Slope of the function along the last step at a length, N m/s. Projects contacts there.
  double slope_at(double length) {
    double slope = 0.0;
    for (AugmentedContact& contact : work_.contacts) {
      const std::size_t i = at(contact.row);
      project(contact, work_.U[i] + length * work_.dU[i]);
      slope += dot(miss_of(contact, work_.R[i] + length * work_.dR[i]), work_.dU[i]);
    }
    return slope;
  }

  /// Length of the last step, 1 unless the slope there is that of an overshoot; else near a zero of
  /// the slope, by regula falsi. Leaves contacts projected at its end.
  double step_length() {
    double at_low = 0.0;
    for (const AugmentedContact& contact : work_.contacts) {
      at_low += dot(work_.rows[at(contact.row)].k, work_.dU[at(contact.row)]);
    }
    const double most = -settings_.overshoot * at_low;
    double low = 0.0;
    double high = 1.0;
    double length = 1.0;
    double slope = slope_at(length);
    if (!(most > 0.0) || slope <= most) return length;
    double at_high = slope;
    for (int cuts = 0; cuts < settings_.most_cuts && std::fabs(slope) > most; ++cuts) {
      const double share = std::clamp(at_low / (at_low - at_high), settings_.shortest_cut,
                                      1.0 - settings_.shortest_cut);
      length = low + share * (high - low);
      slope = slope_at(length);
      // The end that stays counts half (Illinois algorithm).
      if (slope > 0.0) {
        high = length;
        at_high = slope;
        at_low *= 0.5;
      } else {
        low = length;
        at_low = slope;
        at_high *= 0.5;
      }
    }
    return length;
  }

  const LocalDynamics& problem_;
  const Criteria& criteria_;
  NewtonDirection& direction_;
  const AugmentedSettings& settings_;
  int most_factorisations_;
  AugmentedWorkspace& work_;
  AugmentedResult result_;
  double scale_;           // s/kg, of natural_row_residual
  double excess_ = 0.0;    // of R
  double accuracy_ = 0.0;  // error of velocity at an excess of 1, m/s
};

}  // namespace

AugmentedResult solve_augmented(const StagedProblem& staged, NewtonDirection& direction,
                                const AugmentedSettings& settings, int most_factorisations,
                                AugmentedWorkspace& work, std::span<Vec3> R) {
  return AugmentedLagrangian(staged, direction, settings, most_factorisations, work).run(R);
}

}  // namespace solfec

#pragma once

#include <span>
#include <vector>

#include "body/bodies.h"
#include "constraint/user_constraint.h"
#include "contact/piece/contact_point.h"
#include "domain/quasi_static/reached_forces.h"
#include "domain/quasi_static/reached_rows.h"
#include "domain/quasi_static/static_groups.h"
#include "domain/quasi_static/static_point.h"
#include "domain/quasi_static/static_turning.h"
#include "domain/quasi_static/sweep_fallback.h"
#include "domain/ranks/ranks.h"
#include "integrator/integrator.h"
#include "integrator/static_repeat.h"
#include "math/vec3.h"
#include "solver/constraint_solver.h"
#include "solver/measure/solve_report.h"

namespace solfec {

/// Rows of a quasi-static pass and what the solver has found.
struct StaticRows {
  const Loads& loads;
  double time{};  // t + h, s
  std::span<UserConstraint> constraints;
  std::span<const ContactPoint> contacts;
  std::vector<Vec3>& R;  // N, constraints first
  std::vector<Vec3>& U;  // m/s
  ConstraintSolver& solver;
};

/// The passes of quasi-static steps (integrator/static_repeat.h) in a domain, of one rank or
/// several, which decide together: what they leave out of balance, and which reactions count.
class StaticPasses {
 public:
  /// For a solver that sees each contact as a spring of its own: StaticScales::springs.
  void set_springs_only(bool on) { springs_only_ = on; }
  /// Free velocities of the first pass, once loads are in the sets.
  /// @param tolerance  As StaticRepeat::begin.
  void begin(Bodies& bodies, double step, double tolerance, Ranks* ranks);
  /// Once the rows of the step are known: rigid bodies that are connected with deformable ones.
  void find_groups(Bodies& bodies, std::span<const UserConstraint> constraints,
                   std::span<const ContactPoint> contacts, Ranks* ranks);
  /// For a solver that sees each contact as a spring of its own: PseudoInertia::bound.
  /// @param problem  Rows of the first pass, those of contacts last.
  void bound(const Bodies& bodies, std::span<const ContactPoint> contacts,
             const LocalDynamics& problem);
  /// Remembers the reactions that the first pass starts from.
  void note_start(std::span<const Vec3> R);

  /// Solves the rows of a pass: by the solver, or by sweeps where it has got stuck; its report
  /// tells which.
  void solve(ConstraintSolver& solver, const LocalDynamics& problem, LocalSolution& solution);

  /// After a pass whose velocity changes are in the bodies. R becomes what another pass starts from
  /// where one comes; where the step has failed, bodies and R are what they were before it.
  PassVerdict judge(Bodies& bodies, const StaticRows& rows, Ranks* ranks);

  /// Finds where the rows of the step are at its end, where its balance has been found there.
  /// @pre the step has ended well, and the bodies have not moved yet.
  void find_reached_rows(Bodies& bodies, std::span<const UserConstraint> constraints,
                         std::span<const ContactPoint> contacts);
  /// Places the rows there, once they have reactions and velocities.
  void place_rows(std::span<UserConstraint> constraints, std::span<ContactPoint> contacts) const {
    rows_.place(constraints, contacts);
  }

  /// Places of joints at the end of the step.
  [[nodiscard]] StaticTurning& turning() { return turning_; }
  /// Whether joints may have come apart in the step, on some rank. Collective.
  [[nodiscard]] bool has_unsettled_joints(Ranks* ranks) const;
  [[nodiscard]] double push() const { return repeat_.push(); }
  /// Whether sweeps take the place of the solver.
  [[nodiscard]] bool takes_sweeps() const { return repeat_.takes_sweeps(); }
  /// Residual that a step should reach.
  [[nodiscard]] double wanted() const { return repeat_.wanted(); }
  /// Speed that an acceleration gives the body that it gives least to in the pass, m/s.
  [[nodiscard]] double speed_of(const Bodies& bodies, double acceleration, Ranks* ranks) const;
  /// Error of velocity that rows may keep in the next pass, m/s; 0: what the solver allows. Where
  /// bodies deform a row may err by PseudoInertia::kStandingWay of the smallest size in place. Once
  /// bodies were out of balance, what tells motion from errors of the solver is asked for, beside
  /// meshes for rigid bodies alone that do not yield.
  [[nodiscard]] double speed_error_bound(const Bodies& bodies, Ranks* ranks) const;
  /// Writes how far from balance the step has ended, the body that is farthest, and its passes.
  void write(FinishReport& report) const;

 private:
  void sum_prescribed(const Bodies& bodies, const StaticRows& rows);
  [[nodiscard]] bool strays_from_best(const Bodies& bodies, Ranks* ranks) const;
  bool reach(Bodies& bodies, const StaticRows& rows, Ranks* ranks);
  void take_best(const Bodies& bodies, const StaticRows& rows);
  bool misses_contacts(Bodies& bodies, const StaticRows& rows, Ranks* ranks);
  PassVerdict begin_refinement(Bodies& bodies, const StaticRows& rows, PassVerdict verdict,
                               Ranks* ranks);
  PassVerdict begin_anew(Bodies& bodies, const StaticRows& rows);
  PassVerdict judge_refinement(Bodies& bodies, const StaticRows& rows, PassVerdict verdict);
  void find_residuals(Bodies& bodies, Ranks* ranks);
  PassResult find_result(const Bodies& bodies, const SolveReport& report, Ranks* ranks) const;

  StaticRepeat repeat_;
  StaticTurning turning_;
  ReachedForces reached_;
  ReachedRows rows_;
  bool refines_ = false;      // rows and loads are taken to the places reached
  bool anew_ = false;         // from the places of the start
  bool strays_ = false;       // far from the solution before
  bool is_reached_ = false;   // the balance is that of the places reached
  StaticPoint best_;          // then: the solution before
  SolveReport best_report_;   // of the solver for it
  Equilibrium best_balance_;  // its balance at the places that it reaches
  PassVerdict best_verdict_ = PassVerdict::done;
  SweepFallback fallback_;
  StaticScales scales_;
  StaticGroups groups_;
  bool springs_only_ = false;
  bool is_rough_ = false;        // rows miss the error that the pass asks for
  double standing_error_ = 0.0;  // of rows of rigid bodies that do not yield, m/s
  double step_ = 1.0;            // h, s
  std::vector<Vec3> start_;      // reactions before the step, N
  std::vector<Vec3> accepted_;   // reactions of the last pass that counts, N
  std::vector<Vec3> marked_;     // likewise of the best pass of an excursion
  PrescribedForces prescribed_;
  std::vector<Vec3> on_obstacle_;     // contact forces on obstacles that move, N, by slot
  std::vector<BodyBalance> balance_;  // of the bodies of this rank
  bool asks_ = false;                 // for a bound of the errors of velocity
  Equilibrium out_of_balance_;
};

}  // namespace solfec

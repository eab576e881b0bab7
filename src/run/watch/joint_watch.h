#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/ids.h"
#include "constraint/user_constraint.h"
#include "domain/domain.h"
#include "run/settings/script_lines.h"

namespace solfec {

/// Energy that a constraint gives to its bodies, summed from step to step.
struct WatchedJoint {
  ConstraintId id{};
  double work{};     // of the reaction on both bodies since the watch began, J
  double stored{};   // energy of the spring when the watch began, and what turns have given it, J
  double last{};     // energy of the spring at the end of the last step, J
  double largest{};  // energy of both bodies without what the constraint has made, J
  double least{};    // counts as no energy, J
  double passed{};   // work that has passed from body to body, J
  double error{};    // work that errors of the solution can have done, J
  double made{};     // energy that comes from nowhere, J
  double apart{};    // how far it has come apart, m; 0 up to the size of what it joins
  bool begun = false;
};

/// Notices joints and springs that make energy, because a step is too long for how they turn, and
/// joints that have come apart.
///
/// Fixed points, fixed directions and rigid links do no work, and a spring of a number or a table
/// gives what it has stored. So
///
///   made = Σ h R·(U + V) / 2 + stored - stored at the beginning
///
/// vanishes with the step. A constraint is unstable when `made` exceeds the largest energy (kinetic
/// and internal) that its bodies have had without it, beside
///   0.01 Σ h |R| v + Σ h E |R|.
/// The first sum is the work that passes through the constraint, v = sqrt(2 kinetic energy / mass)
/// of the faster body; energy that swings about its mean in every turn stays below this share. E is
/// the error of velocity that rows may have: e S (natural_residual.h), at least the bound that was
/// set for the solution (LocalDynamics::speed_error_bound). What |R| does along 1e-6 of the lever
/// arms and sizes of the bodies is no energy here.
///
/// The points of a fixed point, a fixed direction or a rigid link have come apart when they are
/// farther from where they should be than the lever arms and sizes of both bodies and the length of
/// the link together: errors of the solution, which the sums excuse, have then thrown the bodies.
/// A joint of obstacles alone holds nothing and cannot come apart.
///
/// A mesh that carries the direction of a spring (CONV1, CONV2) gives it energy by its turns, since
/// the force acts at the point of the mesh alone: from step to step the direction is another one,
/// and the stroke with it. That counts as stored at the beginning.
///
/// Prescribed motions and springs whose force is a function of the user bring energy by intention;
/// they are not watched. The state is not stored: a continued run begins the watch anew. Each rank
/// watches the constraints that it has; one that goes to another rank is watched anew there.
class JointWatch {
 public:
  /// Adds the last step. @param residual  e of its solution.
  /// @return The first constraint of all ranks that is unstable, 0 when there is none. Collective.
  [[nodiscard]] ConstraintId find_unstable(const Domain& domain, double residual);
  /// Adds a step of these constraints. @param step  h, s. @param row_error  E, m/s.
  /// @return The first of them that is unstable, 0 when there is none.
  [[nodiscard]] ConstraintId add(const Bodies& bodies, std::span<const UserConstraint> constraints,
                                 double step, double row_error);
  /// The master of a constraint of any rank, 0 when there is none. Collective.
  [[nodiscard]] BodyId master(const Domain& domain, ConstraintId id) const;
  /// The error message for it. Collective.
  /// @param lines  Of the commands that have made constraints.
  [[nodiscard]] std::string text(const Domain& domain, ConstraintId id, double step,
                                 const ScriptLines& lines) const;

 private:
  void keep_present(std::span<const UserConstraint> constraints);

  std::vector<WatchedJoint> watched_;  // in the order of the constraints
};

/// " (made at model.py:7)", '' where the line of a constraint is not known.
std::string made_at(const Domain& domain, ConstraintId id, const ScriptLines& lines);

}  // namespace solfec

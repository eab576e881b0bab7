#pragma once

#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "assembly/body_slots.h"
#include "base/disjoint_sets.h"
#include "base/ids.h"
#include "body/bodies.h"
#include "local_dynamics/body_velocities.h"
#include "local_dynamics/local_dynamics.h"
#include "local_dynamics/local_solution.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// Velocity ν - u of a body whose contacts have been closing a gap in the last step.
struct LateVelocity {
  BodyId body{};
  Vec3 linear;   // of the centre, m/s
  Vec3 angular;  // rigid bodies: world axes, rad/s
  Mat3 rate;     // pseudo-rigid bodies: of the deformation gradient, 1/s

  friend bool operator==(const LateVelocity&, const LateVelocity&) = default;
};

/// Reaction of a row, local frame, N: `solved` moves the bodies and starts the solution of the next
/// step, `shown` is reported.
struct ShownReaction {
  ConstraintId id{};
  Vec3 solved;
  Vec3 shown;

  friend bool operator==(const ShownReaction&, const ShownReaction&) = default;
};

/// A step whose reactions have been found, for the impulses of its impacts.
struct ImpactStep {
  const Bodies& bodies;
  const BodySlots& slots;
  double closed_gap{};  // m, a gap up to it at the end of the step counts as closed
  double accuracy{};    // m/s, slower motion towards the surface is an error of the solution
  double error{};       // m/s, that the solution of the step has left
};

/// Impulses of impacts that converge with the step (docs/time-step.md, "Impulses of impacts").
///
/// A contact that closes a gap g in a step is left with the velocity -g / h, which the next step
/// takes away. So the impulse of an impact is spread over two steps by its phase in the first one.
/// A second problem with the same W finds the impulses h R that also leave the contacts at rest
/// which the step has closed: with ν the velocities that have felt all impulses so far,
///
///   U = B + H (ν - u) + W R,  C(U, R) = 0 without the gaps that are closed;
///
/// contacts that are still open have R = 0. u is the velocity of the motion and does not change.
/// Kleinert, Simeon and Dreßler (2017), "Nonsmooth contact dynamics for the large-scale simulation
/// of granular material", J. Comput. Appl. Math. 316, 345-357, scheme (21): R is the sum of both
/// multipliers there, and the law is one for their sum.
class ImpactImpulses {
 public:
  using Solve = std::function<void(LocalSolution&)>;

  /// Solves the second problem, unless no contact closes a gap and ν = u.
  /// @param problem   Free velocities and laws are those of the second problem during `solve`.
  /// @param solution  Of the step.
  /// @return Whether it was solved: `reactions` then has the answer.
  bool find(const ImpactStep& step, LocalDynamics& problem, const LocalSolution& solution,
            const Solve& solve);
  [[nodiscard]] std::span<const Vec3> reactions() const { return second_.R; }

  /// ν = u from now on, and all reactions are reported as they are.
  void clear();
  /// Notes that a row reports another reaction than that of the step.
  void show(const ShownReaction& row) {
    if (row.shown != row.solved) shown_.push_back(row);
  }
  /// After the last `show` of a step.
  void sort_shown();
  /// Reaction that a row reports. @param solved  That of the step.
  [[nodiscard]] Vec3 shown(ConstraintId id, Vec3 solved) const;

  [[nodiscard]] std::span<const LateVelocity> late() const { return late_; }
  [[nodiscard]] std::span<const ShownReaction> all_shown() const { return shown_; }
  /// Puts back what a frame has stored.
  void restore(std::vector<LateVelocity> late, std::vector<ShownReaction> shown);

 private:
  void place_late(const ImpactStep& step, const BodyOperator& space);
  bool find_laws(const ImpactStep& step, const LocalDynamics& problem,
                 const LocalSolution& solution);
  void find_free_velocities(const ImpactStep& step, const LocalDynamics& problem);
  void find_groups(const LocalDynamics& problem);
  void find_late(const ImpactStep& step, const LocalSolution& solution);

  std::vector<LateVelocity> late_;      // by increasing id
  std::vector<ShownReaction> shown_;    // by increasing id
  BodyVelocities shift_;                // ν - u at the start of the step, by slots
  std::vector<int> closing_;            // rows
  std::vector<Vec3> B_;                 // of the second problem
  std::vector<double> rounding_;        // likewise
  std::vector<RowLaw> law_;             // likewise
  LocalSolution second_;                // likewise
  DisjointSets connected_;              // slots that contacts and joints connect
  std::vector<char> group_is_closing_;  // of the roots of these
};

}  // namespace solfec

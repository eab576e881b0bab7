#pragma once

#include <algorithm>
#include <functional>
#include <span>
#include <vector>

#include "assembly/body_slots.h"
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

/// Reactions of a row, local frame, N.
struct ShownReaction {
  ConstraintId id{};
  Vec3 solved;  // moves the bodies and starts the solution of the next step
  Vec3 late;    // second part of the reported one, which the motion feels in the next step
  Vec3 shown;   // is reported
};

/// Null when there is none. @param rows  ShownReaction, by increasing id.
template <typename Row>
Row* find_shown(std::span<Row> rows, ConstraintId id) {
  const auto found =
      std::lower_bound(rows.begin(), rows.end(), id,
                       [](const Row& row, ConstraintId wanted) { return row.id < wanted; });
  return found != rows.end() && found->id == id ? &*found : nullptr;
}

/// A step whose reactions have been found, for the impulses of its impacts.
struct ImpactStep {
  const Bodies& bodies;
  const BodySlots& slots;
  std::span<const ConstraintId> ids;  // of the rows
  double closed_gap{};                // m, a gap up to it at the end of the step counts as closed
  double accuracy{};  // m/s, slower motion towards the surface is an error of the solution
  double error{};     // m/s, that the solution of the step has left
};

/// Impulses of impacts that converge with the step (docs/time-step.md, "Impulses of impacts").
///
/// A contact that closes a gap g in a step is left with the velocity -g / h, which the next step
/// takes away. So the impulse of an impact is spread over two steps by its phase in the first one.
/// Scheme (21) of Kleinert, Simeon and Dreßler (2017), "Nonsmooth contact dynamics for the
/// large-scale simulation of granular material", J. Comput. Appl. Math. 316, 345-357, has a second
/// velocity ν, which has felt all impulses of the impacts so far, and reports R = R_l + R_r:
///
///   u = ν_j + M⁻¹ (h f + h Hᵀ R_l)   with the law of the step,
///   ν = u + h M⁻¹ Hᵀ R_r             with U_N >= 0 at the contacts that are closed now.
///
/// u is the velocity of the motion and does not change.
class ImpactImpulses {
 public:
  using Solve = std::function<void(LocalSolution&)>;

  /// Finds R_l where ν_j differs from u_j, and R_r where a contact closes a gap.
  /// @param problem   Free velocities and laws are those of either problem during `solve`.
  /// @param solution  Of the step.
  /// @return Whether something was solved, so that `reactions` has the answer.
  bool find(const ImpactStep& step, LocalDynamics& problem, const LocalSolution& solution,
            const Solve& solve);
  /// R_l + R_r of all rows, and R_r.
  [[nodiscard]] std::span<const Vec3> reactions() const { return first_.R; }
  [[nodiscard]] std::span<const Vec3> late_reactions() const { return second_.R; }

  /// ν = u from now on, and all reactions are reported as they are.
  void clear();
  /// ν = u of a body whose velocity is given.
  void forget(BodyId id) {
    std::erase_if(late_, [id](const LateVelocity& late) { return late.body == id; });
  }
  /// Notes what a row reports.
  void show(const ShownReaction& row) {
    if (row.shown != row.solved || row.late != Vec3{}) shown_.push_back(row);
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
  /// Quantities that one of the two problems has in place of those of the step.
  struct Exchanged {
    std::vector<Vec3> V;
    std::vector<Vec3> B;
    std::vector<double> rounding;
    std::vector<RowLaw> law;
    void swap(LocalDynamics& problem);
  };

  void place_late(const ImpactStep& step, const BodyOperator& space);
  void start_first(const ImpactStep& step, const LocalDynamics& problem);
  bool find_laws(const ImpactStep& step, const LocalDynamics& problem,
                 const LocalSolution& solution);
  void start_second(const ImpactStep& step, const LocalDynamics& problem,
                    const LocalSolution& solution);
  void find_late(const ImpactStep& step);

  std::vector<LateVelocity> late_;    // by increasing id
  std::vector<ShownReaction> shown_;  // by increasing id
  BodyVelocities shift_;              // ν - u at the start of the step, by slots
  Exchanged other_;
  LocalSolution first_;   // R_l, at the end R_l + R_r
  LocalSolution second_;  // R_r
};

}  // namespace solfec

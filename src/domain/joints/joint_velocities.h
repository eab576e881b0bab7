#pragma once

#include <set>
#include <span>
#include <utility>
#include <vector>

#include "body/bodies.h"
#include "constraint/user_constraint.h"
#include "domain/joints/joint_factors.h"
#include "domain/joints/joint_upkeep.h"
#include "math/vec3.h"

namespace solfec {

/// Velocities that joints forbid: what the last `JointVelocities::settle` has taken away.
struct ForbiddenVelocity {
  double speed{};             // the largest of a joint, m/s; 0: the joints allowed what there was
  ConstraintId constraint{};  // that joint
  double energy{};            // kinetic energy that has gone, J
};

/// Whether errors of velocity of a row are taken away at the end of steps, or a rate is kept
/// meanwhile: rows that hold places or velocities, and motors that prescribe a rate or a place.
bool is_calmed(const UserConstraint& constraint);

/// Impulse p of a row.
struct JointImpulse {
  ConstraintId constraint{};
  Vec3 impulse;  // on the master, N s
};

/// Energies that belong to the errors of velocities of joints in one step.
struct CalmedEnergy {
  double taken{};    // kinetic energy that has gone, J
  double kinetic{};  // that their bodies had or have left, or would have at the speed by loads, J
};

/// Makes velocities that were given compatible with fixed points, fixed directions, rigid links and
/// prescribed motions.
///
/// The row of a joint in a time step reverses the relative velocity at the start of the step, which
/// keeps the place of the joint exact and the energy of motion that it allows. A velocity that it
/// forbids would be reversed for ever, and grows in chains of joints. So when velocities were given
/// or joints were added, the impulse p over all such rows at q_n that is orthogonal in the metric
/// of the masses is applied,
///
///   u <- u + M⁻¹ Hᵀ p   with   H u = w,   w = 0 of joints, else the prescribed velocity
///
/// (of a prescribed displacement the present one), by conjugate residuals with the diagonal blocks
/// of H M⁻¹ Hᵀ as preconditioner: rows that depend on each other do no harm. The work of p is
/// booked as EXTERNAL, as that of reactions. Velocities that fit to rounding stay as they are, to
/// the bit.
///
/// Errors of a solution, impacts and corners of a prescribed motion leave forbidden velocities in
/// any step. With e = w - H u at its ends, e_{n+1} = -e_n + s, where the smooth s of turning rows
/// is of order h². After each step the part that changes its sign, (e_{n+1} - e_n) / 2, is taken
/// away by such impulses, and s / 2 stays. So the energy of smooth motion is kept to the order 5,
/// where e_{n+1} = 0 loses some of order 3. Motors keep the rates of their joints. Rows on meshes
/// are left out: their nodes have no joint mass that an impulse would need.
class JointVelocities {
 public:
  /// Notes bodies whose velocities were given, or that have a new joint. `settle` tells what joints
  /// of theirs forbid: other joints have no more than the errors of earlier steps.
  void note_given(std::span<const BodyId> bodies);
  void forget_given() { given_.clear(); }
  /// @param time  t_n, s.
  void settle(Bodies& bodies, std::span<const UserConstraint> constraints, double time);
  /// Joints whose drift is removed in each step.
  [[nodiscard]] JointUpkeep& upkeep() { return upkeep_; }
  /// Notes e_n of the rows at the start of a step.
  void begin_step(const Bodies& bodies, std::span<const UserConstraint> constraints, double time);
  /// Takes the part of e that changes its sign away at the end of a step, t_{n+1} = `time`.
  /// @param load_speed  What loads give the rows in the step, m/s: errors of rounding are measured
  ///                    by it where bodies rest.
  void end_step(Bodies& bodies, std::span<const UserConstraint> constraints, double time,
                double load_speed = 0.0);
  /// Returns what the last `settle` has taken away; a second call returns nothing.
  [[nodiscard]] ForbiddenVelocity take_forbidden() { return std::exchange(forbidden_, {}); }
  /// Returns what `end_step` has taken away; a second call returns nothing.
  [[nodiscard]] CalmedEnergy take_calmed() { return std::exchange(calmed_, {}); }
  /// Returns the impulses of the last call by the ids of their rows, and forgets them.
  [[nodiscard]] std::vector<JointImpulse> take_impulses() { return std::exchange(impulses_, {}); }
  /// Adds impulses of other ranks.
  void add_impulses(std::span<const JointImpulse> impulses);
  /// Adds the impulses to the mean reactions of the step that begins or ends with them, and forgets
  /// them.
  void add_to_reactions(std::span<UserConstraint> constraints, double step);

 private:
  /// One end of a row; space when there is no body.
  struct End {
    bool in_space = true;
    BodyRef body;
    Vec3 reference;
    BodyPoint point;
  };
  struct Row {
    std::size_t constraint{};
    End master;
    End slave;
    bool is_point{};  // all components, else that along n
    bool is_motor{};  // keeps its rate
    bool is_guide{};  // or a motor
    Vec3 n;
    Mat3 inverse;     // of the mobility in the directions of the row, kg
    double target{};  // along n, m/s
    Vec3 left;        // part of w - H u that stays, m/s
    Vec3 impulse;     // p, N s
    Vec3 residual;    // w - H u less what is left, m/s
  };

  void list_rows(const Bodies& bodies, std::span<const UserConstraint> constraints, double time,
                 bool motors = false);
  void leave_meshes_out();
  void find_residuals(const Bodies& bodies);
  [[nodiscard]] double largest_speed(const Bodies& bodies) const;
  [[nodiscard]] double largest_residual() const;
  template <class Impulse>
  void kick(Bodies& bodies, const Impulse& impulse);
  void iterate(Bodies& bodies, double tolerance);
  double apply(Bodies& bodies, std::span<const UserConstraint> constraints, double tolerance,
               double Energies::*account);
  [[nodiscard]] bool is_given(const UserConstraint& constraint) const;
  void note_forbidden(std::span<const UserConstraint> constraints, double size);
  [[nodiscard]] std::span<const BodyRef> bodies_of_rows();

  JointUpkeep upkeep_;
  JointFactors factors_;
  std::vector<Row> rows_;
  std::vector<std::pair<ConstraintId, Vec3>> start_;  // e_n of rows, m/s; along n as x
  std::vector<BodyRef> joined_;                       // of the rows, each of them once
  double start_kinetic_{};                            // of these at the start of the step, J
  std::vector<JointImpulse> impulses_;                // of the step that begins or ends, by id
  bool calming_ = false;                              // they are of `end_step`
  CalmedEnergy calmed_;
  ForbiddenVelocity forbidden_;
  std::set<BodyId> given_;  // noted since the last `settle`
};

}  // namespace solfec

#pragma once

#include <string>
#include <vector>

#include "domain/domain.h"
#include "local_dynamics/body_velocities.h"
#include "solver/constraint_solver.h"

namespace solfec {

/// Notices dynamic steps that are too long for the springs of the contacts, those of SPRING_DASHPOT
/// and all of PENALTY_SOLVER.
///
/// With the springs K (N/m) and the dashpots D (N s/m) of the contacts that press, the fastest
/// motion along their normals has (hω)² = h λmax(K W_N), W_N the normal part of W. A step of the
/// variant 'EXPLICIT' is stable for
///
///   λmax((h K + 2 D) W_N) < 4.
///
/// An implicit force is that of the mean depth, so a contact that opens or closes within the step
/// gains up to (hω)² / 4 of its energy. Half of it is allowed, and four times that where the
/// dashpots are critical: hω < √2 (1 + min(ζ, 1)), ζ the damping ratio of the motion
/// (docs/solvers.md has what bodies do beyond). Nothing of this is stored.
class SpringStep {
 public:
  /// Looks at the step that has just ended. The fastest motion is looked for again where the sum of
  /// h K_i W_ii over the contacts or the largest of them has grown by kGrowth.
  void add(const Domain& domain, const ConstraintSolver& solver);
  /// A warning about the worst step for the end of the RUN, '' when none was too long.
  [[nodiscard]] std::string text(const Domain& domain) const;

  static constexpr double kGrowth = 1.1;

 private:
  struct Worst {
    double excess = 1.0;    // over what is allowed, in multiples of the step
    double h_omega{};       // of the fastest motion
    double step{};          // s
    double time{};          // s, end of the step
    double spring{};        // of the contact that moves most, N/m or N/m^p
    double power{};         // p
    double allowed_step{};  // s
    RowPlace place;         // of that contact
  };

  void judge(const Domain& domain, bool is_explicit);
  double iterate(const LocalDynamics& problem);

  Worst worst_;
  double sum_ = 0.0;      // of h K_i W_ii, largest that was looked at
  double largest_ = 0.0;  // likewise of one contact
  BodyVelocities velocities_;
  std::vector<double> spring_;   // N/m, of the contacts that press; 0: of others
  std::vector<double> dashpot_;  // N s/m
  std::vector<double> root_;     // of what the motion is looked for with
  std::vector<double> mode_;     // unit
};

}  // namespace solfec

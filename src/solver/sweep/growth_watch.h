#pragma once

#include <span>

#include "local_dynamics/local_dynamics.h"

namespace solfec {

/// Tells sweeps that can never converge from slow ones. Without a solution some reactions balance
/// each other without stopping the bodies, e.g. those of two walls that close on a body: every
/// sweep adds the same to them, for ever. So the size of R grows in proportion to the sweeps while
/// the change per sweep and the merit stay. Slow convergence has a change that falls, a cycle an R
/// that stays. Looks at sweeps 1, 2, 4, 8, ...; the verdict needs 256 of them, four doublings
/// without progress.
class GrowthWatch {
 public:
  /// @param size, change  |R| after the sweep and |change of R| in it, N.
  void add(int sweep, double size, double change, double merit);
  [[nodiscard]] bool no_solution() const { return bad_doublings_ >= kBadDoublings; }

 private:
  static constexpr int kBadDoublings = 4;

  int next_ = 1;     // sweep to look at
  double size_{};    // |R| then
  double change_{};  // |change of R| then
  double merit_{};
  int bad_doublings_ = 0;  // in a row, from sweep 16 on
};

/// Tells accelerated sweeps that can never converge from slow ones; their reactions do not grow in
/// proportion to the sweeps. After at least 256 of them the reactions have left the velocities far
/// behind, w̄ |R| >= 100 max(|B|, |U|), while the laws are still violated by a tenth of these
/// velocities (natural-map residual without the reactions in its denominator). Slow convergence has
/// small violations by then.
/// @param residual  natural_residual(problem, R, U).
bool reactions_run_away(const LocalDynamics& problem, std::span<const Vec3> R,
                        std::span<const Vec3> U, int sweeps, double residual);

}  // namespace solfec

#include "run/watch/joint_warnings.h"

#include <cmath>

#include "base/cat.h"
#include "base/check.h"
#include "run/report/body_text.h"

namespace solfec {

/// A jump of a motion is an error of two or three steps; in runs that turn too fast each step errs.
void JointWarnings::add_calmed(const CalmedEnergy& calmed, const Domain& domain, bool warn,
                               Progress& progress) {
  constexpr double kMuch = 1e-3;  // of the kinetic energy, in a step
  constexpr double kPart = 0.1;   // of the largest one, in all
  constexpr int kSteps = 10;
  most_ = std::fmax(most_, calmed.kinetic);
  if (!(calmed.taken > kMuch * calmed.kinetic)) return;
  ++steps_;
  taken_ += calmed.taken;
  if (steps_ < kSteps || !(taken_ > kPart * most_) || told_errors_ || !warn) return;
  told_errors_ = true;
  progress.warning(cat("t=", short_number(domain.time()),
                       " s: errors of the velocities of joints had ", short_number(taken_),
                       " J in ", steps_, " steps, where their bodies have ", short_number(most_),
                       " J at most: the step ", short_number(domain.local_dynamics().step),
                       " s is too long for how fast they turn and collide"));
}

void JointWarnings::after_step(Domain& domain, bool warn, Progress& progress) {
  add_calmed(domain.take_calmed(), domain, warn, progress);
  const ForbiddenVelocity gone = domain.take_forbidden();
  most_ = std::fmax(most_, std::fabs(gone.energy));
  if (!(gone.speed > 0.0) || told_ || !warn) return;
  told_ = true;
  std::string joint = "a joint";
  domain.for_each_definition([&](const UserConstraint& constraint) {
    if (constraint.id != gone.constraint) return;
    joint = cat("the ", name_of(constraint.kind), " of ",
                pair_name(domain, constraint.master, constraint.slave));
  });
  progress.warning(cat(
      "t=", short_number(domain.time()),
      " s: joints forbid velocities that were given; they are taken away in this "
      "step, ",
      short_number(gone.speed), " m/s at ", joint, ", by which the kinetic energy ",
      gone.energy < 0.0 ? "grows by " : "falls by ", short_number(std::fabs(gone.energy)), " J"));
}

}  // namespace solfec

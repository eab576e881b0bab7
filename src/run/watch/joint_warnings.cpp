#include "run/watch/joint_warnings.h"

#include "base/check.h"
#include "run/body_text.h"

namespace solfec {

void JointWarnings::after_step(Domain& domain, bool warn, Progress& progress) {
  const ForbiddenVelocity gone = domain.take_forbidden();
  if (!(gone.speed > 0.0) || told_ || !warn) return;
  told_ = true;
  std::string joint = "a joint";
  domain.for_each_definition([&](const UserConstraint& constraint) {
    if (constraint.id != gone.constraint) return;
    joint = cat("the ", name_of(constraint.kind), " of ", body_name(domain, constraint.master));
    if (constraint.slave != 0) joint += cat(" and ", body_name(domain, constraint.slave));
  });
  progress.warning(cat("t=", short_number(domain.time()),
                       " s: joints forbid velocities that were given; they are taken away in this "
                       "step, ",
                       short_number(gone.speed), " m/s at ", joint, ", kinetic energy ",
                       short_number(gone.energy), " J"));
}

}  // namespace solfec

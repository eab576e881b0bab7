#pragma once

#include "domain/domain.h"
#include "run/progress.h"

namespace solfec {

/// Says once per SOLFEC object that joints have taken given velocities away, with the joint that
/// forbade most and the kinetic energy that has gone. Nothing of it is stored.
class JointWarnings {
 public:
  /// After a step. @param warn  Whether the line is wanted.
  void after_step(Domain& domain, bool warn, Progress& progress);

 private:
  bool told_ = false;
};

}  // namespace solfec

#pragma once

#include "domain/domain.h"
#include "run/report/progress.h"

namespace solfec {

/// Says once per SOLFEC object that joints have taken given velocities away, with the joint that
/// forbade most and the kinetic energy that has gone; and that errors of their velocities have had
/// a tenth of the largest kinetic energy, in ten steps with a thousandth or more. Nothing of it is
/// stored.
class JointWarnings {
 public:
  /// After a step. @param warn  Whether the line is wanted.
  void after_step(Domain& domain, bool warn, Progress& progress);

 private:
  void add_calmed(const CalmedEnergy& calmed, const Domain& domain, bool warn, Progress& progress);

  bool told_ = false;
  bool told_errors_ = false;
  int steps_ = 0;       // with much error
  double taken_ = 0.0;  // in them, J
  double most_ = 0.0;   // kinetic energy of bodies of joints, J
};

}  // namespace solfec

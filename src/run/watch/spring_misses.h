#pragma once

#include "domain/domain.h"
#include "run/report/progress.h"

namespace solfec {

/// Says once per SOLFEC object that a step has ended with a force that the function of a spring
/// (PUT_SPRING) does not have: one that falls along the stroke, or that depends on more than its
/// arguments. Nothing of it is stored.
class SpringMisses {
 public:
  /// After a step; collective where springs have functions. @param warn  Whether the line is
  /// wanted.
  void after_step(Domain& domain, bool warn, Progress& progress);

 private:
  bool told_ = false;
};

}  // namespace solfec

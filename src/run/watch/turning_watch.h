#pragma once

#include <map>
#include <string>

#include "domain/domain.h"

namespace solfec {

/// Tells once that a rigid body turns too far in a step for its scheme, and once that RIG_POS has
/// added to the energy of one.
///
/// The schemes of rigid rotation find the gyroscopic torque Ω × J Ω from few points of a step. They
/// are right while the angular momentum turns by a small angle against the body in a step, about
/// |Ω × J Ω| h / |J Ω|: RIG_NEG and RIG_POS below 0.2 rad, RIG_IMP below 1 rad, and so is RIG_NEG
/// where it takes the velocity of RIG_IMP (turns_far; measured, docs/time-step.md). A wheel that
/// turns about its axis, and a ball, may turn by any angle.
///
/// RIG_POS adds energy in every step, by the fourth power of this angle, so that no angle is small
/// enough for a long run. It is told when it has added 1 % of the largest energy that the body has
/// had otherwise. Shifts of CONTACT_PROJECTION do not count.
class TurningWatch {
 public:
  /// After a step of this length, s. @return A sentence for the first body, else nothing.
  std::string news(const Domain& domain, double step);

 private:
  /// A body with the scheme RIG_POS.
  struct Grown {
    double numerical{};  // energy that is booked so at the end of the last step, J
    double grown{};      // of it the part of the scheme since it was first seen, J
    double largest{};    // kinetic energy without that, J
  };
  std::string too_far(const Domain& domain, double step);
  std::string growth(const Domain& domain, double step);
  void add_shifts(const Domain& domain);

  bool told_ = false;
  bool told_growth_ = false;
  std::map<BodyId, Grown> grown_;
};

}  // namespace solfec

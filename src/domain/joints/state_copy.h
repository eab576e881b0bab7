#pragma once

#include <span>
#include <vector>

#include "base/ids.h"
#include "body/bodies.h"

namespace solfec {

/// Copy of states and energies of bodies, for trials that are taken back, and for a step whose
/// functions may raise when the bodies have their new velocities already: they then get back the
/// end of the last step. Copies of bodies of other ranks may come and go in the step.
class StateCopy {
 public:
  /// Copies all bodies of this rank.
  explicit StateCopy(const Bodies& bodies);
  /// Copies some bodies.
  StateCopy(const Bodies& bodies, std::span<const BodyId> ids);
  /// Puts it back. @pre this rank has all bodies of the constructor.
  void restore(Bodies& bodies) const;

 private:
  void add(const Bodies& bodies, BodyId id);

  std::vector<BodyId> id_;
  std::vector<double> state_;  // of all these bodies, one after another
  std::vector<Energies> energy_;
};

}  // namespace solfec

#pragma once

#include <vector>

#include "base/ids.h"
#include "body/bodies.h"

namespace solfec {

/// Copy of states and energies of the bodies of this rank, for a step whose functions may raise
/// when the bodies have their new velocities already: they then get back the end of the last step.
/// Copies of bodies of other ranks may come and go in the step.
class StateCopy {
 public:
  explicit StateCopy(const Bodies& bodies);
  /// Puts it back. @pre this rank has all bodies of the constructor.
  void restore(Bodies& bodies) const;

 private:
  std::vector<BodyId> id_;
  std::vector<double> state_;  // of all these bodies, one after another
  std::vector<Energies> energy_;
};

}  // namespace solfec

#pragma once

#include <vector>

#include "body/bodies.h"

namespace solfec {

/// Copy of states and energies of all bodies, for a step whose functions may raise when the bodies
/// have their new velocities already: they then get back the end of the last step.
class StateCopy {
 public:
  explicit StateCopy(const Bodies& bodies);
  /// Puts it back. @pre the bodies are those of the constructor.
  void restore(Bodies& bodies) const;

 private:
  std::vector<double> state_;  // of all bodies, one after another
  std::vector<Energies> energy_;
};

}  // namespace solfec

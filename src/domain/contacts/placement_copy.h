#pragma once

#include <tuple>
#include <utility>

#include "body/bodies.h"

namespace solfec {

/// Copy of what a step changes in the bodies until their loads are known: the placements and the
/// velocities of obstacles. A force function of the user that raises ends the step there; the
/// bodies then get back, bit for bit, the state of the end of the last step.
class PlacementCopy {
 public:
  /// Takes the copy; memory is kept from call to call.
  void store(const Bodies& bodies);
  /// Puts it back. @pre the bodies are those of `store`; within a step the model cannot be changed.
  void restore(Bodies& bodies) const;

 private:
  template <typename... Sets>
  static std::tuple<typename Sets::Placement...> placements_of(const std::tuple<Sets&...>& sets);

  decltype(placements_of(Bodies::sets(std::declval<Bodies&>()))) placements_;  // of all sets
};

}  // namespace solfec

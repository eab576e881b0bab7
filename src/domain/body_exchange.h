#pragma once

#include <cstdint>
#include <vector>

#include "base/ids.h"
#include "body/bodies.h"
#include "parallel/comm.h"
#include "parallel/index_map.h"

namespace solfec {

/// Keeps ghosts like the bodies that they are copies of (docs/bodies.md). Items of its plan are
/// bodies, those of this rank and its ghosts each by increasing id.
class BodyExchange {
 public:
  /// Gives all ghosts placement and velocities of their owners, bit for bit; collective. The plan
  /// is made anew when bodies of some rank have come, gone or changed hands.
  /// @pre the owner of each ghost has the body, with a state of the same size.
  void send_states(Comm& comm, Bodies& bodies);

  [[nodiscard]] const IndexMap& map() const { return map_; }

 private:
  void plan(Comm& comm, const Bodies& bodies);

  std::int64_t revision_ = -1;  // of the table that the plan is for
  std::vector<BodyId> owned_;   // increasing
  std::vector<BodyId> ghosts_;  // increasing
  IndexMap map_;
  std::vector<int> owned_start_;  // bodies + 1, into the states
  std::vector<int> ghost_start_;
  std::vector<double> owned_states_;  // Bodies::get_state of one after another
  std::vector<double> ghost_states_;
};

}  // namespace solfec

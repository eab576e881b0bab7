#pragma once

#include <cstddef>
#include <vector>

#include "local_dynamics/body_velocities.h"
#include "local_dynamics/shared_slots.h"
#include "parallel/comm.h"

namespace solfec {

/// Keeps the copies of shared slots equal while ranks change them in turn. A pass of all rank
/// colours, each of which changes its shared slots and then calls `pass`, is a Gauss-Seidel sweep
/// over all ranks: who comes later sees what those before have done (Adams (2001), A distributed
/// memory unstructured Gauss-Seidel algorithm for multigrid smoothers, Supercomputing).
///
/// One message to each neighbour holds the velocities of all slots shared with it, of meshes those
/// of their borders. A later one replaces an earlier one, which is right: all that share a slot are
/// neighbours of each other, so the last colour has seen the changes of all others.
class SlotExchange {
 public:
  /// @param shared      Is read until the next start.
  /// @param velocities  Of the slots; their sizes are those of the messages.
  void start(const SharedSlots& shared, const BodyVelocities& velocities);
  /// Ranks of a colour send their velocities, all others take them. Collective over all ranks, once
  /// for each colour.
  void pass(int colour, BodyVelocities& velocities);

 private:
  const SharedSlots* shared_ = nullptr;
  std::vector<std::size_t> size_;  // of the message with each neighbour, bytes
  std::vector<Message> sent_;
  std::vector<Message> received_;
  std::vector<double> numbers_;  // of one slot
};

}  // namespace solfec

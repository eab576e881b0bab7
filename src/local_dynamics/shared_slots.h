#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "parallel/comm.h"

namespace solfec {

/// Slots of body space that rows of several ranks act on, in the problem of one of them. Each rank
/// has the rows of its contacts and copies of all slots that these see. Copies of one slot are made
/// of the same numbers, and solvers keep their velocities equal to the bit: ranks that share a slot
/// have different colours and change it in turn (SlotExchange).
struct SharedSlots {
  /// Another rank, and the slots that it shares with this one: the same bodies in the same order on
  /// both.
  struct Neighbour {
    int rank{};
    int colour{};
    std::vector<int> slot;
  };

  Comm* comm = nullptr;                           // null: the problem is that of one rank
  int colour{};                                   // of this rank
  int colours = 1;                                // of all ranks
  std::vector<Neighbour> neighbours;              // ranks increase
  std::vector<std::uint8_t> is_shared;            // per slot
  std::vector<std::uint8_t> has_joint_elsewhere;  // per slot: of a row of another rank
  std::vector<std::int64_t> body;                 // per slot: whose it is, one number on all ranks

  [[nodiscard]] bool one_rank() const { return comm == nullptr; }
  /// Whether rows of other ranks may see a slot; -1 is none.
  [[nodiscard]] bool shared(int slot) const {
    return slot >= 0 && comm != nullptr && is_shared[static_cast<std::size_t>(slot)] != 0;
  }
  /// Whether a joint of another rank sees a slot.
  [[nodiscard]] bool joined_elsewhere(int slot) const {
    return slot >= 0 && has_joint_elsewhere[static_cast<std::size_t>(slot)] != 0;
  }
  /// Joins numbers of all ranks; collective, and nothing on one rank. @return they come in the
  /// order of ranks, so all have the same bits.
  void sum(std::span<double> numbers) const {
    if (!one_rank()) comm->all_reduce(Reduction::sum, numbers);
  }
  template <typename Number>
  [[nodiscard]] Number largest(Number number) const {
    return one_rank() ? number : comm->all_reduce(Reduction::largest, number);
  }
};

}  // namespace solfec

#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "parallel/comm.h"

namespace solfec {

/// A number of an item among those of all ranks: items of rank 0 come first, then those of rank 1.
using GlobalIndex = std::int64_t;

/// Items that the ranks own in parts, and copies of items of other ranks, after the IndexMap of
/// DOLFINx (Baratta et al. (2023), DOLFINx: the next generation FEniCS problem solving environment,
/// sec. 4.1).
///
/// A rank knows its items by local indices: [0, owned()) are its own, [owned(), size()) ghosts, in
/// any order. `forward` brings values of owned items to all their ghosts, `reverse_add` adds what
/// ghosts have gathered to the owned items: first that of the lowest rank, of one rank in the order
/// of its ghosts, so the sums have the same bits in every run. The plan of who sends what to whom
/// is made once; both then take one message for each pair of ranks that share items.
class IndexMap {
 public:
  /// Nothing on one rank.
  IndexMap() = default;
  /// Collective.
  /// @param owned   How many items this rank has.
  /// @param ghosts  Global indices of the ghosts, each at most once; `owners` has their ranks.
  IndexMap(Comm& comm, int owned, std::span<const GlobalIndex> ghosts, std::span<const int> owners);

  [[nodiscard]] int owned() const { return owned_; }
  [[nodiscard]] int ghosts() const { return static_cast<int>(ghosts_.size()); }
  [[nodiscard]] int size() const { return owned() + ghosts(); }
  /// Global index of the first item of this rank, and how many there are on all.
  [[nodiscard]] GlobalIndex offset() const { return offset_; }
  [[nodiscard]] GlobalIndex global_size() const { return global_size_; }
  [[nodiscard]] GlobalIndex global(int local) const;
  /// Ranks that own ghosts of this one, and that have ghosts of its items; increasing.
  [[nodiscard]] const std::vector<int>& sources() const { return ghost_ranks_.rank; }
  [[nodiscard]] const std::vector<int>& destinations() const { return shared_ranks_.rank; }

  /// Owner to ghosts, collective. @param columns  Numbers per item, owned() * columns of them and
  /// ghosts() * columns.
  void forward(Comm& comm, int columns, std::span<const double> owned,
               std::span<double> ghosts) const;
  /// The same for items of different sizes: item i has the numbers [start[i], start[i + 1]), with
  /// the same size on its owner and on the ranks that have its ghost. Starts have one entry more.
  void forward(Comm& comm, std::span<const int> owned_start, std::span<const double> owned,
               std::span<const int> ghost_start, std::span<double> ghosts) const;
  /// Ghosts to owner, collective: adds the values of all ghosts of an item to its own.
  void reverse_add(Comm& comm, int columns, std::span<double> owned,
                   std::span<const double> ghosts) const;

 private:
  /// Items by rank: those of rank[k] are item[start[k]] to item[start[k + 1]].
  struct ByRank {
    std::vector<int> rank;
    std::vector<int> start{0};
    std::vector<int> item;
  };
  using Range = std::function<std::pair<int, int>(int item)>;  // of the numbers of an item

  [[nodiscard]] static std::vector<Message> pack(const ByRank& plan, std::span<const double> from,
                                                 const Range& range);
  [[nodiscard]] static std::vector<Message> buffers(const ByRank& plan, const Range& range);
  static void unpack(const ByRank& plan, std::span<const Message> received, const Range& range,
                     std::span<double> to, bool add);
  /// One side of a transfer.
  struct Side {
    const ByRank& plan;
    Range range;
  };
  static void send(Comm& comm, const Side& from, std::span<const double> values, const Side& to,
                   std::span<double> result, bool add);

  int owned_ = 0;           // items of this rank
  GlobalIndex offset_ = 0;  // of the first of them
  GlobalIndex global_size_ = 0;
  std::vector<GlobalIndex> ghosts_;  // in the order of local indices
  ByRank ghost_ranks_;               // ghosts, from 0, by owner
  ByRank shared_ranks_;  // owned items by the rank that has a ghost of them, in its order
};

/// Global indices of ghosts that are known by keys, e.g. ids of bodies, collective: every owner is
/// asked which of its items has the key.
/// @param keys  Of the owned items of this rank, different ones, in the order of local indices.
/// @return One for each ghost, -1: its owner has no such item.
std::vector<GlobalIndex> find_global(Comm& comm, std::span<const std::int64_t> keys,
                                     std::span<const std::int64_t> ghost_keys,
                                     std::span<const int> owners);

}  // namespace solfec

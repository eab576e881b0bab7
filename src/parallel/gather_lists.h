#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "parallel/comm.h"

namespace solfec {

/// Lists of all ranks, by rank, each of a length of its own; collective.
template <typename Item>
std::vector<std::vector<Item>> gather_lists(Comm& comm, std::span<const Item> mine) {
  const std::vector<int> sizes = comm.all_gather(static_cast<int>(mine.size()));
  const auto longest = static_cast<std::size_t>(*std::max_element(sizes.begin(), sizes.end()));
  std::vector<Item> padded(mine.begin(), mine.end());
  padded.resize(longest);
  std::vector<Item> all(longest * sizes.size());
  comm.all_gather(std::as_bytes(std::span(padded)), std::as_writable_bytes(std::span(all)));
  std::vector<std::vector<Item>> lists;
  for (std::size_t rank = 0; rank < sizes.size(); ++rank) {
    const auto first = all.begin() + static_cast<std::ptrdiff_t>(rank * longest);
    lists.emplace_back(first, first + sizes[rank]);
  }
  return lists;
}

}  // namespace solfec

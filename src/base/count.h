#pragma once

#include <cstddef>

namespace solfec {

/// Number of items of a container as int; every container of this program stays below 2^31 items.
template <typename Container>
constexpr int count(const Container& container) {
  return static_cast<int>(container.size());
}

/// Converts a number of an item, which is not negative, into an index; checks no upper bound.
constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace solfec

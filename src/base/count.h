#pragma once

namespace solfec {

/// Number of items of a container as int; every container of this program stays below 2^31 items.
template <typename Container>
constexpr int count(const Container& container) {
  return static_cast<int>(container.size());
}

}  // namespace solfec

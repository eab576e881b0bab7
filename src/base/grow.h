#pragma once

#include <cstddef>
#include <vector>

namespace solfec {

/// Resizes a large array. Where it must grow, its capacity grows by at least an eighth: the unused
/// part stays small (the standard library doubles the capacity), and each item is still copied a
/// bounded number of times on average, however often the array grows.
template <typename T>
void resize_sparing(std::vector<T>& items, std::size_t size) {
  if (size > items.capacity()) items.reserve(size + size / 8);
  items.resize(size);
}

}  // namespace solfec

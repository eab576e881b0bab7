#pragma once

#include <cstddef>
#include <vector>

namespace solfec {

/// Resizes a large array that has as many items as the problem needs: where it must grow, by at
/// least an eighth, so that the room that stays unused is small against what is used. (The standard
/// library doubles it.) Still a constant number of copies per item, however often it grows.
template <typename T>
void resize_sparing(std::vector<T>& items, std::size_t size) {
  if (size > items.capacity()) items.reserve(size + size / 8);
  items.resize(size);
}

}  // namespace solfec

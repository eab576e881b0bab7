#include "archive/columns.h"

#include <numeric>

namespace solfec {

void ColumnTable::grow(std::size_t bytes) {
  SOLFEC_ASSERT(next_ < kMost);
  sizes_[next_++] += bytes;
}

std::size_t ColumnTable::total() const {
  return std::accumulate(sizes_.begin(), sizes_.end(), std::size_t{0});
}

void ColumnTable::place(std::span<std::byte> destination) {
  SOLFEC_ASSERT(destination.size() == total());
  std::byte* at = destination.data();
  for (std::size_t i = 0; i < kMost; ++i) {
    places_[i] = PlacedBytes(at);
    at += sizes_[i];
  }
}

}  // namespace solfec

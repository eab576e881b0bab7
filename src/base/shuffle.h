#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace solfec {

/// Brings items into an order that looks random and depends on their number alone, the same on
/// every machine: Fisher-Yates with a linear congruential generator modulo 2^64 and a fixed seed
/// (Knuth, TAOCP vol. 2, sec. 3.4.2 and 3.3.4), whose upper 31 bits choose the place.
template <typename Item>
void shuffle(std::span<Item> items) {
  std::uint64_t state = 0x9e3779b97f4a7c15ULL;
  for (std::size_t k = items.size(); k > 1; --k) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    std::swap(items[k - 1], items[static_cast<std::size_t>((state >> 33U) % k)]);
  }
}

}  // namespace solfec

#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace solfec {

inline std::uint32_t byte_swapped(std::uint32_t value) { return __builtin_bswap32(value); }
inline std::uint64_t byte_swapped(std::uint64_t value) { return __builtin_bswap64(value); }

/// Unsigned integer with the bits of a number of 4 or 8 bytes.
template <typename Number>
auto bits_of(Number value) {
  if constexpr (sizeof(Number) == 4) {
    return std::bit_cast<std::uint32_t>(value);
  } else {
    return std::bit_cast<std::uint64_t>(value);
  }
}

/// Stores a number at `to` with the most significant byte first.
template <typename Number>
void store_big_endian(std::byte* to, Number value) {
  auto bits = bits_of(value);
  if constexpr (std::endian::native == std::endian::little) bits = byte_swapped(bits);
  std::memcpy(to, &bits, sizeof bits);
}

/// Number whose most significant byte is the first one at `from`.
template <typename Number>
Number load_big_endian(const std::byte* from) {
  decltype(bits_of(Number{})) bits{};
  std::memcpy(&bits, from, sizeof bits);
  if constexpr (std::endian::native == std::endian::little) bits = byte_swapped(bits);
  return std::bit_cast<Number>(bits);
}

/// Converts a whole array in one loop of vector byte shuffles.
template <typename Number>
void store_big_endian(std::byte* to, std::span<const Number> items) {
  for (std::size_t i = 0; i < items.size(); ++i) {
    store_big_endian(to + i * sizeof(Number), items[i]);
  }
}

template <typename Number>
void load_big_endian(const std::byte* from, std::span<Number> items) {
  for (std::size_t i = 0; i < items.size(); ++i) {
    items[i] = load_big_endian<Number>(from + i * sizeof(Number));
  }
}

}  // namespace solfec

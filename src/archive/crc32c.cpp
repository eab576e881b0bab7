#include "archive/crc32c.h"

#include <array>
#include <cstring>

#if defined(__SSE4_2__)
#include <nmmintrin.h>
#endif

namespace solfec {

namespace {

using Table = std::array<std::array<std::uint32_t, 256>, 8>;

/// Entry [k][b]: checksum register after byte b followed by k zero bytes.
constexpr Table make_table() {
  constexpr std::uint32_t kReflectedPolynomial = 0x82F63B78U;
  Table table{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t crc = byte;
    for (int bit = 0; bit < 8; ++bit) {
      crc = (crc & 1U) != 0 ? (crc >> 1) ^ kReflectedPolynomial : crc >> 1;
    }
    table[0][byte] = crc;
  }
  for (std::size_t k = 1; k < 8; ++k) {
    for (std::size_t byte = 0; byte < 256; ++byte) {
      const std::uint32_t before = table[k - 1][byte];
      table[k][byte] = (before >> 8) ^ table[0][before & 0xFFU];
    }
  }
  return table;
}

constexpr Table kTable = make_table();

std::uint32_t entry(std::size_t k, std::byte byte) {
  return kTable[k][std::to_integer<std::size_t>(byte)];
}

std::byte byte_of(std::uint32_t value, int index) {
  return static_cast<std::byte>((value >> (8 * index)) & 0xFFU);
}

}  // namespace

std::uint32_t crc32c_by_table(std::span<const std::byte> data, std::uint32_t crc) {
  crc = ~crc;
  std::size_t i = 0;
  for (; i + 8 <= data.size(); i += 8) {  // eight bytes at a time
    const std::span<const std::byte> b = data.subspan(i, 8);
    crc = entry(7, b[0] ^ byte_of(crc, 0)) ^ entry(6, b[1] ^ byte_of(crc, 1)) ^
          entry(5, b[2] ^ byte_of(crc, 2)) ^ entry(4, b[3] ^ byte_of(crc, 3)) ^ entry(3, b[4]) ^
          entry(2, b[5]) ^ entry(1, b[6]) ^ entry(0, b[7]);
  }
  for (; i < data.size(); ++i) crc = (crc >> 8) ^ entry(0, data[i] ^ byte_of(crc, 0));
  return ~crc;
}

#if defined(__SSE4_2__)

namespace {

// The instruction takes a word per cycle but gives its result after three: three pieces of the data
// are run through side by side. A register r that passes n zero bytes becomes Z r, linear over
// the two-element field; so the register after the pieces A, B, C is Z (Z a + b) + c, a that of
// A, b and c those of B and C alone.

constexpr std::size_t kLane = 4096;  // bytes of a piece

/// Columns of a linear map of 32 bits.
using Matrix = std::array<std::uint32_t, 32>;

constexpr std::uint32_t product(const Matrix& matrix, std::uint32_t vector) {
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < 32; ++i) sum ^= (vector >> i & 1U) != 0 ? matrix[i] : 0U;
  return sum;
}

/// Z for a piece: that for one byte, squared.
constexpr Matrix zeros_of_lane() {
  Matrix zeros{};
  for (std::size_t i = 0; i < 32; ++i) {
    const std::uint32_t bit = 1U << i;
    zeros[i] = (bit >> 8) ^ kTable[0][bit & 0xFFU];
  }
  for (std::size_t bytes = 1; bytes < kLane; bytes *= 2) {
    Matrix square{};
    for (std::size_t i = 0; i < 32; ++i) square[i] = product(zeros, zeros[i]);
    zeros = square;
  }
  return zeros;
}

constexpr std::array<std::array<std::uint32_t, 256>, 4> make_lane_table() {
  const Matrix zeros = zeros_of_lane();
  std::array<std::array<std::uint32_t, 256>, 4> table{};
  for (std::size_t k = 0; k < 4; ++k) {
    for (std::uint32_t byte = 0; byte < 256; ++byte) table[k][byte] = product(zeros, byte << 8 * k);
  }
  return table;
}

constexpr auto kLaneTable = make_lane_table();

std::uint64_t past_lane(std::uint64_t state) {
  std::uint32_t sum = 0;
  for (std::size_t k = 0; k < 4; ++k) sum ^= kLaneTable[k][state >> 8 * k & 0xFFU];
  return sum;
}

std::uint64_t word_at(const std::byte* data) {
  std::uint64_t word = 0;
  std::memcpy(&word, data, sizeof word);
  return word;
}

}  // namespace

std::uint32_t crc32c(std::span<const std::byte> data, std::uint32_t crc) {
  std::uint64_t state = static_cast<std::uint32_t>(~crc);
  std::size_t i = 0;
  for (; i + 3 * kLane <= data.size(); i += 3 * kLane) {
    const std::byte* const piece = data.data() + i;
    std::uint64_t second = 0;
    std::uint64_t third = 0;
    for (std::size_t k = 0; k < kLane; k += 8) {
      state = _mm_crc32_u64(state, word_at(piece + k));
      second = _mm_crc32_u64(second, word_at(piece + kLane + k));
      third = _mm_crc32_u64(third, word_at(piece + 2 * kLane + k));
    }
    state = past_lane(past_lane(state) ^ second) ^ third;
  }
  for (; i + 8 <= data.size(); i += 8) state = _mm_crc32_u64(state, word_at(data.data() + i));
  auto tail = static_cast<std::uint32_t>(state);
  for (; i < data.size(); ++i) {
    tail = _mm_crc32_u8(tail, std::to_integer<std::uint8_t>(data[i]));
  }
  return ~tail;
}

#else

std::uint32_t crc32c(std::span<const std::byte> data, std::uint32_t crc) {
  return crc32c_by_table(data, crc);
}

#endif

}  // namespace solfec

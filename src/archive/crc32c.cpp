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

std::uint32_t crc32c(std::span<const std::byte> data, std::uint32_t crc) {
  std::uint64_t state = static_cast<std::uint32_t>(~crc);
  std::size_t i = 0;
  for (; i + 8 <= data.size(); i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, data.data() + i, sizeof word);
    state = _mm_crc32_u64(state, word);
  }
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

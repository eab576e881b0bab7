#include "archive/crc32c.h"

#include <random>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace solfec {
namespace {

using Bytes = std::vector<std::byte>;

Bytes bytes_of(std::string_view text) {
  const auto* begin = reinterpret_cast<const std::byte*>(text.data());
  return {begin, begin + text.size()};
}

Bytes counting(int first, int last) {
  Bytes bytes;
  const int step = first <= last ? 1 : -1;
  for (int i = first; i != last + step; i += step) bytes.push_back(static_cast<std::byte>(i));
  return bytes;
}

struct KnownValue {
  Bytes data;
  std::uint32_t checksum;
};

/// RFC 3720, appendix B.4, and the check value of the catalogue of CRC algorithms for "123456789".
std::vector<KnownValue> known_values() {
  return {{{}, 0x00000000U},
          {bytes_of("123456789"), 0xE3069283U},
          {Bytes(32, std::byte{0x00}), 0x8A9136AAU},
          {Bytes(32, std::byte{0xFF}), 0x62A8AB43U},
          {counting(0, 31), 0x46DD794EU},
          {counting(31, 0), 0x113FDB5CU}};
}

/// Bit by bit from the definition: remainder of the division by the polynomial.
std::uint32_t by_definition(const Bytes& data) {
  std::uint32_t crc = 0xFFFFFFFFU;
  for (const std::byte byte : data) {
    crc ^= std::to_integer<std::uint32_t>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1U) != 0 ? 0x82F63B78U : 0U);
  }
  return ~crc;
}

TEST(Crc32c, BothVersionsGiveTheKnownValues) {
  for (const KnownValue& known : known_values()) {
    EXPECT_EQ(crc32c(known.data), known.checksum);
    EXPECT_EQ(crc32c_by_table(known.data), known.checksum);
  }
}

TEST(Crc32c, BothVersionsFollowTheDefinitionForEveryLengthAndAlignment) {
  std::mt19937 random(20260101);
  Bytes data(80);
  for (std::byte& byte : data) byte = static_cast<std::byte>(random());
  for (std::size_t start = 0; start < 9; ++start) {
    for (std::size_t length = 0; start + length <= data.size(); ++length) {
      const Bytes piece(data.begin() + static_cast<std::ptrdiff_t>(start),
                        data.begin() + static_cast<std::ptrdiff_t>(start + length));
      const auto view = std::span<const std::byte>(data).subspan(start, length);
      EXPECT_EQ(crc32c(view), by_definition(piece));
      EXPECT_EQ(crc32c_by_table(view), by_definition(piece));
    }
  }
}

TEST(Crc32c, BothVersionsAgreeOnLongData) {
  std::mt19937 random(7);
  Bytes data(100000);
  for (std::byte& byte : data) byte = static_cast<std::byte>(random());
  const std::span<const std::byte> all(data);
  for (const std::size_t length :
       {12280U, 12287U, 12288U, 12289U, 24576U, 24583U, 40000U, 99990U}) {
    for (std::size_t start = 0; start < 3; ++start) {
      const auto view = all.subspan(start, length);
      EXPECT_EQ(crc32c(view), crc32c_by_table(view)) << length;
      EXPECT_EQ(crc32c(view.subspan(5001), crc32c(view.first(5001))), crc32c_by_table(view));
    }
  }
}

TEST(Crc32c, ContinuesOverPieces) {
  const Bytes data = counting(0, 200);
  const std::span<const std::byte> all(data);
  for (std::size_t cut = 0; cut <= data.size(); ++cut) {
    EXPECT_EQ(crc32c(all.subspan(cut), crc32c(all.first(cut))), crc32c(all));
    EXPECT_EQ(crc32c_by_table(all.subspan(cut), crc32c_by_table(all.first(cut))), crc32c(all));
  }
}

TEST(Crc32c, NoticesEveryFlippedBit) {
  Bytes data = counting(0, 99);
  const std::uint32_t sound = crc32c(data);
  for (std::byte& byte : data) {
    for (int bit = 0; bit < 8; ++bit) {
      byte ^= static_cast<std::byte>(1 << bit);
      EXPECT_NE(crc32c(data), sound);
      byte ^= static_cast<std::byte>(1 << bit);
    }
  }
}

}  // namespace
}  // namespace solfec

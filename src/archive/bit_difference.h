#pragma once

#include <bit>
#include <cstdint>

namespace solfec {

/// Lossless difference of a double from an expected value, which is small when both are close.
///
/// The bits of doubles become integers in the order of the doubles: -inf, ..., -0, 0, ..., inf,
/// with the NaNs at both ends. The difference of two such integers modulo 2^64 is d; it is stored
/// as 2 d, or as -2 d - 1 where d is negative, so that close values leave leading zeros.

/// Integer with the order of the doubles.
constexpr std::uint64_t ordered_bits(double value) {
  constexpr std::uint64_t kSign = std::uint64_t{1} << 63U;
  const auto bits = std::bit_cast<std::uint64_t>(value);
  return (bits & kSign) != 0 ? ~bits : bits | kSign;
}

constexpr double from_ordered_bits(std::uint64_t ordered) {
  constexpr std::uint64_t kSign = std::uint64_t{1} << 63U;
  return std::bit_cast<double>((ordered & kSign) != 0 ? ordered & ~kSign : ~ordered);
}

/// Difference of `value` from `expected`, 0 when their bits are equal.
constexpr std::uint64_t bit_difference(double value, double expected) {
  const std::uint64_t d = ordered_bits(value) - ordered_bits(expected);
  return (d << 1U) ^ (0 - (d >> 63U));
}

/// Inverse of `bit_difference`: returns the value from its difference and the expected value.
constexpr double from_bit_difference(std::uint64_t difference, double expected) {
  const std::uint64_t d = (difference >> 1U) ^ (0 - (difference & 1U));
  return from_ordered_bits(ordered_bits(expected) + d);
}

}  // namespace solfec

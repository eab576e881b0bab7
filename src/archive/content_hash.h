#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace solfec {

/// FNV-1a hash of 64 bits (Fowler, Noll, Vo; IETF draft-eastlake-fnv). Equal bytes have equal
/// hashes; bytes that differ in one bit almost surely do not.
inline std::uint64_t content_hash(std::span<const std::byte> bytes) {
  constexpr std::uint64_t kOffset = 14695981039346656037U;
  constexpr std::uint64_t kPrime = 1099511628211U;
  std::uint64_t hash = kOffset;
  for (const std::byte byte : bytes) {
    hash ^= static_cast<std::uint64_t>(byte);
    hash *= kPrime;
  }
  return hash;
}

}  // namespace solfec

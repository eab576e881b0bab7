#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace solfec {

/// CRC-32C (Castagnoli polynomial 0x1EDC6F41, reflected), the checksum of RFC 3720, appendix B.4.
///
/// Uses the processor's instruction where the build's baseline has it (SSE4.2), else the table.
/// @param crc  Checksum of the bytes before `data`, 0 at the start: crc32c(b, crc32c(a)) is that of
///             a followed by b.
std::uint32_t crc32c(std::span<const std::byte> data, std::uint32_t crc = 0);

/// Computes the checksum CRC-32C by eight tables of 256 entries, which works on any processor;
/// parameters and result are those of crc32c().
std::uint32_t crc32c_by_table(std::span<const std::byte> data, std::uint32_t crc = 0);

}  // namespace solfec

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace solfec {

/// Header that stands before the payload of one frame of a result file; byte layout in
/// docs/output-format.md.
struct FrameHeader {
  bool compressed = false;           // payload is a zstd frame
  std::int64_t sequence = 0;         // 0, 1, 2, ... from the start of the file
  double time = 0.0;                 // simulation time, s, finite
  std::int64_t stored_length = 0;    // bytes of payload in the file
  std::int64_t original_length = 0;  // bytes of payload after decompression
};

inline constexpr std::size_t kFrameHeaderSize = 52;  // with its own checksum
inline constexpr std::size_t kFrameTrailerSize = 4;  // checksum of header and payload
inline constexpr std::uint32_t kFrameVersion = 1;

/// Bytes of a whole frame.
inline std::int64_t frame_size(const FrameHeader& header) {
  return static_cast<std::int64_t>(kFrameHeaderSize + kFrameTrailerSize) + header.stored_length;
}

/// True when a payload may be stored compressed. Writers store a payload uncompressed when it would
/// shrink by more than this bound: so a forged header cannot make a reader allocate without limit.
inline bool compression_is_allowed(std::int64_t original_length, std::int64_t stored_length) {
  constexpr std::int64_t kMaxRatio = 256;
  return original_length / kMaxRatio <= stored_length;
}

/// Writes the header and its checksum to the first kFrameHeaderSize bytes at `to`.
void encode_frame_header(const FrameHeader& header, std::span<std::byte> to);

/// Reads a header from kFrameHeaderSize bytes.
/// @return Empty when the header is sound, else what is wrong with it.
std::string decode_frame_header(std::span<const std::byte> from, FrameHeader& header);

}  // namespace solfec

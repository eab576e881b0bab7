#include "archive/frame_header.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "archive/crc32c.h"
#include "archive/xdr_item.h"
#include "base/cat.h"
#include "base/check.h"

namespace solfec {

namespace {

// Offsets of the fields; docs/output-format.md shows the same table.
constexpr std::size_t kMagicAt = 0;
constexpr std::size_t kVersionAt = 8;
constexpr std::size_t kFlagsAt = 12;
constexpr std::size_t kSequenceAt = 16;
constexpr std::size_t kTimeAt = 24;
constexpr std::size_t kStoredLengthAt = 32;
constexpr std::size_t kOriginalLengthAt = 40;
constexpr std::size_t kChecksumAt = 48;
static_assert(kChecksumAt + 4 == kFrameHeaderSize);

constexpr std::array<char, 8> kMagic = {'S', 'O', 'L', 'F', 'E', 'C', 'F', 'R'};
constexpr std::uint32_t kCompressedFlag = 1;

bool lengths_agree(const FrameHeader& header) {
  if (header.stored_length < 0 || header.original_length < 0) return false;
  if (!header.compressed) return header.stored_length == header.original_length;
  return compression_is_allowed(header.original_length, header.stored_length);
}

}  // namespace

void encode_frame_header(const FrameHeader& header, std::span<std::byte> to) {
  SOLFEC_ASSERT(to.size() >= kFrameHeaderSize);
  SOLFEC_ASSERT(std::isfinite(header.time) && lengths_agree(header));
  std::byte* at = to.data();
  encode_xdr_opaque(kMagic.data(), kMagic.size(), at + kMagicAt);
  encode_xdr(kFrameVersion, at + kVersionAt);
  encode_xdr(header.compressed ? kCompressedFlag : 0U, at + kFlagsAt);
  encode_xdr(header.sequence, at + kSequenceAt);
  encode_xdr(header.time, at + kTimeAt);
  encode_xdr(header.stored_length, at + kStoredLengthAt);
  encode_xdr(header.original_length, at + kOriginalLengthAt);
  encode_xdr(crc32c(to.first(kChecksumAt)), at + kChecksumAt);
}

std::string decode_frame_header(std::span<const std::byte> from, FrameHeader& header) {
  SOLFEC_ASSERT(from.size() >= kFrameHeaderSize);
  const std::byte* at = from.data();
  if (std::memcmp(at + kMagicAt, kMagic.data(), kMagic.size()) != 0) {
    return "no frame starts here";
  }
  if (decode_xdr<std::uint32_t>(at + kChecksumAt) != crc32c(from.first(kChecksumAt))) {
    return "the checksum of the frame's header is wrong";
  }
  const auto version = decode_xdr<std::uint32_t>(at + kVersionAt);
  if (version != kFrameVersion) {
    return cat("the format version is ", version, ", this program reads ", kFrameVersion);
  }
  const auto flags = decode_xdr<std::uint32_t>(at + kFlagsAt);
  header.compressed = flags == kCompressedFlag;
  header.sequence = decode_xdr<std::int64_t>(at + kSequenceAt);
  header.time = decode_xdr<double>(at + kTimeAt);
  header.stored_length = decode_xdr<std::int64_t>(at + kStoredLengthAt);
  header.original_length = decode_xdr<std::int64_t>(at + kOriginalLengthAt);
  if (flags > kCompressedFlag || header.sequence < 0 || !std::isfinite(header.time) ||
      !lengths_agree(header)) {
    return "the frame's header is not valid";
  }
  return {};
}

}  // namespace solfec

// Frames of a result file, whatever its bytes are: scanning, reading, continuing.

#include <cstddef>
#include <cstdint>
#include <memory>

#include "archive/archive_error.h"
#include "archive/frame_reader.h"
#include "archive/frame_writer.h"
#include "support/memory_file.h"

namespace {

using solfec::ArchiveError;
using solfec::Bytes;
using solfec::MemoryFile;

void read_all(const std::shared_ptr<Bytes>& bytes, solfec::ScanDepth depth) {
  solfec::FrameReader reader("fuzz", depth, std::make_unique<MemoryFile>(bytes));
  for (int i = 0; i < reader.frames(); ++i) {
    try {
      (void)reader.payload(i);
    } catch (const ArchiveError&) {  // damaged inside, or no sound compression
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto* const first = reinterpret_cast<const std::byte*>(data);
  const auto bytes = std::make_shared<Bytes>(first, first + size);
  read_all(bytes, solfec::ScanDepth::headers);
  read_all(bytes, solfec::ScanDepth::everything);
  try {
    auto writer = solfec::FrameWriter::resume("fuzz", solfec::FrameWriter::kAllFrames,
                                              std::make_unique<MemoryFile>(bytes));
    writer.append(1.0, std::span<const std::byte>(first, size));
  } catch (const ArchiveError&) {
  }
  return 0;
}

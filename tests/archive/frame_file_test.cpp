// FrameWriter and FrameReader together: what is written comes back, whatever happens to the file.

#include <cerrno>
#include <cstring>
#include <numeric>
#include <sys/stat.h>

#include <gtest/gtest.h>

#include "archive/archive_error.h"
#include "archive/byte_order.h"
#include "archive/crc32c.h"
#include "archive/frame_header.h"
#include "archive/frame_reader.h"
#include "archive/frame_writer.h"
#include "base/cat.h"
#include "support/allocation_counter.h"
#include "support/memory_file.h"
#include "support/message_of.h"
#include "support/temporary_folder.h"

namespace solfec {
namespace {

std::unique_ptr<FileBackend> in_memory(const std::shared_ptr<Bytes>& bytes) {
  return std::make_unique<MemoryFile>(bytes);
}

/// Payload of the frame number i: different lengths, the first one empty.
Bytes payload_of(int i) {
  Bytes payload(static_cast<std::size_t>(7 * i % 23));
  for (std::size_t k = 0; k < payload.size(); ++k) payload[k] = static_cast<std::byte>(i + 3 * k);
  return payload;
}

double time_of(int i) { return 0.25 * i; }

struct SmallFile {
  std::shared_ptr<Bytes> bytes = std::make_shared<Bytes>();
  std::vector<std::size_t> ends;  // length of the file after each frame
};

SmallFile small_file(int frames, bool compressed = false) {
  SmallFile file;
  FrameWriter writer = FrameWriter::create("small", in_memory(file.bytes));
  writer.set_compression(compressed);
  for (int i = 0; i < frames; ++i) {
    writer.append(time_of(i), payload_of(i));
    file.ends.push_back(file.bytes->size());
  }
  return file;
}

/// Expects exactly `frames` frames with the right times and payloads.
void expect_frames(const std::shared_ptr<Bytes>& bytes, int frames, ScanDepth depth) {
  FrameReader reader("small", depth, in_memory(bytes));
  ASSERT_EQ(reader.frames(), frames);
  for (int i = 0; i < frames; ++i) {
    EXPECT_EQ(reader.time(i), time_of(i));
    const auto payload = reader.payload(i);
    EXPECT_EQ(Bytes(payload.begin(), payload.end()), payload_of(i));
  }
}

class FrameFile : public ::testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(PlainAndCompressed, FrameFile, ::testing::Bool());

constexpr int kFrames = 6;

TEST_P(FrameFile, FramesComeBackInAnyOrder) {
  const SmallFile file = small_file(kFrames, GetParam());
  FrameReader reader("small", ScanDepth::everything, in_memory(file.bytes));
  EXPECT_EQ(reader.frames(), kFrames);
  EXPECT_EQ(reader.unreadable_bytes(), 0);
  EXPECT_EQ(reader.damage(), "");
  for (const int i : {5, 0, 3, 3, 1, 4, 2}) {
    const auto payload = reader.payload(i);
    EXPECT_EQ(Bytes(payload.begin(), payload.end()), payload_of(i));
  }
}

TEST_P(FrameFile, EveryBytePrefixGivesExactlyTheFramesThatEndInIt) {
  const SmallFile file = small_file(kFrames, GetParam());
  for (std::size_t length = 0; length <= file.bytes->size(); ++length) {
    const auto prefix = std::make_shared<Bytes>(*file.bytes);
    prefix->resize(length);
    int whole = 0;
    for (const std::size_t end : file.ends) whole += end <= length ? 1 : 0;
    const std::size_t end = whole == 0 ? 0 : file.ends[static_cast<std::size_t>(whole) - 1];

    expect_frames(prefix, whole, ScanDepth::everything);
    expect_frames(prefix, whole, ScanDepth::headers);
    const FrameReader reader("small", ScanDepth::everything, in_memory(prefix));
    EXPECT_EQ(reader.unreadable_bytes(), static_cast<std::int64_t>(length - end));
    EXPECT_EQ(reader.damage().empty(), length == end);
  }
}

TEST_P(FrameFile, EveryFlippedByteEndsTheReadableFramesBeforeIt) {
  const SmallFile file = small_file(kFrames, GetParam());
  for (std::size_t i = 0; i < file.bytes->size(); ++i) {
    int before = 0;
    for (const std::size_t end : file.ends) before += end <= i ? 1 : 0;
    for (const int flip : {0x01, 0x80, 0xFF}) {
      const auto damaged = std::make_shared<Bytes>(*file.bytes);
      (*damaged)[i] ^= static_cast<std::byte>(flip);
      expect_frames(damaged, before, ScanDepth::everything);
    }
  }
}

TEST_P(FrameFile, AScanOfHeadersNeverGivesAWrongPayload) {
  const SmallFile file = small_file(kFrames, GetParam());
  for (std::size_t at = 0; at < file.bytes->size(); ++at) {
    const auto damaged = std::make_shared<Bytes>(*file.bytes);
    (*damaged)[at] ^= std::byte{0x40};
    FrameReader reader("small", ScanDepth::headers, in_memory(damaged));
    for (int i = 0; i < reader.frames(); ++i) {
      try {
        const auto payload = reader.payload(i);
        EXPECT_EQ(Bytes(payload.begin(), payload.end()), payload_of(i));
      } catch (const ArchiveError&) {
        EXPECT_LE(at, file.ends[static_cast<std::size_t>(i)]);
      }
    }
  }
}

TEST_P(FrameFile, ResumingAnyPrefixGivesTheBytesOfAnUninterruptedFile) {
  const SmallFile file = small_file(kFrames, GetParam());
  for (std::size_t length = file.ends[0]; length <= file.bytes->size(); ++length) {
    const auto prefix = std::make_shared<Bytes>(*file.bytes);
    prefix->resize(length);
    FrameWriter writer = FrameWriter::resume("small", FrameWriter::kAllFrames, in_memory(prefix));
    writer.set_compression(GetParam());
    EXPECT_EQ(static_cast<std::size_t>(writer.size() + writer.removed_bytes()), length);
    for (int i = static_cast<int>(writer.frames()); i < kFrames; ++i) {
      writer.append(time_of(i), payload_of(i));
    }
    EXPECT_EQ(*prefix, *file.bytes);
  }
}

TEST_P(FrameFile, ResumingAfterAnEarlierFrameCutsTheLaterOnes) {
  const SmallFile file = small_file(kFrames, GetParam());
  for (int kept = 1; kept <= kFrames; ++kept) {
    const auto copy = std::make_shared<Bytes>(*file.bytes);
    const FrameWriter writer = FrameWriter::resume("small", kept, in_memory(copy));
    EXPECT_EQ(writer.frames(), kept);
    EXPECT_EQ(copy->size(), file.ends[static_cast<std::size_t>(kept) - 1]);
    expect_frames(copy, kept, ScanDepth::everything);
  }
}

TEST(FrameFileResume, AFileWithoutReadableFramesIsLeftAlone) {
  const auto foreign = std::make_shared<Bytes>(100, std::byte{'x'});
  EXPECT_EQ(message_of<ArchiveError>([&] {
              FrameWriter::resume("notes.txt", FrameWriter::kAllFrames, in_memory(foreign));
            }),
            "notes.txt: cannot be continued after 0 frames, 0 can be read; "
            "frame 0 at byte 0: no frame starts here");
  EXPECT_EQ(foreign->size(), 100U);
}

TEST(FrameFileResume, MoreFramesThanThereAreIsAnError) {
  const SmallFile file = small_file(2);
  EXPECT_EQ(message_of<ArchiveError>([&] { FrameWriter::resume("a", 3, in_memory(file.bytes)); }),
            "a: cannot be continued after 3 frames, 2 can be read");
}

TEST(FrameFileResume, AReadErrorDoesNotCostFrames) {
  const SmallFile file = small_file(kFrames);
  const Bytes before = *file.bytes;
  for (int call = 0; call < 4; ++call) {  // open, size, read; the last round has no fault
    const Fault fault{.first_call = call, .calls = 1, .error = EIO, .leaves = 0};
    try {
      FrameWriter::resume("a", FrameWriter::kAllFrames,
                          std::make_unique<FaultyFile>(in_memory(file.bytes), fault));
      EXPECT_EQ(call, 3);
    } catch (const std::runtime_error& error) {
      EXPECT_NE(std::strstr(error.what(), "Input/output error"), nullptr) << error.what();
    }
    EXPECT_EQ(*file.bytes, before);
  }
}

/// Writes kFrames frames through a faulty file, trying a failed frame again up to three times.
void write_in_spite_of(const Fault& fault, const std::shared_ptr<Bytes>& bytes) {
  FrameWriter writer =
      FrameWriter::create("faulty", std::make_unique<FaultyFile>(in_memory(bytes), fault));
  for (int i = 0; i < kFrames; ++i) {
    for (int attempt = 0; attempt < 4 && writer.frames() == i; ++attempt) {
      try {
        writer.append(time_of(i), payload_of(i));
      } catch (const OutputError& error) {
        EXPECT_FALSE(error.creating());
        EXPECT_EQ(error.what(), cat("faulty: cannot be written: ", system_message(fault.error)));
        // At any moment a reader sees the frames before, whole.
        expect_frames(bytes, i, ScanDepth::everything);
        expect_frames(bytes, i, ScanDepth::headers);
      }
    }
    EXPECT_EQ(writer.frames(), i + 1);
  }
}

TEST(FrameFileFaults, AnyFailingCallLeavesAValidFileAndTheFrameCanBeWrittenAgain) {
  const Bytes expected = *small_file(kFrames).bytes;
  std::vector<Fault> faults;
  for (int first_call = 1; first_call < 2 * kFrames; ++first_call) {  // call 0 opens
    for (int calls = 1; calls <= 3; ++calls) {                        // the cut fails as well
      for (const int leaves : {0, 1, 40, 55}) {
        faults.push_back({first_call, calls, ENOSPC, leaves});
        faults.push_back({first_call, calls, EIO, leaves});
      }
    }
  }
  for (const Fault& fault : faults) {
    const auto bytes = std::make_shared<Bytes>();
    write_in_spite_of(fault, bytes);
    EXPECT_EQ(*bytes, expected);
  }
}

TEST(FrameFileFaults, ShortWritesAreContinued) {
  const Bytes expected = *small_file(kFrames).bytes;
  for (int first_call = 1; first_call < 20; ++first_call) {
    const auto bytes = std::make_shared<Bytes>();
    write_in_spite_of({first_call, 50, 0, 0}, bytes);
    EXPECT_EQ(*bytes, expected);
  }
}

/// Payload that is written without a copy, of bytes that zstd cannot shrink.
Bytes large_payload() {
  Bytes payload(200001);
  std::uint32_t x = 12345;
  for (std::byte& byte : payload) {
    x = 1664525U * x + 1013904223U;
    byte = static_cast<std::byte>(x >> 24U);
  }
  return payload;
}

TEST(FrameFileFaults, ALargeFrameIsWrittenLikeASmallOneWhateverFails) {
  const Bytes payload = large_payload();
  Bytes expected(kFrameHeaderSize);
  FrameHeader header;
  header.time = 0.5;
  header.stored_length = header.original_length = static_cast<std::int64_t>(payload.size());
  encode_frame_header(header, expected);
  expected.insert(expected.end(), payload.begin(), payload.end());
  const std::uint32_t checksum = crc32c(expected);
  expected.resize(expected.size() + kFrameTrailerSize);
  store_big_endian(expected.data() + expected.size() - kFrameTrailerSize, checksum);

  for (int first_call = 0; first_call < 7; ++first_call) {  // call 0 opens
    for (const int error : {0, ENOSPC}) {
      const auto bytes = std::make_shared<Bytes>();
      const Fault fault{.first_call = first_call + 1, .calls = 1, .error = error, .leaves = 40};
      FrameWriter writer =
          FrameWriter::create("faulty", std::make_unique<FaultyFile>(in_memory(bytes), fault));
      for (int attempt = 0; attempt < 2 && writer.frames() == 0; ++attempt) {
        try {
          writer.append(0.5, payload);
        } catch (const OutputError&) {
          EXPECT_TRUE(bytes->empty());
        }
      }
      EXPECT_EQ(writer.size(), static_cast<std::int64_t>(expected.size()));
      EXPECT_EQ(*bytes, expected);
    }
  }
}

TEST(FrameFileFaults, ShortReadsAreContinued) {
  const SmallFile file = small_file(kFrames);
  const Fault fault{.first_call = 2, .calls = 1000000, .error = 0, .leaves = 0};
  FrameReader reader("small", ScanDepth::everything,
                     std::make_unique<FaultyFile>(in_memory(file.bytes), fault));
  EXPECT_EQ(reader.frames(), kFrames);
  const auto payload = reader.payload(4);
  EXPECT_EQ(Bytes(payload.begin(), payload.end()), payload_of(4));
}

TEST(FrameFileFaults, AReadErrorIsReportedWithItsReason) {
  const SmallFile file = small_file(2);
  const Fault fault{.first_call = 2, .calls = 1, .error = EIO, .leaves = 0};
  FrameReader reader("small", ScanDepth::everything,
                     std::make_unique<FaultyFile>(in_memory(file.bytes), fault));
  EXPECT_EQ(reader.frames(), 0);
  EXPECT_EQ(reader.damage(), "frame 0 at byte 0: Input/output error");
  EXPECT_EQ(reader.refresh(), 2);  // the disk has recovered
  EXPECT_EQ(reader.damage(), "");
}

TEST(FrameFileReader, FindsFramesByTime) {
  const SmallFile file = small_file(4);  // 0, 0.25, 0.5, 0.75 s
  const FrameReader reader("small", ScanDepth::everything, in_memory(file.bytes));
  EXPECT_EQ(reader.frame_at(-1.0), 0);
  EXPECT_EQ(reader.frame_at(0.0), 0);
  EXPECT_EQ(reader.frame_at(0.3), 1);
  EXPECT_EQ(reader.frame_at(0.5), 2);
  EXPECT_EQ(reader.frame_at(9.0), 3);
}

TEST(FrameFileReader, SeesFramesAppendedLater) {
  const auto bytes = std::make_shared<Bytes>();
  FrameWriter writer = FrameWriter::create("growing", in_memory(bytes));
  FrameReader reader("growing", ScanDepth::headers, in_memory(bytes));
  for (int i = 0; i < kFrames; ++i) {
    EXPECT_EQ(reader.frames(), i);
    EXPECT_EQ(reader.refresh(), 0);
    writer.append(time_of(i), payload_of(i));
    EXPECT_EQ(reader.refresh(), 1);
  }
  expect_frames(bytes, kFrames, ScanDepth::everything);
}

TEST(FrameFileReader, SaysWhenTheFileWasChangedBehindItsBack) {
  const SmallFile file = small_file(3);
  FrameReader reader("small", ScanDepth::everything, in_memory(file.bytes));
  (*file.bytes)[file.ends[1] - 6] ^= std::byte{1};
  EXPECT_EQ(message_of<ArchiveError>([&] { reader.payload(1); }),
            cat("small: frame 1 at byte ", file.ends[0], ": the checksum is wrong"));
  file.bytes->resize(file.ends[0] + 10);
  EXPECT_EQ(message_of<ArchiveError>([&] { reader.payload(2); }),
            cat("small: frame 2 at byte ", file.ends[1], ": the file was shortened"));
}

TEST(FrameFileReader, FramesOfAnotherFileInTheMiddleAreNotAccepted) {
  const SmallFile file = small_file(3);
  const auto twice = std::make_shared<Bytes>(*file.bytes);
  twice->insert(twice->end(), file.bytes->begin(), file.bytes->end());
  const FrameReader reader("twice", ScanDepth::everything, in_memory(twice));
  EXPECT_EQ(reader.frames(), 3);
  EXPECT_EQ(reader.damage(), cat("frame 3 at byte ", file.ends[2], ": the frame has number 0"));
}

TEST(FrameFileReader, ATimeThatGoesBackEndsTheReadableFrames) {
  for (const ScanDepth depth : {ScanDepth::headers, ScanDepth::everything}) {
    const auto bytes = std::make_shared<Bytes>();
    FrameWriter writer = FrameWriter::create("small", in_memory(bytes));
    for (const double time : {0.0, 0.5, 0.5, 0.25, 1.0}) writer.append(time, payload_of(1));
    const FrameReader reader("small", depth, in_memory(bytes));
    EXPECT_EQ(reader.frames(), 3);
    EXPECT_TRUE(reader.damage().ends_with("the time goes back from 0.5 s to 0.25 s"))
        << reader.damage();
  }
}

TEST(FrameFileWriter, AFileThatAnotherProgramHasChangedStopsTheWriting) {
  for (const int change : {-1, 1}) {
    const auto bytes = std::make_shared<Bytes>();
    FrameWriter writer = FrameWriter::create("small", in_memory(bytes));
    writer.append(0.0, payload_of(1));
    const std::size_t size = bytes->size();
    bytes->resize(change < 0 ? size - 1 : size + 1);
    const Bytes changed = *bytes;
    const std::string text = message_of<OutputError>([&] { writer.append(1.0, payload_of(2)); });
    EXPECT_EQ(text, cat("small: another program has changed it: it has ", changed.size(),
                        " bytes, this run has written ", size, "; the run stops"));
    EXPECT_EQ(*bytes, changed);
  }
}

TEST(FrameFileWriter, CompressionShrinksAPayloadThatRepeats) {
  const auto bytes = std::make_shared<Bytes>();
  FrameWriter writer = FrameWriter::create("small", in_memory(bytes));
  writer.set_compression(true);
  Bytes repeats(1 << 16);
  for (std::size_t i = 0; i < repeats.size(); ++i) {
    repeats[i] = static_cast<std::byte>(i < 512 ? (i * i * i) >> 3 : i % 7);
  }
  writer.append(0.0, repeats);
  EXPECT_LT(bytes->size(), 2000U);
  FrameReader reader("small", ScanDepth::everything, in_memory(bytes));
  ASSERT_EQ(reader.frames(), 1);
  EXPECT_TRUE(reader.index().frames[0].header.compressed);
  const auto payload = reader.payload(0);
  EXPECT_EQ(Bytes(payload.begin(), payload.end()), repeats);
}

TEST(FrameFileWriter, WhatWouldShrinkWithoutMeasureIsStoredAsItIs) {
  const auto bytes = std::make_shared<Bytes>();
  FrameWriter writer = FrameWriter::create("small", in_memory(bytes));
  writer.set_compression(true);
  const Bytes zeros(1 << 20);
  writer.append(0.0, zeros);
  FrameReader reader("small", ScanDepth::everything, in_memory(bytes));
  ASSERT_EQ(reader.frames(), 1);
  EXPECT_FALSE(reader.index().frames[0].header.compressed);
  const auto payload = reader.payload(0);
  EXPECT_EQ(Bytes(payload.begin(), payload.end()), zeros);
}

TEST(FrameFileReader, AHeaderThatPromisesTooMuchIsRefused) {
  FrameHeader header;
  header.compressed = true;
  header.stored_length = 100;
  Bytes bytes(kFrameHeaderSize);
  for (const std::int64_t length : {std::int64_t{100 * 256}, std::int64_t{100 * 256 + 256}}) {
    header.original_length = 100;
    encode_frame_header(header, bytes);
    store_big_endian(bytes.data() + 40, length);
    store_big_endian(bytes.data() + 48, crc32c(std::span(bytes).first(48)));
    FrameHeader read;
    EXPECT_EQ(decode_frame_header(bytes, read),
              length <= 100 * 256 ? "" : "the frame's header is not valid");
  }
}

TEST(FrameFileWriter, AProvisionalFrameGivesWayToTheNextOne) {
  const SmallFile expected = small_file(3);
  const auto bytes = std::make_shared<Bytes>();
  FrameWriter writer = FrameWriter::create("small", in_memory(bytes));
  for (int i = 0; i < 3; ++i) {
    writer.append(time_of(i), payload_of(i));
    if (i == 2) break;
    writer.append(time_of(i) + 0.1, payload_of(5));
    EXPECT_EQ(writer.frames(), i + 2);
    writer.replace_last();
    if (i == 0) continue;
    writer = FrameWriter::resume("small", FrameWriter::kAllFrames, in_memory(bytes));
    writer.replace_last();
  }
  EXPECT_EQ(*bytes, *expected.bytes);
}

TEST(FrameFileWriter, AFrameOfASizeSeenBeforeNeedsNoAllocation) {
  TemporaryFolder folder;
  const Bytes payload(5000, std::byte{7});
  for (const bool compressed : {false, true}) {
    FrameWriter writer = FrameWriter::create(folder.file(compressed ? "packed" : "plain"));
    writer.set_compression(compressed);
    for (int i = 0; i < 3; ++i) writer.append(time_of(i), payload);
    const std::int64_t before = allocation_count();
    for (int i = 3; i < 100; ++i) writer.append(time_of(i), payload);
    EXPECT_EQ(allocation_count() - before, 0) << (compressed ? "compressed" : "plain");
  }
}

class FrameFileOnDisk : public ::testing::Test {
 protected:
  TemporaryFolder folder_;
};

TEST_F(FrameFileOnDisk, HasTheBytesOfTheFileInMemory) {
  const std::string path = folder_.file("frames.0.xdr");
  {
    FrameWriter writer = FrameWriter::create(path);
    for (int i = 0; i < 3; ++i) writer.append(time_of(i), payload_of(i));
    writer.sync();
  }
  {
    FrameWriter writer = FrameWriter::resume(path);
    EXPECT_EQ(writer.removed_bytes(), 0);
    for (int i = 3; i < kFrames; ++i) writer.append(time_of(i), payload_of(i));
  }
  const Bytes expected = *small_file(kFrames).bytes;
  const std::string text = text_of(path);
  ASSERT_EQ(text.size(), expected.size());
  EXPECT_EQ(std::memcmp(text.data(), expected.data(), text.size()), 0);

  FrameReader reader(path);
  ASSERT_EQ(reader.frames(), kFrames);
  const auto payload = reader.payload(5);
  EXPECT_EQ(Bytes(payload.begin(), payload.end()), payload_of(5));
}

TEST_F(FrameFileOnDisk, ACutTailIsRemovedOnResuming) {
  const std::string path = folder_.file("frames.0.xdr");
  {
    FrameWriter writer = FrameWriter::create(path);
    for (int i = 0; i < 3; ++i) writer.append(time_of(i), payload_of(i));
  }
  const auto size = std::filesystem::file_size(path);
  std::filesystem::resize_file(path, size - 1);
  {
    FrameWriter writer = FrameWriter::resume(path);
    EXPECT_EQ(writer.frames(), 2);
    EXPECT_GT(writer.removed_bytes(), 0);
    writer.append(time_of(2), payload_of(2));
  }
  EXPECT_EQ(std::filesystem::file_size(path), size);
  EXPECT_EQ(FrameReader(path).frames(), 3);
}

TEST_F(FrameFileOnDisk, AnExistingFileIsNeverOverwritten) {
  const std::string path = folder_.file_with("frames.0.xdr", "precious");
  EXPECT_EQ(message_of<OutputError>([&] { FrameWriter::create(path); }),
            path + ": cannot be created: File exists");
  EXPECT_EQ(text_of(path), "precious");
}

TEST_F(FrameFileOnDisk, PathsThatCannotBeUsedAreNamedWithTheReason) {
  const std::string inside_nothing = folder_.file("none/frames.0.xdr");
  EXPECT_EQ(message_of<OutputError>([&] { FrameWriter::create(inside_nothing); }),
            inside_nothing + ": cannot be created: No such file or directory");
  EXPECT_EQ(message_of<ArchiveError>([&] { FrameReader reader(inside_nothing); }),
            inside_nothing + ": cannot be opened: No such file or directory");
  EXPECT_EQ(message_of<ArchiveError>([&] { FrameReader reader(folder_.file(".")); }),
            folder_.file(".") + ": cannot be opened: Is a directory");
}

TEST_F(FrameFileOnDisk, AFifoOrADeviceIsRefusedAtOnce) {
  const std::string fifo = folder_.file("frames.0.xdr");
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  for (const std::string& path : {fifo, std::string("/dev/full")}) {
    EXPECT_EQ(message_of<ArchiveError>([&] { FrameReader reader(path); }),
              path + ": cannot be opened: it is no regular file");
    EXPECT_EQ(message_of<OutputError>([&] { FrameWriter::resume(path); }),
              path + ": cannot be opened for writing: it is no regular file");
  }
}

TEST(FrameFileFaults, ErrorsOfSyncAndOfCloseAreTold) {
  for (const int call : {0, 1, 2}) {
    const auto bytes = std::make_shared<Bytes>();
    const Fault fault{.first_call = 3 + call, .calls = 1, .error = EDQUOT, .leaves = 0};
    FrameWriter writer =
        FrameWriter::create("a", std::make_unique<FaultyFile>(in_memory(bytes), fault));
    writer.append(0.0, payload_of(3));  // calls 1 and 2, after open: size, append
    const std::string text = message_of<OutputError>([&] { writer.sync(); });
    EXPECT_EQ(text, call == 2 ? "" : "a: cannot be written: " + system_message(EDQUOT));
  }
}

}  // namespace
}  // namespace solfec

#include "archive/compression.h"

#include <random>

#include <gtest/gtest.h>

#include "support/memory_file.h"

namespace solfec {
namespace {

/// Half noise, half repetition, so that blocks of all kinds occur.
Bytes mixed_data(std::size_t length, unsigned seed) {
  std::mt19937 random(seed);
  Bytes data(length);
  for (std::size_t i = 0; i < length; ++i) {
    const bool noisy = (i / 5000) % 2 == 0;
    data[i] = static_cast<std::byte>(noisy ? random() : (i % 100) + (random() % 50 == 0 ? 1 : 0));
  }
  return data;
}

TEST(Compression, DataOfEveryLengthComeBackEqual) {
  Compressor compressor;
  for (const std::size_t length : {0U, 1U, 3U, 100U, 5000U, 131072U, 500001U}) {
    const Bytes data = mixed_data(length, 1);
    Bytes packed;
    compressor.append_compressed(data, packed);
    Bytes back(length);
    EXPECT_EQ(compressor.decompress(packed, back), "");
    EXPECT_EQ(back, data);
  }
}

TEST(Compression, AppendsBehindWhatIsThere) {
  Compressor compressor;
  const Bytes data = mixed_data(1000, 2);
  Bytes alone;
  compressor.append_compressed(data, alone);
  Bytes behind(3, std::byte{7});
  compressor.append_compressed(data, behind);
  EXPECT_EQ(Bytes(behind.begin(), behind.begin() + 3), Bytes(3, std::byte{7}));
  EXPECT_EQ(Bytes(behind.begin() + 3, behind.end()), alone);
}

TEST(Compression, OutputDoesNotDependOnWhatWasCompressedBefore) {
  // A continued run starts with a new compressor and must write the same bytes.
  Compressor reused;
  for (unsigned sample = 0; sample < 60; ++sample) {
    const Bytes data = mixed_data(10 + 7919U * sample, sample);
    Bytes by_reused;
    reused.append_compressed(data, by_reused);
    Bytes by_new;
    Compressor().append_compressed(data, by_new);
    ASSERT_EQ(by_reused, by_new) << sample;
  }
}

TEST(Compression, ShortenedDamagedOrWronglyMeasuredDataAreRefused) {
  Compressor compressor;
  const Bytes data = mixed_data(2000, 3);
  Bytes packed;
  compressor.append_compressed(data, packed);
  Bytes back(data.size());
  for (std::size_t length = 0; length < packed.size(); ++length) {
    EXPECT_NE(compressor.decompress(std::span(packed).first(length), back), "") << length;
  }
  Bytes short_room(data.size() - 1);
  EXPECT_NE(compressor.decompress(packed, short_room), "");
  Bytes long_room(data.size() + 1);
  EXPECT_EQ(compressor.decompress(packed, long_room),
            "decompressed length differs from that in the header");
  for (std::size_t i = 0; i < packed.size(); ++i) {  // refused or another content, never a crash
    Bytes damaged = packed;
    damaged[i] ^= std::byte{0x10};
    compressor.decompress(damaged, back);
  }
}

}  // namespace
}  // namespace solfec

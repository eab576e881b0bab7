#include "archive/xdr.h"

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include <gtest/gtest.h>
#include <rpc/xdr.h>

#include "archive/archive_error.h"
#include "support/message_of.h"

namespace solfec {
namespace {

using Bytes = std::vector<std::byte>;

/// Encodes by libtirpc, the reference implementation of RFC 4506.
template <typename Encode>
Bytes reference(const Encode& encode) {
  std::array<char, 65536> memory{};
  XDR stream{};
  xdrmem_create(&stream, memory.data(), memory.size(), XDR_ENCODE);
  EXPECT_TRUE(encode(&stream));
  const auto* begin = reinterpret_cast<const std::byte*>(memory.data());
  Bytes bytes(begin, begin + xdr_getpos(&stream));
  xdr_destroy(&stream);
  return bytes;
}

template <typename Write>
Bytes written(const Write& write) {
  XdrWriter writer;
  write(writer);
  return {writer.bytes().begin(), writer.bytes().end()};
}

template <typename Number>
xdrproc_t procedure();
template <>
xdrproc_t procedure<double>() {
  return reinterpret_cast<xdrproc_t>(xdr_double);
}
template <>
xdrproc_t procedure<std::int32_t>() {
  return reinterpret_cast<xdrproc_t>(xdr_int32_t);
}
template <>
xdrproc_t procedure<std::int64_t>() {
  return reinterpret_cast<xdrproc_t>(xdr_int64_t);
}

template <typename Number>
std::vector<Number> border_numbers() {
  using Limits = std::numeric_limits<Number>;
  return {0, 1, -1, 123456789, Limits::min(), Limits::max(), Limits::lowest()};
}

template <typename Number>
class XdrNumbers : public ::testing::Test {};
using NumberTypes = ::testing::Types<double, std::int32_t, std::int64_t>;
TYPED_TEST_SUITE(XdrNumbers, NumberTypes);

TYPED_TEST(XdrNumbers, ArraysHaveTheBytesOfTheReference) {
  std::vector<TypeParam> items = border_numbers<TypeParam>();
  EXPECT_EQ(written([&](XdrWriter& w) { w.write_fixed(items); }), reference([&](XDR* x) {
              return xdr_vector(x, reinterpret_cast<char*>(items.data()),
                                static_cast<u_int>(items.size()), sizeof(TypeParam),
                                procedure<TypeParam>()) != 0;
            }));
  EXPECT_EQ(written([&](XdrWriter& w) { w.write_array(items); }), reference([&](XDR* x) {
              char* data = reinterpret_cast<char*>(items.data());
              auto size = static_cast<u_int>(items.size());
              return xdr_array(x, &data, &size, size, sizeof(TypeParam), procedure<TypeParam>()) !=
                     0;
            }));
}

TYPED_TEST(XdrNumbers, ArraysComeBackEqualForEveryLength) {
  std::mt19937_64 random(20260101);
  for (std::size_t length = 0; length < 70; ++length) {
    std::vector<TypeParam> items(length);
    for (TypeParam& item : items) item = static_cast<TypeParam>(random()) / TypeParam{3};
    XdrWriter writer;
    writer.write_array(items);
    writer.write_fixed(items);

    XdrReader reader(writer.bytes());
    std::vector<TypeParam> counted{TypeParam{1}};
    std::vector<TypeParam> fixed(length);
    reader.read_array(counted);
    reader.read_fixed(std::span(fixed));
    reader.expect_end();
    EXPECT_EQ(counted, items);
    EXPECT_EQ(fixed, items);
  }
}

TEST(Xdr, SingleValuesHaveTheBytesOfTheReference) {
  for (std::int32_t value : border_numbers<std::int32_t>()) {
    EXPECT_EQ(written([&](XdrWriter& w) { w.write_int32(value); }),
              reference([&](XDR* x) { return xdr_int32_t(x, &value) != 0; }));
    auto bits = static_cast<std::uint32_t>(value);
    EXPECT_EQ(written([&](XdrWriter& w) { w.write_uint32(bits); }),
              reference([&](XDR* x) { return xdr_uint32_t(x, &bits) != 0; }));
  }
  for (std::int64_t value : border_numbers<std::int64_t>()) {
    EXPECT_EQ(written([&](XdrWriter& w) { w.write_int64(value); }),
              reference([&](XDR* x) { return xdr_hyper(x, &value) != 0; }));
  }
  const double infinity = std::numeric_limits<double>::infinity();
  for (double value : {0.0, -0.0, 1.0, -std::numbers::pi, 5e-324, 1.7e308, infinity, -infinity}) {
    EXPECT_EQ(written([&](XdrWriter& w) { w.write_double(value); }),
              reference([&](XDR* x) { return xdr_double(x, &value) != 0; }));
  }
  for (bool value : {false, true}) {
    bool_t as_int = value ? 1 : 0;
    EXPECT_EQ(written([&](XdrWriter& w) { w.write_bool(value); }),
              reference([&](XDR* x) { return xdr_bool(x, &as_int) != 0; }));
  }
}

TEST(Xdr, StringsOfEveryPaddingHaveTheBytesOfTheReference) {
  for (const char* text : {"", "a", "ab", "abc", "abcd", "voussoir-14", "Übung"}) {
    std::string copy = text;
    EXPECT_EQ(written([&](XdrWriter& w) { w.write_string(text); }), reference([&](XDR* x) {
                char* pointer = copy.data();
                return xdr_string(x, &pointer, 100) != 0;
              }))
        << text;
    const Bytes bytes = written([&](XdrWriter& w) { w.write_string(text); });
    XdrReader reader(bytes);
    EXPECT_EQ(reader.read_string(), text);
    reader.expect_end();
  }
}

TEST(Xdr, AStringMayContainZeroBytes) {
  const std::string text("a\0b\0", 4);
  const Bytes bytes = written([&](XdrWriter& w) { w.write_string(text); });
  EXPECT_EQ(XdrReader(bytes).read_string(), text);
}

TEST(Xdr, NotANumberKeepsItsBits) {
  const double nan = std::nan("0x123");
  const Bytes bytes = written([&](XdrWriter& w) { w.write_double(nan); });
  const double back = XdrReader(bytes).read_double();
  EXPECT_EQ(std::bit_cast<std::uint64_t>(back), std::bit_cast<std::uint64_t>(nan));
}

/// Reads one of everything; returns how many values it got before an ArchiveError.
int read_everything(std::span<const std::byte> bytes) {
  XdrReader reader(bytes);
  int values = 0;
  std::vector<double> doubles;
  std::vector<std::int32_t> ints;
  std::array<std::int64_t, 2> longs{};
  const auto read = [&](const auto& action) {
    action();
    ++values;
  };
  try {
    read([&] { reader.read_bool(); });
    read([&] { reader.read_string(); });
    read([&] { reader.read_array(doubles); });
    read([&] { reader.read_array(ints); });
    read([&] { reader.read_fixed(std::span<std::int64_t>(longs)); });
    read([&] { reader.expect_end(); });
  } catch (const ArchiveError&) {
    return values;
  }
  return values;
}

Bytes one_of_everything() {
  return written([](XdrWriter& writer) {
    writer.write_bool(true);
    writer.write_string("label");
    writer.write_array(std::vector<double>{1.0, 2.0, 3.0});
    writer.write_array(std::vector<std::int32_t>{4, 5});
    writer.write_fixed(std::vector<std::int64_t>{6, 7});
  });
}

TEST(Xdr, EveryPrefixIsRefusedWithoutReadingBeyondIt) {
  const Bytes whole = one_of_everything();
  EXPECT_EQ(read_everything(whole), 6);
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const Bytes prefix(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
    EXPECT_LT(read_everything(prefix), 5) << length;
  }
}

TEST(Xdr, NoFlippedByteCrashesTheReader) {
  const Bytes whole = one_of_everything();
  for (std::size_t i = 0; i < whole.size(); ++i) {
    for (int flip = 1; flip < 256; ++flip) {
      Bytes damaged = whole;
      damaged[i] ^= static_cast<std::byte>(flip);
      read_everything(damaged);
    }
  }
}

TEST(Xdr, AnAnnouncedLengthBeyondTheDataIsRefusedBeforeAllocating) {
  const Bytes bytes = written([](XdrWriter& w) {
    w.write_uint32(0xFFFFFFFFU);
    w.write_double(1.0);
  });
  std::vector<double> items;
  EXPECT_EQ(message_of<ArchiveError>([&] { XdrReader(bytes).read_array(items); }),
            "byte 0 of the data: 4294967295 items of 8 bytes announced, 8 bytes left");
  EXPECT_EQ(items.capacity(), 0U);
}

TEST(Xdr, MessagesNameTheByteOffset) {
  const Bytes bytes = written([](XdrWriter& w) {
    w.write_int32(1);
    w.write_int32(2);
  });
  XdrReader reader(bytes);
  reader.read_int32();
  EXPECT_EQ(message_of<ArchiveError>([&] { reader.read_double(); }),
            "byte 4 of the data: needs 8 more bytes, 4 are left");
  EXPECT_EQ(message_of<ArchiveError>([&] { reader.expect_end(); }),
            "byte 4 of the data: 4 bytes left over");
  EXPECT_EQ(message_of<ArchiveError>([&] { reader.read_bool(); }),
            "byte 4 of the data: a yes or no is 1 or 0, got 2");
}

TEST(Xdr, PaddingThatIsNotZeroIsRefused) {
  Bytes bytes = written([](XdrWriter& w) { w.write_string("abcde"); });
  bytes.back() = std::byte{1};
  EXPECT_EQ(message_of<ArchiveError>([&] { XdrReader(bytes).read_string(); }),
            "byte 8 of the data: the padding of a text is not zero");
}

TEST(Xdr, AClearedWriterKeepsItsStorage) {
  XdrWriter writer;
  const std::vector<double> items(1000, 1.5);
  writer.write_array(items);
  const std::byte* storage = writer.bytes().data();
  for (int i = 0; i < 10; ++i) {
    writer.clear();
    EXPECT_TRUE(writer.bytes().empty());
    writer.write_array(items);
    EXPECT_EQ(writer.bytes().data(), storage);
  }
}

}  // namespace
}  // namespace solfec

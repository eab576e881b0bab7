#include "archive/xdr.h"

#include <algorithm>
#include <limits>

#include "archive/archive_error.h"
#include "archive/byte_order.h"
#include "archive/xdr_item.h"
#include "base/cat.h"
#include "base/check.h"
#include "base/grow.h"

namespace solfec {

namespace {

constexpr std::size_t kUnit = 4;  // every XDR item takes a multiple of four bytes

[[noreturn]] void fail(std::size_t position, const std::string& what) {
  throw ArchiveError(cat("byte ", position, " of the data: ", what));
}

}  // namespace

std::byte* XdrWriter::grow(std::size_t bytes) {
  const std::size_t start = buffer_.size();
  resize_sparing(buffer_, start + bytes);
  return buffer_.data() + start;
}

void XdrWriter::write_bool(bool value) { write_uint32(value ? 1U : 0U); }

void XdrWriter::write_int32(std::int32_t value) { encode_xdr(value, grow(sizeof value)); }

void XdrWriter::write_uint32(std::uint32_t value) { encode_xdr(value, grow(sizeof value)); }

void XdrWriter::write_int64(std::int64_t value) { encode_xdr(value, grow(sizeof value)); }

void XdrWriter::write_double(double value) { encode_xdr(value, grow(sizeof value)); }

void XdrWriter::write_string(std::string_view text) {
  SOLFEC_ASSERT(text.size() <= std::numeric_limits<std::uint32_t>::max());
  write_uint32(static_cast<std::uint32_t>(text.size()));
  encode_xdr_opaque(text.data(), text.size(), grow(padded_xdr_size(text.size())));
}

void XdrWriter::write_array(std::span<const double> items) {
  SOLFEC_ASSERT(items.size() <= std::numeric_limits<std::uint32_t>::max());
  write_uint32(static_cast<std::uint32_t>(items.size()));
  write_fixed(items);
}

void XdrWriter::write_array(std::span<const std::int32_t> items) {
  SOLFEC_ASSERT(items.size() <= std::numeric_limits<std::uint32_t>::max());
  write_uint32(static_cast<std::uint32_t>(items.size()));
  write_fixed(items);
}

void XdrWriter::write_array(std::span<const std::int64_t> items) {
  SOLFEC_ASSERT(items.size() <= std::numeric_limits<std::uint32_t>::max());
  write_uint32(static_cast<std::uint32_t>(items.size()));
  write_fixed(items);
}

void XdrWriter::write_fixed(std::span<const double> items) {
  store_big_endian(grow(items.size_bytes()), items);
}

void XdrWriter::write_fixed(std::span<const std::int32_t> items) {
  store_big_endian(grow(items.size_bytes()), items);
}

void XdrWriter::write_fixed(std::span<const std::int64_t> items) {
  store_big_endian(grow(items.size_bytes()), items);
}

const std::byte* XdrReader::take(std::size_t bytes) {
  if (bytes > remaining()) {
    fail(position_, cat("needs ", bytes, " more bytes, ", remaining(), " are left"));
  }
  const std::byte* from = bytes_.data() + position_;
  position_ += bytes;
  return from;
}

bool XdrReader::read_bool() {
  const std::uint32_t value = read_uint32();
  if (value > 1) fail(position_ - kUnit, cat("a yes or no is 1 or 0, got ", value));
  return value == 1;
}

std::int32_t XdrReader::read_int32() { return decode_xdr<std::int32_t>(take(4)); }

std::uint32_t XdrReader::read_uint32() { return decode_xdr<std::uint32_t>(take(4)); }

std::int64_t XdrReader::read_int64() { return decode_xdr<std::int64_t>(take(8)); }

double XdrReader::read_double() { return decode_xdr<double>(take(8)); }

std::string XdrReader::read_string() {
  const std::size_t length = read_uint32();
  const std::byte* from = take(padded_xdr_size(length));
  const auto is_zero = [](std::byte b) { return b == std::byte{0}; };
  if (!std::all_of(from + length, from + padded_xdr_size(length), is_zero)) {
    fail(position_ - kUnit, "the padding of a text is not zero");
  }
  return {reinterpret_cast<const char*>(from), length};
}

int XdrReader::read_count(std::size_t item_bytes) {
  const std::size_t items = read_uint32();
  if (items > std::numeric_limits<int>::max() || items * item_bytes > remaining()) {
    fail(position_ - kUnit,
         cat(items, " items of ", item_bytes, " bytes announced, ", remaining(), " bytes left"));
  }
  return static_cast<int>(items);
}

void XdrReader::read_array(std::vector<double>& items) {
  items.resize(static_cast<std::size_t>(read_count(sizeof(double))));
  read_fixed(std::span(items));
}

void XdrReader::read_array(std::vector<std::int32_t>& items) {
  items.resize(static_cast<std::size_t>(read_count(sizeof(std::int32_t))));
  read_fixed(std::span(items));
}

void XdrReader::read_array(std::vector<std::int64_t>& items) {
  items.resize(static_cast<std::size_t>(read_count(sizeof(std::int64_t))));
  read_fixed(std::span(items));
}

void XdrReader::read_fixed(std::span<double> items) {
  load_big_endian(take(items.size_bytes()), items);
}

void XdrReader::read_fixed(std::span<std::int32_t> items) {
  load_big_endian(take(items.size_bytes()), items);
}

void XdrReader::read_fixed(std::span<std::int64_t> items) {
  load_big_endian(take(items.size_bytes()), items);
}

void XdrReader::expect_end() const {
  if (remaining() != 0) fail(position_, cat(remaining(), " bytes left over"));
}

}  // namespace solfec

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace solfec {

/// Appends values in External Data Representation (RFC 4506, 2006) to a byte buffer.
///
/// Every item is big-endian and takes a multiple of four bytes. Single items are converted by
/// libtirpc, arrays as a whole by our own loops, whose bytes equal those of libtirpc's xdr_array
/// and xdr_vector, as the tests check. `clear` keeps the storage, so a writer that is reused stops
/// allocating.
class XdrWriter {
 public:
  void clear() { buffer_.clear(); }
  [[nodiscard]] std::span<const std::byte> bytes() const { return buffer_; }

  void write_bool(bool value);
  void write_int32(std::int32_t value);
  void write_uint32(std::uint32_t value);
  void write_int64(std::int64_t value);
  void write_double(double value);
  /// Length, bytes, zeros up to a multiple of four; any bytes are allowed.
  void write_string(std::string_view text);

  /// Array of variable length: number of items, then the items.
  /// @pre Fewer than 2^32 items.
  void write_array(std::span<const double> items);
  void write_array(std::span<const std::int32_t> items);
  void write_array(std::span<const std::int64_t> items);

  /// Array whose length the reader knows: the items only.
  void write_fixed(std::span<const double> items);
  void write_fixed(std::span<const std::int32_t> items);
  void write_fixed(std::span<const std::int64_t> items);

  /// Appends bytes that the caller fills; the span is valid until the next call.
  std::span<std::byte> extend(std::size_t bytes) { return {grow(bytes), bytes}; }

 private:
  std::byte* grow(std::size_t bytes);

  std::vector<std::byte> buffer_;
};

/// Reads what XdrWriter wrote. Every access is checked against the end of the bytes, and nothing is
/// allocated before the bytes that fill it are known to be there, so no input can crash it.
///
/// @throws ArchiveError from every read that finds too few bytes, a bool that is neither 0 nor 1,
///         or padding that is not zero; the message names the byte offset. Outputs keep valid
///         values.
class XdrReader {
 public:
  explicit XdrReader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  bool read_bool();
  std::int32_t read_int32();
  std::uint32_t read_uint32();
  std::int64_t read_int64();
  double read_double();
  std::string read_string();

  /// Counterparts of XdrWriter::write_array; `items` is resized, its storage reused.
  void read_array(std::vector<double>& items);
  void read_array(std::vector<std::int32_t>& items);
  void read_array(std::vector<std::int64_t>& items);

  /// Counterparts of XdrWriter::write_fixed.
  void read_fixed(std::span<double> items);
  void read_fixed(std::span<std::int32_t> items);
  void read_fixed(std::span<std::int64_t> items);

  /// Bytes without conversion; they stay valid as long as the bytes that the reader was given.
  std::span<const std::byte> read_bytes(std::size_t count) { return {take(count), count}; }

  /// Reads the number of items that follow, each at least `item_bytes` long, and checks that they
  /// can be there, so that a loader may allocate them.
  int read_count(std::size_t item_bytes);

  [[nodiscard]] std::size_t remaining() const { return bytes_.size() - position_; }
  /// @throws ArchiveError when bytes are left over.
  void expect_end() const;

 private:
  const std::byte* take(std::size_t bytes);

  std::span<const std::byte> bytes_;
  std::size_t position_ = 0;
};

}  // namespace solfec

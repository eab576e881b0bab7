#include "archive/xdr_item.h"

#include <rpc/types.h>
#include <rpc/xdr.h>

#include "base/check.h"

namespace solfec {

namespace {

/// Applies a procedure of libtirpc to memory. It can fail only where the memory ends.
template <typename Procedure>
void convert(xdr_op direction, std::byte* memory, std::size_t size, const Procedure& procedure) {
  XDR stream;
  xdrmem_create(&stream, reinterpret_cast<char*>(memory), static_cast<u_int>(size), direction);
  [[maybe_unused]] const bool_t done = procedure(&stream);
  SOLFEC_ASSERT(done);
  xdr_destroy(&stream);
}

template <typename T, typename Procedure>
T decoded(const std::byte* from, const Procedure& procedure) {
  T value{};
  // The stream reads only, its interface knows no const.
  convert(XDR_DECODE, const_cast<std::byte*>(from), sizeof value,
          [&](XDR* stream) { return procedure(stream, &value); });
  return value;
}

}  // namespace

void encode_xdr(std::int32_t value, std::byte* to) {
  convert(XDR_ENCODE, to, sizeof value, [&](XDR* stream) { return xdr_int32_t(stream, &value); });
}

void encode_xdr(std::uint32_t value, std::byte* to) {
  convert(XDR_ENCODE, to, sizeof value, [&](XDR* stream) { return xdr_uint32_t(stream, &value); });
}

void encode_xdr(std::int64_t value, std::byte* to) {
  convert(XDR_ENCODE, to, sizeof value, [&](XDR* stream) { return xdr_int64_t(stream, &value); });
}

void encode_xdr(double value, std::byte* to) {
  convert(XDR_ENCODE, to, sizeof value, [&](XDR* stream) { return xdr_double(stream, &value); });
}

void encode_xdr_opaque(const char* bytes, std::size_t size, std::byte* to) {
  const auto count = static_cast<u_int>(size);
  convert(XDR_ENCODE, to, padded_xdr_size(size), [&](XDR* stream) {
    return xdr_opaque(stream, const_cast<char*>(bytes), count);  // only read from
  });
}

template <>
std::int32_t decode_xdr(const std::byte* from) {
  return decoded<std::int32_t>(from, xdr_int32_t);
}

template <>
std::uint32_t decode_xdr(const std::byte* from) {
  return decoded<std::uint32_t>(from, xdr_uint32_t);
}

template <>
std::int64_t decode_xdr(const std::byte* from) {
  return decoded<std::int64_t>(from, xdr_int64_t);
}

template <>
double decode_xdr(const std::byte* from) {
  return decoded<double>(from, xdr_double);
}

}  // namespace solfec

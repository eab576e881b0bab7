#pragma once

#include <cstddef>
#include <cstdint>

namespace solfec {

/// Single values in External Data Representation (RFC 4506, 2006) by libtirpc: 4 bytes for 32 bits,
/// 8 for a hyper or a double. byte_order.h converts whole arrays to the same bytes, much faster.
void encode_xdr(std::int32_t value, std::byte* to);
void encode_xdr(std::uint32_t value, std::byte* to);
void encode_xdr(std::int64_t value, std::byte* to);
void encode_xdr(double value, std::byte* to);

/// Bytes that opaque data of `size` bytes take: the next multiple of four.
constexpr std::size_t padded_xdr_size(std::size_t size) { return (size + 3) / 4 * 4; }
/// Opaque data: the bytes and zeros up to padded_xdr_size(size).
void encode_xdr_opaque(const char* bytes, std::size_t size, std::byte* to);

/// T is one of the types above.
template <typename T>
T decode_xdr(const std::byte* from);

template <>
std::int32_t decode_xdr(const std::byte* from);
template <>
std::uint32_t decode_xdr(const std::byte* from);
template <>
std::int64_t decode_xdr(const std::byte* from);
template <>
double decode_xdr(const std::byte* from);

}  // namespace solfec

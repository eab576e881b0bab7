#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace solfec {

/// Bytes that share a block of VTK's compressed arrays.
inline constexpr std::size_t kVtkBlock = std::size_t{1} << 17;

/// Makes one zlib stream (RFC 1950) of some bytes. They are deflated by the quickest level, or
/// stored when a sample shows that deflating gains less than a tenth, as for the low digits of
/// doubles.
/// @return Empty when memory runs out: it does not throw, so that threads can call it.
std::vector<std::byte> deflated(std::span<const std::byte> data);

/// An array as VTK's vtkZLibDataCompressor reads it: number of blocks, bytes of a block, bytes of
/// the last one if it is shorter (else 0), compressed bytes of each (all 64-bit), then the blocks.
/// Blocks are independent, so all threads work on them.
/// @throws std::bad_alloc
std::vector<std::byte> deflated_blocks(std::span<const std::byte> data);

}  // namespace solfec

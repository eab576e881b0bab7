#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace solfec {

/// zstd compression (RFC 8878) with reused working memory; equal input gives equal output, however
/// often the object was used before.
class Compressor {
 public:
  Compressor();
  ~Compressor();
  Compressor(const Compressor&) = delete;
  Compressor& operator=(const Compressor&) = delete;

  /// Appends the compressed `data` to `out`.
  void append_compressed(std::span<const std::byte> data, std::vector<std::byte>& out);

  /// Fills `out`, whose length is the original length, from compressed `data`.
  /// @return Empty, or why `data` cannot be decompressed to exactly that length.
  std::string decompress(std::span<const std::byte> data, std::span<std::byte> out);

 private:
  struct Contexts;
  std::unique_ptr<Contexts> contexts_;
};

}  // namespace solfec

#include "archive/compression.h"

#include <algorithm>
#include <new>

#include <zstd.h>

#include "base/check.h"

namespace solfec {

namespace {

constexpr int kLevel = 1;  // half the time of 3; frames are 2 % larger
/// Bytes that share one code of literals, since columns differ from each other. Frames of contacts
/// are 1.0 % larger with blocks of 128 kB, the largest ones; half of this size gains 0.3 % for a
/// twelfth more time.
constexpr std::size_t kBlock = 32768;

template <typename Context>
Context* not_null(Context* context) {
  if (context == nullptr) throw std::bad_alloc();
  return context;
}

/// With enough room only memory can fail. @param result  Of a function of zstd.
void expect_room(std::size_t result) {
  if (ZSTD_isError(result) != 0) throw std::bad_alloc();
}

}  // namespace

struct Compressor::Contexts {
  struct Free {
    void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
  };
  std::unique_ptr<ZSTD_CCtx, Free> compress{not_null(ZSTD_createCCtx())};
  std::unique_ptr<ZSTD_DCtx, Free> decompress{not_null(ZSTD_createDCtx())};
};

Compressor::Compressor() : contexts_(std::make_unique<Contexts>()) {
  expect_room(ZSTD_CCtx_setParameter(contexts_->compress.get(), ZSTD_c_compressionLevel, kLevel));
}

Compressor::~Compressor() = default;

void Compressor::append_compressed(std::span<const std::byte> data, std::vector<std::byte>& out) {
  constexpr std::size_t kBlockHead = 8;  // more than that of a block and of the end
  const std::size_t start = out.size();
  const std::size_t blocks = data.size() / kBlock + 1;
  out.resize(start + ZSTD_compressBound(data.size()) + kBlockHead * blocks);
  ZSTD_CCtx* const context = contexts_->compress.get();
  expect_room(ZSTD_CCtx_reset(context, ZSTD_reset_session_only));
  expect_room(ZSTD_CCtx_setPledgedSrcSize(context, data.size()));
  ZSTD_outBuffer target{out.data() + start, out.size() - start, 0};
  for (std::size_t i = 0; i < blocks; ++i) {
    const auto block = data.subspan(i * kBlock, std::min(kBlock, data.size() - i * kBlock));
    ZSTD_inBuffer source{block.data(), block.size(), 0};
    const bool is_last = i + 1 == blocks;
    expect_room(
        ZSTD_compressStream2(context, &target, &source, is_last ? ZSTD_e_end : ZSTD_e_flush));
  }
  out.resize(start + target.pos);
}

std::string Compressor::decompress(std::span<const std::byte> data, std::span<std::byte> out) {
  const std::size_t length = ZSTD_decompressDCtx(contexts_->decompress.get(), out.data(),
                                                 out.size(), data.data(), data.size());
  if (ZSTD_isError(length) != 0) return ZSTD_getErrorName(length);
  if (length != out.size()) return "decompressed length differs from that in the header";
  return {};
}

}  // namespace solfec

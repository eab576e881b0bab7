#include "output/vtk/deflated_blocks.h"

#include <algorithm>
#include <new>
#include <zlib.h>

#include "base/parallel_for.h"

namespace solfec {

namespace {

constexpr int kQuickest = 1;
constexpr int kStored = 0;
constexpr std::size_t kSample = 4096;  // bytes
constexpr double kWorthwhile = 0.9;    // of the size

std::vector<std::byte> deflated_at(int level, std::span<const std::byte> data) {
  uLongf size = compressBound(static_cast<uLong>(data.size()));
  std::vector<std::byte> out(size);
  const int status = compress2(reinterpret_cast<Bytef*>(out.data()), &size,
                               reinterpret_cast<const Bytef*>(data.data()),
                               static_cast<uLong>(data.size()), level);
  out.resize(status == Z_OK ? size : 0);
  return out;
}

/// A sample from the middle speaks for all.
int level_for(std::span<const std::byte> data) {
  if (data.size() < 2 * kSample) return kQuickest;
  const auto sample = data.subspan((data.size() - kSample) / 2, kSample);
  const double share = static_cast<double>(deflated_at(kQuickest, sample).size()) / kSample;
  return share < kWorthwhile ? kQuickest : kStored;
}

}  // namespace

std::vector<std::byte> deflated(std::span<const std::byte> data) {
  return deflated_at(level_for(data), data);
}

std::vector<std::byte> deflated_blocks(std::span<const std::byte> data) {
  const std::size_t blocks = (data.size() + kVtkBlock - 1) / kVtkBlock;
  std::vector<std::vector<std::byte>> parts(blocks);
  parallel_for(static_cast<int>(blocks), 2, [&](int i) {
    const std::size_t start = static_cast<std::size_t>(i) * kVtkBlock;
    parts[static_cast<std::size_t>(i)] =
        deflated(data.subspan(start, std::min(kVtkBlock, data.size() - start)));
  });
  std::vector<std::uint64_t> head{blocks, kVtkBlock, data.size() % kVtkBlock};
  std::size_t size = 0;
  for (const auto& part : parts) {
    if (part.empty()) throw std::bad_alloc();
    head.push_back(part.size());
    size += part.size();
  }
  std::vector<std::byte> out(head.size() * sizeof(std::uint64_t) + size);
  auto end = std::ranges::copy(std::as_bytes(std::span(head)), out.begin()).out;
  for (const auto& part : parts) end = std::ranges::copy(part, end).out;
  return out;
}

}  // namespace solfec

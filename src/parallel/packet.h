#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/check.h"

namespace solfec {

/// Puts items one after another into the bytes of a message, as they lie in memory: ranks are
/// processes of one program on machines of one kind.
class PacketWriter {
 public:
  template <typename Item>
  void put(const Item& item) {
    put_items(std::span(&item, 1));
  }
  /// Items and their number.
  template <typename Item>
  void put_all(std::span<const Item> items) {
    put(static_cast<std::int64_t>(items.size()));
    put_items(items);
  }
  [[nodiscard]] bool empty() const { return bytes_.empty(); }
  std::vector<std::byte> take() { return std::exchange(bytes_, {}); }

 private:
  template <typename Item>
  void put_items(std::span<const Item> items) {
    static_assert(std::is_trivially_copyable_v<Item>);
    const std::span<const std::byte> raw = std::as_bytes(items);
    bytes_.insert(bytes_.end(), raw.begin(), raw.end());
  }

  std::vector<std::byte> bytes_;
};

/// Takes them out again, in the same order.
class PacketReader {
 public:
  explicit PacketReader(std::span<const std::byte> bytes) : rest_(bytes) {}
  [[nodiscard]] bool at_end() const { return rest_.empty(); }
  template <typename Item>
  Item get() {
    Item item;
    get_items(std::span(&item, 1));
    return item;
  }
  template <typename Item>
  void get_all(std::vector<Item>& items) {
    items.resize(static_cast<std::size_t>(get<std::int64_t>()));
    get_items(std::span(items));
  }

 private:
  template <typename Item>
  void get_items(std::span<Item> items) {
    static_assert(std::is_trivially_copyable_v<Item>);
    const std::span<std::byte> raw = std::as_writable_bytes(items);
    SOLFEC_ASSERT(raw.size() <= rest_.size());
    if (!raw.empty()) std::memcpy(raw.data(), rest_.data(), raw.size());
    rest_ = rest_.subspan(raw.size());
  }

  std::span<const std::byte> rest_;
};

}  // namespace solfec

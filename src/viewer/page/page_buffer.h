#pragma once

#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "base/cat.h"

namespace solfec {

/// Quotes a text so that it is valid JSON, also inside a script element of HTML.
std::string json_text(std::string_view text);

/// The bytes of the arrays of a page, and their index.
class PageBuffer {
 public:
  /// Appends an array, little-endian, at a multiple of eight bytes.
  template <typename Number>
  void add(std::string_view name, std::string_view kind, std::span<const Number> numbers) {
    bytes_.resize((bytes_.size() + 7) / 8 * 8, '\0');
    index_ += cat(index_.empty() ? "" : ",", json_text(name), ":[", json_text(kind), ",",
                  bytes_.size(), ",", numbers.size(), "]");
    const std::size_t begin = bytes_.size();
    bytes_.resize(begin + numbers.size_bytes());
    if (!numbers.empty()) std::memcpy(bytes_.data() + begin, numbers.data(), numbers.size_bytes());
  }
  /// Number of bytes.
  [[nodiscard]] std::size_t size() const { return bytes_.size(); }
  /// {"name": [kind, offset, count], ...}
  [[nodiscard]] std::string index() const { return cat("{", index_, "}"); }
  /// Returns the bytes in base64 (RFC 4648, section 4).
  [[nodiscard]] std::string base64() const;

 private:
  std::string bytes_;
  std::string index_;
};

}  // namespace solfec

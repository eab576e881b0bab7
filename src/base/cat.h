#pragma once

#include <charconv>
#include <concepts>
#include <string>
#include <string_view>

namespace solfec {

// One function for each kind of part; numbers as std::to_chars writes them.
namespace detail {

inline void append(std::string& text, std::string_view part) { text += part; }
inline void append(std::string& text, const char* part) { text += part; }
inline void append(std::string& text, char part) { text += part; }
inline void append(std::string& text, bool part) { text += part ? "true" : "false"; }

template <typename Number>
requires(std::integral<Number> || std::floating_point<Number>) void append(std::string& text,
                                                                           Number value) {
  char buffer[64];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value);
  text.append(buffer, error == std::errc{} ? end : buffer);
}

}  // namespace detail

/// Concatenates strings and numbers into one string; numbers in their shortest exact form.
template <typename... Parts>
std::string cat(const Parts&... parts) {
  std::string text;
  (detail::append(text, parts), ...);
  return text;
}

/// A number for people, with six significant digits.
inline std::string short_number(double value) {
  char buffer[32];
  const auto [end, error] =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, 6);
  return {buffer, error == std::errc{} ? end : buffer};
}

}  // namespace solfec

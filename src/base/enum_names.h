#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <optional>
#include <string_view>

namespace solfec {

/// An enumeration with names: its values are 0, 1, 2, ... without a gap, and beside it stands
///
///   constexpr std::string_view name_of(Kind kind);
///
/// a switch over all items; the compiler warns when one is missing. This switch is the only list of
/// the names: the language, the files and the Python reader take them from here.
template <typename Enum>
concept Named = requires(Enum item) {
  { name_of(item) } -> std::same_as<std::string_view>;
};

/// Number of items of an enumeration.
template <Named Enum>
constexpr std::size_t item_count() {
  std::size_t count = 0;
  while (!name_of(static_cast<Enum>(count)).empty()) ++count;
  return count;
}

/// All names in the order of the values.
template <Named Enum>
constexpr auto all_names() {
  std::array<std::string_view, item_count<Enum>()> names{};
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = name_of(static_cast<Enum>(i));
  return names;
}

/// The item with a name.
template <Named Enum>
constexpr std::optional<Enum> find_item(std::string_view name) {
  for (std::size_t i = 0; i < item_count<Enum>(); ++i) {
    if (name_of(static_cast<Enum>(i)) == name) return static_cast<Enum>(i);
  }
  return std::nullopt;
}

/// True when a number, read from a file for instance, is that of an item.
template <Named Enum>
constexpr bool is_item(long long number) {
  return number >= 0 && number < static_cast<long long>(item_count<Enum>());
}

}  // namespace solfec

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "archive/field_list.h"
#include "base/cat.h"

namespace solfec {

/// Layout of one field in the bytes of a file, as the lists of fields define it, for documents and
/// readers in other languages.
///
/// Types are written as: bool, int, hyper, `unsigned hyper`, double, string; `double[3]` (a
/// vector), `double[9]` (a matrix by columns), T[n]; T<> (a number n, then T[n]); T? (a bool, then
/// T if it is true); `(A, B)`; names of enumerations, stored as int, and of types. `T by columns`
/// is a number n and n items by columns, `more of T by columns` further columns of the items
/// before. `T by planes` is a column with the first bytes of all items, then their second bytes.
struct FieldLayout {
  std::string name;
  std::string type;                     // as text_of writes it
  std::string meaning;                  // with the unit, '' for none
  std::vector<std::string> conditions;  // "kind == RIGID": the field is there when all hold
};

/// A type with a list of fields.
struct TypeLayout {
  std::string name;
  std::vector<FieldLayout> fields;
};

/// An enumeration; item i has the number i.
struct EnumerationLayout {
  std::string name;
  std::vector<std::string> items;
};

/// All types, each before its first use.
class Layout {
 public:
  /// Adds a type with a list of fields, and those that it consists of.
  template <typename T>
  void add() {
    (void)text_of<T>();
  }

  [[nodiscard]] const std::vector<TypeLayout>& types() const { return types_; }
  [[nodiscard]] const std::vector<EnumerationLayout>& enumerations() const { return enumerations_; }

  /// Returns the name of a type, and adds the types that it consists of.
  template <typename T>
  std::string text_of();
  /// Returns how the type `name` of an object with the fields of `list` is written, and adds the
  /// types that it consists of.
  template <typename Object, typename List>
  std::string text_of_list(std::string_view name, const List& list);

 private:
  [[nodiscard]] bool knows(std::string_view name) const;
  void add_enumeration(std::string_view name, std::vector<std::string> items);

  std::vector<TypeLayout> types_;
  std::vector<EnumerationLayout> enumerations_;
};

/// Writes down the fields of a list.
template <typename ObjectType>
class FieldDescriber : public StoredFields<FieldDescriber<ObjectType>> {
 public:
  using Object = ObjectType;

  FieldDescriber(Layout& layout, TypeLayout& type) : layout_(layout), type_(type) {}

  template <typename Get>
  void operator()(std::string_view name, std::string_view meaning, const Get&) {
    add(name, layout_.text_of<fields::ValueOf<Object, Get>>(), meaning);
  }
  template <typename Get>
  void planes(std::string_view name, std::string_view meaning, const Get&) {
    add(name, cat(layout_.text_of<fields::ValueOf<Object, Get>>(), " by planes"), meaning);
  }
  template <typename When, typename List>
  void when(const When& when, const List& list) {
    conditions_.push_back(cat(when.field, when.equal ? " == " : " != ", when.value));
    list(*this);
    conditions_.pop_back();
  }
  template <typename List>
  void group(std::string_view name, std::string_view meaning, const List& list) {
    add(name, layout_.text_of_list<Object>(cat(type_.name, " ", name), list), meaning);
  }
  template <typename Get, typename List>
  void columns(std::string_view name, std::string_view meaning, const Get&, const List& list) {
    using Rows = fields::ValueOf<Object, Get>;
    add(name,
        cat(layout_.text_of_list<typename Rows::value_type>(List::kName, list), " by columns"),
        meaning);
  }
  template <typename Get, typename List>
  void more_columns(std::string_view name, std::string_view meaning, const Get&, const List& list) {
    using Rows = fields::ValueOf<Object, Get>;
    add(name,
        cat("more of ", layout_.text_of_list<typename Rows::value_type>(List::kName, list),
            " by columns"),
        meaning);
  }

 private:
  void add(std::string_view name, std::string type, std::string_view meaning) {
    type_.fields.push_back({std::string(name), std::move(type), std::string(meaning), conditions_});
  }

  Layout& layout_;
  TypeLayout& type_;
  std::vector<std::string> conditions_;
};

template <typename Object, typename List>
std::string Layout::text_of_list(std::string_view name, const List& list) {
  if (!knows(name)) {
    TypeLayout type{std::string(name), {}};
    FieldDescriber<Object> describer(*this, type);
    list(describer);
    types_.push_back(std::move(type));
  }
  return std::string(name);
}

template <typename T>
std::string Layout::text_of() {
  if constexpr (std::is_same_v<T, bool>) {
    return "bool";
  } else if constexpr (std::is_enum_v<T>) {
    constexpr auto kNames = all_names<T>();
    const std::string_view name = type_name(static_cast<const T*>(nullptr));
    add_enumeration(name, {kNames.begin(), kNames.end()});
    return std::string(name);
  } else if constexpr (std::is_same_v<T, std::int32_t>) {
    return "int";
  } else if constexpr (std::is_same_v<T, std::int64_t>) {
    return "hyper";
  } else if constexpr (std::is_same_v<T, std::uint64_t>) {
    return "unsigned hyper";
  } else if constexpr (std::is_same_v<T, double>) {
    return "double";
  } else if constexpr (std::is_same_v<T, std::string>) {
    return "string";
  } else if constexpr (kIsDoubles<T>) {
    return cat("double[", sizeof(T) / sizeof(double), "]");
  } else if constexpr (fields::kIsVector<T>) {
    return cat(text_of<typename T::value_type>(), "<>");
  } else if constexpr (fields::kIsArray<T>) {
    return cat(text_of<typename T::value_type>(), "[", std::tuple_size_v<T>, "]");
  } else if constexpr (fields::kIsPair<T>) {
    return cat("(", text_of<typename T::first_type>(), ", ", text_of<typename T::second_type>(),
               ")");
  } else if constexpr (fields::kIsOptional<T>) {
    return cat(text_of<typename T::value_type>(), "?");
  } else {
    return text_of_list<T>(type_name(static_cast<const T*>(nullptr)), fields::All{});
  }
}

/// The layout as a module of Python: ENUMERATIONS and TYPES by name.
std::string python_layout(const Layout& layout);
/// The layout as tables of a document.
std::string markdown_layout(const Layout& layout);

}  // namespace solfec

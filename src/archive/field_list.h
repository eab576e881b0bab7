#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/enum_names.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// One list of fields per type, from which the type is written, read and described.
///
///   constexpr std::string_view type_name(const Sphere*) { return "Sphere"; }
///
///   template <typename Fields>
///   void list_fields(Fields& fields, const Sphere*) {
///     fields.finite("center", "m", &Sphere::center);
///     fields.finite("radius", "m", &Sphere::radius);
///     fields.check([](const Sphere& sphere) { if (...) throw ArchiveError(...); });
///     fields("surface", "", &Sphere::surface);
///   }
///
/// `save` and `load` (fields.h) take the fields of one object one after another; a ColumnWriter or
/// ColumnReader (columns.h) takes each field of many objects at once; a FieldDescriber (layout.h)
/// has no object and writes down names, types and meanings. A list may have these items:
///
///   fields(name, meaning, get)         a value; `get` is a member or a function that gives one
///   fields.finite(name, meaning, get)  doubles that a reader refuses unless they are finite
///   fields.through(name, meaning, get, set)  stored in another form: get(object) gives it, and
///                                      set(object, form) takes it back
///   fields.planes(name, meaning, get)  a value whose column is stored byte by byte: the first
///                                      bytes of all items, then their second bytes
///   fields.planes_through(name, meaning, get, set)  stored in another form, byte by byte
///   fields.when(condition, list)       the fields of `list`, where the condition (`is`) holds
///   fields.group(name, meaning, list)  fields that form one column together
///   fields.columns(name, meaning, get, list)  the items of a vector by columns, after their number
///   fields.more_columns(...)           further fields of the same items, without the number
///   fields.check(test)                 readers: test(object) throws when the fields read so far
///                                      are wrong
///   fields.derive(set)                 readers: set(object) fills in members that are not stored
///
/// A value is a bool, an enumeration with names (base/enum_names.h), an integer of 32 or 64 bits, a
/// double, Vec3, Mat3, a text, a type with a list, or a vector, array, pair or optional of such.
template <typename T>
concept Listed = !std::is_enum_v<T> && requires(const T* item) {
  { type_name(item) } -> std::same_as<std::string_view>;
};

/// Types whose members are all doubles.
template <typename T>
inline constexpr bool kIsDoubles = false;
template <>
inline constexpr bool kIsDoubles<Vec3> = true;
template <>
inline constexpr bool kIsDoubles<Mat3> = true;

namespace fields {

template <typename T>
inline constexpr bool kIsVector = false;
template <typename T>
inline constexpr bool kIsVector<std::vector<T>> = true;
template <typename T>
inline constexpr bool kIsArray = false;
template <typename T, std::size_t n>
inline constexpr bool kIsArray<std::array<T, n>> = true;
template <typename T>
inline constexpr bool kIsPair = false;
template <typename A, typename B>
inline constexpr bool kIsPair<std::pair<A, B>> = true;
template <typename T>
inline constexpr bool kIsOptional = false;
template <typename T>
inline constexpr bool kIsOptional<std::optional<T>> = true;
/// True for the types that XDR stores as one number.
template <typename T>
inline constexpr bool kIsNumber =
    std::is_same_v<T, double> || std::is_same_v<T, std::int32_t> || std::is_same_v<T, std::int64_t>;

template <typename Object, typename Get>
using ValueOf = std::remove_cvref_t<std::invoke_result_t<const Get&, const Object&>>;

/// All fields of an object: the list of its type.
struct All {
  template <typename Fields>
  void operator()(Fields& list) const {
    list_fields(list, static_cast<const typename Fields::Object*>(nullptr));
  }
};

}  // namespace fields

/// Condition of `when`: a field has a value. The Python reader knows it by name and text.
template <typename Test>
struct Condition {
  std::string_view field;
  std::string_view value;  // as it is shown
  bool equal = true;       // false: the field has another value
  Test test;               // of an object

  template <typename Object>
  bool operator()(const Object& object) const {
    return test(object);
  }
};

template <Named Enum, typename Object>
auto is(std::string_view field, Enum Object::*member, Enum value) {
  const auto test = [member, value](const Object& object) { return object.*member == value; };
  return Condition<decltype(test)>{field, name_of(value), true, test};
}
template <Named Enum, typename Object>
auto is_not(std::string_view field, Enum Object::*member, Enum value) {
  const auto test = [member, value](const Object& object) { return object.*member != value; };
  return Condition<decltype(test)>{field, name_of(value), false, test};
}
/// Condition that a field of type bool is true; `test` of an object gives the value.
template <typename Test>
auto is_true(std::string_view field, const Test& test) {
  const auto says_yes = [test](const auto& object) { return std::invoke(test, object); };
  return Condition<decltype(says_yes)>{field, "True", true, says_yes};
}

/// Condition that a field of type bool is false.
template <typename Test>
auto is_false(std::string_view field, const Test& test) {
  const auto says_no = [test](const auto& object) { return !std::invoke(test, object); };
  return Condition<decltype(says_no)>{field, "True", false, says_no};
}

/// Base of the classes that go through the fields as they are stored, as writers do. Checks and
/// derived values do nothing here, since only readers need them.
template <typename Derived>
class StoredFields {
 public:
  template <typename Get>
  void finite(std::string_view name, std::string_view meaning, const Get& get) {
    static_cast<Derived&> (*this)(name, meaning, get);
  }
  template <typename Get, typename Set>
  void through(std::string_view name, std::string_view meaning, const Get& get, const Set&) {
    static_cast<Derived&> (*this)(name, meaning, get);
  }
  template <typename Get>
  void planes(std::string_view name, std::string_view meaning, const Get& get) {
    static_cast<Derived&> (*this)(name, meaning, get);
  }
  template <typename Get, typename Set>
  void planes_through(std::string_view name, std::string_view meaning, const Get& get, const Set&) {
    static_cast<Derived&>(*this).planes(name, meaning, get);
  }
  template <typename Test>
  void check(const Test&) {}
  template <typename Set>
  void derive(const Set&) {}
};

// ---- the least size of a value ------------------------------------------------------------------

template <typename T>
std::size_t least_bytes();

/// Adds up the sizes of the fields that every object has.
template <typename ObjectType>
class LeastBytes : public StoredFields<LeastBytes<ObjectType>> {
 public:
  using Object = ObjectType;

  template <typename Get>
  void operator()(std::string_view, std::string_view, const Get&) {
    bytes += least_bytes<fields::ValueOf<Object, Get>>();
  }
  template <typename When, typename List>
  void when(const When&, const List&) {}
  template <typename List>
  void group(std::string_view, std::string_view, const List& list) {
    list(*this);
  }
  template <typename Get, typename List>
  void columns(std::string_view, std::string_view, const Get&, const List&) {
    bytes += sizeof(std::uint32_t);
  }
  template <typename Get, typename List>
  void more_columns(std::string_view, std::string_view, const Get&, const List&) {}

  std::size_t bytes = 0;
};

/// Least number of bytes of a list of fields; exact when every field has a fixed size.
template <typename Object, typename List>
std::size_t least_bytes_of(const List& list) {
  LeastBytes<Object> least;
  list(least);
  return least.bytes;
}

/// Least number of bytes of a value; exact when the value holds no text, vector or condition.
template <typename T>
std::size_t least_bytes() {
  if constexpr (std::is_same_v<T, bool> || std::is_enum_v<T> || std::is_same_v<T, std::string> ||
                fields::kIsVector<T> || fields::kIsOptional<T>) {
    return sizeof(std::uint32_t);
  } else if constexpr (std::is_arithmetic_v<T> || kIsDoubles<T>) {
    return sizeof(T);
  } else if constexpr (fields::kIsArray<T>) {
    return std::tuple_size_v<T> * least_bytes<typename T::value_type>();
  } else if constexpr (fields::kIsPair<T>) {
    return least_bytes<typename T::first_type>() + least_bytes<typename T::second_type>();
  } else {
    static_assert(Listed<T>, "a type that is stored needs a list of its fields");
    return least_bytes_of<T>(fields::All{});
  }
}

}  // namespace solfec

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "archive/archive_error.h"
#include "archive/field_list.h"
#include "archive/xdr.h"
#include "base/cat.h"

namespace solfec {

// ---- writing ------------------------------------------------------------------------------------

template <typename Object, typename Out>
class FieldWriter;

template <typename Number, typename Out>
void save_number(Number value, Out& out) {
  out.write_fixed(std::span<const Number>(&value, 1));
}

/// Appends a value. @param out  An XdrWriter; PlacedBytes (columns.h) for values of a fixed size.
template <typename T, typename Out>
void save(const T& value, Out& out) {
  if constexpr (std::is_same_v<T, bool>) {
    save_number<std::int32_t>(value ? 1 : 0, out);
  } else if constexpr (std::is_enum_v<T>) {
    save_number(static_cast<std::int32_t>(value), out);
  } else if constexpr (std::is_same_v<T, std::uint64_t>) {
    save_number(std::bit_cast<std::int64_t>(value), out);
  } else if constexpr (fields::kIsNumber<T>) {
    save_number(value, out);
  } else if constexpr (kIsDoubles<T>) {
    const auto numbers = std::bit_cast<std::array<double, sizeof(T) / sizeof(double)>>(value);
    out.write_fixed(std::span<const double>(numbers));
  } else if constexpr (std::is_same_v<T, std::string>) {
    out.write_string(value);
  } else if constexpr (fields::kIsVector<T>) {
    if constexpr (fields::kIsNumber<typename T::value_type>) {
      out.write_array(std::span<const typename T::value_type>(value));
    } else {
      out.write_uint32(static_cast<std::uint32_t>(value.size()));
      for (const auto& item : value) save(item, out);
    }
  } else if constexpr (fields::kIsArray<T>) {
    if constexpr (fields::kIsNumber<typename T::value_type>) {
      out.write_fixed(std::span<const typename T::value_type>(value));
    } else {
      for (const auto& item : value) save(item, out);
    }
  } else if constexpr (fields::kIsPair<T>) {
    save(value.first, out);
    save(value.second, out);
  } else if constexpr (fields::kIsOptional<T>) {
    save(value.has_value(), out);
    if (value) save(*value, out);
  } else {
    FieldWriter<T, Out> list(value, out);
    fields::All{}(list);
  }
}

/// Writes the fields of one object, one after another.
template <typename ObjectType, typename Out>
class FieldWriter : public StoredFields<FieldWriter<ObjectType, Out>> {
 public:
  using Object = ObjectType;

  FieldWriter(const Object& object, Out& out) : object_(object), out_(out) {}

  template <typename Get>
  void operator()(std::string_view, std::string_view, const Get& get) {
    save<fields::ValueOf<Object, Get>>(std::invoke(get, object_), out_);
  }
  template <typename When, typename List>
  void when(const When& when, const List& list) {
    if (when(object_)) list(*this);
  }
  template <typename List>
  void group(std::string_view, std::string_view, const List& list) {
    list(*this);
  }
  template <typename Get, typename List>
  void columns(std::string_view name, std::string_view meaning, const Get& get, const List& list);
  template <typename Get, typename List>
  void more_columns(std::string_view, std::string_view, const Get& get, const List& list);

 private:
  const Object& object_;
  Out& out_;
};

// ---- reading ------------------------------------------------------------------------------------

/// Says where a value stands, for messages.
struct FieldPlace {
  std::string_view type;
  std::string_view field;
};

inline bool all_finite(double value) { return std::isfinite(value); }
template <typename T>
bool all_finite(const T& value) {
  if constexpr (kIsDoubles<T>) {
    return all_finite(std::bit_cast<std::array<double, sizeof(T) / sizeof(double)>>(value));
  } else {
    return std::all_of(value.begin(), value.end(), [](const auto& v) { return all_finite(v); });
  }
}

template <typename Object>
class FieldReader;

/// Reads what `save` wrote.
/// @throws ArchiveError with the reason; the value is then undefined, but can be destroyed.
template <typename T>
void load(XdrReader& in, T& value, const FieldPlace& place = {}) {
  if constexpr (std::is_same_v<T, bool>) {
    value = in.read_bool();
  } else if constexpr (std::is_enum_v<T>) {
    std::int32_t number{};
    in.read_fixed(std::span(&number, 1));
    if (!is_item<T>(number)) {
      throw ArchiveError(cat(place.field, " of ", place.type, " has the unknown number ", number));
    }
    value = static_cast<T>(number);
  } else if constexpr (std::is_same_v<T, std::uint64_t>) {
    value = std::bit_cast<std::uint64_t>(in.read_int64());
  } else if constexpr (fields::kIsNumber<T>) {
    in.read_fixed(std::span(&value, 1));
  } else if constexpr (kIsDoubles<T>) {
    std::array<double, sizeof(T) / sizeof(double)> numbers{};
    in.read_fixed(std::span(numbers));
    value = std::bit_cast<T>(numbers);
  } else if constexpr (std::is_same_v<T, std::string>) {
    value = in.read_string();
  } else if constexpr (fields::kIsVector<T>) {
    using Item = typename T::value_type;
    if constexpr (fields::kIsNumber<Item>) {
      in.read_array(value);
    } else {
      value.clear();  // earlier items leave no values behind
      value.resize(static_cast<std::size_t>(in.read_count(least_bytes<Item>())));
      for (Item& item : value) load(in, item, place);
    }
  } else if constexpr (fields::kIsArray<T>) {
    for (auto& item : value) load(in, item, place);
  } else if constexpr (fields::kIsPair<T>) {
    load(in, value.first, place);
    load(in, value.second, place);
  } else if constexpr (fields::kIsOptional<T>) {
    value.reset();
    if (in.read_bool()) load(in, value.emplace(), place);
  } else {
    FieldReader<T> list(in, value);
    fields::All{}(list);
  }
}

template <typename T>
T load(XdrReader& in) {
  T value{};
  load(in, value);
  return value;
}

template <typename T>
void require_finite(const T& value, const FieldPlace& place) {
  if (!all_finite(value))
    throw ArchiveError(cat(place.field, " of ", place.type, " is not finite"));
}

/// Reads the fields of one object, one after another.
template <typename ObjectType>
class FieldReader {
 public:
  using Object = ObjectType;

  FieldReader(XdrReader& in, Object& object) : in_(in), object_(object) {}

  template <typename Get>
  void operator()(std::string_view name, std::string_view, const Get& get) {
    load<fields::ValueOf<Object, Get>>(in_, std::invoke(get, object_), place(name));
  }
  template <typename Get>
  void finite(std::string_view name, std::string_view meaning, const Get& get) {
    (*this)(name, meaning, get);
    require_finite(std::invoke(get, std::as_const(object_)), place(name));
  }
  template <typename Get>
  void planes(std::string_view name, std::string_view meaning, const Get& get) {
    (*this)(name, meaning, get);
  }
  template <typename Get, typename Set>
  void through(std::string_view name, std::string_view, const Get&, const Set& set) {
    fields::ValueOf<Object, Get> form{};
    load(in_, form, place(name));
    set(object_, std::move(form));
  }
  template <typename Get, typename Set>
  void planes_through(std::string_view name, std::string_view meaning, const Get& get,
                      const Set& set) {
    through(name, meaning, get, set);
  }
  template <typename When, typename List>
  void when(const When& when, const List& list) {
    if (when(std::as_const(object_))) list(*this);
  }
  template <typename List>
  void group(std::string_view, std::string_view, const List& list) {
    list(*this);
  }
  template <typename Get, typename List>
  void columns(std::string_view name, std::string_view meaning, const Get& get, const List& list);
  template <typename Get, typename List>
  void more_columns(std::string_view, std::string_view, const Get& get, const List& list);
  template <typename Test>
  void check(const Test& test) {
    test(std::as_const(object_));
  }
  template <typename Set>
  void derive(const Set& set) {
    set(object_);
  }

 private:
  static FieldPlace place(std::string_view name) {
    return {type_name(static_cast<const Object*>(nullptr)), name};
  }

  XdrReader& in_;
  Object& object_;
};

}  // namespace solfec

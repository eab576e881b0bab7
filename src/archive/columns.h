#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "archive/byte_order.h"
#include "archive/fields.h"
#include "archive/xdr.h"
#include "base/check.h"

namespace solfec {

/// Many objects stored by columns: the first field of all objects, then the second one, and so on.
/// A field of `when` has values for the objects that its condition accepts. All values have a fixed
/// size. A column of numbers that share their leading bytes compresses better by planes: byte 0 of
/// all values, then byte 1, and so on.
///
/// A writer asks for the rows in parts, and twice: first for the sizes of the columns, then for
/// their bytes. So the rows need not be in memory all at once.

/// A writer into bytes that are allocated already.
class PlacedBytes {
 public:
  PlacedBytes() = default;
  explicit PlacedBytes(std::byte* at) : at_(at) {}

  template <typename Number>
  void write_fixed(std::span<const Number> items) {
    store_big_endian(at_, items);
    at_ += items.size_bytes();
  }
  /// Puts each byte of a value into its plane.
  /// @param stride  Bytes of a plane, that is the number of values of the column.
  void write_planes(std::span<const std::byte> value, std::size_t stride) {
    for (std::size_t k = 0; k < value.size(); ++k) at_[k * stride] = value[k];
    ++at_;
  }

 private:
  std::byte* at_ = nullptr;
};

/// Sizes and places of the columns, in the order of the list.
class ColumnTable {
 public:
  static constexpr std::size_t kMost = 64;  // columns of one list

  /// Starts at the first column again.
  void restart() { next_ = 0; }
  /// Adds to the size of the next column.
  void grow(std::size_t bytes);
  [[nodiscard]] std::size_t total() const;
  /// Places the columns one behind another. @pre destination.size() == total().
  void place(std::span<std::byte> destination);
  /// Bytes of the next column.
  [[nodiscard]] std::size_t size_of_next() const { return sizes_[next_]; }
  /// Place where the next value of the next column goes. @pre the columns are placed.
  PlacedBytes& next() { return places_[next_++]; }

 private:
  std::array<std::size_t, kMost> sizes_{};  // bytes
  std::array<PlacedBytes, kMost> places_;   // of the next value of each column
  std::size_t next_ = 0;                    // column
};

namespace fields {

/// Condition that every row meets.
struct Every {
  template <typename Row>
  bool operator()(const Row&) const {
    return true;
  }
};

/// Condition that holds when two conditions hold.
template <typename A, typename B>
struct Both {
  const A& a;
  const B& b;

  template <typename Row>
  bool operator()(const Row& row) const {
    return a(row) && b(row);
  }
};

}  // namespace fields

/// Adds the bytes that some rows take to the sizes of their columns.
template <typename Row, typename Chosen = fields::Every>
class ColumnSizes : public StoredFields<ColumnSizes<Row, Chosen>> {
 public:
  using Object = Row;

  ColumnSizes(std::span<const Row> rows, ColumnTable& columns, const Chosen& chosen = {})
      : rows_(rows), columns_(columns), chosen_(chosen) {
    for (const Row& row : rows) taken_ += chosen(row) ? 1 : 0;
  }

  template <typename Get>
  void operator()(std::string_view, std::string_view, const Get&) {
    add(least_bytes<fields::ValueOf<Row, Get>>());
  }
  template <typename When, typename List>
  void when(const When& when, const List& list) {
    using Both = fields::Both<Chosen, When>;
    ColumnSizes<Row, Both> part(rows_, columns_, Both{chosen_, when});
    list(part);
  }
  template <typename List>
  void group(std::string_view, std::string_view, const List& list) {
    add(least_bytes_of<Row>(list));
  }

 private:
  void add(std::size_t width) { columns_.grow(width * taken_); }

  std::span<const Row> rows_;
  ColumnTable& columns_;
  Chosen chosen_;
  std::size_t taken_ = 0;
};

/// Appends some rows to the columns.
template <typename Row, typename Chosen = fields::Every>
class ColumnWriter : public StoredFields<ColumnWriter<Row, Chosen>> {
 public:
  using Object = Row;

  ColumnWriter(std::span<const Row> rows, ColumnTable& columns, const Chosen& chosen = {})
      : rows_(rows), columns_(columns), chosen_(chosen) {}

  template <typename Get>
  void operator()(std::string_view, std::string_view, const Get& get) {
    PlacedBytes& column = columns_.next();
    for (const Row& row : rows_) {
      if (chosen_(row)) save<fields::ValueOf<Row, Get>>(std::invoke(get, row), column);
    }
  }
  template <typename Get>
  void planes(std::string_view, std::string_view, const Get& get) {
    using Stored = fields::ValueOf<Row, Get>;
    std::array<std::byte, sizeof(Stored)> bytes{};
    const std::size_t values = columns_.size_of_next() / bytes.size();
    PlacedBytes& column = columns_.next();
    for (const Row& row : rows_) {
      if (!chosen_(row)) continue;
      PlacedBytes whole(bytes.data());
      save<Stored>(std::invoke(get, row), whole);
      column.write_planes(bytes, values);
    }
  }
  template <typename When, typename List>
  void when(const When& when, const List& list) {
    using Both = fields::Both<Chosen, When>;
    ColumnWriter<Row, Both> part(rows_, columns_, Both{chosen_, when});
    list(part);
  }
  template <typename List>
  void group(std::string_view, std::string_view, const List& list) {
    PlacedBytes& column = columns_.next();
    for (const Row& row : rows_) {
      if (!chosen_(row)) continue;
      FieldWriter<Row, PlacedBytes> one(row, column);
      list(one);
    }
  }

 private:
  std::span<const Row> rows_;
  ColumnTable& columns_;
  Chosen chosen_;
};

/// Reads the columns of rows that are allocated already.
template <typename Row, typename Chosen = fields::Every>
class ColumnReader {
 public:
  using Object = Row;

  ColumnReader(XdrReader& in, std::span<Row> rows, const Chosen& chosen = {})
      : in_(in), rows_(rows), chosen_(chosen) {}

  template <typename Get>
  void operator()(std::string_view name, std::string_view, const Get& get) {
    for_chosen([&](Row& row) {
      load<fields::ValueOf<Row, Get>>(in_, std::invoke(get, row), place(name));
    });
  }
  template <typename Get>
  void finite(std::string_view name, std::string_view, const Get& get) {
    for_chosen([&](Row& row) {
      load<fields::ValueOf<Row, Get>>(in_, std::invoke(get, row), place(name));
      require_finite(std::invoke(get, std::as_const(row)), place(name));
    });
  }
  template <typename Get>
  void planes(std::string_view name, std::string_view, const Get& get) {
    using Stored = fields::ValueOf<Row, Get>;
    for_planes<sizeof(Stored)>([&](Row& row, XdrReader& value) {
      load<Stored>(value, std::invoke(get, row), place(name));
    });
  }
  template <typename Get, typename Set>
  void planes_through(std::string_view name, std::string_view, const Get&, const Set& set) {
    using Stored = fields::ValueOf<Row, Get>;
    for_planes<sizeof(Stored)>([&](Row& row, XdrReader& value) {
      Stored form{};
      load(value, form, place(name));
      set(row, std::move(form));
    });
  }
  template <typename Get, typename Set>
  void through(std::string_view name, std::string_view, const Get&, const Set& set) {
    for_chosen([&](Row& row) {
      fields::ValueOf<Row, Get> form{};
      load(in_, form, place(name));
      set(row, std::move(form));
    });
  }
  template <typename When, typename List>
  void when(const When& when, const List& list) {
    using Both = fields::Both<Chosen, When>;
    ColumnReader<Row, Both> part(in_, rows_, Both{chosen_, when});
    list(part);
  }
  template <typename List>
  void group(std::string_view, std::string_view, const List& list) {
    for_chosen([&](Row& row) {
      FieldReader<Row> one(in_, row);
      list(one);
    });
  }
  template <typename Test>
  void check(const Test& test) {
    for_chosen([&](const Row& row) { test(row); });
  }
  template <typename Set>
  void derive(const Set& set) {
    for_chosen(set);
  }

 private:
  static FieldPlace place(std::string_view name) {
    return {type_name(static_cast<const Row*>(nullptr)), name};
  }
  template <typename Visit>
  void for_chosen(const Visit& visit) {
    for (Row& row : rows_) {
      if (chosen_(std::as_const(row))) visit(row);
    }
  }
  /// Collects the bytes of each value of a column and calls visit(row, reader of its value).
  template <std::size_t size, typename Visit>
  void for_planes(const Visit& visit) {
    std::array<std::byte, size> bytes{};
    std::size_t values = 0;
    for_chosen([&](const Row&) { ++values; });
    const std::span<const std::byte> column = in_.read_bytes(values * size);
    std::size_t at = 0;
    for_chosen([&](Row& row) {
      for (std::size_t k = 0; k < size; ++k) bytes[k] = column[k * values + at];
      ++at;
      XdrReader value(bytes);
      visit(row, value);
    });
  }

  XdrReader& in_;
  std::span<Row> rows_;
  Chosen chosen_;
};

/// Appends `count` rows by columns, without their number.
/// @param rows_from  rows_from(first, n) gives the n rows from `first` on, valid until the next
///                   call. It is called in the order of the rows, and for all rows twice.
template <typename Row, typename List, typename RowsFrom>
void save_columns(std::size_t count, const RowsFrom& rows_from, const List& list, XdrWriter& out) {
  constexpr std::size_t kPart = 64;  // rows; small against caches
  const auto for_parts = [&](const auto& visit) {
    for (std::size_t first = 0; first < count; first += kPart) {
      const std::span<const Row> rows = rows_from(first, std::min(kPart, count - first));
      visit(rows);
    }
  };
  ColumnTable columns;
  for_parts([&](std::span<const Row> rows) {
    columns.restart();
    ColumnSizes<Row> some(rows, columns);
    list(some);
  });
  columns.place(out.extend(columns.total()));
  for_parts([&](std::span<const Row> rows) {
    columns.restart();
    ColumnWriter<Row> some(rows, columns);
    list(some);
  });
}

template <typename Row, typename List>
void save_columns(const std::vector<Row>& rows, const List& list, XdrWriter& out) {
  const auto rows_from = [&rows](std::size_t first, std::size_t n) {
    return std::span(rows).subspan(first, n);
  };
  save_columns<Row>(rows.size(), rows_from, list, out);
}

template <typename Object, typename Out>
template <typename Get, typename List>
void FieldWriter<Object, Out>::columns(std::string_view name, std::string_view meaning,
                                       const Get& get, const List& list) {
  out_.write_uint32(static_cast<std::uint32_t>(std::invoke(get, object_).size()));
  more_columns(name, meaning, get, list);
}

template <typename Object, typename Out>
template <typename Get, typename List>
void FieldWriter<Object, Out>::more_columns(std::string_view, std::string_view, const Get& get,
                                            const List& list) {
  save_columns(std::invoke(get, object_), list, out_);
}

template <typename Object>
template <typename Get, typename List>
void FieldReader<Object>::columns(std::string_view name, std::string_view meaning, const Get& get,
                                  const List& list) {
  using Rows = fields::ValueOf<Object, Get>;
  auto& rows = std::invoke(get, object_);
  rows.clear();  // earlier rows leave no values behind
  rows.resize(
      static_cast<std::size_t>(in_.read_count(least_bytes_of<typename Rows::value_type>(list))));
  more_columns(name, meaning, get, list);
}

template <typename Object>
template <typename Get, typename List>
void FieldReader<Object>::more_columns(std::string_view, std::string_view, const Get& get,
                                       const List& list) {
  auto& rows = std::invoke(get, object_);
  ColumnReader<typename fields::ValueOf<Object, Get>::value_type> columns(in_, std::span(rows));
  list(columns);
}

}  // namespace solfec

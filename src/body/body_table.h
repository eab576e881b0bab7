#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <vector>

#include "base/id_index.h"
#include "base/ids.h"
#include "body/common/body_kind.h"
#include "body/common/body_record.h"

namespace solfec {

/// All that belongs to a body but its numbers, which stand in the set of its kind.
struct BodyRow {
  BodyRecord record;  // id, kind, shape, contact pieces, names
  int slot{};         // in the set
  int owner{};        // rank
};

/// Which bodies there are, where they are stored and whose they are: one row per body
/// (docs/bodies.md).
///
/// Rows stand in no order: a new body is the last row, and the last row takes the place of one that
/// goes, so every change costs the same however many bodies there are; ids come in any order. What
/// needs an order (frames, sums, contact detection, numbers of bodies in arrays) takes it from the
/// ids: `ids`, `places`, `slots` and `record` are by increasing id. This order is made anew when it
/// is asked for after bodies have come, gone or moved, once for all of these changes, in O(n log
/// n); bodies that come with increasing ids keep it.
///
/// An **index** of a body is its place in this order. It holds until bodies come or go; contacts
/// know their bodies by it for the time of a step. The first question after a change writes and so
/// must not come from several threads at once.
class BodyTable {
 public:
  [[nodiscard]] int size() const { return static_cast<int>(rows_.size()); }
  /// Changes when bodies come, go, move in their sets or change hands.
  [[nodiscard]] std::int64_t revision() const { return revision_; }

  /// The row of a body, null: there is none. It holds until bodies come or go.
  [[nodiscard]] const BodyRow* find(BodyId id) const {
    const int row = index_.find(id);
    return row < 0 ? nullptr : &rows_[static_cast<std::size_t>(row)];
  }
  [[nodiscard]] BodyRow* find(BodyId id) {
    const int row = index_.find(id);
    return row < 0 ? nullptr : &rows_[static_cast<std::size_t>(row)];
  }
  /// @pre there is no body of this id.
  void insert(BodyRow row);
  /// @pre there is one.
  void erase(BodyId id);
  /// Gives back the memory of rows that have gone.
  void shrink() { rows_.shrink_to_fit(); }
  /// Where a body is now stored; @pre there is one.
  void set_slot(BodyId id, int slot);
  void set_owner(BodyId id, int owner);

  // ---- by increasing id
  // --------------------------------------------------------------------------
  [[nodiscard]] std::span<const BodyId> ids() const { return order().id; }
  [[nodiscard]] std::span<const BodyRef> places() const { return order().place; }
  /// Slots of all bodies of a kind.
  [[nodiscard]] std::span<const int> slots(BodyKind kind) const {
    return order().slot[static_cast<std::size_t>(kind)];
  }
  [[nodiscard]] const BodyRow& row(int index) const {
    return rows_[static_cast<std::size_t>(order().row[static_cast<std::size_t>(index)])];
  }
  /// Index of a body, -1: there is none.
  [[nodiscard]] int index_of(BodyId id) const;

  /// Rows that changes and orders have touched so far, for tests of what they cost: one for a row
  /// that is written, n log2 n for an order of n.
  [[nodiscard]] std::int64_t work() const { return work_; }

 private:
  friend class BodyRecords;
  struct Order {
    bool stale = false;    // rows have changed since it was made
    std::vector<int> row;  // by increasing id, as the next ones
    std::vector<BodyId> id;
    std::vector<BodyRef> place;
    std::array<std::vector<int>, kBodyKinds> slot;
  };

  [[nodiscard]] const Order& order() const {
    if (order_.stale) renew_order();
    return order_;
  }
  void renew_order() const;
  static void append_to(Order& order, const BodyRow& row, int number);

  std::vector<BodyRow> rows_;
  IdIndex index_;  // of rows
  std::int64_t revision_ = 0;
  mutable Order order_;
  mutable std::int64_t work_ = 0;
};

/// The records of all bodies by increasing id, to be read like a vector. It looks at the table and
/// holds until bodies come or go.
class BodyRecords {
 public:
  class Iterator {
   public:
    using iterator_category = std::forward_iterator_tag;  // NOLINT
    using value_type = BodyRecord;
    using difference_type = std::ptrdiff_t;
    using pointer = const BodyRecord*;
    using reference = const BodyRecord&;

    Iterator() = default;
    Iterator(const BodyRow* rows, const int* row) : rows_(rows), row_(row) {}
    reference operator*() const { return rows_[*row_].record; }
    pointer operator->() const { return &rows_[*row_].record; }
    Iterator& operator++() {
      ++row_;
      return *this;
    }
    Iterator operator++(int) {
      const Iterator before = *this;
      ++row_;
      return before;
    }
    friend bool operator==(const Iterator& a, const Iterator& b) { return a.row_ == b.row_; }

   private:
    const BodyRow* rows_ = nullptr;
    const int* row_ = nullptr;
  };

  explicit BodyRecords(const BodyTable& table)
      : rows_(table.rows_.data()), order_(table.order().row) {}
  [[nodiscard]] std::size_t size() const { return order_.size(); }
  [[nodiscard]] bool empty() const { return order_.empty(); }
  [[nodiscard]] const BodyRecord& operator[](std::size_t index) const {
    return rows_[order_[index]].record;
  }
  [[nodiscard]] const BodyRecord& back() const { return (*this)[size() - 1]; }
  [[nodiscard]] Iterator begin() const { return {rows_, order_.data()}; }
  [[nodiscard]] Iterator end() const { return {rows_, order_.data() + order_.size()}; }

 private:
  const BodyRow* rows_;
  std::span<const int> order_;  // rows by id
};

}  // namespace solfec

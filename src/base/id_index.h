#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/check.h"

namespace solfec {

/// Hash table from ids, in any order, to numbers such as rows of a table; 0 is no id. Every
/// operation looks at a constant number of entries on average: open addressing with linear probing,
/// at most half full, multiplicative hashing, and removal without marks (Knuth, TAOCP vol. 3, sec.
/// 6.4, algorithms L and R).
class IdIndex {
 public:
  [[nodiscard]] int size() const { return size_; }
  /// Returns the number of an id, or -1 when the id is not in the table.
  [[nodiscard]] int find(std::int64_t id) const {
    if (entries_.empty()) return -1;
    return entries_[place_of(id)].number;
  }
  /// Sets the number of an id, in place of an earlier one.
  void set(std::int64_t id, int number) {
    SOLFEC_ASSERT(id != 0 && number >= 0);
    if (2 * (static_cast<std::size_t>(size_) + 1) > entries_.size()) grow();
    Entry& entry = entries_[place_of(id)];
    if (entry.id == 0) ++size_;
    entry = {id, number};
  }
  /// @pre the id has a number.
  void erase(std::int64_t id) {
    std::size_t gap = place_of(id);
    SOLFEC_ASSERT(entries_[gap].id == id);
    entries_[gap] = {};
    --size_;
    // entries that stand behind the gap because its place was taken move up
    for (std::size_t i = next(gap); entries_[i].id != 0; i = next(i)) {
      const std::size_t home = home_of(entries_[i].id);
      const bool between = gap <= i ? gap < home && home <= i : gap < home || home <= i;
      if (between) continue;
      entries_[gap] = std::exchange(entries_[i], {});
      gap = i;
    }
  }

 private:
  struct Entry {
    std::int64_t id{};  // 0: free
    int number = -1;
  };

  [[nodiscard]] std::size_t next(std::size_t i) const { return (i + 1) & (entries_.size() - 1); }
  [[nodiscard]] std::size_t home_of(std::int64_t id) const {
    const std::uint64_t hash = static_cast<std::uint64_t>(id) * 0x9e3779b97f4a7c15ULL;
    return static_cast<std::size_t>(hash >> 32U) & (entries_.size() - 1);
  }
  /// Index of the entry that an id has, or would get.
  [[nodiscard]] std::size_t place_of(std::int64_t id) const {
    std::size_t i = home_of(id);
    while (entries_[i].id != 0 && entries_[i].id != id) i = next(i);
    return i;
  }
  void grow() {
    constexpr std::size_t kLeast = 16;
    std::vector<Entry> old(entries_.empty() ? kLeast : 2 * entries_.size());
    old.swap(entries_);
    for (const Entry& entry : old) {
      if (entry.id != 0) entries_[place_of(entry.id)] = entry;
    }
  }

  std::vector<Entry> entries_;  // a power of 2 of them, or none
  int size_ = 0;
};

}  // namespace solfec

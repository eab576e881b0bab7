#include "body/body_table.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/check.h"
#include "base/count.h"

namespace solfec {

void BodyTable::append_to(Order& order, const BodyRow& row, int number) {
  order.row.push_back(number);
  order.id.push_back(row.record.id);
  order.place.push_back({row.record.kind, row.slot});
  order.slot[static_cast<std::size_t>(row.record.kind)].push_back(row.slot);
}

void BodyTable::insert(BodyRow row) {
  const BodyId id = row.record.id;
  SOLFEC_ASSERT(find(id) == nullptr);
  const int number = size();
  rows_.push_back(std::move(row));
  index_.set(id, number);
  ++revision_;
  ++work_;
  if (order_.stale) return;
  order_.stale = !order_.id.empty() && order_.id.back() > id;
  if (!order_.stale) append_to(order_, rows_.back(), number);
}

void BodyTable::erase(BodyId id) {
  const int gone = index_.find(id);
  SOLFEC_ASSERT(gone >= 0);
  index_.erase(id);
  if (gone + 1 < size()) {
    rows_[at(gone)] = std::move(rows_.back());
    index_.set(rows_[at(gone)].record.id, gone);
  }
  rows_.pop_back();
  order_.stale = true;
  ++revision_;
  work_ += 2;
}

void BodyTable::set_slot(BodyId id, int slot) {
  BodyRow* const row = find(id);
  SOLFEC_ASSERT(row != nullptr);
  if (row->slot == slot) return;
  row->slot = slot;
  order_.stale = true;
  ++revision_;
  ++work_;
}

void BodyTable::set_owner(BodyId id, int owner) {
  BodyRow* const row = find(id);
  SOLFEC_ASSERT(row != nullptr);
  row->owner = owner;
  ++revision_;
  ++work_;
}

int BodyTable::index_of(BodyId id) const {
  const std::vector<BodyId>& sorted = order().id;
  const auto found = std::lower_bound(sorted.begin(), sorted.end(), id);
  return found == sorted.end() || *found != id ? -1 : static_cast<int>(found - sorted.begin());
}

void BodyTable::renew_order() const {
  std::vector<std::pair<BodyId, int>> sorted;
  sorted.reserve(rows_.size());
  for (int number = 0; number < size(); ++number) {
    sorted.emplace_back(rows_[at(number)].record.id, number);
  }
  std::sort(sorted.begin(), sorted.end());
  order_.row.clear();
  order_.id.clear();
  order_.place.clear();
  for (std::vector<int>& slots : order_.slot) slots.clear();
  for (const auto& [id, number] : sorted) append_to(order_, rows_[at(number)], number);
  order_.stale = false;
  work_ += static_cast<std::int64_t>(rows_.size()) *
           static_cast<std::int64_t>(std::bit_width(rows_.size()));
}

}  // namespace solfec

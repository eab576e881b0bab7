#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/ids.h"
#include "domain/domain.h"
#include "domain/records/constraint_record.h"

namespace solfec {

/// Records that Domain::constraints() gives, some at a time: all records of a large scene take more
/// memory than its contacts.
/// Keeps its storage from domain to domain.
class ConstraintRows {
 public:
  void show(const Domain& domain);

  [[nodiscard]] std::size_t size() const;
  /// The `n` records from `first` on; valid until the next call and while the domain stays.
  std::span<const ConstraintRecord> from(std::size_t first, std::size_t n);
  /// Lists the bodies that contacts join, by increasing ids.
  void list_bodies(std::vector<BodyId>& bodies) const;

 private:
  const Domain* domain_ = nullptr;
  const std::vector<ConstraintRecord>* made_ = nullptr;  // null: they are to be made
  std::vector<double> merits_;                           // then; empty: zero
  std::vector<ConstraintRecord> part_;
};

/// Visits all records. @param visit  visit(record).
template <typename Visit>
void for_each_row(const Domain& domain, const Visit& visit) {
  constexpr std::size_t kPart = 64;
  ConstraintRows rows;
  rows.show(domain);
  for (std::size_t first = 0; first < rows.size(); first += kPart) {
    const std::size_t n = rows.size() - first < kPart ? rows.size() - first : kPart;
    for (const ConstraintRecord& row : rows.from(first, n)) visit(row);
  }
}

}  // namespace solfec

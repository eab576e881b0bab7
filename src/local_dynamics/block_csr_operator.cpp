#include "local_dynamics/block_csr_operator.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <span>

#include "base/check.h"
#include "base/count.h"

namespace solfec {
namespace {

/// Rows at every slot: slot s has rows[start[s]] .. rows[start[s + 1]), ascending.
struct RowsOfSlots {
  std::vector<std::int32_t> start;
  std::vector<std::int32_t> rows;
};

RowsOfSlots rows_of_slots(const BodyOperator& body_space) {
  RowsOfSlots of;
  of.start.assign(static_cast<std::size_t>(body_space.slot_count()) + 1, 0);
  const auto for_each_side = [&](const auto& visit) {
    std::int32_t i = 0;
    for (const RowJacobian& row : body_space.rows()) {
      if (row.master >= 0) visit(static_cast<std::size_t>(row.master), i);
      if (row.slave >= 0 && row.slave != row.master) visit(static_cast<std::size_t>(row.slave), i);
      ++i;
    }
  };
  for_each_side([&](std::size_t slot, std::int32_t) { ++of.start[slot + 1]; });
  for (std::size_t s = 1; s < of.start.size(); ++s) of.start[s] += of.start[s - 1];
  of.rows.resize(static_cast<std::size_t>(of.start.back()));
  std::vector<std::int32_t> next(of.start.begin(), of.start.end() - 1);
  for_each_side([&](std::size_t slot, std::int32_t i) {
    of.rows[static_cast<std::size_t>(next[slot]++)] = i;
  });
  return of;
}

/// Rows at one slot, ascending; none at a side without inertia.
std::span<const std::int32_t> rows_at(const RowsOfSlots& of, int slot) {
  if (slot < 0) return {};
  const auto s = static_cast<std::size_t>(slot);
  return std::span(of.rows).subspan(static_cast<std::size_t>(of.start[s]),
                                    static_cast<std::size_t>(of.start[s + 1] - of.start[s]));
}

/// Appends the columns of row i: the union of two ascending lists, or i alone.
void append_columns(const BodyOperator& body_space, const RowsOfSlots& of, int i,
                    std::vector<std::int32_t>& column) {
  const RowJacobian& row = body_space.rows()[static_cast<std::size_t>(i)];
  const auto master = rows_at(of, row.master);
  const auto slave = rows_at(of, row.slave);
  if (master.empty() && slave.empty()) {
    column.push_back(i);
    return;
  }
  std::set_union(master.begin(), master.end(), slave.begin(), slave.end(),
                 std::back_inserter(column));
}

/// Blocks on and above the diagonal; those below are their transposes, because W is symmetric. Row
/// j meets its columns i < j in ascending order, so `next[j]` runs through its places.
void fill_blocks(const BodyOperator& body_space, BlockCsr& W) {
  W.block.resize(W.column.size());
  std::vector<std::int32_t> next(W.row_start.begin(), W.row_start.end() - 1);
  for (int i = 0; i < W.row_count(); ++i) {
    const std::int32_t end = W.row_start[static_cast<std::size_t>(i) + 1];
    for (std::int32_t k = next[static_cast<std::size_t>(i)]; k < end; ++k) {
      const auto place = static_cast<std::size_t>(k);
      const std::int32_t j = W.column[place];
      W.block[place] = body_space.block(i, j);
      if (j == i) continue;
      const auto mirror = static_cast<std::size_t>(next[static_cast<std::size_t>(j)]++);
      SOLFEC_ASSERT(W.column[mirror] == i);
      W.block[mirror] = transpose(W.block[place]);
    }
  }
}

}  // namespace

void assemble_block_csr(const BodyOperator& body_space, BlockCsr& W) {
  W.clear();
  body_space.complete_inverses();
  const RowsOfSlots of = rows_of_slots(body_space);
  for (int i = 0; i < body_space.row_count(); ++i) {
    append_columns(body_space, of, i, W.column);
    W.row_start.push_back(count(W.column));
  }
  fill_blocks(body_space, W);
}

}  // namespace solfec

#include "local_dynamics/block_csr_operator.h"

#include <algorithm>
#include <cstdint>

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

}  // namespace

void assemble_block_csr(const BodyOperator& body_space, BlockCsr& W) {
  W.clear();
  const RowsOfSlots of = rows_of_slots(body_space);
  std::vector<std::int32_t> neighbours;
  const auto add_rows_of = [&](int slot) {
    if (slot < 0) return;
    const auto s = static_cast<std::size_t>(slot);
    neighbours.insert(neighbours.end(), of.rows.begin() + of.start[s],
                      of.rows.begin() + of.start[s + 1]);
  };
  const auto rows = body_space.rows();
  for (int i = 0; i < body_space.row_count(); ++i) {
    neighbours.assign(1, i);
    add_rows_of(rows[static_cast<std::size_t>(i)].master);
    add_rows_of(rows[static_cast<std::size_t>(i)].slave);
    std::sort(neighbours.begin(), neighbours.end());
    neighbours.erase(std::unique(neighbours.begin(), neighbours.end()), neighbours.end());
    for (const std::int32_t j : neighbours) {
      W.column.push_back(j);
      W.block.push_back(body_space.block(i, j));
    }
    W.row_start.push_back(count(W.column));
  }
}

}  // namespace solfec

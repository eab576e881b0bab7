#include "domain/ranks/projection_rows.h"

#include <algorithm>
#include <span>

#include "parallel/gather_lists.h"

namespace solfec {

namespace {

bool is_before(const ProjectionRow& a, const ProjectionRow& b) {
  if ((a.constraint != 0) != (b.constraint != 0)) return a.constraint != 0;
  return a.constraint != b.constraint ? a.constraint < b.constraint : a.key < b.key;
}

}  // namespace

void gather_projection(Comm& comm, ProjectionParts& parts) {
  const auto rows = gather_lists(comm, std::span<const ProjectionRow>(parts.rows));
  const auto bodies = gather_lists(comm, std::span<const ProjectionBody>(parts.bodies));
  parts.clear();
  std::vector<std::size_t> next(rows.size(), 0);
  for (;;) {
    const ProjectionRow* first = nullptr;
    std::size_t from = 0;
    for (std::size_t rank = 0; rank < rows.size(); ++rank) {
      if (next[rank] == rows[rank].size()) continue;
      const ProjectionRow& row = rows[rank][next[rank]];
      if (first != nullptr && !is_before(row, *first)) continue;
      first = &row;
      from = rank;
    }
    if (first == nullptr) break;
    parts.rows.push_back(*first);
    ++next[from];
  }
  for (const auto& list : bodies) parts.bodies.insert(parts.bodies.end(), list.begin(), list.end());
}

}  // namespace solfec

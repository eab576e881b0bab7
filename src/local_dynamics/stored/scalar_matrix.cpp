#include "local_dynamics/stored/scalar_matrix.h"

#include <algorithm>

#include "base/count.h"

namespace solfec {

ScalarUnknowns::ScalarUnknowns(int contacts, const std::vector<int>& equality_components)
    : contact_scalars(3 * contacts) {
  for (int i = 0; i < contacts; ++i) add(i, 3);
  int next = contacts;
  for (const int components : equality_components) add(next++, components);
}

void ScalarUnknowns::add(int number, int components) {
  for (int k = 0; k < components; ++k) {
    row.push_back(number);
    component.push_back(from_normal_first(k));
  }
}

BlockCsr blocks_of(const ScalarUnknowns& unknowns, int rows, std::vector<ScalarEntry>& entries) {
  const auto block_row = [&](const ScalarEntry& e) { return unknowns.row[at(e.row)]; };
  const auto block_column = [&](const ScalarEntry& e) { return unknowns.row[at(e.column)]; };
  std::stable_sort(entries.begin(), entries.end(), [&](const ScalarEntry& a, const ScalarEntry& b) {
    const int difference = block_row(a) - block_row(b);
    return difference != 0 ? difference < 0 : block_column(a) < block_column(b);
  });
  BlockCsr W;
  const ScalarEntry* last = nullptr;
  for (const ScalarEntry& entry : entries) {
    const bool same = last != nullptr && block_row(*last) == block_row(entry) &&
                      block_column(*last) == block_column(entry);
    last = &entry;
    if (!same) {
      while (W.row_count() < block_row(entry)) W.row_start.push_back(count(W.column));
      W.column.push_back(block_column(entry));
      W.block.emplace_back();
    }
    double& place =
        W.block.back()(unknowns.component[at(entry.row)], unknowns.component[at(entry.column)]);
    place = place == 0.0 ? entry.value : place + entry.value;  // keeps the sign of a zero
  }
  while (W.row_count() < rows) W.row_start.push_back(count(W.column));
  return W;
}

std::vector<Vec3> vectors_of(const ScalarUnknowns& unknowns, int rows,
                             const std::vector<double>& contacts,
                             const std::vector<double>& equalities) {
  std::vector<Vec3> vectors(at(rows));
  const auto first = at(unknowns.contact_scalars);
  for (std::size_t k = 0; k < unknowns.row.size(); ++k) {
    vectors[at(unknowns.row[k])][unknowns.component[k]] =
        k < first ? contacts[k] : equalities[k - first];
  }
  return vectors;
}

}  // namespace solfec

#include "local_dynamics/stored/mass_parts.h"

#include <algorithm>
#include <cmath>

#include "archive/archive_error.h"
#include "base/cat.h"
#include "base/count.h"
#include "base/disjoint_sets.h"

namespace solfec {
namespace {

constexpr double kRounding = 1e-6;  // of printed numbers

/// An entry of (M + Mᵀ) / 2 and of (M - Mᵀ) / 2.
struct SymmetricEntry {
  int row;
  int column;
  double mean;
  double skew;
};

bool one_triangle(const ScalarMatrix& M) {
  const auto none = [&](auto&& side) {
    return std::none_of(M.entries.begin(), M.entries.end(),
                        [&](const ScalarEntry& e) { return e.value != 0.0 && side(e); });
  };
  return none([](const ScalarEntry& e) { return e.row > e.column; }) ||
         none([](const ScalarEntry& e) { return e.row < e.column; });
}

/// Entries of both triangles and the diagonal that are not zero, by columns, each once.
std::vector<SymmetricEntry> symmetric_entries(const ScalarMatrix& M) {
  const double share = one_triangle(M) ? 1.0 : 0.5;
  const double skew = one_triangle(M) ? 0.0 : 0.5;
  std::vector<SymmetricEntry> all;
  for (const ScalarEntry& e : M.entries) {
    if (e.value == 0.0) continue;
    if (e.row == e.column) {
      all.push_back({e.row, e.row, e.value, 0.0});
    } else {
      all.push_back({e.row, e.column, share * e.value, skew * e.value});
      all.push_back({e.column, e.row, share * e.value, -skew * e.value});
    }
  }
  std::stable_sort(all.begin(), all.end(), [](const SymmetricEntry& a, const SymmetricEntry& b) {
    return a.column != b.column ? a.column < b.column : a.row < b.row;
  });
  std::size_t kept = 0;
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (kept > 0 && all[kept - 1].row == all[k].row && all[kept - 1].column == all[k].column) {
      all[kept - 1].mean += all[k].mean;
      all[kept - 1].skew += all[k].skew;
    } else {
      all[kept++] = all[k];
    }
  }
  all.resize(kept);
  return all;
}

void check(const std::vector<SymmetricEntry>& entries, int rows, const std::string& name) {
  std::vector<double> diagonal(at(rows));
  for (const SymmetricEntry& e : entries) {
    if (e.row == e.column) diagonal[at(e.row)] = e.mean;
  }
  for (int i = 0; i < rows; ++i) {
    if (diagonal[at(i)] > 0.0) continue;
    throw ArchiveError(cat(name, ": M must be positive definite, the diagonal of row ", i,
                           " (from 0) is ", diagonal[at(i)]));
  }
  for (const SymmetricEntry& e : entries) {
    const double size = std::sqrt(diagonal[at(e.row)]) * std::sqrt(diagonal[at(e.column)]);
    if (2.0 * std::fabs(e.skew) <= kRounding * size) continue;
    throw ArchiveError(cat(name, ": M must be symmetric, row ", e.row, ", column ", e.column,
                           " (from 0) holds ", e.mean + e.skew, ", its mirror image ",
                           e.mean - e.skew));
  }
}

/// The part of every unknown, numbered by first unknowns.
std::vector<int> part_of_unknowns(const std::vector<SymmetricEntry>& entries, int rows) {
  DisjointSets connected;
  connected.start(rows);
  for (const SymmetricEntry& e : entries) connected.join(e.row, e.column);
  std::vector<int> part(at(rows));
  int parts = 0;
  for (int i = 0; i < rows; ++i) {
    const int first = connected.root(i);
    part[at(i)] = first == i ? parts++ : part[at(first)];
  }
  return part;
}

}  // namespace

std::vector<MassPart> connected_parts(const ScalarMatrix& M, const std::string& name) {
  const std::vector<SymmetricEntry> entries = symmetric_entries(M);
  check(entries, M.rows, name);
  const std::vector<int> part_of = part_of_unknowns(entries, M.rows);
  std::vector<MassPart> parts;
  std::vector<int> place(part_of.size());
  for (int i = 0; i < M.rows; ++i) {
    const int number = part_of[at(i)];
    if (number == count(parts)) parts.emplace_back();
    place[at(i)] = count(parts[at(number)].unknown);
    parts[at(number)].unknown.push_back(i);
  }
  for (const SymmetricEntry& e : entries) {  // by columns, each with its diagonal entry
    MassPart& part = parts[at(part_of[at(e.column)])];
    std::vector<int>& start = part.pattern.column_start;
    while (count(start) <= place[at(e.column)]) start.push_back(count(part.value));
    part.pattern.row.push_back(place[at(e.row)]);
    part.value.push_back(e.mean);
  }
  for (MassPart& part : parts) part.pattern.column_start.push_back(count(part.value));
  return parts;
}

}  // namespace solfec

#include "local_dynamics/stored/global_problem.h"

#include <algorithm>
#include <unistd.h>

#include "archive/archive_error.h"
#include "base/cat.h"
#include "base/count.h"
#include "local_dynamics/stored/mass_parts.h"
#include "math/sparse_ldlt.h"

namespace solfec {
namespace {

constexpr int kRowsAtOnce = 8;              // whose columns of H are solved for together
constexpr double kBytesOfBlock = 4 * 76.0;  // W, its copy in the solver and room to work with it
constexpr double kBytesOfFactorEntry = 3 * 12.0;
constexpr double kMostEntries = 2e9;  // their number is an int

/// An entry of H or G where it belongs in W.
struct ColumnEntry {
  int part;
  int row;        // of W
  int unknown;    // in the part
  int component;  // of the row
  double value;
};

/// Rows of W that a part has a share in, and their columns of H or G.
struct PartColumns {
  std::vector<int> row;                 // ascending
  std::vector<std::size_t> first;       // entry of each row, and the end
  std::vector<ColumnEntry> const* all;  // where they are
};

std::vector<ColumnEntry> column_entries(const GlobalProblem& problem,
                                        const std::vector<MassPart>& parts,
                                        const ScalarUnknowns& unknowns) {
  std::vector<int> part_of(at(problem.M.rows));
  std::vector<int> place(at(problem.M.rows));
  for (int p = 0; p < count(parts); ++p) {
    int next = 0;
    for (const int i : parts[at(p)].unknown) {
      part_of[at(i)] = p;
      place[at(i)] = next++;
    }
  }
  std::vector<ColumnEntry> entries;
  const auto append = [&](const ScalarMatrix& columns, int first) {
    for (const ScalarEntry& e : columns.entries) {
      if (e.value == 0.0) continue;
      const std::size_t scalar = at(first + e.column);
      entries.push_back({part_of[at(e.row)], unknowns.row[scalar], place[at(e.row)],
                         unknowns.component[scalar], e.value});
    }
  };
  append(problem.H, 0);
  append(problem.G, unknowns.contact_scalars);
  std::stable_sort(entries.begin(), entries.end(), [](const ColumnEntry& a, const ColumnEntry& b) {
    return a.part != b.part ? a.part < b.part : a.row < b.row;
  });
  return entries;
}

std::vector<PartColumns> columns_by_parts(const std::vector<ColumnEntry>& entries, int parts) {
  std::vector<PartColumns> columns(at(parts), PartColumns{{}, {}, &entries});
  for (std::size_t k = 0; k < entries.size(); ++k) {
    PartColumns& part = columns[at(entries[k].part)];
    if (!part.row.empty() && part.row.back() == entries[k].row) {
      part.first.back() = k + 1;
      continue;
    }
    if (part.first.empty()) part.first.push_back(k);
    part.row.push_back(entries[k].row);
    part.first.push_back(k + 1);
  }
  return columns;
}

/// Zero blocks between all rows that share a part, and on the diagonal.
BlockCsr zero_blocks(const std::vector<PartColumns>& parts, int rows, const std::string& name,
                     double bytes) {
  std::vector<std::vector<int>> parts_of(at(rows));
  for (int p = 0; p < count(parts); ++p) {
    for (const int row : parts[at(p)].row) parts_of[at(row)].push_back(p);
  }
  const double most = std::min(bytes / kBytesOfBlock, kMostEntries);
  BlockCsr W;
  std::vector<int> seen_by(at(rows), -1);
  for (int i = 0; i < rows; ++i) {
    const auto first = static_cast<std::ptrdiff_t>(W.column.size());
    const auto see = [&](int j) {
      if (seen_by[at(j)] != i) W.column.push_back(j);
      seen_by[at(j)] = i;
    };
    see(i);
    for (const int p : parts_of[at(i)])
      std::for_each(parts[at(p)].row.begin(), parts[at(p)].row.end(), see);
    if (static_cast<double>(W.column.size()) > most) {
      throw ArchiveError(cat(name, ": W is too dense for ", short_number(bytes),
                             " bytes of memory, the first ", i + 1, " of ", rows, " rows take ",
                             W.column.size(), " blocks"));
    }
    std::sort(W.column.begin() + first, W.column.end());
    W.row_start.push_back(count(W.column));
  }
  W.block.resize(W.column.size());
  return W;
}

/// One part of M at work.
class PartSolver {
 public:
  PartSolver(const MassPart& part, const PartColumns& columns, const std::string& name,
             double bytes)
      : part_(part), columns_(columns) {
    const double most = std::min(bytes / kBytesOfFactorEntry, kMostEntries);
    const SparseLdlt::Result result = factors_.factor(part.pattern, part.value, most);
    if (result.outcome == SparseLdlt::Outcome::too_large) {
      throw ArchiveError(cat(name, ": the factors of M are too large for ", short_number(bytes),
                             " bytes of memory, ", part.unknown.size(), " coupled rows from row ",
                             part.unknown.front()));
    }
    if (result.outcome == SparseLdlt::Outcome::not_definite) {
      throw ArchiveError(cat(name, ": M must be positive definite, row ",
                             part.unknown[at(result.unknown)], " (from 0) has the pivot ",
                             result.pivot, " of its diagonal"));
    }
  }

  /// Adds Aᵀ M⁻¹ A of the columns A of this part to the blocks (j, i), j <= i.
  void add_products(BlockCsr& W) {
    for (int first = 0; first < count(columns_.row); first += kRowsAtOnce) {
      const int end = std::min(first + kRowsAtOnce, count(columns_.row));
      scatter(first, end);
      factors_.solve(right_sides_);
      for (int i = first; i < end; ++i) {
        for (int j = 0; j <= i; ++j) add_block(j, i, column_.data() + 3 * at(i - first), W);
      }
    }
  }

  /// Adds Aᵀ M⁻¹ f.
  void add_velocities(const std::vector<double>& f, std::vector<Vec3>& q) {
    right_sides_.clear();
    for (const int i : part_.unknown) right_sides_.push_back(f[at(i)]);
    factors_.solve(right_sides_);
    for (const ColumnEntry& e : entries()) {
      q[at(e.row)][e.component] += e.value * right_sides_[at(e.unknown)];
    }
  }

 private:
  [[nodiscard]] std::span<const ColumnEntry> entries_of(int i) const {
    const std::size_t first = columns_.first[at(i)];
    return {columns_.all->data() + first, columns_.first[at(i) + 1] - first};
  }
  [[nodiscard]] std::span<const ColumnEntry> entries() const {
    if (columns_.row.empty()) return {};
    const std::size_t first = columns_.first.front();
    return {columns_.all->data() + first, columns_.first.back() - first};
  }
  /// The columns of rows first to end that are not zero, one after another.
  void scatter(int first, int end) {
    column_.assign(3 * at(end - first), nullptr);
    const auto slot = [&](int i, int component) -> double*& {
      return column_[3 * at(i - first) + at(component)];
    };
    right_sides_.clear();
    right_sides_.reserve(part_.unknown.size() * column_.size());  // pointers stay
    for (int i = first; i < end; ++i) {
      for (const ColumnEntry& e : entries_of(i)) {
        double*& column = slot(i, e.component);
        if (column == nullptr) {
          right_sides_.resize(right_sides_.size() + part_.unknown.size());
          column = &right_sides_.back() + 1 - part_.unknown.size();
        }
        column[e.unknown] += e.value;
      }
    }
  }
  /// @param X  M⁻¹ times the three columns of row i; nullptr where they are zero.
  void add_block(int j, int i, const double* const* X, BlockCsr& W) const {
    Mat3 sum;
    for (int k = 0; k < 3; ++k) {
      if (X[k] == nullptr) continue;
      for (const ColumnEntry& e : entries_of(j)) sum(e.component, k) += e.value * X[k][e.unknown];
    }
    const Mat3* const block = W.find(columns_.row[at(j)], columns_.row[at(i)]);
    W.block[static_cast<std::size_t>(block - W.block.data())] += sum;
  }

  const MassPart& part_;
  const PartColumns& columns_;
  SparseLdlt factors_;
  std::vector<double> right_sides_;  // right-hand sides and solutions
  std::vector<double*> column_;      // in it, three of each row; nullptr for columns that are zero
};

/// Completes W from its blocks (j, i), j <= i.
void mirror(BlockCsr& W, const std::string& name) {
  for (int i = 0; i < W.row_count(); ++i) {
    for (int k = W.row_start[at(i)]; k < W.row_start[at(i) + 1]; ++k) {
      const int j = W.column[at(k)];
      Mat3& block = W.block[at(k)];
      if (j < i) block = transpose(*W.find(j, i));
      if (j == i) block = 0.5 * (block + transpose(block));
      if (!is_finite(block))
        throw ArchiveError(cat(name, ": W of rows ", i, " and ", j, " overflows"));
    }
  }
}

}  // namespace

double bytes_of_memory() {
  return static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGE_SIZE));
}

StoredProblem condensed(const GlobalProblem& problem, const std::string& name, double bytes) {
  const int contacts = count(problem.mu);
  const ScalarUnknowns unknowns(contacts, problem.equality_components);
  StoredProblem local;
  local.mu = problem.mu;
  local.equality_components = problem.equality_components;
  const int rows = contacts + count(problem.equality_components);
  local.q = vectors_of(unknowns, rows, problem.w, problem.b);

  const std::vector<MassPart> parts = connected_parts(problem.M, name);
  const std::vector<ColumnEntry> entries = column_entries(problem, parts, unknowns);
  const std::vector<PartColumns> columns = columns_by_parts(entries, count(parts));
  local.W = zero_blocks(columns, rows, name, bytes);
  for (std::size_t p = 0; p < parts.size(); ++p) {
    PartSolver solver(parts[p], columns[p], name, bytes);
    solver.add_products(local.W);
    solver.add_velocities(problem.f, local.q);
  }
  mirror(local.W, name);
  for (int i = 0; i < rows; ++i) {
    if (!is_finite(local.q[at(i)])) throw ArchiveError(cat(name, ": q of row ", i, " overflows"));
  }
  return local;
}

}  // namespace solfec

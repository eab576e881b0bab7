#include "local_dynamics/stored/fclib_format.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "archive/archive_error.h"
#include "base/cat.h"
#include "base/check.h"
#include "base/count.h"

namespace solfec {
namespace {

constexpr int kCompressedRows = -2;  // of nz; -1 means compressed columns, others triplets

/// Row and component of every scalar unknown: contacts (N, T1, T2) each, then equalities.
struct Unknowns {
  std::vector<int> row;
  std::vector<int> component;
  int contact_scalars = 0;

  Unknowns(int contacts, const std::vector<int>& equality_components)
      : contact_scalars(3 * contacts) {
    for (int i = 0; i < contacts; ++i) add(i, 3);
    int next = contacts;
    for (const int components : equality_components) add(next++, components);
  }
  [[nodiscard]] int size() const { return count(row); }

 private:
  void add(int number, int components) {
    for (int k = 0; k < components; ++k) {
      row.push_back(number);
      component.push_back(from_normal_first(k));
    }
  }
};

struct Entry {
  int row;  // scalar unknown
  int column;
  double value;
};

/// What the file holds at a path, with checks.
class Datasets {
 public:
  Datasets(const Hdf5Contents& contents, const std::string& name)
      : contents_(contents), name_(name) {}

  [[noreturn]] void fail(const std::string& path, const std::string& text) const {
    throw ArchiveError(cat(name_, ": ", path, " ", text));
  }
  [[nodiscard]] bool has(const std::string& path) const {
    return contents_.numbers.count(path) != 0;
  }
  [[nodiscard]] const std::vector<double>& numbers(const std::string& path) const {
    const auto found = contents_.numbers.find(path);
    if (found == contents_.numbers.end()) fail(path, "is missing");
    for (const double value : found->second) {
      if (!std::isfinite(value)) fail(path, cat("must hold finite numbers, got ", value));
    }
    return found->second;
  }
  [[nodiscard]] const std::vector<double>& numbers(const std::string& path, int size) const {
    const std::vector<double>& values = numbers(path);
    if (count(values) != size) {
      fail(path, cat("must hold ", size, " numbers, got ", values.size()));
    }
    return values;
  }
  [[nodiscard]] std::vector<int> integers(const std::string& path) const {
    std::vector<int> values;
    for (const double value : numbers(path)) values.push_back(whole(path, value));
    return values;
  }
  [[nodiscard]] int integer(const std::string& path) const {
    return whole(path, numbers(path, 1).front());
  }
  [[nodiscard]] std::string text(const std::string& path) const {
    const auto found = contents_.texts.find(path);
    return found == contents_.texts.end() ? std::string{} : found->second;
  }

 private:
  [[nodiscard]] int whole(const std::string& path, double value) const {
    constexpr int kMost = std::numeric_limits<int>::max() / 4;
    if (!(std::fabs(value) <= kMost) || std::floor(value) != value) {
      fail(path, cat("must hold integers up to ", kMost, ", got ", value));
    }
    return static_cast<int>(value);
  }

  const Hdf5Contents& contents_;
  const std::string& name_;
};

/// A sparse matrix of the file; rows and columns as the file has them.
struct Matrix {
  int rows = 0;
  int columns = 0;
  std::vector<Entry> entries;
};

void append_compressed(const Datasets& file, const std::string& path, bool by_rows,
                       Matrix& matrix) {
  const std::vector<int> start = file.integers(path + "/p");
  const std::vector<int> index = file.integers(path + "/i");
  const std::vector<double>& value = file.numbers(path + "/x");
  const int majors = by_rows ? matrix.rows : matrix.columns;
  if (count(start) != majors + 1 || start.front() != 0) {
    file.fail(path + "/p", cat("must hold ", majors + 1, " numbers from 0 on"));
  }
  for (int major = 0; major < majors; ++major) {
    const auto at = static_cast<std::size_t>(major);
    const int end = start[at + 1];
    if (end < start[at] || end > count(index) || end > count(value)) {
      file.fail(path + "/p", cat("must ascend up to the size of i and x, got ", end));
    }
    for (int k = start[at]; k < end; ++k) {
      const int minor = index[static_cast<std::size_t>(k)];
      matrix.entries.push_back(
          {by_rows ? major : minor, by_rows ? minor : major, value[static_cast<std::size_t>(k)]});
    }
  }
}

void append_triplets(const Datasets& file, const std::string& path, int triplets, Matrix& matrix) {
  const std::vector<int> row = file.integers(path + "/p");
  const std::vector<int> column = file.integers(path + "/i");
  const std::vector<double>& value = file.numbers(path + "/x");
  if (count(row) < triplets || count(column) < triplets || count(value) < triplets) {
    file.fail(path + "/nz", cat("is larger than p, i or x, got ", triplets));
  }
  for (std::size_t k = 0; k < static_cast<std::size_t>(triplets); ++k) {
    matrix.entries.push_back({row[k], column[k], value[k]});
  }
}

Matrix read_matrix(const Datasets& file, const std::string& path) {
  Matrix matrix;
  matrix.rows = file.integer(path + "/m");
  matrix.columns = file.integer(path + "/n");
  if (matrix.rows < 0 || matrix.columns < 0) file.fail(path, "has a negative size");
  const int form = file.integer(path + "/nz");
  if (form < kCompressedRows) file.fail(path + "/nz", cat("must be at least -2, got ", form));
  if (form >= 0) {
    append_triplets(file, path, form, matrix);
  } else {
    append_compressed(file, path, form == kCompressedRows, matrix);
  }
  for (const Entry& entry : matrix.entries) {
    const bool inside = 0 <= entry.row && entry.row < matrix.rows && 0 <= entry.column &&
                        entry.column < matrix.columns;
    if (!inside) {
      file.fail(path, cat("has an entry in row ", entry.row, ", column ", entry.column, " of ",
                          matrix.rows, " x ", matrix.columns));
    }
  }
  return matrix;
}

/// Blocks of all scalar entries; entries given twice add up.
BlockCsr blocks_of(const Unknowns& unknowns, int rows, std::vector<Entry>& entries) {
  const auto block_row = [&](const Entry& e) { return unknowns.row[std::size_t(e.row)]; };
  const auto block_column = [&](const Entry& e) { return unknowns.row[std::size_t(e.column)]; };
  std::stable_sort(entries.begin(), entries.end(), [&](const Entry& a, const Entry& b) {
    const int difference = block_row(a) - block_row(b);
    return difference != 0 ? difference < 0 : block_column(a) < block_column(b);
  });
  BlockCsr W;
  const Entry* last = nullptr;
  for (const Entry& entry : entries) {
    const bool same = last != nullptr && block_row(*last) == block_row(entry) &&
                      block_column(*last) == block_column(entry);
    last = &entry;
    if (!same) {
      while (W.row_count() < block_row(entry)) W.row_start.push_back(count(W.column));
      W.column.push_back(block_column(entry));
      W.block.emplace_back();
    }
    double& place = W.block.back()(unknowns.component[std::size_t(entry.row)],
                                   unknowns.component[std::size_t(entry.column)]);
    place = place == 0.0 ? entry.value : place + entry.value;  // keeps the sign of a zero
  }
  while (W.row_count() < rows) W.row_start.push_back(count(W.column));
  return W;
}

/// Components of the equalities: as /solfec/equality_components says, else one each.
std::vector<int> read_components(const Datasets& file, int equalities) {
  const std::string path = "/solfec/equality_components";
  if (!file.has(path)) return std::vector<int>(static_cast<std::size_t>(equalities), 1);
  std::vector<int> components = file.integers(path);
  std::int64_t sum = 0;
  for (const int value : components) {
    if (value != 1 && value != 3) file.fail(path, cat("must hold 1 or 3, got ", value));
    sum += value;
  }
  if (sum != equalities) {
    file.fail(path, cat("must add up to the columns of V, ", equalities, ", got ", sum));
  }
  return components;
}

/// Adds V, Vᵀ and R, the rows and columns of the equalities.
void append_equalities(const Datasets& file, const Matrix& V, std::vector<Entry>& entries) {
  const int first = V.rows;
  for (const Entry& e : V.entries) {
    entries.push_back({e.row, first + e.column, e.value});
    entries.push_back({first + e.column, e.row, e.value});
  }
  if (!file.has("/fclib_local/R/m")) file.fail("/fclib_local/R", "is missing beside V");
  const Matrix R = read_matrix(file, "/fclib_local/R");
  if (R.rows != V.columns || R.columns != V.columns) {
    file.fail("/fclib_local/R", cat("must be square with the columns of V, ", V.columns, ", got ",
                                    R.rows, " x ", R.columns));
  }
  for (const Entry& e : R.entries) entries.push_back({first + e.row, first + e.column, e.value});
}

/// Vectors of all rows from one array for contacts and one for equalities.
std::vector<Vec3> vectors_of(const Unknowns& unknowns, int rows,
                             const std::vector<double>& contacts,
                             const std::vector<double>& equalities) {
  std::vector<Vec3> vectors(static_cast<std::size_t>(rows));
  const auto first = static_cast<std::size_t>(unknowns.contact_scalars);
  for (std::size_t k = 0; k < unknowns.row.size(); ++k) {
    vectors[static_cast<std::size_t>(unknowns.row[k])][unknowns.component[k]] =
        k < first ? contacts[k] : equalities[k - first];
  }
  return vectors;
}

StoredSolution read_solution(const Datasets& file, const std::string& path,
                             const Unknowns& unknowns, int rows) {
  const int equalities = unknowns.size() - unknowns.contact_scalars;
  const std::vector<double> zero(static_cast<std::size_t>(equalities), 0.0);
  const auto contact_numbers = [&](const std::string& name) -> const std::vector<double>& {
    return file.numbers(path + name, unknowns.contact_scalars);
  };
  StoredSolution solution;
  solution.r = vectors_of(unknowns, rows, contact_numbers("/r"),
                          equalities > 0 ? file.numbers(path + "/l", equalities) : zero);
  solution.u = vectors_of(unknowns, rows, contact_numbers("/u"), zero);
  return solution;
}

}  // namespace

StoredProblem fclib_problem(const Hdf5Contents& contents, const std::string& name) {
  const Datasets file(contents, name);
  const std::string root = "/fclib_local";
  const int dimension = file.integer(root + "/spacedim");
  if (dimension != 3) file.fail(root + "/spacedim", cat("must be 3, got ", dimension));
  Matrix W = read_matrix(file, root + "/W");
  if (W.rows != W.columns || W.rows % 3 != 0) {
    file.fail(root + "/W",
              cat("must be square with 3 rows per contact, got ", W.rows, " x ", W.columns));
  }
  const int contacts = W.rows / 3;
  StoredProblem problem;
  problem.mu = file.numbers(root + "/vectors/mu", contacts);
  for (const double mu : problem.mu) {
    if (!(mu >= 0.0)) file.fail(root + "/vectors/mu", cat("must not be negative, got ", mu));
  }
  const std::vector<double>& q = file.numbers(root + "/vectors/q", W.rows);
  std::vector<double> s;
  if (file.has(root + "/V/m")) {
    const Matrix V = read_matrix(file, root + "/V");
    if (V.rows != W.rows) file.fail(root + "/V", cat("must have ", W.rows, " rows, got ", V.rows));
    s = file.numbers(root + "/vectors/s", V.columns);
    problem.equality_components = read_components(file, V.columns);
    append_equalities(file, V, W.entries);
  }
  const Unknowns unknowns(contacts, problem.equality_components);
  const int rows = contacts + count(problem.equality_components);
  problem.W = blocks_of(unknowns, rows, W.entries);
  problem.q = vectors_of(unknowns, rows, q, s);
  if (file.has("/solution/r")) problem.solution = read_solution(file, "/solution", unknowns, rows);
  for (int k = 1; file.has(cat("/guesses/", k, "/r")); ++k) {
    problem.guesses.push_back(read_solution(file, cat("/guesses/", k), unknowns, rows));
  }
  problem.title = file.text(root + "/info/title");
  problem.description = file.text(root + "/info/description");
  return problem;
}

}  // namespace solfec

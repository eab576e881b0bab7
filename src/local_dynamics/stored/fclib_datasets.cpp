#include "local_dynamics/stored/fclib_datasets.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "archive/archive_error.h"
#include "base/cat.h"
#include "base/count.h"

namespace solfec {
namespace {

constexpr int kCompressedRows = -2;  // of nz; -1 means compressed columns, others triplets

// Triplets of published files have rows in i and columns in p, as CSparse does; the comment of
// fclib.h has the opposite, which some programs follow. Where the entries of a matrix fit both
// ways, as those of a square one do, they are in the published order.

bool all_below(const std::vector<int>& indices, int size) {
  return std::all_of(indices.begin(), indices.end(), [size](int index) { return index < size; });
}

}  // namespace

void FclibDatasets::fail(const std::string& path, const std::string& text) const {
  throw ArchiveError(cat(name_, ": ", path, " ", text));
}

const std::vector<double>& FclibDatasets::numbers(const std::string& path) const {
  const auto found = contents_.numbers.find(path);
  if (found == contents_.numbers.end()) fail(path, "is missing");
  for (const double value : found->second) {
    if (!std::isfinite(value)) fail(path, cat("must hold finite numbers, got ", value));
  }
  return found->second;
}

const std::vector<double>& FclibDatasets::numbers(const std::string& path, int size) const {
  const std::vector<double>& values = numbers(path);
  if (count(values) != size) {
    fail(path, cat("must hold ", size, " numbers, got ", values.size()));
  }
  return values;
}

std::vector<int> FclibDatasets::integers(const std::string& path) const {
  std::vector<int> values;
  for (const double value : numbers(path)) values.push_back(whole(path, value));
  return values;
}

int FclibDatasets::integer(const std::string& path) const {
  return whole(path, numbers(path, 1).front());
}

std::string FclibDatasets::text(const std::string& path) const {
  const auto found = contents_.texts.find(path);
  return found == contents_.texts.end() ? std::string{} : found->second;
}

int FclibDatasets::whole(const std::string& path, double value) const {
  constexpr int kMost = std::numeric_limits<int>::max() / 4;
  if (!(std::fabs(value) <= kMost) || std::floor(value) != value) {
    fail(path, cat("must hold integers up to ", kMost, ", got ", value));
  }
  return static_cast<int>(value);
}

void FclibDatasets::append_compressed(const std::string& path, bool by_rows,
                                      ScalarMatrix& matrix) const {
  const std::vector<int> start = integers(path + "/p");
  const std::vector<int> index = integers(path + "/i");
  const std::vector<double>& value = numbers(path + "/x");
  const int majors = by_rows ? matrix.rows : matrix.columns;
  if (count(start) != majors + 1 || start.front() != 0) {
    fail(path + "/p", cat("must hold ", majors + 1, " numbers from 0 on"));
  }
  for (int major = 0; major < majors; ++major) {
    const int end = start[at(major + 1)];
    if (end < start[at(major)] || end > count(index) || end > count(value)) {
      fail(path + "/p", cat("must ascend up to the size of i and x, got ", end));
    }
    for (int k = start[at(major)]; k < end; ++k) {
      const int minor = index[at(k)];
      matrix.entries.push_back({by_rows ? major : minor, by_rows ? minor : major, value[at(k)]});
    }
  }
}

void FclibDatasets::append_triplets(const std::string& path, int triplets,
                                    ScalarMatrix& matrix) const {
  std::vector<int> row = integers(path + "/i");
  std::vector<int> column = integers(path + "/p");
  const std::vector<double>& value = numbers(path + "/x");
  if (count(row) < triplets || count(column) < triplets || count(value) < triplets) {
    fail(path + "/nz", cat("is larger than p, i or x, got ", triplets));
  }
  row.resize(at(triplets));
  column.resize(at(triplets));
  const bool published = all_below(row, matrix.rows) && all_below(column, matrix.columns);
  const bool swapped = all_below(row, matrix.columns) && all_below(column, matrix.rows);
  if (swapped && !published) std::swap(row, column);
  for (int k = 0; k < triplets; ++k) {
    matrix.entries.push_back({row[at(k)], column[at(k)], value[at(k)]});
  }
}

ScalarMatrix FclibDatasets::matrix(const std::string& path) const {
  ScalarMatrix matrix;
  matrix.rows = integer(path + "/m");
  matrix.columns = integer(path + "/n");
  if (matrix.rows < 0 || matrix.columns < 0) fail(path, "has a negative size");
  const int form = integer(path + "/nz");
  if (form < kCompressedRows) fail(path + "/nz", cat("must be at least -2, got ", form));
  if (form >= 0) {
    append_triplets(path, form, matrix);
  } else {
    append_compressed(path, form == kCompressedRows, matrix);
  }
  for (const ScalarEntry& entry : matrix.entries) {
    const bool inside = 0 <= entry.row && entry.row < matrix.rows && 0 <= entry.column &&
                        entry.column < matrix.columns;
    if (!inside) {
      fail(path, cat("has an entry in row ", entry.row, ", column ", entry.column, " of ",
                     matrix.rows, " x ", matrix.columns));
    }
  }
  return matrix;
}

}  // namespace solfec

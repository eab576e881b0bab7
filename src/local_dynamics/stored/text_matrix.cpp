#include "local_dynamics/stored/text_matrix.h"

#include <cstdint>

#include "base/cat.h"
#include "base/count.h"

namespace solfec {
namespace {

void read_dense(TextWords& words, const std::string& name, ScalarMatrix& matrix) {
  words.expect(matrix.rows, cat("rows", name, " again,"));
  words.expect(matrix.columns, cat("columns", name, " again,"));
  const auto numbers = static_cast<std::uint64_t>(matrix.rows) * at(matrix.columns);
  if (numbers > words.left() / 2 + 1) {
    words.fail(cat("sizes", name, " that fit the size of the file"));
  }
  const std::string entry = cat("an entry", name);
  for (int j = 0; j < matrix.columns; ++j) {
    for (int i = 0; i < matrix.rows; ++i) {
      const double value = words.number(entry.c_str());
      if (value != 0.0) matrix.entries.push_back({i, j, value});
    }
  }
}

/// Where the block rows or block columns begin, and the end.
std::vector<int> read_sizes(TextWords& words, int blocks, int size) {
  std::vector<int> start{0};
  for (int i = 0; i < blocks; ++i) {
    const int end = words.integer("a cumulative size");
    if (end <= start.back()) words.fail(cat("a cumulative size above ", start.back()));
    if (end > size) words.fail(cat("a cumulative size up to ", size));
    start.push_back(end);
  }
  if (start.back() != size) words.fail(cat("the last cumulative size ", size));
  return start;
}

/// Pattern of blocks by rows.
struct BlockPattern {
  std::vector<int> row_begin;  // scalar row of each block row, and the end
  std::vector<int> column_begin;
  std::vector<int> start{0};  // first block of each block row, and the end
  std::vector<int> column;
};

BlockPattern read_pattern(TextWords& words, const ScalarMatrix& matrix) {
  const int blocks = words.count_of("the number of blocks", 4);
  const int rows = words.count_of("the number of block rows", 2);
  const int columns = words.count_of("the number of block columns", 2);
  BlockPattern pattern;
  pattern.row_begin = read_sizes(words, rows, matrix.rows);
  pattern.column_begin = read_sizes(words, columns, matrix.columns);
  words.expect(rows + 1, "the number of row pointers");
  words.expect(blocks, "the number of column indices");
  words.expect(0, "the first row pointer");
  for (int i = 1; i <= rows; ++i) {
    const int start = words.integer("a row pointer");
    if (start < pattern.start.back()) words.fail("a row pointer not below the one before");
    if (start > blocks) words.fail(cat("a row pointer up to ", blocks));
    pattern.start.push_back(start);
  }
  if (pattern.start.back() != blocks) words.fail(cat("the last row pointer ", blocks));
  for (int i = 0; i < rows; ++i) {
    for (int k = pattern.start[at(i)]; k < pattern.start[at(i + 1)]; ++k) {
      const int column = words.integer("a block column");
      if (column < 0 || column >= columns) {
        words.fail(cat("a block column from 0 to ", columns - 1));
      }
      if (k > pattern.start[at(i)] && column <= pattern.column.back()) {
        words.fail(cat("a block column above ", pattern.column.back(), " in block row ", i));
      }
      pattern.column.push_back(column);
    }
  }
  return pattern;
}

void read_block(TextWords& words, const std::string& what, const BlockPattern& pattern, int i,
                int j, ScalarMatrix& matrix) {
  for (int column = pattern.column_begin[at(j)]; column < pattern.column_begin[at(j) + 1];
       ++column) {
    for (int row = pattern.row_begin[at(i)]; row < pattern.row_begin[at(i) + 1]; ++row) {
      matrix.entries.push_back({row, column, words.number(what.c_str())});
    }
  }
}

void read_blocks(TextWords& words, const std::string& name, ScalarMatrix& matrix) {
  const BlockPattern pattern = read_pattern(words, matrix);
  const std::string what = cat("an entry of a block", name);
  for (int i = 0; i < count(pattern.start) - 1; ++i) {
    for (int k = pattern.start[at(i)]; k < pattern.start[at(i + 1)]; ++k) {
      words.expect(k, "the number of the block");
      read_block(words, what, pattern, i, pattern.column[at(k)], matrix);
    }
  }
}

}  // namespace

ScalarMatrix read_text_matrix(TextWords& words, const std::string& name) {
  constexpr int kMost = 3 << 29;
  const int storage = words.integer(cat("storage", name));
  if (storage != 0 && storage != 1) {
    words.fail(cat("storage", name, " 0 (dense) or 1 (sparse blocks)"));
  }
  ScalarMatrix matrix;
  for (int* const size : {&matrix.rows, &matrix.columns}) {
    *size = words.integer(cat(size == &matrix.rows ? "rows" : "columns", name));
    if (*size < 0 || *size > kMost) words.fail(cat("a size", name, " from 0 to ", kMost));
  }
  if (storage == 0) {
    read_dense(words, name, matrix);
  } else {
    read_blocks(words, name, matrix);
  }
  return matrix;
}

}  // namespace solfec

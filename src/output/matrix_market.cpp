#include "output/matrix_market.h"

#include <charconv>
#include <cstddef>
#include <filesystem>

#include "archive/foreign_file.h"
#include "archive/new_file.h"
#include "base/cat.h"
#include "base/count.h"

namespace solfec {

namespace {

namespace fs = std::filesystem;

/// How files of ours begin.
constexpr std::string_view kSymmetric =
    "%%MatrixMarket matrix coordinate real symmetric\n% written by Solfec: ";
constexpr std::string_view kGeneral =
    "%%MatrixMarket matrix coordinate real general\n% written by Solfec: ";

/// Entries of a file, column by column.
class EntryText {
 public:
  void add(int row, int column, double value) {
    if (value == 0.0) return;
    ++count_;
    add_number(row + 1, ' ');
    add_number(column + 1, ' ');
    add_number(value, '\n');
  }
  [[nodiscard]] std::size_t entries() const { return count_; }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  template <typename Number>
  void add_number(Number number, char behind) {
    char digits[32];
    const auto [end, error] = std::to_chars(std::begin(digits), std::end(digits), number);
    text_.append(digits, end).push_back(behind);
  }

  std::string text_;
  std::size_t count_ = 0;
};

/// Adds a column of a symmetric matrix, which is its row.
void add_column(const BlockCsr& matrix, int column, bool lower, EntryText& entries) {
  const int j = column / 3;
  for (int k = matrix.row_start[at(j)]; k < matrix.row_start[at(j) + 1]; ++k) {
    for (int r = 0; r < 3; ++r) {
      const int row = 3 * matrix.column[at(k)] + r;
      if (!lower || row >= column) entries.add(row, column, matrix.block[at(k)](column % 3, r));
    }
  }
}

void write_entries(const std::string& path, const EntryText& entries, std::size_t size, bool lower,
                   const std::string& what) {
  check_not_foreign(path, "a matrix of Solfec", {kSymmetric, kGeneral});
  std::error_code reason;
  const fs::path folder = fs::path(path).parent_path();
  if (!folder.empty()) fs::create_directories(folder, reason);
  NewFile file(path);
  file.append(cat(lower ? kSymmetric : kGeneral, what, "\n", size, " ", size, " ",
                  entries.entries(), "\n"));
  file.append(entries.text());
  file.finish();
}

}  // namespace

void write_matrix_market(const std::string& path, const BlockCsr& matrix, bool lower,
                         const std::string& what) {
  EntryText entries;
  for (int column = 0; column < 3 * matrix.row_count(); ++column) {
    add_column(matrix, column, lower, entries);
  }
  write_entries(path, entries, 3 * at(matrix.row_count()), lower, what);
}

void write_matrix_market(const std::string& path, std::span<const double> diagonal, bool lower,
                         const std::string& what) {
  EntryText entries;
  for (int i = 0; i < 3 * count(diagonal); ++i) entries.add(i, i, diagonal[at(i / 3)]);
  write_entries(path, entries, 3 * diagonal.size(), lower, what);
}

}  // namespace solfec

// write_fclib: contacts go to W, equalities to V and R.

#include <array>
#include <span>

#include "base/cat.h"
#include "base/check.h"
#include "base/count.h"
#include "local_dynamics/stored/fclib_format.h"

namespace solfec {
namespace {

/// A matrix by compressed rows of scalars.
struct CompressedRows {
  int columns = 0;
  std::vector<std::int32_t> start{0};
  std::vector<std::int32_t> column;
  std::vector<double> value;

  void end_row() { start.push_back(count(column)); }
};

/// Where the scalars of every row begin, contacts and equalities each from 0.
class Scalars {
 public:
  explicit Scalars(const StoredProblem& problem) : contacts_(problem.contact_count()) {
    for (int i = 0; i < contacts_; ++i) begin_.push_back(3 * i);
    for (const int components : problem.equality_components) {
      begin_.push_back(equalities_);
      components_.push_back(components);
      equalities_ += components;
    }
  }
  [[nodiscard]] bool is_contact(int row) const { return row < contacts_; }
  [[nodiscard]] int begin(int row) const { return begin_[static_cast<std::size_t>(row)]; }
  [[nodiscard]] int components(int row) const {
    return is_contact(row) ? 3 : components_[static_cast<std::size_t>(row - contacts_)];
  }
  [[nodiscard]] int contact_scalars() const { return 3 * contacts_; }
  [[nodiscard]] int equality_scalars() const { return equalities_; }

 private:
  int contacts_;
  int equalities_ = 0;
  std::vector<int> begin_;
  std::vector<int> components_;
};

/// Appends the entries of component i of a block in column `column`.
void append_block(const Scalars& scalars, const Mat3& block, int i, int column,
                  CompressedRows& part) {
  for (int j = 0; j < scalars.components(column); ++j) {
    part.column.push_back(scalars.begin(column) + j);
    part.value.push_back(block(from_normal_first(i), from_normal_first(j)));
  }
}

/// The scalar entries of rows and columns that are contacts or not.
CompressedRows part_of(const StoredProblem& problem, const Scalars& scalars, bool contact_rows,
                       bool contact_columns) {
  CompressedRows part;
  part.columns = contact_columns ? scalars.contact_scalars() : scalars.equality_scalars();
  const BlockCsr& W = problem.W;
  for (int row = 0; row < W.row_count(); ++row) {
    if (scalars.is_contact(row) != contact_rows) continue;
    const auto at = static_cast<std::size_t>(row);
    for (int i = 0; i < scalars.components(row); ++i) {
      for (auto k = static_cast<std::size_t>(W.row_start[at]);
           k < static_cast<std::size_t>(W.row_start[at + 1]); ++k) {
        const int column = W.column[k];
        if (scalars.is_contact(column) != contact_columns) continue;
        append_block(scalars, W.block[k], i, column, part);
      }
      part.end_row();
    }
  }
  return part;
}

void write_matrix(Hdf5Writer& file, const std::string& path, const CompressedRows& matrix) {
  file.group(path);
  file.integer(path + "/nzmax", count(matrix.value));
  file.integer(path + "/m", count(matrix.start) - 1);
  file.integer(path + "/n", matrix.columns);
  file.integer(path + "/nz", -2);  // compressed rows
  file.integers(path + "/p", matrix.start);
  file.integers(path + "/i", matrix.column);
  file.numbers(path + "/x", matrix.value);
}

/// Scalars of the rows that are contacts, or of the others.
std::vector<double> numbers_of(const Scalars& scalars, std::span<const Vec3> vectors,
                               bool contacts) {
  std::vector<double> numbers;
  for (int row = 0; row < count(vectors); ++row) {
    if (scalars.is_contact(row) != contacts) continue;
    for (int k = 0; k < scalars.components(row); ++k) {
      numbers.push_back(vectors[static_cast<std::size_t>(row)][from_normal_first(k)]);
    }
  }
  return numbers;
}

void write_solution(Hdf5Writer& file, const std::string& path, const Scalars& scalars,
                    const StoredSolution& solution) {
  file.group(path);
  if (scalars.equality_scalars() > 0) {
    file.numbers(path + "/l", numbers_of(scalars, solution.r, false));
  }
  file.numbers(path + "/u", numbers_of(scalars, solution.u, true));
  file.numbers(path + "/r", numbers_of(scalars, solution.r, true));
}

void write_info(Hdf5Writer& file, const StoredProblem& problem) {
  file.group("/fclib_local/info");
  file.text("/fclib_local/info/title", problem.title);
  file.text("/fclib_local/info/description", problem.description);
  file.text("/fclib_local/info/math_info", "");
}

}  // namespace

void write_fclib(const StoredProblem& problem, const std::string& path) {
  const Scalars scalars(problem);
  const bool equalities = scalars.equality_scalars() > 0;
  Hdf5Writer file(path);
  file.group("/fclib_local");
  file.integer("/fclib_local/spacedim", 3);
  write_matrix(file, "/fclib_local/W", part_of(problem, scalars, true, true));
  if (equalities) {
    write_matrix(file, "/fclib_local/V", part_of(problem, scalars, true, false));
    write_matrix(file, "/fclib_local/R", part_of(problem, scalars, false, false));
  }
  file.group("/fclib_local/vectors");
  file.numbers("/fclib_local/vectors/q", numbers_of(scalars, problem.q, true));
  file.numbers("/fclib_local/vectors/mu", problem.mu);
  if (equalities) {
    file.numbers("/fclib_local/vectors/s", numbers_of(scalars, problem.q, false));
    file.group("/solfec");
    file.integers("/solfec/equality_components", problem.equality_components);
  }
  write_info(file, problem);
  if (!problem.solution.r.empty()) write_solution(file, "/solution", scalars, problem.solution);
  if (!problem.guesses.empty()) {
    file.group("/guesses");
    file.integer("/guesses/number_of_guesses", count(problem.guesses));
    for (int k = 0; k < count(problem.guesses); ++k) {
      write_solution(file, cat("/guesses/", k + 1), scalars,
                     problem.guesses[static_cast<std::size_t>(k)]);
    }
  }
  file.close();
}

}  // namespace solfec

#include "solver/stored_problem.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <vector>

#include "base/check.h"

namespace solfec {
namespace {

class Tokens {
 public:
  explicit Tokens(const std::string& path) : file_(path), path_(path) {}

  template <typename Number>
  Number next(const char* what) {
    Number value{};
    if (!(file_ >> value)) throw InputError(cat(path_, ": expected ", what));
    return value;
  }
  void expect(int value, const char* what) {
    const int found = next<int>(what);
    if (found != value) throw InputError(cat(path_, ": ", what, " ", value, ", got ", found));
  }

 private:
  std::ifstream file_;
  std::string path_;
};

BlockCsr read_blocks(Tokens& tokens, int contacts) {
  tokens.expect(1, "storage of sparse blocks");
  tokens.expect(3 * contacts, "rows");
  tokens.expect(3 * contacts, "columns");
  const int blocks = tokens.next<int>("number of blocks");
  tokens.expect(contacts, "block rows");
  tokens.expect(contacts, "block columns");
  for (int pass = 0; pass < 2; ++pass) {
    for (int i = 1; i <= contacts; ++i) tokens.expect(3 * i, "cumulative size");
  }
  tokens.expect(contacts + 1, "row pointers");
  tokens.expect(blocks, "column indices");
  BlockCsr W;
  W.row_start.clear();
  for (int i = 0; i <= contacts; ++i) W.row_start.push_back(tokens.next<int>("row pointer"));
  for (int k = 0; k < blocks; ++k) W.column.push_back(tokens.next<int>("column index"));
  for (int k = 0; k < blocks; ++k) {
    tokens.expect(k, "block number");
    double entries[9];
    for (double& entry : entries) entry = tokens.next<double>("block entry");
    W.block.push_back(block_from_normal_first(entries));
  }
  return W;
}

}  // namespace

Vec3 from_normal_first(const double* stored) { return {stored[1], stored[2], stored[0]}; }

Mat3 block_from_normal_first(const double* stored) {
  return from_columns(from_normal_first(stored + 3), from_normal_first(stored + 6),
                      from_normal_first(stored));
}

std::string stored_problem_path(const std::string& name) {
  const char* folder = std::getenv("SOLFEC_PROBLEM_DIR");
  const std::filesystem::path path =
      std::filesystem::path(folder != nullptr ? folder : SOLFEC_PROBLEM_DIR) / (name + ".dat");
  return std::filesystem::exists(path) ? path.string() : std::string{};
}

StoredProblem read_stored_problem(const std::string& path) {
  Tokens tokens(path);
  tokens.expect(3, "dimension");
  const int contacts = tokens.next<int>("number of contacts");
  StoredProblem problem;
  problem.W = BlockCsrOperator(read_blocks(tokens, contacts));
  LocalDynamics& dynamics = problem.dynamics;
  dynamics.step = 1.0;
  for (int i = 0; i < contacts; ++i) {
    double q[3];
    for (double& entry : q) entry = tokens.next<double>("free velocity");
    dynamics.B.push_back(from_normal_first(q));
    dynamics.V.emplace_back();
    dynamics.W_diagonal.push_back(problem.W.diagonal(i));
  }
  for (int i = 0; i < contacts; ++i) {
    RowLaw law;
    law.kind = RowKind::contact;
    law.friction = tokens.next<double>("friction coefficient");
    dynamics.law.push_back(law);
  }
  return problem;
}

}  // namespace solfec

#include "local_dynamics/stored/text_format.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

#include "base/cat.h"
#include "base/check.h"
#include "base/count.h"
#include "local_dynamics/stored/global_problem.h"
#include "local_dynamics/stored/text_matrix.h"
#include "local_dynamics/stored/text_words.h"

namespace solfec {
namespace {

std::vector<double> read_numbers(TextWords& words, int size, const char* what) {
  std::vector<double> numbers;
  numbers.reserve(std::min(static_cast<std::size_t>(size), words.left() / 2 + 1));
  for (int i = 0; i < size; ++i) numbers.push_back(words.number(what));
  return numbers;
}

std::vector<double> read_friction(TextWords& words, int contacts) {
  std::vector<double> friction;
  for (int i = 0; i < contacts; ++i) {
    friction.push_back(words.number("a friction coefficient"));
    if (!(friction.back() >= 0.0)) words.fail("a friction coefficient >= 0");
  }
  return friction;
}

/// Reads the flag that may follow mu: 0, or 1 and perhaps a solution, whose numbers are passed
/// over: one or two vectors of all contacts, in a global problem perhaps the `velocities` v too.
void read_flag(TextWords& words, int contacts, int velocities) {
  if (!words.are_next({0}) && !words.are_next({1})) return words.expect_end("mu");
  if (words.integer("0 or 1") == 0) return words.expect_end("0, which says there is no solution");
  std::int64_t size = 0;
  while (!words.at_end()) {
    (void)words.number("a number of the solution");
    ++size;
  }
  const std::int64_t vector = 3 * static_cast<std::int64_t>(contacts);
  for (const std::int64_t rest : {size, size - velocities}) {
    if (rest == 0 || rest == vector || rest == 2 * vector) return;
  }
  words.fail(cat(vector, " or ", 2 * vector, " numbers of the solution, not ", size));
}

StoredProblem read_local(TextWords& words, ScalarMatrix W) {
  StoredProblem problem;
  const int contacts = W.rows / 3;
  const ScalarUnknowns unknowns(contacts, {});
  problem.W = blocks_of(unknowns, contacts, W.entries);
  problem.q = vectors_of(unknowns, contacts, read_numbers(words, W.rows, "a free velocity"), {});
  problem.mu = read_friction(words, contacts);
  read_flag(words, contacts, 0);
  return problem;
}

/// Storage and sizes of H, which follow M.
bool is_H_next(const TextWords& words, int velocities, int contacts) {
  return words.are_next({0, velocities, 3 * contacts}) ||
         words.are_next({1, velocities, 3 * contacts});
}

GlobalProblem read_global(TextWords& words, int contacts, ScalarMatrix M) {
  if (M.columns != M.rows || !is_H_next(words, M.rows, contacts)) {
    words.fail_next(cat("storage 0 or 1 and sizes ", M.rows, " ", 3 * contacts, " of H after a ",
                        M.rows, " x ", M.columns, " matrix (W of ", contacts, " contacts is ",
                        3 * contacts, " x ", 3 * contacts, ")"));
  }
  GlobalProblem problem;
  problem.M = std::move(M);
  problem.H = read_text_matrix(words, " of H");
  problem.f = read_numbers(words, problem.M.rows, "a load f");
  problem.w = read_numbers(words, 3 * contacts, "a velocity w");
  problem.mu = read_friction(words, contacts);
  read_flag(words, contacts, problem.M.rows);
  return problem;
}

/// Text that grows by numbers and line ends.
class Text {
 public:
  template <typename Number>
  void put(Number value, char end) {
    char buffer[64];
    const auto [stop, error] = std::to_chars(buffer, buffer + sizeof buffer, value);
    text_.append(buffer, error == std::errc{} ? at(static_cast<int>(stop - buffer)) : 0);
    text_ += end;
  }
  template <typename Number>
  void put_line(const std::vector<Number>& values) {
    for (const Number value : values) put(value, ' ');
    text_ += '\n';
  }
  [[nodiscard]] std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

/// True when the first free velocity would be read as storage and sizes of H.
bool looks_like_H(Vec3 q, int contacts) {
  return (q.z == 0.0 || q.z == 1.0) && q.x == 3 * contacts && q.y == 3 * contacts;
}

}  // namespace

StoredProblem parse_text_problem(std::string_view text, const std::string& name) {
  TextWords words(text, name);
  words.expect(3, "dimension");
  const int contacts = words.count_of("the number of contacts", 4);
  constexpr int kMost = 1 << 29;  // 3 n is an int
  if (contacts > kMost) words.fail(cat("at most ", kMost, " contacts"));
  ScalarMatrix first = read_text_matrix(words, "");
  // W of a local problem, or M of a global one, which can have the size of W: then H follows.
  const bool local_size = first.rows == 3 * contacts && first.columns == 3 * contacts;
  if (local_size && !is_H_next(words, first.rows, contacts)) {
    return read_local(words, std::move(first));
  }
  return condensed(read_global(words, contacts, std::move(first)), name);
}

std::string text_problem(const StoredProblem& problem) {
  if (!problem.equality_components.empty()) {
    throw InputError(cat("the text format holds contacts only, got ",
                         problem.equality_components.size(),
                         " rows of joints or prescribed velocities; write FCLIB, path.hdf5"));
  }
  const int contacts = problem.contact_count();
  Text text;
  for (const int value : {3, contacts, 1}) text.put(value, '\n');
  text.put(3 * contacts, ' ');
  text.put(3 * contacts, '\n');
  text.put(problem.W.block_count(), '\n');
  text.put(contacts, ' ');
  text.put(contacts, '\n');
  std::vector<int> sizes;
  for (int i = 1; i <= contacts; ++i) sizes.push_back(3 * i);
  text.put_line(sizes);
  text.put_line(sizes);
  text.put(contacts + 1, ' ');
  text.put(problem.W.block_count(), '\n');
  text.put_line(problem.W.row_start);
  text.put_line(problem.W.column);
  for (int k = 0; k < problem.W.block_count(); ++k) {
    const Mat3& block = problem.W.block[static_cast<std::size_t>(k)];
    text.put(k, '\n');
    for (int entry = 0; entry < 9; ++entry) {
      text.put(block(from_normal_first(entry % 3), from_normal_first(entry / 3)), '\n');
    }
  }
  for (const Vec3& q : problem.q) {
    if (&q == &problem.q.front() && looks_like_H(q, contacts)) {
      text.put(q.z, '.');  // 1.0 is no integer
      text.put(0, ' ');
      text.put(q.x, ' ');
      text.put(q.y, '\n');
      continue;
    }
    for (int k = 0; k < 3; ++k) text.put(q[from_normal_first(k)], k < 2 ? ' ' : '\n');
  }
  for (const double mu : problem.mu) text.put(mu, '\n');
  return text.take();
}

}  // namespace solfec

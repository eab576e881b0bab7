#include "local_dynamics/stored/text_format.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "archive/archive_error.h"
#include "base/cat.h"
#include "base/check.h"
#include "base/count.h"

namespace solfec {
namespace {

constexpr std::string_view kBlanks = " \t\r\n\v\f";

/// A word of the file for a message, short and printable.
std::string quoted(std::string_view word) {
  constexpr std::size_t kLongest = 40;
  if (word.empty()) return "the end of the file";
  std::string text(word.substr(0, kLongest));
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return cat("'", text, word.size() > kLongest ? "...'" : "'");
}

/// Words of a text one after another, with the line they are in.
class Words {
 public:
  Words(std::string_view text, const std::string& name) : rest_(text), name_(name) {}

  /// Characters not yet read; a vector of n numbers takes at least 2 n - 1 of them.
  [[nodiscard]] std::size_t left() const { return rest_.size(); }

  [[noreturn]] void fail(const std::string& expected) const {
    throw ArchiveError(cat(name_, ":", line_, ": expected ", expected, ", got ", quoted(word_)));
  }

  int integer(const char* what) {
    next();
    int value = 0;
    const auto [end, error] = std::from_chars(word_.data(), word_.data() + word_.size(), value);
    if (error != std::errc{} || end != word_.data() + word_.size()) fail(what);
    return value;
  }
  /// A number of things that each take at least `characters` of the file.
  int count_of(const char* what, std::size_t characters) {
    const int value = integer(what);
    if (value < 0) fail(cat(what, " >= 0"));
    if (static_cast<std::size_t>(value) > left() / characters + 1) {
      fail(cat(what, " that fits the size of the file"));
    }
    return value;
  }
  void expect(int value, const char* what) {
    if (integer(what) != value) fail(cat(what, " ", value));
  }
  double number(const char* what) {
    next();
    std::string_view digits = word_;
    if (digits.starts_with('+') && !digits.starts_with("+-")) digits.remove_prefix(1);
    double value = 0.0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    const bool whole = end == digits.data() + digits.size() && error == std::errc{};
    if (!whole || !std::isfinite(value)) fail(cat(what, ", a finite number"));
    return value;
  }
  void expect_end() {
    next();
    if (!word_.empty()) fail("the end of the file after mu");
  }

 private:
  void next() {
    const std::size_t start = std::min(rest_.find_first_not_of(kBlanks), rest_.size());
    line_ +=
        static_cast<int>(std::count(rest_.begin(), rest_.begin() + std::ptrdiff_t(start), '\n'));
    rest_.remove_prefix(start);
    word_ = rest_.substr(0, rest_.find_first_of(kBlanks));
    rest_.remove_prefix(word_.size());
  }

  std::string_view rest_;
  std::string_view word_;
  const std::string& name_;
  int line_ = 1;
};

void read_pattern(Words& words, int contacts, BlockCsr& W) {
  words.expect(1, "storage");
  words.expect(3 * contacts, "rows, 3 per contact:");
  words.expect(3 * contacts, "columns, 3 per contact:");
  const int blocks = words.count_of("the number of blocks", 20);
  words.expect(contacts, "block rows");
  words.expect(contacts, "block columns");
  for (int pass = 0; pass < 2; ++pass) {
    for (int i = 1; i <= contacts; ++i) words.expect(3 * i, "cumulative size");
  }
  words.expect(contacts + 1, "the number of row pointers");
  words.expect(blocks, "the number of column indices");
  words.expect(0, "the first row pointer");
  for (int i = 1; i <= contacts; ++i) {
    const int start = words.integer("a row pointer");
    if (start < W.row_start.back()) words.fail("a row pointer not below the one before");
    if (start > blocks) words.fail(cat("a row pointer up to ", blocks));
    W.row_start.push_back(start);
  }
  if (W.row_start.back() != blocks) words.fail(cat("the last row pointer ", blocks));
  for (int i = 0; i < contacts; ++i) {
    const auto row = static_cast<std::size_t>(i);
    for (int k = W.row_start[row]; k < W.row_start[row + 1]; ++k) {
      const int column = words.integer("a block column");
      if (column < 0 || column >= contacts) {
        words.fail(cat("a block column from 0 to ", contacts - 1));
      }
      if (k > W.row_start[row] && column <= W.column.back()) {
        words.fail(cat("a block column above ", W.column.back(), " in block row ", i));
      }
      W.column.push_back(column);
    }
  }
}

void read_blocks(Words& words, BlockCsr& W) {
  W.block.resize(W.column.size());
  int number = 0;
  for (Mat3& block : W.block) {
    words.expect(number++, "the number of the block");
    for (int j = 0; j < 3; ++j) {
      for (int i = 0; i < 3; ++i) {
        block(from_normal_first(i), from_normal_first(j)) = words.number("an entry of a block");
      }
    }
  }
}

/// Text that grows by numbers and line ends.
class Text {
 public:
  template <typename Number>
  void put(Number value, char end) {
    char buffer[64];
    const auto [stop, error] = std::to_chars(buffer, buffer + sizeof buffer, value);
    text_.append(buffer, error == std::errc{} ? stop : buffer);
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

}  // namespace

StoredProblem parse_text_problem(std::string_view text, const std::string& name) {
  Words words(text, name);
  words.expect(3, "dimension");
  const int contacts = words.count_of("the number of contacts", 10);
  constexpr int kMost = 1 << 29;  // 3 n is an int
  if (contacts > kMost) words.fail(cat("at most ", kMost, " contacts"));
  StoredProblem problem;
  read_pattern(words, contacts, problem.W);
  read_blocks(words, problem.W);
  problem.q.resize(static_cast<std::size_t>(contacts));
  for (Vec3& q : problem.q) {
    for (int k = 0; k < 3; ++k) q[from_normal_first(k)] = words.number("a free velocity");
  }
  problem.mu.resize(static_cast<std::size_t>(contacts));
  for (double& mu : problem.mu) {
    mu = words.number("a friction coefficient");
    if (!(mu >= 0.0)) words.fail("a friction coefficient >= 0");
  }
  words.expect_end();
  return problem;
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
  for (const Vec3 q : problem.q) {
    for (int k = 0; k < 3; ++k) text.put(q[from_normal_first(k)], k < 2 ? ' ' : '\n');
  }
  for (const double mu : problem.mu) text.put(mu, '\n');
  return text.take();
}

}  // namespace solfec

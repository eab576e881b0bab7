#include "local_dynamics/stored/text_words.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "archive/archive_error.h"
#include "base/cat.h"

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

/// The whole word as an integer.
bool is_integer(std::string_view word, int& value) {
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  return error == std::errc{} && end == word.data() + word.size();
}

}  // namespace

void TextWords::next() {
  const std::size_t start = std::min(rest_.find_first_not_of(kBlanks), rest_.size());
  line_ += static_cast<int>(std::count(rest_.begin(), rest_.begin() + std::ptrdiff_t(start), '\n'));
  rest_.remove_prefix(start);
  word_ = rest_.substr(0, rest_.find_first_of(kBlanks));
  rest_.remove_prefix(word_.size());
}

bool TextWords::at_end() const {
  return rest_.find_first_not_of(kBlanks) == std::string_view::npos;
}

bool TextWords::are_next(std::initializer_list<int> integers) const {
  TextWords ahead = *this;
  return std::all_of(integers.begin(), integers.end(), [&](int integer) {
    int value = 0;
    ahead.next();
    return is_integer(ahead.word_, value) && value == integer;
  });
}

void TextWords::fail(const std::string& expected) const {
  throw ArchiveError(cat(name_, ":", line_, ": expected ", expected, ", got ", quoted(word_)));
}

void TextWords::fail_next(const std::string& expected) {
  next();
  fail(expected);
}

int TextWords::integer(const std::string& what) {
  next();
  int value = 0;
  if (!is_integer(word_, value)) fail(what);
  return value;
}

int TextWords::count_of(const std::string& what, std::size_t characters) {
  const int value = integer(what);
  if (value < 0) fail(cat(what, " >= 0"));
  if (static_cast<std::size_t>(value) > left() / characters + 1) {
    fail(cat(what, " that fits the size of the file"));
  }
  return value;
}

void TextWords::expect(int value, const std::string& what) {
  if (integer(what) != value) fail(cat(what, " ", value));
}

double TextWords::number(const char* what) {
  next();
  std::string_view digits = word_;
  if (digits.starts_with('+') && !digits.starts_with("+-")) digits.remove_prefix(1);
  double value = 0.0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  const bool whole = end == digits.data() + digits.size() && error == std::errc{};
  if (!whole || !std::isfinite(value)) fail(cat(what, ", a finite number"));
  return value;
}

void TextWords::expect_end(const char* after) {
  next();
  if (!word_.empty()) fail(cat("the end of the file after ", after));
}

}  // namespace solfec

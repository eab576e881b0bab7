#include "language/python/label_pattern.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "base/cat.h"
#include "base/check.h"

namespace solfec {

namespace {

constexpr std::size_t kMostBytes = 1000;  // of a pattern
constexpr int kMostCopies = 1000;         // of a part that is repeated, products of nested ones

[[noreturn]] void fail(const std::string& pattern, const std::string& rule) {
  throw InputError(cat("'", pattern, "' ", rule));
}

/// Largest number of a repetition \\{n,m\\} whose text begins at `at`.
int largest_count(const std::string& pattern, std::size_t at) {
  int largest = 1;
  int number = 0;
  for (; at < pattern.size() && pattern[at] != '\\'; ++at) {
    const auto c = static_cast<unsigned char>(pattern[at]);
    number = std::isdigit(c) != 0 ? std::min(10 * number + (c - '0'), kMostCopies + 1) : 0;
    largest = std::max(largest, number);
  }
  return largest;
}

void check_bounds(const std::string& pattern) {
  if (pattern.size() > kMostBytes) {
    throw InputError(cat("a pattern may have ", kMostBytes, " bytes, got ", pattern.size()));
  }
  if (pattern.find('\0') != std::string::npos)
    throw InputError("a pattern cannot hold a zero byte");
  int copies = 1;
  for (std::size_t i = 0; i + 1 < pattern.size(); ++i) {
    if (pattern[i] != '\\') continue;
    ++i;
    if (std::isdigit(static_cast<unsigned char>(pattern[i])) != 0) {
      fail(pattern, "refers back to a part of itself, which is not possible here");
    }
    if (pattern[i] != '{') continue;
    copies *= largest_count(pattern, i + 1);
    if (copies > kMostCopies)
      fail(pattern, cat("repeats a part more than ", kMostCopies, " times"));
  }
}

}  // namespace

LabelPattern::LabelPattern(const std::string& pattern) {
  check_bounds(pattern);
  auto made = std::make_unique<regex_t>();
  const int error = regcomp(made.get(), pattern.c_str(), REG_NOSUB);
  if (error != 0) {
    std::array<char, 128> text{};
    (void)regerror(error, made.get(), text.data(), text.size());
    fail(pattern, cat("is no basic regular expression (", text.data(), ")"));
  }
  expression_.reset(made.release());
}

bool LabelPattern::is_found_in(const std::string& label) const {
  return regexec(expression_.get(), label.c_str(), 0, nullptr, 0) == 0;
}

void LabelPattern::Freer::operator()(regex_t* expression) const {
  regfree(expression);
  delete expression;
}

}  // namespace solfec

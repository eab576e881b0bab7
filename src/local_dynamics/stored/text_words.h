#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace solfec {

/// Words of a text one after another, with the line they are in. What is wrong is an ArchiveError
/// "NAME:LINE: expected ..., got ...".
class TextWords {
 public:
  /// Keeps a reference to the name and the text.
  TextWords(std::string_view text, const std::string& name) : rest_(text), name_(name) {}

  /// Characters not yet read; n numbers take at least 2 n - 1 of them.
  [[nodiscard]] std::size_t left() const { return rest_.size(); }
  [[nodiscard]] bool at_end() const;
  /// True when the next words are these integers.
  [[nodiscard]] bool are_next(std::initializer_list<int> integers) const;

  [[noreturn]] void fail(const std::string& expected) const;
  /// Fails like `fail`, at the next word, which it reads first.
  [[noreturn]] void fail_next(const std::string& expected);
  int integer(const std::string& what);
  /// A number of things that each take at least `characters` of the file.
  int count_of(const std::string& what, std::size_t characters);
  void expect(int value, const std::string& what);
  /// A finite number.
  double number(const char* what);
  void expect_end(const char* after);

 private:
  void next();

  std::string_view rest_;
  std::string_view word_;
  const std::string& name_;
  int line_ = 1;
};

}  // namespace solfec

#pragma once

#include <memory>
#include <regex.h>
#include <string>

namespace solfec {

/// A basic regular expression of POSIX that is searched in labels, of any length.
///
/// The C library matches by an automaton, without recursion over the text. What an automaton cannot
/// do quickly is refused: back references, patterns of more than 1000 bytes and repetitions of more
/// than 1000 copies in all.
class LabelPattern {
 public:
  /// @throws InputError with the pattern and what is wrong with it.
  explicit LabelPattern(const std::string& pattern);

  [[nodiscard]] bool is_found_in(const std::string& label) const;

 private:
  struct Freer {
    void operator()(regex_t* expression) const;
  };
  std::unique_ptr<regex_t, Freer> expression_;
};

}  // namespace solfec

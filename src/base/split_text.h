#pragma once

#include <string>
#include <vector>

namespace solfec {

/// The parts of a text between its separators, one more than there are separators; a part may be
/// empty.
inline std::vector<std::string> split_text(const std::string& text, char separator) {
  std::vector<std::string> words;
  std::size_t start = 0;
  for (;;) {
    const std::size_t end = text.find(separator, start);
    words.push_back(text.substr(start, end - start));
    if (end == std::string::npos) return words;
    start = end + 1;
  }
}

}  // namespace solfec

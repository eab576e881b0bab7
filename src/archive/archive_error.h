#pragma once

#include <stdexcept>
#include <string>

namespace solfec {

/// Stored data that cannot be read: damaged, cut off or written by another program.
class ArchiveError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Output that cannot be created or written; the text names the path and the system's reason.
class OutputError : public std::runtime_error {
 public:
  OutputError(const std::string& text, bool creating)
      : std::runtime_error(text), creating_(creating) {}

  /// True when the file could not be created (exit code 73), false when a write failed (74).
  [[nodiscard]] bool creating() const { return creating_; }

 private:
  bool creating_;
};

}  // namespace solfec

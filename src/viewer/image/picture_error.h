#pragma once

#include <stdexcept>
#include <string>

namespace solfec {

/// A picture that cannot be made: a library or program is missing, or the file system refuses.
class PictureError : public std::runtime_error {
 public:
  explicit PictureError(const std::string& text, bool creating = true)
      : std::runtime_error(text), creating_(creating) {}

  /// False when a file was begun and could not be written to its end.
  [[nodiscard]] bool creating() const { return creating_; }

 private:
  bool creating_;
};

}  // namespace solfec

#pragma once

#include <string>

namespace solfec {

/// A library that is opened when pictures are drawn: runs without pictures do not need it. It is
/// never closed, because drivers keep threads, and functions that run at the end of the program.
class SharedLibrary {
 public:
  /// @param name     E.g. "libEGL.so.1".
  /// @param package  Package of Debian that holds it, for the message.
  /// @throws PictureError when the library is not installed.
  SharedLibrary(const std::string& name, const std::string& package);

  /// Returns the address of a function. @throws PictureError naming library and function when the
  /// library does not have it.
  [[nodiscard]] void* symbol(const char* name) const;
  /// Finds the address of a function as a pointer of its type, into `function`.
  /// @throws PictureError naming library and function when it has none.
  template <typename Function>
  void find(const char* name, Function& function) const {
    function = reinterpret_cast<Function>(symbol(name));
  }

 private:
  std::string name_;
  void* handle_;
};

}  // namespace solfec

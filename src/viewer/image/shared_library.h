#pragma once

#include <string>

namespace solfec {

/// A library that is opened while the program runs, so that runs without pictures neither need nor
/// load it. It stays open: drivers keep threads and functions that run at the program's end.
class SharedLibrary {
 public:
  /// @param name     E.g. "libEGL.so.1".
  /// @param package  Of Debian, that the error names.
  /// @throws PictureError when it is not there.
  SharedLibrary(const std::string& name, const std::string& package);

  /// Address of a function. @throws PictureError naming library and function when it has none.
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

#include "viewer/image/shared_library.h"

#include <dlfcn.h>

#include "base/cat.h"
#include "viewer/image/picture_error.h"

namespace solfec {

SharedLibrary::SharedLibrary(const std::string& name, const std::string& package)
    : name_(name), handle_(dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL)) {
  if (handle_ == nullptr) {
    throw PictureError(cat("pictures need the library ", name, " (Debian package ", package,
                           "; tools/setup --with viewer installs it): ", dlerror()));
  }
}

void* SharedLibrary::symbol(const char* name) const {
  void* const address = dlsym(handle_, name);
  if (address == nullptr) throw PictureError(cat(name_, " has no function ", name));
  return address;
}

}  // namespace solfec

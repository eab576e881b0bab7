#include "archive/text_file.h"

#include <cerrno>
#include <fstream>
#include <system_error>

#include "archive/archive_error.h"
#include "base/cat.h"

namespace solfec {

void write_text_file(const std::string& path, const std::string& text) {
  errno = 0;
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  if (!file) {
    throw OutputError(cat(path, ": cannot be created: ", std::generic_category().message(errno)),
                      true);
  }
  file << text;
  file.close();
  if (!file) {
    throw OutputError(cat(path, ": cannot be written: ", std::generic_category().message(errno)),
                      false);
  }
}

}  // namespace solfec

#include "base/whole_file.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <system_error>

#include "base/cat.h"

namespace solfec {

namespace {

struct Closer {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

WholeFile read_up_to(const std::string& path, std::size_t most) {
  WholeFile whole;
  errno = 0;
  const std::unique_ptr<std::FILE, Closer> file(std::fopen(path.c_str(), "rb"));
  std::array<char, 1 << 16> part{};
  while (file && whole.text.size() <= most) {
    const std::size_t got = std::fread(part.data(), 1, part.size(), file.get());
    if (got == 0) break;
    whole.text.append(part.data(), got);
  }
  if (!file || std::ferror(file.get()) != 0) {
    whole = {"", std::generic_category().message(errno)};
  } else if (whole.text.size() > most) {
    whole = {"", cat("it has more than ", most, " bytes")};
  }
  return whole;
}

}  // namespace

bool is_special_file(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_other(std::filesystem::status(path, ignored));
}

WholeFile read_whole_file(const std::string& path, std::size_t most) {
  if (is_special_file(path)) return {"", kSpecialFile};
  return read_up_to(path, most);
}

std::string note_text(const std::string& path) { return read_whole_file(path, kMostText).text; }

WholeFile read_script_file(const std::string& path) {
  const bool is_open = path.starts_with("/dev/") || path.starts_with("/proc/");
  if (!is_open && is_special_file(path)) return {"", kSpecialFile};
  return read_up_to(path, kMostText);
}

}  // namespace solfec

#include "archive/foreign_file.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "archive/archive_error.h"
#include "base/cat.h"

namespace solfec {

namespace fs = std::filesystem;

namespace {

bool begins_with(const std::string& bytes, std::string_view text) {
  return bytes.size() >= text.size() &&
         std::equal(text.begin(), text.end(), bytes.begin(),
                    [](char wanted, char found) { return wanted == '\0' || wanted == found; });
}

}  // namespace

bool is_foreign_file(const std::string& path, std::initializer_list<std::string_view> beginnings) {
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored) || fs::file_size(path, ignored) == 0) return false;
  std::size_t longest = 0;
  for (const std::string_view text : beginnings) longest = std::max(longest, text.size());
  std::string bytes(longest, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(bytes.data(), static_cast<std::streamsize>(longest));
  bytes.resize(static_cast<std::size_t>(file.gcount()));
  return std::none_of(beginnings.begin(), beginnings.end(),
                      [&](std::string_view text) { return begins_with(bytes, text); });
}

void check_not_foreign(const std::string& path, std::string_view kind,
                       std::initializer_list<std::string_view> beginnings) {
  if (!is_foreign_file(path, beginnings)) return;
  throw OutputError(cat(path, ": exists and is not ", kind, "; it is left as it is"), true);
}

std::string name_beside(const std::string& path) {
  std::error_code ignored;
  std::string name = path + ".part";
  for (int n = 1; fs::is_regular_file(name, ignored); ++n) name = cat(path, ".part-", n);
  return name;
}

}  // namespace solfec

#include "run/report/log.h"

#include <cstdio>
#include <ctime>
#include <string_view>

#include "archive/foreign_file.h"

namespace solfec {

namespace {

void append(const std::string& path, const char* date, const std::string& text) {
  std::FILE* const file = std::fopen(path.c_str(), "a");
  if (file == nullptr) return;
  std::fprintf(file, "%s %s\n", date, text.c_str());
  std::fclose(file);
}

}  // namespace

void log_line(const std::string& folder, const std::string& log_file, const std::string& text) {
  if (folder.empty()) return;
  const std::time_t now = std::time(nullptr);
  struct tm parts {};
  gmtime_r(&now, &parts);
  char date[64];
  std::strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", &parts);
  append(folder + "/log", date, text);
  if (!log_file.empty()) append(log_file, date, folder + ": " + text);
}

bool is_foreign_log(const std::string& path) {
  using namespace std::string_view_literals;
  return is_foreign_file(path, {"\0\0\0\0-\0\0-\0\0T\0\0:\0\0:\0\0Z "sv});
}

}  // namespace solfec

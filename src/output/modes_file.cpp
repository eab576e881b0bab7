#include "output/modes_file.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <span>
#include <sstream>
#include <string_view>

#include "archive/content_hash.h"
#include "archive/new_file.h"
#include "base/cat.h"
#include "base/check.h"
#include "base/count.h"

namespace solfec {

namespace {

namespace fs = std::filesystem;

// Solfec modes 1
// mesh HASH modes N unknowns M tolerance T numbers HASH
// N eigenvalues, then N vectors of M numbers, one number a line
constexpr std::string_view kFirstLine = "Solfec modes 1";

[[noreturn]] void fail(const std::string& path, const std::string& reason) {
  throw InputError(cat(path, " ", reason), InputErrorKind::runtime);
}

/// The next line as a number.
double next_number(std::istream& file, const std::string& path) {
  std::string line;
  if (!std::getline(file, line)) fail(path, "ends within its numbers; remove it to compute anew");
  char* end = nullptr;
  const double number = std::strtod(line.c_str(), &end);
  if (end == line.c_str() || *end != '\0' || !std::isfinite(number)) {
    fail(path, cat("has '", line.substr(0, 30), "' where a number must stand"));
  }
  return number;
}

std::uint64_t hash_of(const Modes& modes) {
  const std::uint64_t parts[] = {content_hash(std::as_bytes(std::span(modes.eigenvalue))),
                                 content_hash(std::as_bytes(std::span(modes.vector)))};
  return content_hash(std::as_bytes(std::span(parts)));
}

std::string text_of(const std::vector<double>& numbers) {
  std::string text;
  std::array<char, 32> one{};
  for (const double number : numbers) {
    std::snprintf(one.data(), one.size(), "%.17g\n", number);
    text += one.data();
  }
  return text;
}

}  // namespace

std::optional<StoredModes> read_modes(const std::string& path) {
  std::error_code reason;
  if (!fs::exists(path, reason)) return std::nullopt;
  if (!fs::is_regular_file(path, reason)) fail(path, "is no file");
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line) || line != kFirstLine) fail(path, "is no file of modes");
  StoredModes stored;
  std::string words[5];
  std::uint64_t check = 0;
  std::size_t count = 0;
  std::size_t unknowns = 0;
  std::getline(file, line);
  std::istringstream second(line);
  second >> words[0] >> std::hex >> stored.mesh >> std::dec >> words[1] >> count >> words[2] >>
      unknowns >> words[3] >> stored.tolerance >> words[4] >> std::hex >> check;
  // each number takes two bytes at least
  const bool fits = count <= fs::file_size(path, reason) &&
                    unknowns <= fs::file_size(path, reason) &&
                    count * (unknowns + 1) <= fs::file_size(path, reason);
  if (!second || words[0] != "mesh" || !fits || count == 0) fail(path, "has a damaged second line");
  for (std::size_t k = 0; k < count; ++k) {
    stored.modes.eigenvalue.push_back(next_number(file, path));
  }
  for (std::size_t k = 0; k < count * unknowns; ++k) {
    stored.modes.vector.push_back(next_number(file, path));
  }
  if (hash_of(stored.modes) != check) {
    fail(path, "has numbers that have changed since it was written; remove it to compute anew");
  }
  return stored;
}

void write_modes(const std::string& path, const StoredModes& stored) {
  std::error_code reason;
  if (fs::exists(path, reason)) {
    std::ifstream present(path);
    std::string line;
    std::getline(present, line);
    if (line != kFirstLine) fail(path, "is no file of modes and stays as it is");
  }
  const Modes& modes = stored.modes;
  const fs::path folder = fs::path(path).parent_path();
  if (!folder.empty()) fs::create_directories(folder, reason);
  std::ostringstream head;
  head << kFirstLine << "\nmesh " << std::hex << stored.mesh << std::dec << " modes "
       << modes.count() << " unknowns " << modes.vector.size() / at(modes.count()) << " tolerance "
       << stored.tolerance << " numbers " << std::hex << hash_of(modes) << '\n';
  NewFile file(path);
  file.append(head.str());
  file.append(text_of(modes.eigenvalue));
  file.append(text_of(modes.vector));
  file.finish();
}

}  // namespace solfec

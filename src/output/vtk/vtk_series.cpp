#include "output/vtk/vtk_series.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <utility>

#include "archive/foreign_file.h"
#include "archive/new_file.h"
#include "base/cat.h"
#include "output/vtk/vtk_head.h"
#include "output/vtk/xml_text.h"

namespace solfec {

namespace {

namespace fs = std::filesystem;

std::string numbered(const std::string& name, int number, std::string_view extension) {
  constexpr std::size_t kDigits = 5;
  std::string digits = cat(number);
  if (digits.size() < kDigits) digits.insert(0, kDigits - digits.size(), '0');
  return cat(name, "_", digits, ".", extension);
}

/// True when a file is named as one of a series: NAME.pvd, NAME_digits.vtu, NAME_digits.vtp, or a
/// piece of such a file that was left incomplete.
bool is_of_series(const std::string& file, const std::string& name) {
  if (file == name + ".pvd") return true;
  if (file.compare(0, name.size() + 1, name + "_") != 0) return false;
  const auto end = std::find_if_not(file.begin() + static_cast<std::ptrdiff_t>(name.size()) + 1,
                                    file.end(), [](unsigned char c) { return std::isdigit(c); });
  const std::string rest(end, file.end());
  return rest == ".vtu" || rest == ".vtp" || rest == ".vtu.part" || rest == ".vtp.part";
}

bool is_incomplete(const fs::path& path) { return path.extension() == ".part"; }

/// Files in a folder whose names are those of a series, in order.
std::vector<fs::path> files_of_series(const std::string& folder, const std::string& name) {
  std::error_code ignored;
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    if (is_of_series(entry.path().filename().string(), name)) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

VtkSeries::VtkSeries(std::string folder, std::string name, FileFactory files)
    : folder_(std::move(folder)), name_(std::move(name)), files_(std::move(files)) {
  for (const fs::path& path : files_of_series(folder_, name_)) {
    if (is_incomplete(path)) continue;  // others get another name for theirs
    check_not_foreign(path.string(), "a file of VTK with the mark of solfec", {kVtkHead});
  }
}

void VtkSeries::clear_place() {
  std::error_code ignored;
  for (const fs::path& path : files_of_series(folder_, name_)) {
    if (!fs::is_regular_file(path, ignored)) continue;
    if (!is_foreign_file(path.string(), {kVtkHead})) fs::remove(path, ignored);
  }
}

void VtkSeries::add(int number, double time, VtkData data) {
  const auto points = static_cast<long long>(data.point_count());
  const std::string file_name = numbered(name_, number, data.extension());
  const VtkFileMaker::File made = maker_.make(std::move(data));
  if (made.is_as_before && !times_.empty()) {
    times_.emplace_back(time, times_.back().second);
    return;
  }
  const std::string path = cat(folder_, "/", file_name);
  NewFile file(path, files_);
  file.append(made.head);
  for (const std::vector<std::byte>* array : made.array) file.append(*array);
  file.append(made.tail);
  file.finish();
  written_.push_back(path);
  times_.emplace_back(time, file_name);
  bytes_ += file.size();
  points_ += points;
}

void VtkSeries::finish() {
  std::string text = cat(kVtkHead,
                         "<VTKFile type=\"Collection\" version=\"0.1\" "
                         "byte_order=\"LittleEndian\">\n<Collection>\n");
  for (const auto& [time, file] : times_) {
    text += cat("<DataSet timestep=\"", time, "\" part=\"0\" file=\"", xml_text(file), "\"/>\n");
  }
  text += "</Collection>\n</VTKFile>\n";
  const std::string path = cat(folder_, "/", name_, ".pvd");
  NewFile file(path, files_);
  file.append(text);
  file.finish();
  written_.push_back(path);
}

void VtkSeries::remove() {
  std::error_code ignored;
  for (const std::string& path : written_) fs::remove(path, ignored);
  written_.clear();
}

}  // namespace solfec

#include "run/folder/view_file.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "archive/new_file.h"
#include "base/cat.h"

namespace solfec {

namespace {

constexpr const char* kBody = "body";
constexpr const char* kPoint = "point";

std::string path_in(const std::string& folder) { return folder + "/view.txt"; }

/// A label on one line.
std::string on_one_line(std::string label) {
  std::replace_if(
      label.begin(), label.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return label;
}

std::string text_of(const ModelView& view) {
  std::ostringstream text;
  text.precision(17);
  for (const BodyId body : view.drawn) text << kBody << ' ' << body << '\n';
  for (const MarkedPoint& one : view.points) {
    text << kPoint << ' ' << one.body << ' ' << one.point.x << ' ' << one.point.y << ' '
         << one.point.z << ' ' << on_one_line(one.label) << '\n';
  }
  return text.str();
}

void read_line(const std::string& line, ModelView& view) {
  std::istringstream words(line);
  std::string kind;
  MarkedPoint point;
  if (!(words >> kind >> point.body) || point.body <= 0) return;
  if (kind == kBody) view.drawn.push_back(point.body);
  if (kind != kPoint || !(words >> point.point.x >> point.point.y >> point.point.z)) return;
  words.get();  // the space in front of the label
  std::getline(words, point.label);
  view.points.push_back(std::move(point));
}

}  // namespace

void store_view(const std::string& folder, const ModelView& view) {
  const std::string path = path_in(folder);
  const std::string text = text_of(view);
  if (text.empty()) {
    std::error_code ignored;
    std::filesystem::remove(path, ignored);
    return;
  }
  NewFile file(path);
  file.append(text);
  file.finish();
}

ModelView load_view(const std::string& folder) {
  ModelView view;
  std::ifstream file(path_in(folder));
  for (std::string line; std::getline(file, line);) read_line(line, view);
  std::sort(view.drawn.begin(), view.drawn.end());
  return view;
}

}  // namespace solfec

#include "app/export_results.h"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <span>

#include "app/damaged_tail.h"
#include "base/cat.h"
#include "base/check.h"
#include "base/enum_names.h"
#include "base/split_text.h"
#include "language/python/nearest.h"
#include "language/table/shape_words.h"
#include "output/export/csv_export.h"
#include "output/export/vtk_export.h"
#include "output/result_reader.h"
#include "viewer/page/page_export.h"

namespace solfec {

namespace {

[[noreturn]] void fail_unknown(std::string_view what, const std::string& word,
                               std::span<const std::string_view> names) {
  throw InputError(cat("there is no ", what, " '", word, "'", suggestion(word, names),
                       "; there are ", listed({names.begin(), names.end()}, ", ")));
}

/// "12.3 MB".
std::string size_text(long long bytes) {
  return cat(short_number(1e-6 * static_cast<double>(bytes)), " MB");
}

std::string default_target(const std::string& folder, ExportFormat format) {
  return format == ExportFormat::html ? folder + "/model.html" : cat(folder, "/", name_of(format));
}

/// The first of each `every` frames.
void keep_every(int every, std::vector<int>& frames) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < frames.size(); i += static_cast<std::size_t>(every)) {
    frames[kept++] = frames[i];
  }
  frames.resize(kept);
}

ExportReport write_export(ExportFormat format, ResultReader& reader, const ExportRequest& request) {
  switch (format) {
    case ExportFormat::vtk:
      return export_vtk(reader, request);
    case ExportFormat::csv:
      return export_csv(reader, request);
    case ExportFormat::html:
      return export_page(reader, request);
  }
  return {};
}

/// Returns the plural of what the files of a format hold many of, for messages.
const char* items_of(ExportFormat format) {
  switch (format) {
    case ExportFormat::vtk:
      return "points";
    case ExportFormat::csv:
      return "rows";
    case ExportFormat::html:
      return "bodies";
  }
  return "";
}

}  // namespace

ExportFormat parse_export_format(const std::string& word) {
  if (const std::optional<ExportFormat> format = find_item<ExportFormat>(word)) return *format;
  throw InputError(
      cat("needs the format vtk (for ParaView), csv (tables) or html (a page for "
          "browsers), got '",
          word, "'"));
}

std::vector<ExportPart> parse_export_parts(const std::string& list) {
  static constexpr auto kNames = all_names<ExportPart>();
  std::vector<ExportPart> parts;
  for (const std::string& word : split_text(list, ',')) {
    const std::optional<ExportPart> part = find_item<ExportPart>(word);
    if (!part) fail_unknown("part", word, kNames);
    parts.push_back(*part);
  }
  return parts;
}

std::vector<std::string> parse_export_fields(const std::string& list) {
  const std::vector<std::string_view>& names = export_fields();
  std::vector<std::string> fields = split_text(list, ',');
  for (const std::string& field : fields) {
    if (std::find(names.begin(), names.end(), field) == names.end()) {
      fail_unknown("field", field, names);
    }
  }
  return fields;
}

void check_page_command(const ExportCommand& command) {
  if (command.format != ExportFormat::html) return;
  for (const ExportPart part : command.parts) {
    if (part == ExportPart::bodies || part == ExportPart::contacts) continue;
    throw InputError(cat("option --parts: a page has no part '", name_of(part),
                         "'; it has bodies, and contacts when they are asked for"));
  }
  const std::vector<std::string_view>& names = page_fields();
  for (const std::string& field : command.fields) {
    if (std::find(names.begin(), names.end(), field) != names.end()) continue;
    throw InputError(cat("option --fields: a page has no field '", field, "'; it can have ",
                         listed({names.begin(), names.end()}, ", ")));
  }
}

std::string export_results(const std::string& folder, const ExportCommand& command) {
  ResultReader reader(folder);
  ExportRequest request;
  request.folder =
      !command.target.empty() ? command.target : default_target(folder, command.format);
  request.parts = command.parts;
  request.fields = command.fields;
  try {
    request.frames = frames_of(reader, command.times);
  } catch (const InputError& error) {
    return error.what();
  }
  keep_every(command.every, request.frames);
  ExportReport report;
  try {
    report = write_export(command.format, reader, request);
  } catch (const PageTooLarge& error) {
    return error.what();
  }
  std::printf("%s: %zu %s, t = %s to %s s\n", request.folder.c_str(), request.frames.size(),
              request.frames.size() == 1 ? "frame" : "frames",
              cat(reader.time(request.frames.front())).c_str(),
              cat(reader.time(request.frames.back())).c_str());
  for (const ExportedSeries& series : report.series) {
    std::printf("  %s: %s in %d %s, %lld %s\n", series.file.c_str(),
                size_text(series.bytes).c_str(), series.files, series.files == 1 ? "file" : "files",
                series.points, items_of(command.format));
  }
  for (const std::string& note : report.notes) std::printf("  %s\n", note.c_str());
  tell_damaged_tail(folder, reader.damaged_bytes());
  return {};
}

}  // namespace solfec

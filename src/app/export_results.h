#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "output/export/export_request.h"
#include "output/export/frame_selection.h"

namespace solfec {

enum class ExportFormat { vtk, csv, html };

constexpr std::string_view name_of(ExportFormat item) {
  switch (item) {
    case ExportFormat::vtk:
      return "vtk";
    case ExportFormat::csv:
      return "csv";
    case ExportFormat::html:
      return "html";
  }
  return {};
}

/// Request of the option `--export FORMAT DIR` with the options that belong to it.
struct ExportCommand {
  ExportFormat format = ExportFormat::vtk;
  std::string target;   // -o; '': DIR/vtk, DIR/csv or DIR/model.html
  TimeSelection times;  // --time
  int every = 1;        // --every: each N-th frame of them
  std::vector<ExportPart> parts;
  std::vector<std::string> fields;
};

/// @throws InputError for another word.
ExportFormat parse_export_format(const std::string& word);
/// Splits a list of names at its commas. @throws InputError naming the unknown name and the nearest
/// known one, or all names.
std::vector<ExportPart> parse_export_parts(const std::string& list);
std::vector<std::string> parse_export_fields(const std::string& list);

/// Checks that a command of format html asks only for what a page can have: bodies,
/// contacts, and fields of page_fields(). @throws InputError naming the option and the reason.
void check_page_command(const ExportCommand& command);

/// Exports a results folder and prints the paths that it has written.
/// @return '', or the reason when the results do not have the times, or a page would have too many.
/// @throws the exceptions of ResultReader and export_vtk.
std::string export_results(const std::string& folder, const ExportCommand& command);

}  // namespace solfec

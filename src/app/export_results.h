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
/// Names between commas. @throws InputError naming what is unknown and what is near, or all names.
std::vector<ExportPart> parse_export_parts(const std::string& list);
std::vector<std::string> parse_export_fields(const std::string& list);

/// Checks that a command of format html asks for nothing that a page cannot have: no parts, and no
/// fields but those of page_fields(). @throws InputError naming the option and what is wrong with
/// it.
void check_page_command(const ExportCommand& command);

/// Exports a results folder and prints what it has written.
/// @return '' or, for times that the results have not and for a page of too many, what is wrong.
/// @throws as ResultReader and export_vtk do.
std::string export_results(const std::string& folder, const ExportCommand& command);

}  // namespace solfec

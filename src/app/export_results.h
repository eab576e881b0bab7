#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "output/export/export_request.h"
#include "output/export/frame_selection.h"

namespace solfec {

/// What `--export FORMAT DIR` asks for.
struct ExportCommand {
  bool as_tables = false;  // csv instead of vtk
  std::string target;      // -o; '': DIR/vtk or DIR/csv
  TimeSelection times;     // --time
  std::vector<ExportPart> parts;
  std::vector<std::string> fields;
};

/// "vtk" or "csv". @throws InputError for another word.
bool names_tables(const std::string& format);
/// Names between commas. @throws InputError naming what is unknown and what is near, or all names.
std::vector<ExportPart> parse_export_parts(const std::string& list);
std::vector<std::string> parse_export_fields(const std::string& list);

/// Exports a results folder and prints what it has written.
/// @return '' or, for times that the results have not, what is wrong.
/// @throws as ResultReader and export_vtk do.
std::string export_results(const std::string& folder, const ExportCommand& command);

}  // namespace solfec

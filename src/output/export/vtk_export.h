#pragma once

#include <string>
#include <vector>

#include "output/export/export_request.h"
#include "output/result_reader.h"

namespace solfec {

/// One series that an export has written.
struct ExportedSeries {
  std::string file;      // NAME.pvd
  int files = 0;         // number of data files; unchanged data have no new file
  long long points = 0;  // number of points in all files
  long long bytes = 0;
};

/// Report of what an export has written and what it has left out.
struct ExportReport {
  std::vector<ExportedSeries> series;
  std::vector<std::string> notes;  // sentences
};

/// Writes frames for ParaView: for each part a series of VTU or VTP files, and last a .pvd file
/// with their times; docs/export.md describes their contents. An export that fails removes its
/// files.
/// @throws OutputError when the folder or a file cannot be made or written, ArchiveError when a
///         frame is damaged, InputError when there is nothing to write.
ExportReport export_vtk(ResultReader& reader, const ExportRequest& request);

/// Makes a folder, and its parent folders where needed. @throws OutputError (creating).
void make_export_folder(const std::string& folder);

}  // namespace solfec

#pragma once

#include <string>
#include <vector>

#include "output/export/export_request.h"
#include "output/result_reader.h"

namespace solfec {

/// One series that an export has written.
struct ExportedSeries {
  std::string file;      // NAME.pvd
  int files = 0;         // of data; fewer than times where nothing has changed
  long long points = 0;  // of all files
  long long bytes = 0;
};

/// Report of what an export has written and what it has left out.
struct ExportReport {
  std::vector<ExportedSeries> series;
  std::vector<std::string> notes;  // sentences
};

/// Writes frames for ParaView: for each part a series of VTU or VTP files with a .pvd file that
/// says their times, written last; docs/export.md tells what they hold. An export that fails
/// removes what it has written.
/// @throws OutputError when the folder or a file cannot be made or written, ArchiveError when a
///         frame is damaged, InputError when there is nothing to write.
ExportReport export_vtk(ResultReader& reader, const ExportRequest& request);

/// Makes a folder and those that it stands in. @throws OutputError (creating).
void make_export_folder(const std::string& folder);

}  // namespace solfec

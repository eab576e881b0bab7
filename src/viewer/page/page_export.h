#pragma once

#include <string_view>
#include <vector>

#include "base/check.h"
#include "output/export/export_request.h"
#include "output/export/vtk_export.h"
#include "output/result_reader.h"

namespace solfec {

/// Where three.js lies (Debian: libjs-three), unless SOLFEC_THREE names another folder.
inline constexpr const char* kThreeFolder = "/usr/share/javascript/three";

/// Names of the fields of vertices that a page can have.
const std::vector<std::string_view>& page_fields();

/// A page that no browser would open; the text says what to leave out.
class PageTooLarge : public InputError {
 public:
  using InputError::InputError;
};

/// Writes one page for browsers that shows frames of results and needs nothing else: geometry
/// once, what changes in 16 bits per number (PageColumns), three.js, and the page's own scripts.
/// @param request  Its folder is the path of the page; parts are ignored.
/// @throws OutputError (creating) when three.js is not there, or when the page cannot be made;
///         OutputError when it cannot be written; ArchiveError when a frame is damaged;
///         PageTooLarge; InputError when there is no body.
ExportReport export_page(ResultReader& reader, const ExportRequest& request);

}  // namespace solfec

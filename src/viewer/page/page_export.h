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

/// Contacts that take no more than this number of bytes are put into a page without being asked
/// for.
inline constexpr double kFreeContacts = 1e6;

/// Names of the fields of vertices that a page can have.
const std::vector<std::string_view>& page_fields();

/// A page would be too large for a browser; the text says what to leave out.
class PageTooLarge : public InputError {
 public:
  using InputError::InputError;
};

/// Writes one page for browsers that shows frames of results and needs no other file. It holds the
/// geometry, the numbers that change in 16 bits each (PageColumns), three.js, and its own scripts.
/// @param request  `folder` is the path of the page. Contacts are put into it when `parts` has
///                 them; when `parts` is empty, unless they take more than kFreeContacts bytes and
///                 more than all other numbers.
/// @throws OutputError (creating) when three.js is not there, or when the page cannot be made;
///         OutputError when it cannot be written; ArchiveError when a frame is damaged;
///         PageTooLarge; InputError when there is no body.
ExportReport export_page(ResultReader& reader, const ExportRequest& request);

}  // namespace solfec

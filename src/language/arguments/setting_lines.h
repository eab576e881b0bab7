#pragma once

#include <string>
#include <string_view>

#include "language/arguments/objects.h"
#include "language/python/pybind.h"

namespace solfec {

/// Tells the analysis at which line of the script a command sets something of it, for messages
/// about stored results that have it otherwise. Other commands are passed over, RUN too, which does
/// so itself. To be called after the command, which has checked its arguments.
/// @param args, kwargs  Of the command; the first SOLFEC or BODY object says which analysis
///                      it is.
void note_setting_line(std::string_view command, const py::args& args, const py::kwargs& kwargs);

/// Tells the analysis of a body at which line the script has set something of the body; calls in
/// functions that RUN calls are passed over.
/// @param value  In words, '' where the body itself tells it.
void note_body_setting(const BodyObject& body, std::string_view setting,
                       const std::string& value = "");

}  // namespace solfec

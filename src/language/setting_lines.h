#pragma once

#include <string_view>

#include "language/bind/pybind.h"

namespace solfec {

/// Tells the analysis at which line of the script a command sets something of it, for messages
/// about stored results that have it otherwise. Other commands are passed over, RUN too, which does
/// so itself. To be called after the command, which has checked its arguments.
/// @param args, kwargs  Of the command; the first SOLFEC or BODY object says which analysis
///                      it is.
void note_setting_line(std::string_view command, const py::args& args, const py::kwargs& kwargs);

}  // namespace solfec

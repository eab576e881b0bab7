#pragma once

#include <string>
#include <vector>

#include "language/arguments/arguments.h"
#include "run/script_trail.h"

namespace solfec {

/// Digest of what a command is given, which ranks compare: numbers and texts by their bytes, shapes
/// and time series by what they hold, analyses by their folders, bodies, constraints and materials
/// by their ids, functions by their code, constants and defaults, and lists, dicts and sets by
/// their items. Other objects, such as files, count by their type only, since each rank has its
/// own. No code of the user runs.
///
/// @note What a function finds in variables outside of it is not seen.
TrailArgument digest_of(const Value& value);

/// The object of which a member is set.
TrailArgument digest_of_object(py::handle object);

/// Six hexadecimal digits of the digest of an object.
std::string contents_text(py::handle object);

/// Those of all arguments that are given. To be taken before the command runs: it may empty shapes.
std::vector<TrailArgument> digests_of(const Arguments& arguments);

}  // namespace solfec

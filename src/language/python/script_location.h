#pragma once

#include <string>

namespace solfec {

/// Line of the user's script that is being executed.
struct ScriptLocation {
  std::string file;  // as the script was named on the command line; '' when no script runs
  int line{};
};

/// Innermost Python frame that is the user's own: frames of the Python library, of installed
/// packages and of the package solfec are passed over when there is any other. @pre the GIL is
/// held.
ScriptLocation script_location();

/// "arch.py:33" with the last component of the path, '' when no script runs.
std::string script_origin();

/// "inp/arch.py:33: " with the path as given, '' when no script runs.
std::string location_prefix();

/// Whether a file is the user's: no part of Python's library, of an installed package or of ours.
bool is_users_file(const std::string& file);

/// Folder of the package solfec, whose frames are no user's.
void set_package_folder(std::string folder);

}  // namespace solfec

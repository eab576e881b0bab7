#pragma once

#include <string>
#include <vector>

namespace solfec {

struct RunContext;

/// Runs an input script as __main__ in an embedded interpreter and returns the exit code of the
/// program (language/python/errors.h): 0, that of sys.exit, or that of the uncaught exception,
/// which is printed with its traceback and, as the last line, "FILE:LINE: text".
///
/// The interpreter is that of the system the program was linked to, whatever other Pythons the
/// environment prefers; hashes of strings do not change from run to run. Names of the input
/// language are there without an import.
///
/// @param path     Script as the user named it.
/// @param context  Of the simulations of the script, with the words for sys.argv after it.
int run_script(const std::string& path, RunContext& context);

/// Runs another script in the names of the one that `run_script` is running, from a function that
/// that calls. @return '' or what went wrong, after the traceback was printed.
std::string run_beside(const std::string& path);

/// Explanation of a function, class or module of the Python package solfec.
struct PackageDoc {
  std::string text;                // '' when there is none of the name
  std::vector<std::string> names;  // of all that can be explained
};

/// Looks a name up in the Python package, in an interpreter of its own.
/// @return No text and no names where the package or what it needs is missing.
PackageDoc package_doc(const std::string& name);

/// "3.11.2 (/usr/bin/python3)": the Python inside the program.
std::string python_version();

/// Folder above that of the program, with a slash at its end: build/<preset>/ or the prefix of an
/// installation.
std::string program_root();

/// Folder that holds the package solfec, '' when it is not found: python/ beside the folder of the
/// program in a build, lib/solfec/python in an installation.
std::string package_parent_folder();

}  // namespace solfec

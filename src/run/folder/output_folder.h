#pragma once

#include <string>

#include "archive/folder_lock.h"
#include "run/settings/run_settings.h"

namespace solfec {

/// Whether a folder has the states of a run, but not the file of its frames.
bool has_lost_frames(const std::string& folder);

/// Path of the results of a SOLFEC object: `output` of the script under the options -o (another
/// root: DIR for the only object of a script, DIR/<last component of output> for one of several)
/// and -s (subfolder).
std::string resolve_output_folder(const RunSettings& settings, const std::string& output,
                                  bool several);

/// Moves the files of one results folder into another, which an open writer does not notice;
/// results that stand there already move to a backup first. @throws OutputError with path and
/// reason, also when another process writes into one of them.
void move_results(const std::string& from, const std::string& to);

/// Prepares a folder for new results: an existing one with results moves to FOLDER.bak-N (N the
/// first free number), then the folder is made and receives the copy of the script and
/// provenance.txt. Files of the user stay: beside a NAME.py of theirs the script is NAME-2.py.
/// @return The right to write there. @throws OutputError with path and reason; nothing is moved
///         when another process writes into the folder.
[[nodiscard]] FolderLock prepare_output_folder(const RunSettings& settings,
                                               const std::string& folder);

/// Takes the right to write into a folder with results. @throws as above.
[[nodiscard]] FolderLock lock_output_folder(const std::string& folder);

/// Notes in a folder with results that a run goes on: provenance.txt grows, and a script that has
/// changed is kept beside the earlier ones as NAME-2.py, NAME-3.py, ... @throws as above.
void continue_output_folder(const RunSettings& settings, const std::string& folder);

}  // namespace solfec

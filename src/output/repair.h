#pragma once

#include <string>
#include <vector>

namespace solfec {

class FrameReader;

/// One line for each frame whose bytes do not have their checksum; all of them are read.
std::vector<std::string> frames_damaged_inside(FrameReader& frames);

/// Cuts off what is no complete frame at the ends of the files of a results folder and keeps the
/// removed bytes beside them; frames that are damaged inside stay and are named.
/// @return What was found and done, one line each.
/// @throws ArchiveError when there is nothing to repair, OutputError when a file cannot be written
///         or another process writes into the folder; nothing is cut before its copy is complete.
std::vector<std::string> repair_results(const std::string& folder);

}  // namespace solfec

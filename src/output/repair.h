#pragma once

#include <string>
#include <vector>

namespace solfec {

class FrameReader;

/// Returns a line for each frame whose bytes do not match their checksum; reads all frames.
std::vector<std::string> frames_damaged_inside(FrameReader& frames);

/// Cuts incomplete frames off the ends of the files of a results folder and keeps the removed bytes
/// in copies. Damaged frames before the end are kept and named.
/// @return One line for each finding and each change.
/// @throws ArchiveError when there is nothing to repair, OutputError when a file cannot be written
///         or another process writes into the folder; nothing is cut before its copy is complete.
std::vector<std::string> repair_results(const std::string& folder);

}  // namespace solfec

#pragma once

#include <string>

namespace solfec {

/// Names of the files of a rank, from 0, in a result folder.
inline std::string frames_file(const std::string& folder, int rank = 0) {
  return folder + "/frames." + std::to_string(rank) + ".xdr";
}
/// One of the files that hold the whole state of the latest frames (output/state_files.h).
inline std::string state_file(const std::string& folder, int number, int rank = 0) {
  return folder + "/state-" + std::to_string(number) + "." + std::to_string(rank) + ".xdr";
}
/// Seconds per phase, apart from the frames: those repeat byte for byte, these do not.
inline std::string timing_file(const std::string& folder, int rank = 0) {
  return folder + "/timing." + std::to_string(rank) + ".xdr";
}

}  // namespace solfec

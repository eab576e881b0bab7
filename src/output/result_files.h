#pragma once

#include <string>

namespace solfec {

/// Names of the files of a rank, from 0, in a result folder.
inline std::string frames_file(const std::string& folder, int rank = 0) {
  return folder + "/frames." + std::to_string(rank) + ".xdr";
}
/// Path of a file with the complete state of one of the latest frames (output/state_files.h).
inline std::string state_file(const std::string& folder, int number, int rank = 0) {
  return folder + "/state-" + std::to_string(number) + "." + std::to_string(rank) + ".xdr";
}
/// Path of the file with the seconds per phase. It is no part of the frames, which are equal in
/// equal runs.
inline std::string timing_file(const std::string& folder, int rank = 0) {
  return folder + "/timing." + std::to_string(rank) + ".xdr";
}

}  // namespace solfec

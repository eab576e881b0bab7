#pragma once

#include <string>

namespace solfec {

/// Names of the files of rank 0 in a result folder.
inline std::string frames_file(const std::string& folder) { return folder + "/frames.0.xdr"; }
inline std::string timing_file(const std::string& folder) { return folder + "/timing.0.xdr"; }

}  // namespace solfec

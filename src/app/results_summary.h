#pragma once

#include <string>

namespace solfec {

/// Returns the text that `solfec DIR` prints: frames, time range, bodies by kind, materials,
/// damaged bytes.
/// @throws InputError or ArchiveError when the folder holds no readable results.
std::string results_summary(const std::string& folder);

}  // namespace solfec

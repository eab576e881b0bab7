#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "body/finite_element/modal_analysis.h"

namespace solfec {

/// Modes that a file keeps, and of which mesh they are.
struct StoredModes {
  std::uint64_t mesh{};  // mesh_hash of the mesh
  double tolerance{};    // of the eigenvalues
  Modes modes;
};

/// Reads a file of modes: lines of text, numbers as they come back to the last bit.
/// @return Nothing when there is no file. @throws InputError (runtime) with path and reason for
///         files of other contents.
std::optional<StoredModes> read_modes(const std::string& path);

/// Writes such a file in the place of an earlier one; a crash leaves one of both.
/// @throws InputError as above for a file of other contents, OutputError with path and reason.
void write_modes(const std::string& path, const StoredModes& stored);

}  // namespace solfec

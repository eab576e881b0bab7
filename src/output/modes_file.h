#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "body/finite_element/modal_analysis.h"

namespace solfec {

/// Modes in a file, with the hash of their mesh.
struct StoredModes {
  std::uint64_t mesh{};  // mesh_hash of the mesh
  double tolerance{};    // of the eigenvalues
  Modes modes;
};

/// Reads a file of modes: lines of text, with numbers that are exact to the last bit.
/// @return Empty when there is no file. @throws InputError (runtime) with path and reason when the
/// file
///         has other contents.
std::optional<StoredModes> read_modes(const std::string& path);

/// Writes a file of modes in place of an earlier one; a crash leaves the old or the new file whole.
/// @throws InputError when a file of other contents has the path, OutputError with path and reason.
void write_modes(const std::string& path, const StoredModes& stored);

}  // namespace solfec

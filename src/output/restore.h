#pragma once

#include <string>
#include <vector>

#include "output/body_binding.h"
#include "output/frame.h"
#include "output/model_archive.h"

namespace solfec {

/// Result of putting a frame into the domain of a continued run.
struct RestoreReport {
  RunConfiguration configuration;  // of the frame; where `differs` is set the script's value holds
  std::array<bool, kSettingCount> differs{};  // true: the script has changed this setting
};

/// Compares the user constraints that a script has made before its first RUN with those of the
/// first frame; constraints of bodies that the script does not make are ignored.
/// @throws InputError naming the body whose constraints differ.
void check_first_constraints(const Frame& first, const ModelArchive& archive,
                             const BodyBinding& binding, const Domain& domain);

/// Puts a frame into the domain that the script has built up to the RUN of the frame, as its live
/// state: bodies (those made in callbacks come from the file, deleted ones go), constraints, loads,
/// materials and settings that callbacks changed, ids, time.
///
/// @param definitions  Model data that are valid at the frame.
/// @param script       Hashes of the settings that the script has made.
/// @throws InputError naming the difference between script and results, or the function of a FORCE
///         that a callback has put; the domain is then unusable.
RestoreReport restore_domain(Frame& frame, const StoredModel& definitions,
                             const ModelArchive& archive, const SettingHashes& script,
                             Domain& domain);

/// Puts a frame into an empty domain without the script that wrote it, for inspection: bodies with
/// the ids of the file, materials, rules of contact, exclusions, contacts and time. Loads and other
/// constraints are left out.
/// @throws ArchiveError or InputError when the file describes no valid model.
void place_domain(Frame& frame, const StoredModel& definitions, const ModelArchive& archive,
                  Domain& domain);

}  // namespace solfec

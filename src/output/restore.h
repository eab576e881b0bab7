#pragma once

#include <string>
#include <vector>

#include "output/body_binding.h"
#include "output/frame.h"
#include "output/model_archive.h"

namespace solfec {

/// Findings of a run that is continued when a frame is put into its domain.
struct RestoreReport {
  RunConfiguration configuration;  // of the frame; `differs` entries are the caller's to keep
  std::array<bool, kSettingCount> differs{};  // the script's setting is another one and holds
};

/// Compares the user constraints that a script has made before its first RUN with those of the
/// first frame; constraints of bodies that the script does not make do not count.
/// @throws InputError naming the body that has others.
void check_first_constraints(const Frame& first, const ModelArchive& archive,
                             const BodyBinding& binding, const Domain& domain);

/// Puts a frame into the domain that the script has built up to the RUN of the frame, as its live
/// state: bodies (those made in callbacks come from the file, deleted ones go), constraints, loads,
/// materials and settings that callbacks changed, ids, time.
///
/// @param definitions  Model data that hold at the frame.
/// @param script       Hashes of the settings that the script has made.
/// @throws InputError naming what differs between script and results, or the function of a FORCE
///         that a callback has put; the domain is then of no use.
RestoreReport restore_domain(Frame& frame, const StoredModel& definitions,
                             const ModelArchive& archive, const SettingHashes& script,
                             Domain& domain);

/// Puts a frame into an empty domain without the script that wrote it, for looking: bodies with
/// the ids of the file, materials, rules of contact, exclusions, contacts, time. There are no loads
/// and no other constraints.
/// @throws ArchiveError or InputError when what the file says makes no sound model.
void place_domain(Frame& frame, const StoredModel& definitions, const ModelArchive& archive,
                  Domain& domain);

}  // namespace solfec

#pragma once

#include <cstdint>
#include <vector>

#include "base/ids.h"
#include "base/phase_timers.h"
#include "body/body_archive.h"
#include "domain/loads/acting_loads.h"
#include "domain/records/constraint_record_archive.h"
#include "output/run_state.h"
#include "solver/measure/solve_report.h"

namespace solfec {

/// Versions of the payload of a frame (the container has its own); docs/output-format.md. A file
/// may have frames of all of them.
inline constexpr int kEarlierWhole = 21;  // as kWholeVersion, by programs that stored no loads
inline constexpr int kPlainVersion = 22;  // what readers show, as still earlier programs wrote it
inline constexpr int kEarlierShown = 23;  // as kShownVersion, without loads
inline constexpr int kWholeVersion = 24;  // a run can go on from the frame
inline constexpr int kShownVersion = 25;  // what readers show, perhaps no contacts

/// How a payload of a version holds constraints and contacts.
constexpr StateForm form_of(int version) {
  if (version == kWholeVersion || version == kEarlierWhole) return StateForm::whole;
  return version == kPlainVersion ? StateForm::plain : StateForm::shown;
}
/// Version of a payload that holds so much.
constexpr int version_of(StateDetail detail) {
  return detail == StateDetail::whole ? kWholeVersion : kShownVersion;
}
/// @throws ArchiveError when this program does not read a version.
void check_version(int version);

/// Summary that a step gives beside the state of the domain.
struct StepSummary {
  double step{};      // s, the working step
  double merit{};     // of the last solution
  double residual{};  // natural-map residual e of it
  int iterations{};   // of the solver
  IterationKind iteration_kind = IterationKind::sweep;
  SolveStatus status = SolveStatus::ok;
  int sparsified{};      // contacts left out
  ConstraintId worst{};  // constraint with the largest part of the residual, 0: none
  RankSets sets;         // rows of the last solution
  // quasi-static steps (integrator/static_balance.h); 0 in others
  double out_of_balance{};  // largest of a body, over its load
  BodyId unbalanced{};      // that body, 0: none
  int repeats{};            // of the step, for SOLFEC.equilibrium

  friend bool operator==(const StepSummary&, const StepSummary&) = default;
};

/// How the payload of one frame relates to the model data of the file.
struct ModelLink {
  bool has_model = false;   // materials and new bodies follow the constraints
  int previous_model = -1;  // latest earlier frame with model data, -1: none

  /// Frame whose model data hold at the frame of this link.
  /// @throws ArchiveError when there cannot be one.
  [[nodiscard]] int holding(int frame) const;
};

/// Head of a frame, which stands before the states.
struct FrameHead {
  int version = kWholeVersion;
  int ranks = 1;           // that wrote it
  std::uint64_t states{};  // digest of the states of all ranks, 0 of one rank
  ModelLink link;
  StepSummary summary;
  RunState run;                             // its configuration stands in the model data
  std::vector<double> cells;                // of the ranks (CutTree::numbers), empty on one
  std::vector<std::int64_t> next_of_ranks;  // id that the next contact of each gets, likewise
  BodyId next_body{};                       // ids to be given next
  ConstraintId next_script_constraint{};
  ConstraintId next_constraint{};      // of contacts and callbacks
  std::vector<BodyId> new_bodies;      // made after the previous frame (none in the first)
  std::vector<BodyId> deleted_bodies;  // deleted after the previous frame
  std::vector<ActingLoad> loads;       // with their values at the time of the frame
};

/// Result frame in memory: everything that READ mode shows at one time.
struct Frame : FrameHead, ConstraintStates {
  double time{};  // s
  BodyStates bodies;
  std::int64_t constraint_count{};  // also of those that were not asked for or are left out
};

/// Seconds per phase and step, averaged since the previous frame; kept apart from the frames, so
/// that these repeat byte for byte.
struct FrameTiming {
  double seconds[kPhaseCount]{};
};

}  // namespace solfec

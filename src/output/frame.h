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

/// Versions of the payload of a frame (the container has its own version); docs/output-format.md. A
/// file may have frames of several versions.
inline constexpr int kEarlierWhole = 21;  // as kWholeVersion, without loads
inline constexpr int kPlainVersion = 22;  // as kEarlierShown, always with contacts
inline constexpr int kEarlierShown = 23;  // as kShownVersion, without loads
inline constexpr int kWholeVersion = 24;  // complete state, from which a run can be continued
inline constexpr int kShownVersion = 25;  // data for readers only, perhaps without contacts

/// Form in which a payload of a version holds constraints and contacts.
constexpr StateForm form_of(int version) {
  if (version == kWholeVersion || version == kEarlierWhole) return StateForm::whole;
  return version == kPlainVersion ? StateForm::plain : StateForm::shown;
}
/// Version of a payload with this detail.
constexpr int version_of(StateDetail detail) {
  return detail == StateDetail::whole ? kWholeVersion : kShownVersion;
}
/// Checks that this program reads a version. @throws ArchiveError when it does not.
void check_version(int version);

/// Summary of a step, which is stored beside the state of the domain.
struct StepSummary {
  double step{};      // s, the working step
  double merit{};     // of the last solution
  double residual{};  // natural-map residual e of the last solution
  int iterations{};   // of the solver
  IterationKind iteration_kind = IterationKind::sweep;
  SolveStatus status = SolveStatus::ok;
  int sparsified{};      // number of contacts that sparsification left out
  ConstraintId worst{};  // constraint with the largest part of the residual, 0: none
  RankSets sets;         // rows of the last solution
  // quasi-static steps (integrator/static_balance.h); 0 in others
  double out_of_balance{};  // largest unbalanced force of a body over its load
  BodyId unbalanced{};      // body with this largest value, 0: none
  int repeats{};            // number of repeats of the step, for SOLFEC.equilibrium

  friend bool operator==(const StepSummary&, const StepSummary&) = default;
};

/// Link from the payload of one frame to the model data of the file.
struct ModelLink {
  bool has_model = false;   // materials and new bodies follow the constraints
  int previous_model = -1;  // latest earlier frame with model data, -1: none

  /// Frame whose model data are valid at the frame of this link.
  /// @throws ArchiveError when there can be none.
  [[nodiscard]] int holding(int frame) const;
};

/// Head of a frame, which precedes the states.
struct FrameHead {
  int version = kWholeVersion;
  int ranks = 1;           // number of ranks that wrote the frame
  std::uint64_t states{};  // digest of the states of all ranks; 0 for one rank
  ModelLink link;
  StepSummary summary;
  RunState run;                             // without its configuration, which is in the model data
  std::vector<double> cells;                // cells of the ranks (CutTree::numbers); empty for one
  std::vector<std::int64_t> next_of_ranks;  // next contact id of each rank; empty for one
  BodyId next_body{};                       // id of the next body; below, of the next constraints
  ConstraintId next_script_constraint{};
  ConstraintId next_constraint{};      // of contacts and of callbacks
  std::vector<BodyId> new_bodies;      // made after the previous frame (none in the first)
  std::vector<BodyId> deleted_bodies;  // deleted after the previous frame
  std::vector<ActingLoad> loads;       // with their values at the time of the frame
};

/// Result frame in memory: all data that READ mode shows at one time.
struct Frame : FrameHead, ConstraintStates {
  double time{};  // s
  BodyStates bodies;
  std::int64_t
      constraint_count{};  // of all constraints, also of those that were not read or stored
};

/// Seconds per phase and step, averaged since the previous frame. They are stored apart from the
/// frames, so that equal runs have equal frames.
struct FrameTiming {
  double seconds[kPhaseCount]{};
};

}  // namespace solfec

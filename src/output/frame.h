#pragma once

#include <cstdint>
#include <vector>

#include "base/ids.h"
#include "base/phase_timers.h"
#include "body/body_kind.h"
#include "body/energies.h"
#include "body/scheme.h"
#include "domain/constraint_record.h"
#include "output/run_state.h"
#include "solver/solve_report.h"

namespace solfec {

/// What a step reports beside the state of the domain.
struct StepSummary {
  double step{};      // s, the working step
  double merit{};     // of the last solution
  double residual{};  // natural-map residual e of it
  int iterations{};
  IterationKind iteration_kind = IterationKind::sweep;
  SolveStatus status = SolveStatus::ok;
  int sparsified{};
  ConstraintId worst{};  // constraint with the largest part of the residual, 0: none

  friend bool operator==(const StepSummary&, const StepSummary&) = default;
};

/// Result frame in memory: everything that READ mode shows at one time.
struct Frame {
  double time{};  // s
  StepSummary summary;
  RunState run;        // its configuration stands in the model data
  BodyId next_body{};  // ids to be given next
  ConstraintId next_script_constraint{};
  ConstraintId next_constraint{};  // of contacts and callbacks
  std::vector<BodyId> body;        // ids as stored, increasing
  std::vector<BodyKind> kind;      // one per body
  std::vector<int> state_start;    // bodies + 1, into `state`
  std::vector<double> state;       // Bodies::get_state of every body
  std::vector<Energies> energy;    // one per body
  std::vector<Scheme> scheme;      // one per body
  std::vector<std::uint8_t> self_contact;
  std::vector<double> damping;         // one per body, s
  std::vector<BodyId> new_bodies;      // made after the previous frame (none in the first)
  std::vector<BodyId> deleted_bodies;  // deleted after the previous frame
  int constraint_count{};              // also right when the constraints were not asked for
  std::vector<ConstraintRecord> constraints;
  std::vector<PairReference> references;  // of pairs of bodies at relative rest
  std::vector<CoveredPair> covered;       // faces that others cover, sorted
};

/// Seconds per phase and step, averaged since the previous frame; kept apart from the frames, so
/// that these repeat byte for byte.
struct FrameTiming {
  double seconds[kPhaseCount]{};
};

}  // namespace solfec

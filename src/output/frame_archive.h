#pragma once

#include <span>
#include <string_view>

#include "archive/fields.h"
#include "domain/domain.h"
#include "output/frame.h"
#include "output/run_state.h"

namespace solfec {

/// The payload of a frame is a FrameHead, BodyStates, ConstraintStates and perhaps a StoredModel
/// (output/model_archive.h), each as its list of fields says.

/// Appends the head. @param[in,out] head  Gets the ids to be given next.
void save_head(const Domain& domain, FrameHead& head, XdrWriter& out);

/// Readers of the parts of a payload, to be called in the order head, bodies, constraints. Counts,
/// kinds, references and sizes are checked against each other.
/// @throws ArchiveError with the reason.
ModelLink load_head(XdrReader& in, Frame& frame);
/// Reads the states of bodies. @pre the head of the frame has been read.
void load_bodies(XdrReader& in, Frame& frame);
/// Reads the constraints. Without `wanted` it reads only `constraint_count`, and the reader stays
/// before the constraints.
void load_constraints(XdrReader& in, bool wanted, Frame& frame);
/// Checks that each number of a body or a constraint is finite, as all stored states are.
/// @throws ArchiveError naming the body or the constraint.
void check_finite(const BodyStates& states);
void check_finite(const ConstraintStates& states);
/// Checks that constraints join existing bodies. @throws ArchiveError when one does not.
void check_bodies_of(const Frame& frame);

constexpr std::string_view type_name(const SolveStatus*) { return "SolveStatus"; }
constexpr std::string_view type_name(const IterationKind*) { return "IterationKind"; }
constexpr std::string_view type_name(const FrameKind*) { return "FrameKind"; }
constexpr std::string_view type_name(const ModelLink*) { return "ModelLink"; }
constexpr std::string_view type_name(const RankSets*) { return "RankSets"; }
constexpr std::string_view type_name(const StepSummary*) { return "Summary"; }
constexpr std::string_view type_name(const ScheduleState*) { return "Schedule"; }
constexpr std::string_view type_name(const RunState*) { return "Run"; }
constexpr std::string_view type_name(const FrameHead*) { return "FrameHead"; }

/// Checks the numbers of the ranks. @throws ArchiveError with the reason.
void check_ranks(const FrameHead& head);
/// Checks the ids of new and of deleted bodies. @throws ArchiveError with the reason.
void check_changes(const FrameHead& head);
/// Checks that an interval is not negative. @throws ArchiveError when it is.
void check_interval(const ScheduleState& schedule);

template <typename Fields>
void list_fields(Fields& fields, const ModelLink*) {
  fields("has_model", "model data follow at the end", &ModelLink::has_model);
  fields("previous_model", "latest earlier frame with model data, -1: none",
         &ModelLink::previous_model);
}

template <typename Fields>
void list_fields(Fields& fields, const RankSets*) {
  using S = RankSets;
  fields("colours", "of ranks, 0 on one rank", &S::colours);
  fields("bottom", "rows shared with ranks of higher colours only", &S::bottom);
  fields("middle", "with both", &S::middle);
  fields("top", "of lower ones only", &S::top);
  fields("inner", "with none", &S::inner);
}

template <typename Fields>
void list_fields(Fields& fields, const StepSummary*) {
  using S = StepSummary;
  fields("step", "working step, s", &S::step);
  fields("merit", "of the last solution", &S::merit);
  fields("residual", "e, likewise", &S::residual);
  fields("iterations", "", &S::iterations);
  fields("iteration_kind", "", &S::iteration_kind);
  fields("status", "", &S::status);
  fields("sparsified", "contacts left out by sparsification", &S::sparsified);
  fields("worst", "constraint with the largest part of the residual, 0: none", &S::worst);
  fields("sets", "rows of the last solution, of all ranks", &S::sets);
  fields("out_of_balance",
         "quasi-static: largest out-of-balance force of a body over its load, 0 in other steps",
         &S::out_of_balance);
  fields("unbalanced", "that body, 0: none", &S::unbalanced);
  fields("repeats", "of the step, for SOLFEC.equilibrium", &S::repeats);
}

template <typename Fields>
void list_fields(Fields& fields, const ScheduleState*) {
  using S = ScheduleState;
  fields.finite("base", "s", &S::base);
  fields.finite("interval", "s", &S::interval);
  fields.finite("served", "the next time is base + (served + 1) interval", &S::served);
  fields.check([](const S& schedule) { check_interval(schedule); });
}

/// Fields of a RunState without the configuration, which is in the model data.
template <typename Fields>
void list_fields(Fields& fields, const RunState*) {
  using R = RunState;
  fields("kind", "of the frame, see below", &R::kind);
  fields("run", "number of the RUN call, from 1", &R::run);
  fields("failure", "what the solver's failure policy is asked about", &R::failure);
  fields.finite("segment_start", "of the current segment of equal steps, s", &R::segment_start);
  fields.finite("segment_step", "s", &R::segment_step);
  fields.finite("segment_steps", "number: t = start + number step", &R::segment_steps);
  fields("output", "output times", &R::output);
  fields("callback", "times of the callback", &R::callback);
  fields("callback_data",
         "JSON, empty without; `{\"solfec: not saved\": null}` stands for an entry of a dict that "
         "JSON does not know",
         &R::callback_data);
}

/// Condition that the payload has a version other than this. @param text  The version as layouts
/// show it.
constexpr auto is_no_version(std::string_view text, int version) {
  const auto test = [version](const FrameHead& head) { return head.version != version; };
  return Condition<decltype(test)>{"version", text, false, test};
}

template <typename Fields>
void list_fields(Fields& fields, const FrameHead*) {
  using H = FrameHead;
  fields("version",
         "of the payload: 24 (21) with ConstraintStates, 22 with PlainStates, 25 (23) with "
         "ShownStates; 21 to 23 are of earlier programs",
         &H::version);
  fields.check([](const H& head) { check_version(head.version); });
  fields("ranks", "that wrote the frame; those from 1 on have their part in frames.R.xdr",
         &H::ranks);
  fields.check([](const H& head) { check_ranks(head); });
  fields("states",
         "digest of the states of all ranks, which their parts repeat; 0 where one rank wrote",
         &H::states);
  fields("link", "", &H::link);
  fields("summary", "", &H::summary);
  fields("run", "", &H::run);
  fields("cells",
         "of the ranks, empty on one: how many there are, then two numbers for each node of the "
         "tree of "
         "cuts: axis and place, or 3 and the rank of a cell",
         &H::cells);
  fields("next_of_ranks", "id that the next contact of each rank gets, empty on one",
         &H::next_of_ranks);
  fields("next_body", "id that the next body gets", &H::next_body);
  fields("next_script_constraint", "likewise, of the script", &H::next_script_constraint);
  fields("next_constraint", "likewise, of contacts and callbacks", &H::next_constraint);
  fields("new_bodies", "made after the previous frame (none in the first)", &H::new_bodies);
  fields("deleted_bodies", "after the previous frame", &H::deleted_bodies);
  fields.check([](const H& head) { check_changes(head); });
  const auto list_loads = [](auto& f) {
    f("loads", "forces, torques and pressures with their values at the time of the frame",
      &H::loads);
  };
  fields.when(is_no_version("21", kEarlierWhole), [&](auto& f) {
    f.when(is_no_version("22", kPlainVersion),
           [&](auto& g) { g.when(is_no_version("23", kEarlierShown), list_loads); });
  });
}

}  // namespace solfec

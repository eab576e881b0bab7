#pragma once

#include <optional>
#include <string>

#include "domain/domain.h"
#include "output/frame.h"
#include "run/settings/script_lines.h"

namespace solfec {

/// A number that no frame may hold: it is not finite.
struct NotFinite {
  BodyId body{};     // 0: of no body
  std::string what;  // e.g. "energy is not finite"
};

/// Looks at what the solver says of a step. `lines` gives the lines of constraints.
std::optional<NotFinite> find_in_solution(const Domain& domain, const StepSummary& summary,
                                          const ScriptLines& lines);

/// Looks at what a frame holds beside states and summary: energies, damping, constraints.
std::optional<NotFinite> find_in_results(const Domain& domain, const ScriptLines& lines);

/// Why the time cannot go on with a step, '' when it can: the time would stay the same, or the end
/// is more steps away than can be counted.
/// @param start  Time at which the row of equal steps began, s.
/// @param done   Steps of it.
std::string lost_step(double start, double step, double done, double end);

}  // namespace solfec

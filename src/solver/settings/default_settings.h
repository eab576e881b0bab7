#pragma once

namespace solfec {

struct SolverSettings;

/// Settings of solvers whose parameters name no others (solver_settings.h).
extern const SolverSettings kDefaultSettings;

}  // namespace solfec

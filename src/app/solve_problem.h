#pragma once

#include <string>

namespace solfec {

/// Request of `solfec --solve PROBLEM`: the solver and the tolerance that it must reach.
struct SolveRequest {
  std::string solver = "auto";
  double tolerance = 1e-8;  // of the natural residual e
};

/// Reads a stored problem, solves it from R = 0, prints the history of the natural residual, a line
/// for people and a last line of key=value pairs for programs.
/// @return True when the tolerance was reached.
/// @throws InputError when the file cannot be opened, ArchiveError when it holds no problem,
/// or one that require_solvable refuses.
bool solve_problem(const std::string& path, const SolveRequest& request);

/// "auto, nncg, ...": the solvers by name, for --help and messages.
std::string solver_names();

}  // namespace solfec

#pragma once

#include <stdexcept>
#include <string>

#include "base/ids.h"
#include "run/run_data.h"

namespace solfec {

/// A result that is not finite or unstable; exit code 3.
class NumericalError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The solver failed and its policy stops the run; exit code 1.
class SolverStop : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Throws a NumericalError that names the body (0: none) and the last good frame.
[[noreturn]] void fail_numerically(const RunData& run, BodyId id, const std::string& what);

/// Throws a NumericalError for what may come from the stiffness of a deformable body: like
/// fail_numerically, and names the material of the body.
[[noreturn]] void fail_of_material(const RunData& run, BodyId id, const std::string& what);

/// Checks that all numbers which a frame holds beside states are finite: nothing that is not is
/// ever written.
/// @throws NumericalError
void check_results(const RunData& run);

/// A step that is lost in the rounding of the time would keep the run at a place for ever.
/// @param end  Of the RUN, s. @throws NumericalError
void check_step_counts(const RunData& run, double end);

/// Returns what is wrong with the deepest contact, '' when it is not deeper than
/// UNPHYSICAL_PENETRATION allows. The gaps are those of mid-step, where the contacts were found.
std::string unphysical_penetration(const RunData& run);

}  // namespace solfec

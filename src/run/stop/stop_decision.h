#pragma once

#include <cstdint>
#include <string>

#include "base/ids.h"

namespace solfec {

/// How a RUN ended that no error ended.
enum class RunEnd {
  finished,
  callback,
  caller,  // of RunSession::end, before its end time
  stop_file,
  interrupted,
  terminated,
  hung_up,
  wall_time
};

/// Returns the text with which STATE tells how a run has ended.
std::string run_end_text(RunEnd end);

/// Why a run does not go on after a step. A later one outweighs an earlier one.
enum class StopCause : std::uint8_t {
  none,
  callback,     // the user's function has said so
  wall_time,    // --max-walltime is used up
  stop_file,    // the file STOP was in the output folder
  terminated,   // SIGTERM
  hung_up,      // SIGHUP
  interrupted,  // SIGINT
  failure_policy,
  too_deep,        // a contact, of UNPHYSICAL_PENETRATION
  bad_solution,    // what the solver gave is not finite
  unstable_joint,  // a joint makes energy
  unstable,        // the energy of a body grows without work
  not_finite       // a velocity or a placement
};

/// Values that may end a run, as seen in one step. They are gathered while the step goes on and
/// decided on afterwards, so that processes which share a model can agree on the values in between.
/// A value that has not been looked at yet is one that ends nothing.
struct StopValues {
  BodyId not_finite = 0;            // the first such body
  BodyId unstable = 0;              // likewise
  ConstraintId unstable_joint = 0;  // likewise
  bool bad_solution = false;        // a number of the solver's is not finite
  bool too_deep = false;            // a contact, see UNPHYSICAL_PENETRATION
  bool policy_stops = false;        // failure policy of the solver
  int signal = 0;                   // the first one received
  bool stop_file = false;
  bool wall_time_is_over = false;
  bool callback_stops = false;  // the user's function
};

/// The strongest cause; none when the run goes on.
StopCause decide(const StopValues& values);

/// Whether a cause is an error, for which RUN throws.
constexpr bool is_error(StopCause cause) { return cause >= StopCause::failure_policy; }

/// End of a run for a cause that is no error; `none` is a run that got to its end.
RunEnd end_of(StopCause cause);

/// Fills in what comes from outside of the run: signals, the file STOP, which is removed and which
/// stays where it is when a signal has come, and the wall time.
/// @param max_walltime  s since the program started, 0: no limit.
void gather_requests(const std::string& folder, double max_walltime, StopValues& values);

}  // namespace solfec
